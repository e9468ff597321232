"""Make the data of a `BeatFlat` for a page: the positions, and all answers of the program."""

from typing import Any

PAGE = (
    "widgets/words.js",
    "widgets/elements.js",
    "widgets/noughts.js",
    "course/ch01/beat.js",
)
STYLES = ("widgets/noughts.css", "course/ch01/beat.css")


def data(widget: Any) -> dict[str, Any]:
    """Return the positions with the answers of the program."""
    return {"puzzles": widget.view.puzzles}
