"""Paper sheets, as many different ones as there are students: each a page, its answers on the next.

A chapter that has one says how in its file `sheet.py`: a `TITLE`, and `handout(rng)`, the page and its answers as HTML.
"""

import random
from collections.abc import Callable
from html import escape
from importlib import import_module
from itertools import count
from pathlib import Path

from mctslib.course.teach.html import page, written

HERE = Path(__file__).parents[1]
MOST = 1000  # students
Handout = Callable[[random.Random], tuple[str, str]]


def chapters() -> list[str]:
    """The chapters that have a paper sheet."""
    return sorted(file.parent.name.removeprefix("ch") for file in HERE.glob("ch*/sheet.py"))


def sheets(chapter: str, folder: Path, students: int, seed: int = 0) -> Path:
    """Write the sheets of a chapter, numbered from 1; the same arguments give the same file.

    Raises ValueError where the chapter has none, or for a number of students that is not from 1 to `MOST`.
    """
    if chapter not in chapters():
        raise ValueError(f"Chapter {chapter} has no paper sheet; {', '.join(chapters())} have one.")
    if not 1 <= students <= MOST:
        raise ValueError(f"The number of students goes from 1 to {MOST:,}, not {students:,}.")
    made = import_module(f"mctslib.course.ch{chapter}.sheet")
    title = f"{chapter} · {made.TITLE}"
    both = (
        _page(title, number, question, False) + _page(title, number, answers, True)
        for number, (question, answers) in enumerate(different(made.handout, students, seed), 1)
    )
    return written(folder, f"sheets-{chapter}.html", page(f"Paper sheets, {title}", "".join(both)))


def different(handout: Handout, students: int, seed: int) -> list[tuple[str, str]]:
    """So many handouts, no two alike; those of a smaller class are the first of a larger one's."""
    found: dict[str, str] = {}
    for number in count():
        if len(found) == students:
            return list(found.items())
        question, answers = handout(random.Random(f"{seed} {number}"))
        found.setdefault(question, answers)
    raise AssertionError("count() does not end")


def _page(title: str, number: int, body: str, answers: bool) -> str:
    right = "Answers" if answers else 'Name <span class="name"></span>'
    head = f"<header><h1>{escape(title)} · Sheet {number}</h1><span>{right}</span></header>"
    return f'<section class="sheet">{head}{body}</section>\n'
