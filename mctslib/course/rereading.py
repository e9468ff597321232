"""A second reading: the chapter without its prose, so that the reader says what each cell does before it runs.

It is made from the notebook itself, into the folder `second_reading/` beside it.  Titles, questions and
exercises stay; so do hints and solutions, folded.  Outputs go.
"""

import json
import re
from pathlib import Path
from typing import Any

from mctslib.course.pages import Page
from mctslib.files import write_safely

FOLDER = "second_reading"
GUESS = "Guess what this cell does, then run it."
HELLO = (
    "*Second reading: the same chapter without its prose. Before you run a cell, say aloud what it does and what "
    "will come out.*"
)
HEADING = re.compile(r"^(#{1,6}) +(.+)$", re.M)
BESIDE = re.compile(r"""(["'(])(img/|[0-9A-Z][\w-]*\.ipynb)""")
ASIDE = re.compile(
    r"\b(?:predict|score_prediction|checkpoint|summary|progress|second_reading|check_\w+)\(|google\.colab"
)
Cell = dict[str, Any]


def second_reading(chapter: str, folder: Path | str = ".") -> Page:
    """Write the second reading of a chapter, "03" say, and tell where it is.

    folder  where the notebooks are.  What has been written in an earlier second reading is not overwritten.
    """
    file = write(chapter, Path(folder))
    where = f"{FOLDER}/{file.name}"
    after = "Open it from the list of files."
    return Page(
        f'<div role="status">Written: <code>{where}</code>. {after}</div>',
        f"Written: {where}. {after}",
    )


def write(chapter: str, *folders: Path) -> Path:
    """The second reading of the notebook `chapter`_….ipynb; a new file unless it is there already.

    folders  where the notebook may be; the first that has it counts
    """
    found = [path for folder in folders for path in sorted(folder.glob(f"{chapter}_*.ipynb"))]
    if not found:
        places = " or ".join(f"{folder.absolute().name}/" for folder in folders)
        raise FileNotFoundError(f"There is no chapter {chapter!r} in {places}.")
    folder, nb = found[0].parent, json.loads(found[0].read_text(encoding="utf-8"))
    text = (
        json.dumps({**nb, "cells": without_prose(nb["cells"])}, indent=1, ensure_ascii=False) + "\n"
    )
    (folder / FOLDER).mkdir(exist_ok=True)
    names = (
        folder / FOLDER / f"{found[0].stem}{suffix}.ipynb"
        for suffix in ["", *(f"-{n}" for n in range(2, 1000))]
    )
    file = next(
        name for name in names if not name.exists() or name.read_text(encoding="utf-8") == text
    )
    write_safely(file, text)
    return file


def without_prose(cells: list[Cell]) -> list[Cell]:
    """The cells of a second reading."""
    made: list[Cell] = []
    for cell in cells:
        if cell["cell_type"] == "code":
            if "exercise" not in cell.get("metadata", {}).get("tags", []) and not ASIDE.search(
                _text(cell)
            ):
                made.append(_markdown(GUESS))
            made.append(
                {**cell, "source": _from_below(_text(cell)), "outputs": [], "execution_count": None}
            )
        elif text := _kept(_text(cell)):
            made.append(_markdown(_from_below(text)))
    made = [cell for i, cell in enumerate(made) if not _leads_nowhere(made, i)]
    if made and made[0]["cell_type"] == "markdown":
        made[0] = _markdown(f"{_text(made[0])}\n\n{HELLO}")
    return [{**cell, "id": f"second-{i}"} for i, cell in enumerate(made)]


def _from_below(text: str) -> str:
    """The paths of what stands beside the notebooks, as they are one folder further down."""
    return BESIDE.sub(r"\1../\2", text)


def _kept(text: str) -> str:
    """What stays of a text cell: exercises and folded answers whole, else the headings."""
    if "<summary><b>Solution</b>" in text:
        return text
    text = (
        re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
        if "```" in text and "# Exercise" not in text
        else text
    )
    headings = [found.group() for found in HEADING.finditer(text)]
    if any("Exercise" in heading for heading in headings):
        return text[text.index(headings[0]) :]
    return "\n\n".join(headings)


def _leads_nowhere(cells: list[Cell], i: int) -> bool:
    """Whether the cell is a heading with nothing below it."""
    this, after = _level(cells[i]), _level(cells[i + 1]) if i + 1 < len(cells) else 1
    return bool(this and this > 1 and after and after <= this)


def _level(cell: Cell) -> int:
    """The level of the last heading in a cell that ends in one; 0 for any other cell."""
    last = _text(cell).strip().splitlines()[-1:] if cell["cell_type"] == "markdown" else []
    found = HEADING.match(last[0]) if last else None
    return len(found[1]) if found else 0


def _text(cell: Cell) -> str:
    return "".join(cell["source"])


def _markdown(text: str) -> Cell:
    return {"cell_type": "markdown", "metadata": {}, "source": text}
