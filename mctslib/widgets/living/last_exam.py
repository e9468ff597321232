"""Make the data of a `LastExam` for a page: the data that Python would send at the beginning."""

from typing import Any

PAGE = ("widgets/words.js", "widgets/elements.js", "course/ch21/last_exam.js")
STYLES = ("course/ch21/last_exam.css",)


def data(widget: Any) -> dict[str, Any]:
    """Return the data of the exam, the first view and the answers of the reader's player."""
    view = widget.view
    return {"data": view.data, "opening": view.opening, "own": view.own}
