"""Widgets with a slider on a page: their picture at every place of the slider, made beforehand.

The class of such a widget says as `kept_slider` which of its attributes the slider is.  Its other
controls need Python; the book says so below the picture.
"""

import base64
import re
from typing import Any

from mctslib.draw.svg import FIRST_TAG, dimensions, fitting
from mctslib.words import number

PAGE = ("widgets/living/sliders_page.js",)
MOST = 25  # places of a slider whose picture a page carries, evenly spread
PATIENCE = 60  # seconds for what a widget computes at one place
IMAGE = re.compile(r'<img\b[^>]*src="data:image/svg\+xml;base64,([^"]+)"[^>]*>')


def can_live(widget: Any) -> bool:
    """Return whether the slider that a page would keep is there."""
    return hasattr(_slider(widget), "value")


def data(widget: Any) -> dict[str, Any]:
    """Return the picture at each place of the slider, its names, and the place on show."""
    slider = _slider(widget)
    before = slider.value
    labels, frames = [], []
    for label, value in _places(slider):
        slider.value = value
        if hasattr(widget, "work"):
            widget.work.catch_up(PATIENCE)
        labels.append(label)
        frames.append(_inline(widget.static_picture()))
    slider.value = before
    labels, frames = _without_repeats(labels, frames)
    return {
        "name": slider.description,
        "labels": labels,
        "frames": frames,
        "at": _nearest(labels, _label(slider, before)),
    }


def _slider(widget: Any) -> Any:
    return getattr(widget, type(widget).kept_slider, None)


def _places(slider: Any) -> list[tuple[str, Any]]:
    """Return the label and the value of at most `MOST` places of a slider, the present one too."""
    values = [value for _, value in _options(slider)]
    step = max((len(values) - 1) / (MOST - 1), 1)
    kept = {round(k * step) for k in range(MOST) if round(k * step) < len(values)}
    kept.add(_position(values, slider.value))
    return [(_label(slider, values[k]), values[k]) for k in sorted(kept)]


def _position(values: list[Any], value: Any) -> int:
    """Return where a value stands among others; of numbers, where the nearest one stands."""
    if value in values:
        return values.index(value)
    return min(range(len(values)), key=lambda k: abs(values[k] - value))


def _options(slider: Any) -> list[tuple[str, Any]]:
    """Return all places of a slider, each with its label."""
    if hasattr(slider, "options"):
        pairs = []
        for option in slider.options:
            label, value = option if isinstance(option, tuple) else (str(option), option)
            pairs.append((label, value))
        return pairs
    count = round((slider.max - slider.min) / slider.step)
    values = [slider.min + k * slider.step for k in range(count + 1)]
    return [(_number(value), value) for value in values]


def _number(value: float) -> str:
    return number(value) if isinstance(value, int) else f"{value:.3f}".rstrip("0").rstrip(".")


def _label(slider: Any, value: Any) -> str:
    pairs = _options(slider)
    return pairs[_position([one for _, one in pairs], value)][0]


def _without_repeats(labels: list[str], frames: list[str]) -> tuple[list[str], list[str]]:
    """Drop every picture that equals the one before it: the widget has no other one there."""
    kept = [k for k in range(len(frames)) if k == 0 or frames[k] != frames[k - 1]]
    return [labels[k] for k in kept], [frames[k] for k in kept]


def _nearest(labels: list[str], label: str) -> int:
    return labels.index(label) if label in labels else len(labels) - 1


def _inline(picture: str) -> str:
    """Return a picture as HTML in which drawings are elements, so that they follow the theme."""
    if picture.startswith("<svg"):
        return _wide(picture)
    return IMAGE.sub(lambda found: _wide(base64.b64decode(found[1]).decode()), picture)


def _wide(drawing: str) -> str:
    """Return a drawing in a place that scrolls if the page is narrow."""
    start = FIRST_TAG.search(drawing)
    if start is None:
        return drawing
    width = dimensions(drawing)[0]
    style = f"width:{width:g}px;{fitting(width)}"
    svg = drawing[start.start() :]
    return f'<div class="mcts-wide"><div class="mcts-fit" style="{style}">{svg}</div></div>'
