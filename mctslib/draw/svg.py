"""Write SVG text from plain data: elements, escaped words, a block of text, a picture inside
another.

This file knows neither games nor trees.  Every picture has its own white paper, so that it looks
the same in a light theme, in a dark theme and on a printed page.
"""

import base64
import re
from collections.abc import Callable
from html import escape as escape_html
from html import unescape
from math import inf
from xml.etree.ElementTree import fromstring

from mctslib.draw.look import (
    FIGURE,
    FONT,
    HAND,
    INK,
    LEAST,
    LINE_HEIGHT,
    MONOSPACE,
    PAPER,
    ROUND,
    TITLE,
    WORDS,
)
from mctslib.words import a

NAMESPACE = "http://www.w3.org/2000/svg"
FIRST_TAG = re.compile(r"""<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>""")
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
HALO = {  # the white outline of words that lie on lines
    "stroke": PAPER,
    "stroke_width": 4,
    "stroke_linejoin": "round",
    "paint_order": "stroke",
}
LONGEST_LINE = 160  # most characters of a line in a block of text
MOST_LINES = 400  # in a block of text
LONGEST_LABEL = 2000  # characters for a screen reader


# ---------------------------------------------------------------------------- words and elements


def shorten(text: object, length: int = 24) -> str:
    """Return the text as one line of at most `length` characters.

    Characters that XML forbids are replaced.
    """
    start = str(text)[: 4 * length]
    line = " ".join(NOT_XML.sub("\ufffd", start).split())
    return line if len(line) <= length else line[: length - 1] + "…"


def escape(text: object) -> str:
    """Return the text with the special characters of XML escaped, including quotes."""
    return escape_html(NOT_XML.sub("\ufffd", str(text)))


def element(tag: str, content: str = "", **attributes: object) -> str:
    """Return one element as text.

    content      the content: words that are escaped already, or other elements
    attributes   values by name: `stroke_width=2` becomes `stroke-width="2"`, and `class_` becomes
                 `class`; floats keep two decimals
    """
    parts = [tag]
    for name, value in attributes.items():
        parts.append(f'{name.rstrip("_").replace("_", "-")}="{_value(value)}"')
    opening = " ".join(parts)
    return f"<{opening}>{content}</{tag}>" if content else f"<{opening}/>"


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    if (
        type(value) is int
    ):  # most values are numbers; escaping them would take a third of a picture's time
        return str(value)
    return escape(value)


def text(words: object, x: float, y: float, size: float = WORDS, **attributes: object) -> str:
    """Return words at (x, y), by default the left end of their baseline (see `text_anchor`)."""
    look = {"fill": INK, **attributes}
    return element("text", escape(words), x=x, y=y, font_size=size, **look)


# ---------------------------------------------------------------------------- whole pictures


def document(content: str, width: float, height: float, label: str) -> str:
    """Return a picture of `width` × `height` pixels; a screen reader reads `label` instead."""
    paper = element("rect", class_="paper", width=width, height=height, rx=ROUND, fill=PAPER)
    return element(
        "svg",
        paper + content,
        xmlns=NAMESPACE,
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        role="img",
        aria_label=label,
        font_family=FONT,
        style=fitting(width),
    )


def fitting(width: float) -> str:
    """Return the style of a picture.  The picture shrinks to fit the page as long as its figures
    can be read; on a narrower page it scrolls.

    width   the width of the whole picture, in pixels
    """
    style = "max-width:100%;height:auto"
    if width > HAND:
        style += f";min-width:{width * LEAST / FIGURE:.0f}px"
    return style


def text_block(words: str, label: str | None = None) -> str:
    """Return lines of text as a picture, in letters of equal width, for things that cannot be
    drawn.

    label   the text for a screen reader; if not given, the words themselves
    """
    lines = [line[:LONGEST_LINE] for line in words.splitlines()[:MOST_LINES]] or [""]
    rows = []
    for number, line in enumerate(lines):
        look = {"font_family": MONOSPACE, "style": "white-space:pre"}
        rows.append(text(line, 12, 22 + LINE_HEIGHT * number, TITLE, **look))
    width = 24 + 8 * max(map(len, lines))
    height = 20 + LINE_HEIGHT * len(lines)
    return document("".join(rows), width, height, label or words[:LONGEST_LABEL])


# -------------------------------------------------------- a picture that somebody else has drawn


def dimensions(picture: str) -> tuple[float, float]:
    """Return the width and height of an SVG text in pixels, from its viewBox or else its
    attributes.

    Raises ValueError if the picture gives neither; the message says what to write.
    """
    sides = re.split(r"[\s,]+", _attribute(picture, "viewBox").strip())[2:]
    if len(sides) != 2:
        sides = [_attribute(picture, side).removesuffix("px") for side in ("width", "height")]
    try:
        width, height = map(float, sides)
    except ValueError:
        width = height = 0
    if not (0 < width < inf and 0 < height < inf):
        raise ValueError(
            'An SVG picture says how large it is: <svg viewBox="0 0 width height" …>, with numbers.'
        )
    return width, height


def check(draw: Callable[[], str] | None) -> None:
    """Call the function that draws a picture, if there is one, and check that the result is a
    picture.

    Raises TypeError if the result is not a string, ParseError for broken XML, and ValueError if the
    picture does not give its size.
    """
    if draw is None:
        return
    picture = draw()
    if not isinstance(picture, str):
        raise TypeError(f"its answer is {a(type(picture).__name__)}, not a text")
    fromstring(picture)
    dimensions(picture)


def framed(picture: str, label: str = "") -> str:
    """Return a foreign picture as an image inside one of ours, so that nothing in it can run or
    leave its frame.

    label   the text for a screen reader; if not given, the picture's own words

    Raises ParseError for broken XML, and ValueError if the picture does not give its size.
    """
    width, height = dimensions(picture)
    fromstring(picture)
    inside = element("image", width=width, height=height, href=_data(picture))
    return element(
        "svg",
        inside,
        width=width,
        height=height,
        xmlns=NAMESPACE,
        viewBox=f"0 0 {width:g} {height:g}",
        role="img",
        aria_label=label or words(picture),
        style="max-width:100%;height:auto",
    )


def words(picture: str) -> str:
    """Return the aria-label of a picture, which a screen reader reads out; "" if there is none."""
    return unescape(_attribute(picture, "aria-label"))


def image(picture: str, alt: str, *, fit: bool = False) -> str:
    """Return an `<img>` with the picture inside and its words; GitHub shows it, unlike inline SVG.

    fit   whether to shrink the picture to its room, even if the page's own style does not
    """
    if not fit:
        return f'<img alt="{escape(alt)}" src="{_data(picture)}">'
    style = fitting(_width(picture))
    shown = f'<img role="img" alt="{escape(alt)}" style="{style}" src="{_data(picture)}">'
    if "min-width" not in style:
        return shown
    return f'<div style="overflow-x:auto">{shown}</div>'


def _width(picture: str) -> float:
    """Return the width of a picture; 0 if it gives none."""
    try:
        return dimensions(picture)[0]
    except ValueError:
        return 0


def _data(picture: str) -> str:
    """Return the picture as the address of an image, with the XML namespace that a file needs."""
    if not _attribute(picture, "xmlns"):
        picture = picture.replace("<svg", f'<svg xmlns="{NAMESPACE}"', 1)
    return f"data:image/svg+xml;base64,{base64.b64encode(picture.encode()).decode()}"


def _attribute(picture: str, name: str) -> str:
    """Return an attribute of the first `<svg` tag; "" if it has none."""
    tag = FIRST_TAG.search(picture)
    if tag is None:
        return ""
    found = re.search(rf"\s{name}\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", tag[0])
    if found is None:
        return ""
    return found[1] or found[2] or ""
