"""Add links ("doors") to a page of the book, each of which opens the chapter with Python at a cell.

A page of the book has no Python.  Three things in a notebook need Python:

- an interactive that cannot work on a page: the page shows a still picture with a link below;
- an exercise: a link takes the place of the checker's message;
- sentences about these parts, such as "Press Race": the book leaves out the text between `<span
  class="with-python">` and `</span>`.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import nbformat

from mctslib import widgets
from mctslib.course.questions import chapters
from mctslib.widgets.panel import Panel

WITH_PYTHON = re.compile(r'<span\s+class="with-python(?: by-hand)?">.*?</span>[ ]?', re.DOTALL)
EXERCISE = "exercise"
# A checker's message about an exercise that the reader has not solved.  It begins with "Nothing
# here yet", or with ✗ where the exercise is to repair a function that is already written.
UNSOLVED = re.compile('Nothing here yet|<div role="status"[^>]*>(<div[^>]*>)?<b>✗</b>')
NOT_WRITTEN = "not written yet"  # in the message of a cell that uses the reader's own function
ALIVE = 'class="mcts-living"'
STILL = "This picture does not move, because this page has no Python."
PARTLY = re.compile('data-kind="sliders"')
OTHER_CONTROLS = "This picture moves; further controls need Python."
TO_WRITE = "Your answer is checked where Python runs."
OWN_FUNCTION = "This cell runs your own function where Python runs."
WHAT_YOU_DID = "This page does not count what you have done. With Python, your progress is counted."
COUNTING = re.compile(r"^(progress|summary)\(", re.MULTILINE)
MISSING = "You made no prediction. "
ASKED = re.compile(r"^(\w+) = predict\(\"([\w-]+)\"\)", re.MULTILINE)
SCORED = re.compile(r"score_prediction\(\s*(\w+)")


# ---------------------------------------------------------------- where the links lead


def lite(name: str, cell: str) -> str:
    """Return the address of a cell of the chapter `name` in the edition without a server."""
    return f"lite/lab/index.html?path={name}.ipynb#cell-id={cell}"


def binder(repository: str) -> Callable[[str, str], str]:
    """Return a function like `lite` with addresses on Binder, for a page outside the book.

    repository  the public address of the project
    """
    slug = repository.removeprefix("https://github.com/")

    def address(name: str, cell: str) -> str:
        path = f"lab/tree/notebooks/{name}.ipynb"
        return f"https://mybinder.org/v2/gh/{slug}/HEAD?urlpath={path}#cell-id={cell}"

    return address


# ---------------------------------------------------------------- the sentences


def drop_what_needs_python(notebook: Any) -> None:
    """Remove from a notebook the sentences about parts that work only with Python."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = WITH_PYTHON.sub("", cell.source)
    notebook.cells = [cell for cell in notebook.cells if cell.source.strip()]


# ---------------------------------------------------------------- the links


def open_doors(notebook: Any, address: Callable[[str], str]) -> None:
    """Put a link below each part of a notebook that needs Python.

    address  a function that takes the id of a cell and returns the address that opens the notebook
             at this cell
    """
    shown = interactives(notebook)
    exercise = None
    asked: dict[str, str] = {}
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        asked.update(ASKED.findall(cell.source))
        if EXERCISE in cell.metadata.get("tags", []):
            exercise = cell
        if cell.id in shown and ALIVE not in _html(cell):
            _add(cell, _door(STILL, "Open it here with Python", address(cell.id)))
        elif PARTLY.search(_html(cell)):
            _add(cell, _door(OTHER_CONTROLS, "Open it here with Python", address(cell.id)))
        elif UNSOLVED.search(_html(cell)):
            target = exercise.id if exercise is not None else cell.id
            link = _door(TO_WRITE, "Write it with Python", address(target))
            cell.outputs = []
            _add(cell, link)
        elif NOT_WRITTEN in _words(cell) and exercise is not None:
            _add(cell, _door(OWN_FUNCTION, "Write it with Python", address(exercise.id)))
        elif COUNTING.search(cell.source):
            cell.outputs = []
            _add(cell, _door(WHAT_YOU_DID, "See it with Python", address(cell.id)))
        else:
            _with_your_prediction(cell, asked)


def _html(cell: Any) -> str:
    outputs = cell.get("outputs", ())
    return "".join(out.data.get("text/html", "") for out in outputs if "data" in out)


def _words(cell: Any) -> str:
    """Return the text that the cell prints."""
    return "".join(out.get("text", "") for out in cell.get("outputs", ()))


def _door(words: str, link: str, url: str) -> str:
    return f'<p class="mcts-door">{words} <a href="{url}">{link}</a></p>'


def _add(cell: Any, html: str) -> None:
    data = {"text/html": html, "text/plain": re.sub("<[^>]+>", "", html)}
    cell.outputs.append(nbformat.v4.new_output("display_data", data=data))


def _with_your_prediction(cell: Any, asked: dict[str, str]) -> None:
    """Put an empty place for the reader's prediction where a verdict says that there is none.

    In the run that built the notebook, no reader could make a prediction.  The script of the
    question (`widgets/living/question.js`) fills the place.

    asked  the name of a variable → the key of the prediction that it holds
    """
    scored = SCORED.search(cell.source)
    key = asked.get(scored[1], "") if scored else ""
    place = f'<span data-predicted="{key}"></span>' if key else ""
    for out in cell.get("outputs", ()):
        for kind, text in out.get("data", {}).items():
            if isinstance(text, str):
                out.data[kind] = text.replace(MISSING, place if kind == "text/html" else "")


# ---------------------------------------------------------------- what is interactive


def interactives(notebook: Any) -> set[str]:
    """Return the ids of the cells whose last line shows an interactive."""
    found = set()
    made: set[str] = set()  # the names of variables that hold an interactive
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        try:
            parts = ast.parse(cell.source).body
        except SyntaxError:  # a line for IPython, which is not Python
            continue
        for part in parts:
            if isinstance(part, ast.Assign) and _called(part.value) in panels():
                made.update(target.id for target in part.targets if isinstance(target, ast.Name))
        last = parts[-1] if parts else None
        if isinstance(last, ast.Expr) and _is_panel(last.value, made):
            found.add(cell.id)
    return found


def _is_panel(value: ast.expr, made: set[str]) -> bool:
    if isinstance(value, ast.Name):
        return value.id in made
    return _called(value) in panels()


def _called(value: ast.expr) -> str:
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        return value.func.attr  # ch13.ProofExplorer("A")
    return ""


@cache
def panels() -> frozenset[str]:
    """Return the names of all interactives, including the chapters' own interactives."""
    rooms = [widgets]
    for chapter in chapters():
        rooms.append(importlib.import_module(f"mctslib.course.ch{chapter}"))
    names = set()
    for room in rooms:
        for name in room.__all__:
            one = getattr(room, name) if name[0].isupper() else None
            if isinstance(one, type) and issubclass(one, Panel):
                names.add(name)
    return frozenset(names)
