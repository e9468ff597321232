"""The book of answers: of every exercise its text, its hint, its solution, and what its checker says to wrong answers.

It is read off the notebooks, so it says what they say.
"""

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from mctslib.course.questions import html
from mctslib.course.rereading import Cell
from mctslib.course.teach.html import page, written
from mctslib.course.teach.sayings import sayings

FOLD = re.compile(r"<summary><b>(Hint|Solution)</b></summary>\n\n(.*?)\n\n</details>", re.S)
EXERCISE = re.compile(r"^#+ .*\bExercise\b", re.M)
CHECK = re.compile(r"\bcheck_\w+(?=\()")
NEEDS = "The book of answers needs the package mistune: pip install mistune."


class Exercise(NamedTuple):
    """One exercise of a notebook: the cells that ask it, its stub, hint and solution, and the checker of its answer."""

    asked: list[Cell]
    stub: str
    hint: str
    solution: str
    checker: str


def answers(notebooks: Path, folder: Path) -> Path:
    """Write `answers.html`.  Raises ValueError if there is no notebook with an exercise, or one that cannot be read."""
    found = {
        path: list(exercises(_cells(path))) for path in sorted(notebooks.glob("[0-9][0-9]_*.ipynb"))
    }
    if not any(found.values()):
        raise ValueError(
            f"There is no notebook with exercises in {notebooks.absolute()}; name it by --notebooks DIR."
        )
    body = "".join(_chapter(path, parts) for path, parts in found.items() if parts)
    return written(
        folder, "answers.html", page("The book of answers", f"<h1>The book of answers</h1>{body}")
    )


def _cells(path: Path) -> list[Cell]:
    try:
        cells: list[Cell] = json.loads(path.read_text(encoding="utf-8"))["cells"]
        return [{**cell, "source": "".join(cell["source"])} for cell in cells]
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{path.name} is no notebook, or a damaged one.") from None


def exercises(cells: list[Cell]) -> Iterator[Exercise]:
    """The exercises of a notebook, in its order."""
    for i, cell in enumerate(cells):
        if "exercise" in cell.get("metadata", {}).get("tags", []):
            start = max((k for k in range(i) if EXERCISE.search(cells[k]["source"])), default=i)
            folds = dict(FOLD.findall(cells[i + 1]["source"]))
            checker = next(
                (name for after in cells[i + 1 :] for name in CHECK.findall(after["source"])), ""
            )
            yield Exercise(
                cells[start:i],
                cell["source"],
                folds.get("Hint", ""),
                folds.get("Solution", ""),
                checker,
            )


def _chapter(path: Path, parts: list[Exercise]) -> str:
    head = f'<h1 class="chapter">{escape(_title(path))}</h1>'
    return head + "".join(_exercise(path.stem[:2], part) for part in parts)


def _title(path: Path) -> str:
    return next(
        m[1] for cell in _cells(path) if (m := re.search(r"^# (.+)$", cell["source"], re.M))
    )


def _exercise(chapter: str, one: Exercise) -> str:
    said = "".join(f"<li>{html(sentence)}</li>" for sentence in sayings(chapter, one.checker))
    wrong = (
        f"<h4>What <code>{one.checker}</code> says to wrong answers</h4><ul>{said}</ul>"
        if said
        else ""
    )
    return (
        f"{''.join(map(_asked, one.asked))}{_code(one.stub)}<h4>Hint</h4>{_markdown(one.hint)}"
        f"<h4>Solution</h4>{_markdown(one.solution)}{wrong}"
    )


def _asked(cell: Cell) -> str:
    if cell["cell_type"] == "code":
        return _code(cell["source"]) + "".join(map(_output, cell.get("outputs", [])))
    found = EXERCISE.search(cell["source"])
    return _markdown(cell["source"][found.start() if found else 0 :])


def _output(out: dict[str, Any]) -> str:
    """What a cell of the question shows: a picture with its words, else text."""
    data = out.get("data", {})
    text = "".join(out.get("text", data.get("text/plain", "")))
    return (
        "".join(data["text/html"])
        if "text/html" in data
        else f"<pre>{escape(text)}</pre>"
        if text
        else ""
    )


def _code(text: str) -> str:
    return f"<pre><code>{escape(text)}</code></pre>"


def _markdown(text: str) -> str:
    try:
        import mistune
    except ImportError:
        raise ValueError(NEEDS) from None
    return str(mistune.html(text))
