"""Make the book of answers, with each exercise's hint, solution and common mistakes.

The book is made from the notebooks, so the two always agree.
"""

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from mctslib.course.chapters import chapter_of, is_chapter
from mctslib.course.grading import HERE as FOLDER
from mctslib.course.grading import words_of
from mctslib.course.questions import html
from mctslib.course.teach.html import page, written

FOLD = re.compile(r"<summary><b>(Hint|Solution)</b></summary>\n\n(.*?)\n\n</details>", re.S)
EXERCISE = re.compile(r"^#+ .*\bExercise\b", re.M)
CHECK = re.compile(r"\bcheck_\w+(?=\()")
TITLE = re.compile(r"^# (.+)$", re.M)
Cell = dict[str, Any]
"""A cell of a notebook, as stored in the file."""
NEEDS = "The book of answers needs the package mistune: pip install mistune."


class Exercise(NamedTuple):
    """One exercise of a notebook."""

    asked: list[Cell]  # the cells with the text of the exercise
    stub: str  # the code that the reader completes
    hint: str  # Markdown
    solution: str  # Markdown
    checker: str  # the name of the exercise's checker, or "" if it has none


def answers(notebooks: Path, folder: Path) -> Path:
    """Write `answers.html` into a folder, and return the path of this file.

    notebooks  the folder of the notebooks
    folder     the folder for the file; it is made if it does not exist

    Raises ValueError if no notebook has an exercise, or if a notebook cannot be read.
    """
    chapters = ""
    for path in sorted(filter(is_chapter, notebooks.glob("*.ipynb"))):
        cells = cells_of(path)
        parts = list(exercises(cells))
        if parts:
            chapters += chapter_html(chapter_of(path), title_of(cells), parts)
    if not chapters:
        place = notebooks.absolute()
        advice = "name the folder of the notebooks with --notebooks DIR"
        raise ValueError(f"There is no notebook with exercises in {place}; {advice}.")
    body = f"<h1>The book of answers</h1>{chapters}"
    return written(folder, "answers.html", page("The book of answers", body))


# ---------------------------------------------------------- read the notebooks


def cells_of(path: Path) -> list[Cell]:
    """Return the cells of a notebook, with the text of each cell as a single string.

    Raises ValueError if the file is not a notebook.
    """
    try:
        cells: list[Cell] = json.loads(path.read_text(encoding="utf-8"))["cells"]
        return [{**cell, "source": "".join(cell["source"])} for cell in cells]
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{path.name} is not a notebook, or is damaged.") from None


def title_of(cells: list[Cell]) -> str:
    """Return the first heading of a notebook, or "" if it has none."""
    found = first_match(TITLE, cells)
    return found[1] if found else ""


def exercises(cells: list[Cell]) -> Iterator[Exercise]:
    """Yield the exercises of a notebook in order."""
    for i, cell in enumerate(cells):
        if "exercise" in cell.get("metadata", {}).get("tags", []):
            after = cells[i + 1 :]
            folds = dict(FOLD.findall(after[0]["source"])) if after else {}
            yield Exercise(
                cells[first_cell(cells, i) : i],
                cell["source"],
                folds.get("Hint", ""),
                folds.get("Solution", ""),
                first_checker(after),
            )


def first_cell(cells: list[Cell], i: int) -> int:
    """Return the index of the cell with the heading of the exercise whose stub is in cell `i`."""
    for k in range(i - 1, -1, -1):
        if EXERCISE.search(cells[k]["source"]):
            return k
    return i


def first_checker(cells: list[Cell]) -> str:
    """Return the name of the first checker called in the cells, or "" if there is none."""
    found = first_match(CHECK, cells)
    return found[0] if found else ""


def first_match(pattern: re.Pattern[str], cells: list[Cell]) -> re.Match[str] | None:
    """Return the first match of a pattern in the cells, or None if no cell matches."""
    for cell in cells:
        found = pattern.search(cell["source"])
        if found:
            return found
    return None


# ---------------------------------------------------------- write the book


def chapter_html(chapter: str, title: str, parts: list[Exercise]) -> str:
    """Return the exercises of a chapter as HTML."""
    head = f'<h1 class="chapter">{escape(title)}</h1>'
    return head + "".join(exercise_html(chapter, part) for part in parts)


def exercise_html(chapter: str, exercise: Exercise) -> str:
    """Return an exercise as HTML, with its text, stub, hint, solution and common mistakes."""
    asked = "".join(map(asked_html, exercise.asked))
    return (
        f"{asked}{code_html(exercise.stub)}"
        f"<h4>Hint</h4>{markdown_html(exercise.hint)}"
        f"<h4>Solution</h4>{markdown_html(exercise.solution)}"
        f"{mistakes_html(chapter, exercise.checker)}"
    )


def mistakes_html(chapter: str, checker: str) -> str:
    """Return an HTML list of the exercise's common mistakes, or "" if none are written down."""
    said = sayings(chapter, checker)
    if not said:
        return ""
    lines = "".join(f"<li>{html(sentence)}</li>" for sentence in said)
    return f"<h4>Common mistakes</h4><ul>{lines}</ul>"


def sayings(chapter: str, checker: str) -> list[str]:
    """Return what a checker says about the common mistakes in the chapter's `exercises.toml`."""
    if not (FOLDER / f"ch{chapter}" / "exercises.toml").is_file():
        return []
    exercise = words_of(chapter).get(checker.removeprefix("check_"), {})
    return list(dict.fromkeys(mistake["says"] for mistake in exercise.get("mistakes", ())))


def asked_html(cell: Cell) -> str:
    """Return a cell of an exercise as HTML, either its code with the outputs or its text."""
    source = cell["source"]
    if cell["cell_type"] == "code":
        return code_html(source) + "".join(map(output_html, cell.get("outputs", [])))
    found = EXERCISE.search(source)
    return markdown_html(source[found.start() :] if found else source)


def output_html(output: dict[str, Any]) -> str:
    """Return an output as HTML, from its HTML form or else its text, or "" if it has neither."""
    data = output.get("data", {})
    if "text/html" in data:
        return "".join(data["text/html"])
    text = "".join(output.get("text", data.get("text/plain", "")))
    return f"<pre>{escape(text)}</pre>" if text else ""


def code_html(text: str) -> str:
    """Return code as HTML."""
    return f"<pre><code>{escape(text)}</code></pre>"


def markdown_html(text: str) -> str:
    """Convert Markdown to HTML, or raise ValueError if the package mistune is missing."""
    try:
        import mistune
    except ImportError:
        raise ValueError(NEEDS) from None
    return str(mistune.html(text))
