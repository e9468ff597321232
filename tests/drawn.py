"""Measure the text elements of an SVG picture as if they were drawn in the widest usual font."""

from xml.etree import ElementTree

from mctslib.draw.look import text_width

BEFORE = {"start": 0, "middle": 0.5, "end": 1}  # the share of a text element to the left of its x


def texts_outside(picture, width):
    """Return the text elements that begin left of x = 0 or end right of x = `width` pixels."""
    outside = []
    for words in ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text"):
        bold = words.get("font-weight") == "bold"
        long = text_width(words.text or "", float(words.get("font-size")), bold)
        left = float(words.get("x")) - long * BEFORE[words.get("text-anchor", "start")]
        if left < 0 or left + long > width:
            outside.append(words.text)
    return outside
