"""SVG text from plain data: elements, escaped words, a block of text.

Nothing here knows what a game or a tree is.  Every picture brings its own white paper, so that it reads the
same in a light theme, in a dark one and on a printed page.
"""

import base64
import re
from collections.abc import Callable
from html import escape as _escape
from html import unescape
from math import inf
from xml.etree.ElementTree import fromstring

from mctslib.draw.look import FIGURE, FONT, HAND, INK, LEAST, MONOSPACE, PAPER, ROUND

NAMESPACE = "http://www.w3.org/2000/svg"
FIRST_TAG = re.compile(r"""<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>""")
HALO = {
    "stroke": PAPER,
    "stroke_width": 4,
    "stroke_linejoin": "round",
    "paint_order": "stroke",
}  # of words on lines
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def shorten(text: object, length: int = 24) -> str:
    """The text in one line of at most `length` characters, and without those XML forbids."""
    line = " ".join(_NOT_XML.sub("\ufffd", str(text)[: 4 * length]).split())
    return line if len(line) <= length else line[: length - 1] + "…"


def escape(text: object) -> str:
    """The text as it may stand in an element or in an attribute, quotes included."""
    return _escape(_NOT_XML.sub("\ufffd", str(text)))


def element(tag: str, content: str = "", **attributes: object) -> str:
    """One element.  `stroke_width=2` becomes `stroke-width="2"`; numbers keep two decimals."""
    words = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_value(v)}"' for name, v in attributes.items()
    )
    return f"<{tag}{words}>{content}</{tag}>" if content else f"<{tag}{words}/>"


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return str(value) if type(value) is int else escape(value)  # most are: a third of the time


def text(words: object, x: float, y: float, size: float = 12, **attributes: object) -> str:
    """Words at (x, y), the left end of their base line unless `text_anchor` says otherwise."""
    return element("text", escape(words), x=x, y=y, font_size=size, **{"fill": INK, **attributes})


def document(content: str, width: float, height: float, label: str) -> str:
    """A picture of `width` × `height` pixels; `label` is what a screen reader says instead of it."""
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
    """The style of a picture: shrunk to the page, but while its figures can be read; a wide one is scrolled then."""
    least = f";min-width:{width * LEAST / FIGURE:.0f}px" if width > HAND else ""
    return f"max-width:100%;height:auto{least}"


def text_block(words: str, label: str | None = None) -> str:
    """Lines of text as they are, in letters of equal width: what is left when nothing can be drawn."""
    lines = [line[:160] for line in words.splitlines()[:400]] or [""]
    rows = [
        text(line, 12, 22 + 17 * k, 13, font_family=MONOSPACE, style="white-space:pre")
        for k, line in enumerate(lines)
    ]
    content = "".join(rows)
    return document(
        content, 24 + 8 * max(map(len, lines)), 20 + 17 * len(lines), label or words[:2000]
    )


# ---------------------------------------------------------------------------- a picture that somebody else has drawn


def dimensions(picture: str) -> tuple[float, float]:
    """Width and height of an SVG text: those of its viewBox, else its own, in pixels.

    Raises ValueError, with what to write, where it says neither.
    """
    box = re.split(r"[\s,]+", _attribute(picture, "viewBox").strip())
    sides = (
        box[2:]
        if len(box) == 4
        else [_attribute(picture, side).removesuffix("px") for side in ("width", "height")]
    )
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
    """Draw, if there is a function for it: TypeError for no text, ParseError for broken XML, ValueError for no size."""
    if draw is not None:
        picture = draw()
        if not isinstance(picture, str):
            raise TypeError(f"its answer is a {type(picture).__name__}, not a text")
        fromstring(picture)
        dimensions(picture)


def framed(picture: str, label: str = "") -> str:
    """Somebody else's picture as an image inside one of ours: whatever is in it cannot run, or leave its frame.

    Raises ParseError for broken XML, else as `dimensions`.
    """
    width, height = dimensions(picture)
    fromstring(picture)
    look: dict[str, object] = {
        "xmlns": NAMESPACE,
        "viewBox": f"0 0 {width:g} {height:g}",
        "role": "img",
    }
    inside = element("image", width=width, height=height, href=_data(picture))
    label, style = label or words(picture), "max-width:100%;height:auto"
    return element("svg", inside, width=width, height=height, **look, aria_label=label, style=style)


def words(picture: str) -> str:
    """What a screen reader says instead of the picture: its aria-label; "" if it has none."""
    return unescape(_attribute(picture, "aria-label"))


def image(picture: str, alt: str, *, fit: bool = False) -> str:
    """An `<img>` with the picture inside and its words: unlike inline SVG it is also shown on GitHub.

    fit   never wider than the room there is, even where the page's own style does not see to that
    """
    role, style = ('role="img" ', f'style="{fitting(_width(picture))}" ') if fit else ("", "")
    shown = f'<img {role}alt="{escape(alt)}" {style}src="{_data(picture)}">'
    return f'<div style="overflow-x:auto">{shown}</div>' if "min-width" in style else shown


def _width(picture: str) -> float:
    """The width of a picture, 0 of one that says none."""
    try:
        return dimensions(picture)[0]
    except ValueError:
        return 0


def _data(picture: str) -> str:
    """The picture as the address of an image; alone, it must say what kind of XML it is."""
    if not _attribute(picture, "xmlns"):
        picture = picture.replace("<svg", f'<svg xmlns="{NAMESPACE}"', 1)
    return f"data:image/svg+xml;base64,{base64.b64encode(picture.encode()).decode()}"


def _attribute(picture: str, name: str) -> str:
    """An attribute of the first `<svg` tag; "" if it has none."""
    tag = FIRST_TAG.search(picture)
    found = re.search(rf"\s{name}\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", tag[0] if tag else "")
    return (found[1] or found[2] or "") if found else ""
