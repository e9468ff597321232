"""Write SVG text from plain data: elements, escaped text, text blocks and nested pictures.

This file is independent of games and trees.  Every picture has its own white paper, so that the
picture looks the same in a light theme, in a dark theme and on a printed page.
"""

import base64
import re
from collections.abc import Callable
from html import escape as escape_html
from html import unescape
from math import ceil, inf
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
HALO = {  # the white outline of a text that is drawn over lines
    "stroke": PAPER,
    "stroke_width": 4,
    "stroke_linejoin": "round",
    "paint_order": "stroke",
}
MONOSPACED = 0.602  # the width of a letter of `MONOSPACE` divided by its size; Consolas has 0.55
LONGEST_LINE = 160  # a line of a block of text has at most this many characters
MOST_LINES = 400  # a block of text has at most this many lines
LONGEST_LABEL = 2000  # a text for screen readers has at most this many characters


# ---------------------------------------------------------------------------- words and elements


def shorten(text: object, length: int = 24) -> str:
    """Return text as one line of at most `length` characters.

    Characters that XML forbids are replaced.
    """
    start = str(text)[: 4 * length]
    line = " ".join(NOT_XML.sub("\ufffd", start).split())
    return line if len(line) <= length else line[: length - 1] + "…"


def escape(text: object) -> str:
    """Return text with XML's special characters escaped, including quotes."""
    return escape_html(NOT_XML.sub("\ufffd", str(text)))


def element(tag: str, content: str = "", **attributes: object) -> str:
    """Return an SVG element as text.

    content      the content: escaped text, or other elements
    attributes   the attributes by name: `stroke_width=2` becomes `stroke-width="2"`, and `class_`
                 becomes `class`; floats keep two decimals
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
    ):  # most values are numbers, and escaping them would take a third of the drawing time
        return str(value)
    return escape(value)


def text(words: object, x: float, y: float, size: float = WORDS, **attributes: object) -> str:
    """Return a text element whose baseline begins at (x, y) unless `text_anchor` is given."""
    look = {"fill": INK, **attributes}
    return element("text", escape(words), x=x, y=y, font_size=size, **look)


# ---------------------------------------------------------------------------- whole pictures


def document(content: str, width: float, height: float, label: str) -> str:
    """Return a picture of `width` × `height` pixels; screen readers read `label` aloud."""
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
    """Return the CSS style that fits a picture to the page.

    width   the width of the whole picture, in pixels

    The picture shrinks to fit the page as long as its numbers remain readable; on a narrower page
    the picture scrolls.
    """
    style = "max-width:100%;height:auto"
    if width > HAND:
        style += f";min-width:{width * LEAST / FIGURE:.0f}px"
    return style


def fitted(picture: str) -> str:
    """Return a picture in an HTML element that fits it to the page.

    A text without a picture is returned unchanged.
    """
    start = FIRST_TAG.search(picture)
    if start is None:
        return picture
    width = dimensions(picture)[0]
    style = f"width:{width:g}px;{fitting(width)}"
    return f'<div class="mcts-fit" style="{style}">{picture[start.start() :]}</div>'


def text_block(words: str, label: str | None = None) -> str:
    """Return lines of text as a picture, in a monospaced font.

    label   the text for a screen reader; by default the lines themselves

    Such a picture takes the place of an object that cannot be drawn.
    """
    lines = [line[:LONGEST_LINE] for line in words.splitlines()[:MOST_LINES]] or [""]
    rows = []
    for number, line in enumerate(lines):
        look = {"font_family": MONOSPACE, "style": "white-space:pre"}
        rows.append(text(line, 12, 22 + LINE_HEIGHT * number, TITLE, **look))
    width = 24 + ceil(MONOSPACED * TITLE * max(map(len, lines)))
    height = 20 + LINE_HEIGHT * len(lines)
    return document("".join(rows), width, height, label or words[:LONGEST_LABEL])


# ---------------------------------------------------------------- pictures from outside the library


def dimensions(picture: str) -> tuple[float, float]:
    """Return the width and the height of an SVG picture in pixels.

    The numbers come from its viewBox, or else from its attributes `width` and `height`.  Raises
    ValueError with advice if the picture gives no size.
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
            'An SVG picture must give its size: <svg viewBox="0 0 width height" …>, with numbers.'
        )
    return width, height


def check(draw: Callable[[], str] | None) -> None:
    """Call the function `draw`, if there is one, and check the picture that it returns.

    Raises TypeError if the result is not a string, ParseError for broken XML, and ValueError if the
    picture does not give its size.
    """
    if draw is None:
        return
    picture = draw()
    if not isinstance(picture, str):
        raise TypeError(f"its result is {a(type(picture).__name__)}, not a string")
    fromstring(picture)
    dimensions(picture)


def framed(picture: str, label: str = "") -> str:
    """Return an external picture as an image inside one of the library's pictures.

    label   the text for a screen reader; by default the picture's own description

    Nothing in the image can run or leave its frame.  Raises ParseError for broken XML, and
    ValueError if the picture does not give its size.
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
    """Return the aria-label of a picture, which screen readers read aloud, or ""."""
    return unescape(_attribute(picture, "aria-label"))


def image(picture: str, alt: str, *, fit: bool = False) -> str:
    """Return an `<img>` that contains the picture and its text alternative.

    fit   whether to shrink the picture to the space available even if the page's own style does not

    GitHub shows an `<img>`, but does not show inline SVG.
    """
    if not fit:
        return f'<img alt="{escape(alt)}" src="{_data(picture)}">'
    style = fitting(_width(picture))
    shown = f'<img role="img" alt="{escape(alt)}" style="{style}" src="{_data(picture)}">'
    if "min-width" not in style:
        return shown
    return f'<div style="overflow-x:auto">{shown}</div>'


def _width(picture: str) -> float:
    """Return the width of a picture, or 0 if the picture does not give its size."""
    try:
        return dimensions(picture)[0]
    except ValueError:
        return 0


def _data(picture: str) -> str:
    """Return the picture as a `data:` URL, with the XML namespace that an image needs."""
    if not _attribute(picture, "xmlns"):
        picture = picture.replace("<svg", f'<svg xmlns="{NAMESPACE}"', 1)
    return f"data:image/svg+xml;base64,{base64.b64encode(picture.encode()).decode()}"


def _attribute(picture: str, name: str) -> str:
    """Return an attribute of the first `<svg` tag, or "" if the tag does not have it."""
    tag = FIRST_TAG.search(picture)
    if tag is None:
        return ""
    found = re.search(rf"\s{name}\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", tag[0])
    if found is None:
        return ""
    return found[1] or found[2] or ""
