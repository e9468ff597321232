"""Make the data of a widget with a slider for a page: a picture for each position of the slider.

The class of such a widget names the slider's attribute in `kept_slider`, or has a method
`page_moments()` instead.  The other controls of the widget need Python; a note below the picture in
the book states this.  If the headline or the picture asks the reader to use such a control, the
methods `page_words()` and `page_picture()` of the class return a different text and a different
picture for the page.  The method `page_pictures()` returns two SVG pictures instead, of which a
phone shows the second.  If some positions of the slider would take too long to compute, the method
`page_allows(value)` returns whether the page shows a position.
"""

import base64
import re
from typing import Any

from mctslib.draw.svg import fitted
from mctslib.widgets.bar import two_widths
from mctslib.widgets.moments import Moments
from mctslib.words import number

PAGE = ("widgets/living/sliders_page.js",)
MOST = 25  # a page shows at most this many evenly spread positions, and the current position
PATIENCE = 60  # a widget may compute for this many seconds at one position
IMAGE = re.compile(r'<img\b[^>]*src="data:image/svg\+xml;base64,([^"]+)"[^>]*>')
PIECE = re.compile(r"[^>]*>|[^>]+$")


def can_live(widget: Any) -> bool:
    """Return whether a widget has a slider, or moments in place of a slider, for the page."""
    return hasattr(widget, "page_moments") or hasattr(_slider(widget), "value")


def data(widget: Any) -> dict[str, Any]:
    """Return the slider's pictures and labels at its positions, and the current position.

    The pictures are cut into pieces, because most pieces occur in several pictures.  A picture is
    stored as a list of the indices of its pieces.
    """
    moments = _moments(widget)
    labels, told, frames = [], [], []
    for place, label in enumerate(moments.labels):
        moments.show(place)
        labels.append(label)
        told.append(_told(widget))
        frames.append(_frame(widget))
    moments.show(moments.at)
    kept = _without_repeats(frames, moments.at)
    pieces: dict[str, int] = {}
    return {
        "name": moments.name,
        "labels": [labels[k] for k in kept],
        "told": [told[k] for k in kept],
        "frames": [_numbered(frames[k], pieces) for k in kept],
        "pieces": list(pieces),
        "at": kept.index(moments.at),
    }


def _numbered(frame: str, pieces: dict[str, int]) -> list[int]:
    """Return a picture as the indices of its pieces, and add new pieces to `pieces`."""
    return [pieces.setdefault(piece, len(pieces)) for piece in PIECE.findall(frame)]


def _frame(widget: Any) -> str:
    """Return the widget's picture for a page as HTML, in two widths if the widget has both."""
    if hasattr(widget, "page_pictures"):
        return two_widths(*map(_wide, widget.page_pictures()))
    return _inline(getattr(widget, "page_picture", widget.static_picture)())


def _told(widget: Any) -> str:
    """Return `page_words()`, or else the text of the widget's headline, or ""."""
    if hasattr(widget, "page_words"):
        return str(widget.page_words())
    return getattr(getattr(widget, "headline", None), "words", "")


# ---------------------------------------------------------------- the positions


def _moments(widget: Any) -> Moments:
    """Return the moments that a page shows: `page_moments()`, or else the slider's positions."""
    if hasattr(widget, "page_moments"):
        found: Moments = widget.page_moments()
        return found
    slider = _slider(widget)
    places = _places(slider)
    if hasattr(widget, "page_allows"):
        places = [(label, one) for label, one in places if widget.page_allows(one)] or places[:1]
    values = [value for _, value in places]

    def show(place: int) -> None:
        slider.value = values[place]
        if hasattr(widget, "work"):
            widget.work.catch_up(PATIENCE)

    at = _position(values, slider.value)
    return Moments(_name(slider), [label for label, _ in places], at, show)


def _name(slider: Any) -> str:
    """Return the name of a slider; the name of a row of buttons is in its tooltips."""
    return slider.description or slider.tooltips[0]


def _slider(widget: Any) -> Any:
    return getattr(widget, getattr(type(widget), "kept_slider", ""), None)


def _places(slider: Any) -> list[tuple[str, Any]]:
    """Return the labels and values of at most `MOST` positions and of the current one."""
    pairs = _options(slider)
    values = [value for _, value in pairs]
    step = max((len(values) - 1) / (MOST - 1), 1)
    kept = {round(k * step) for k in range(MOST) if round(k * step) < len(values)}
    kept.add(_position(values, slider.value))
    return [pairs[k] for k in sorted(kept)]


def _position(values: list[Any], value: Any) -> int:
    """Return the index of `value` in `values`, or of the nearest value if `value` is missing."""
    if value in values:
        return values.index(value)
    return min(range(len(values)), key=lambda k: abs(values[k] - value))


def _options(slider: Any) -> list[tuple[str, Any]]:
    """Return all positions of a slider as pairs of label and value."""
    if hasattr(slider, "options"):
        pairs = []
        for option in slider.options:
            label, value = option if isinstance(option, tuple) else (str(option), option)
            pairs.append((label, value))
        return pairs
    count = round((slider.max - slider.min) / slider.step)
    values = [slider.min + k * slider.step for k in range(count + 1)]
    return [(number(round(value, 3)), value) for value in values]


# ---------------------------------------------------------------- the pictures


def _without_repeats(frames: list[str], at: int) -> list[int]:
    """Return one position from each run of equal pictures: `at` if possible, else the first."""
    kept: list[int] = []
    for place, frame in enumerate(frames):
        if kept and frame == frames[kept[-1]]:
            if place != at:
                continue
            kept.pop()
        kept.append(place)
    return kept


def _inline(picture: str) -> str:
    """Return a picture as HTML whose drawings are SVG elements, so that they follow the theme."""
    if picture.startswith("<svg"):
        return _wide(picture)
    return IMAGE.sub(lambda found: _wide(base64.b64decode(found[1]).decode()), picture)


def _wide(drawing: str) -> str:
    """Return a drawing inside an element that scrolls if the page is narrow."""
    return f'<div class="mcts-wide">{fitted(drawing)}</div>'
