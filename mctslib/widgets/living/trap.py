"""Make the data of a `Trap` for a page: the data that Python would send at the beginning."""

from typing import Any

PAGE = (
    "widgets/words.js",
    "widgets/elements.js",
    "widgets/noughts.js",
    "course/ch00/trap.js",
)
STYLES = ("widgets/noughts.css", "course/ch00/trap.css")


def data(widget: Any) -> dict[str, Any]:
    """Return the data of the position and of all searches."""
    shown: dict[str, Any] = widget.view.data
    return {"data": shown}
