"""The moments of a widget: a row of settings that a page without Python can show one after the
other.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple


class Moments(NamedTuple):
    """What a reader may look at with one slider.

    name    of the slider
    labels  what the slider says at each of its places, at least one
    at      the place that the widget shows now
    show    lets the widget show a place, counted from 0; its picture is then `static_picture()`
    """

    name: str
    labels: Sequence[str]
    at: int
    show: Callable[[int], None]
