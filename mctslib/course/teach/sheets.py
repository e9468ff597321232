"""Make a different paper sheet for each student.

A sheet has a page with questions and a page with the answers.  A chapter with a sheet has a file
`sheet.py`, which defines `TITLE` and the function `handout(rng)`.  This function returns both pages
as HTML.
"""

import random
from collections.abc import Callable
from html import escape
from importlib import import_module
from itertools import count
from pathlib import Path

from mctslib.course.chapters import chapters_with
from mctslib.course.teach.html import page, written

HERE = Path(__file__).parents[1]
MOST = 1000  # the largest number of students
Handout = Callable[[random.Random], tuple[str, str]]


def chapters() -> list[str]:
    """Return the chapters that have a paper sheet, such as "03"."""
    return chapters_with("sheet.py")


def sheets(chapter: str, folder: Path, students: int, seed: int = 0) -> Path:
    """Write a chapter's sheets, numbered from 1, to one file, and return the path of this file.

    chapter   the chapter, such as "03"
    students  the number of students, from 1 to `MOST`; each student gets a different sheet
    seed      the seed of the sheets; the same arguments give the same file

    Raises ValueError if the chapter has no sheet, or if the number of students is out of range.
    """
    if chapter not in chapters():
        raise ValueError(
            f"Chapter {chapter} has no paper sheet, but the chapters {', '.join(chapters())} "
            "have sheets."
        )
    if not 1 <= students <= MOST:
        raise ValueError(f"The number of students must be from 1 to {MOST:,}, not {students:,}.")
    made = import_module(f"mctslib.course.ch{chapter}.sheet")
    title = f"{chapter} · {made.TITLE}"
    body = ""
    handouts = different(made.handout, students, seed)
    for number, (question, answers) in enumerate(handouts, start=1):
        body += sheet_page(title, number, question, 'Name <span class="name"></span>')
        body += sheet_page(title, number, answers, "Answers")
    return written(folder, f"sheets-{chapter}.html", page(f"Paper sheets, {title}", body))


def different(handout: Handout, students: int, seed: int) -> list[tuple[str, str]]:
    """Return a different handout for each student.

    With the same seed, a small class gets the first handouts of a larger class.
    """
    found: dict[str, str] = {}
    numbers = count()
    while len(found) < students:
        question, answers = handout(random.Random(f"{seed} {next(numbers)}"))
        found.setdefault(question, answers)
    return list(found.items())


def sheet_page(title: str, number: int, body: str, right: str) -> str:
    """Return one page as HTML, with the text `right` at the right end of the page's header."""
    head = f"<header><h1>{escape(title)} · Sheet {number}</h1><span>{right}</span></header>"
    return f'<section class="sheet">{head}{body}</section>\n'
