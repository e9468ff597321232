"""Rewrite a game's own picture so that it can be part of a page without risk.

A picture in an `<img>` cannot run scripts, but it does not follow the page's colours.  A
picture that is part of the page follows the colours, but its scripts can run.  A picture in the
page may therefore contain only shapes and text.  The source text of the picture is not copied: the
picture is parsed as XML and written anew from the allowed elements.

Searching the source text would not be enough, because XML and HTML parse the same text differently.
In XML `<!--> <img onerror=…> -->` is a comment, but a browser that reads HTML finds an image there.
"""

import re
from xml.etree.ElementTree import Element, fromstring

from mctslib.draw.svg import NAMESPACE, dimensions, element, escape, fitting

ELEMENTS = {"svg", "g", "rect", "line", "path", "polygon", "circle", "text", "tspan"}
PLACE = {"x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "ry", "dx", "dy", "d", "points"}
SIZE = {"width", "height", "viewBox", "transform"}
PAINT = {"fill", "stroke", "opacity", "fill-opacity", "stroke-opacity", "paint-order"}
PEN = {"stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin"}
LETTERS = {"font-family", "font-size", "font-style", "font-weight", "text-anchor"}
MEANING = {"class", "role", "aria-label"}
ATTRIBUTES = PLACE | SIZE | PAINT | PEN | LETTERS | MEANING

VALUE = re.compile(r"[\w\s#.,%()+-]*", re.ASCII)  # no address and no CSS escape matches
CALL = re.compile(r"([\w-]+)\s*\(", re.ASCII)
FUNCTIONS = {"matrix", "translate", "rotate", "scale", "skewX", "skewY", "rgb", "hsl"}


def rewritten(picture: str) -> str | None:
    """Return a rewritten SVG picture, or None if it is not a `document` of shapes and text.

    Raises ParseError for broken XML, and ValueError for a picture without a size.
    """
    root = fromstring(picture)
    style = root.attrib.pop("style", "")  # the style of a `document`, checked below
    if not _is_document(root) or not all(_is_allowed(part) for part in root.iter()):
        return None
    copy = _written(root, style)
    return copy if style == fitting(dimensions(copy)[0]) else None


def _is_document(root: Element) -> bool:
    """Return whether `root` is an `<svg>` that begins with white paper, like every `document`."""
    return root.tag == f"{{{NAMESPACE}}}svg" and len(root) > 0 and root[0].get("class") == "paper"


def _is_allowed(part: Element) -> bool:
    """Return whether an element, its attributes and their values are allowed.

    The content of the element is not checked.
    """
    namespace, _, name = part.tag.rpartition("}")
    if namespace != f"{{{NAMESPACE}" or name not in ELEMENTS:
        return False
    return all(_is_harmless(attribute, value) for attribute, value in part.attrib.items())


def _is_harmless(attribute: str, value: str) -> bool:
    """Return whether an attribute with this value is harmless in a page."""
    if attribute not in ATTRIBUTES:
        return False
    if attribute == "aria-label":
        return True
    return VALUE.fullmatch(value) is not None and set(CALL.findall(value)) <= FUNCTIONS


def _written(root: Element, style: str) -> str:
    """Return the document as text, with `style` in its first tag."""
    look = {"xmlns": NAMESPACE, **root.attrib, "style": style}
    return element("svg", _content(root), **look)


def _content(part: Element) -> str:
    """Return the text and the elements inside an element, as SVG text."""
    pieces = [escape(part.text or "")]
    for child in part:
        name = child.tag.rpartition("}")[2]
        pieces.append(element(name, _content(child), **child.attrib))
        pieces.append(escape(child.tail or ""))
    return "".join(pieces)
