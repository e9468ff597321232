"""Define the moments of a widget: the settings that a page without Python can show."""

from collections.abc import Callable, Sequence
from typing import NamedTuple


class Moments(NamedTuple):
    """The positions of one slider, each with a picture.

    name    the name of the slider
    labels  the label of each position, at least one
    at      the index of the position that the widget shows now
    show    a function that takes the index of a position and makes the widget show this position,
            so that `static_picture()` then returns the picture of the position
    """

    name: str
    labels: Sequence[str]
    at: int
    show: Callable[[int], None]
