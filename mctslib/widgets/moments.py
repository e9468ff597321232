"""Define the moments of a widget: settings that a page without Python can show in turn."""

from collections.abc import Callable, Sequence
from typing import NamedTuple


class Moments(NamedTuple):
    """The places of one slider, each with a picture.

    name    the name of the slider
    labels  the label of each place, at least one
    at      the place that the widget shows now
    show    lets the widget show a place, counted from 0; its picture is then `static_picture()`
    """

    name: str
    labels: Sequence[str]
    at: int
    show: Callable[[int], None]
