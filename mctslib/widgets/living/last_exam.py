"""Make the data of a `LastExam` for a page: all answers, all games, and what is shown first."""

from typing import Any

PAGE = ("course/ch21/last_exam.js",)
STYLES = ("course/ch21/last_exam.css",)


def data(exam: Any) -> dict[str, Any]:
    """Return the data that Python sends to the page script."""
    view = exam.view
    return {"data": view.data, "opening": view.opening, "own": view.own}
