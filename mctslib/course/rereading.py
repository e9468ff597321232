"""Write the second reading of a chapter, a copy without the prose.

In the second reading, the reader explains each cell before running the cell.

The copy is made from the notebook, and written into the folder `second_reading/` beside the
notebook.  The copy keeps the titles, the questions, the exercises, and the folded hints and
solutions.  The outputs of the cells are left out.
"""

import json
import re
from itertools import count
from pathlib import Path
from typing import Any

from mctslib.course.chapters import chapter_of
from mctslib.course.pages import Page
from mctslib.files import write_safely

FOLDER = "second_reading"
GUESS = "Guess what this cell does, then run it."
HELLO = (
    "*Second reading: the same chapter without its prose. Before you run a cell, say aloud what it "
    "does and what it will show.*"
)
HEADING = re.compile(r"^(#{1,6}) +(.+)$", re.M)
CODE_BLOCK = re.compile(r"^```.*?^```", re.M | re.S)
# Paths of files beside the notebooks.
BESIDE = re.compile(r"""(["'(])(img/|[0-9A-Z][\w-]*\.ipynb)""")
ASIDE = re.compile(  # matches cells in which there is nothing to guess
    r"\b(?:predict|score_prediction|checkpoint|summary|progress|second_reading|check_\w+)\("
    r"|google\.colab"
)
Cell = dict[str, Any]
"""A cell of a notebook, as stored in the file."""


# ---------------------------------------------------------- writing it


def second_reading(chapter: str, folder: Path | str = ".") -> Page:
    """Write the second reading of a chapter, and show the path of the new file.

    chapter  the name of the chapter, such as "03"
    folder   the folder of the notebooks

    An earlier second reading, which may contain the reader's notes, is not overwritten.  Raises
    FileNotFoundError if there is no such notebook.
    """
    file = write(chapter, Path(folder))
    place = f"{FOLDER}/{file.name}"
    after = "Open it from the list of files."
    html = f'<div role="status">Written: <code>{place}</code>. {after}</div>'
    return Page(html, f"Written: {place}. {after}")


def write(chapter: str, *folders: Path) -> Path:
    """Write the second reading of the notebook `chapter`_….ipynb, and return the path of the file.

    The function writes a new file, unless a file with the same content already exists.

    folders  the folders in which to look for the notebook, in this order

    Raises FileNotFoundError if the notebook is in none of the folders.
    """
    notebook = find(chapter, folders)
    content = json.loads(notebook.read_text(encoding="utf-8"))
    content["cells"] = without_prose(content["cells"])
    text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
    folder = notebook.parent / FOLDER
    folder.mkdir(exist_ok=True)
    file = free_name(folder, notebook.stem, text)
    write_safely(file, text)
    return file


def find(chapter: str, folders: tuple[Path, ...]) -> Path:
    """Return the notebook of a chapter in the first folder that contains it."""
    for folder in folders:
        for notebook in sorted(folder.glob("*.ipynb")):
            if chapter_of(notebook) == chapter:
                return notebook
    places = " or ".join(f"{folder.absolute().name}/" for folder in folders)
    raise FileNotFoundError(f"There is no chapter {chapter!r} in {places}.")


def free_name(folder: Path, stem: str, text: str) -> Path:
    """Return a path that is free, or whose file already contains this text.

    For the stem `03_x`, the result is the first such path among `03_x`, `03_x-2`, `03_x-3` and so
    on.
    """
    file = folder / f"{stem}.ipynb"
    for number in count(2):
        if not file.exists() or file.read_text(encoding="utf-8") == text:
            break
        file = folder / f"{stem}-{number}.ipynb"
    return file


# ---------------------------------------------------------- its cells


def without_prose(cells: list[Cell]) -> list[Cell]:
    """Return the cells of the second reading, made from the cells of a notebook."""
    made: list[Cell] = []
    for cell in cells:
        if cell["cell_type"] == "code":
            made += code_cells(cell)
        else:
            text = what_stays(text_of(cell))
            if text:
                made.append(markdown_cell(one_folder_down(text)))
    made = [cell for i, cell in enumerate(made) if not leads_nowhere(made, i)]
    if made and made[0]["cell_type"] == "markdown":
        made[0] = markdown_cell(f"{text_of(made[0])}\n\n{HELLO}")
    return [{**cell, "id": f"second-{i}"} for i, cell in enumerate(made)]


def code_cells(cell: Cell) -> list[Cell]:
    """Return the cells of the second reading for one code cell of a notebook, without outputs.

    If there is something to guess, a cell that asks the reader to guess comes first.
    """
    text = text_of(cell)
    plain = {**cell, "source": one_folder_down(text), "outputs": [], "execution_count": None}
    is_exercise = "exercise" in cell.get("metadata", {}).get("tags", [])
    if is_exercise or ASIDE.search(text):
        return [plain]
    return [markdown_cell(GUESS), plain]


def one_folder_down(text: str) -> str:
    """Change the paths of files beside the notebooks to paths that are valid one folder below."""
    return BESIDE.sub(r"\1../\2", text)


def what_stays(text: str) -> str:
    """Return the part of a text cell that the second reading keeps.

    The second reading keeps exercises and folded answers.  From other texts it keeps only the
    headings.
    """
    if "<summary><b>Solution</b>" in text:
        return text
    if "# Exercise" not in text:
        text = CODE_BLOCK.sub("", text)  # in a code block a line with # is a comment, not a heading
    headings = [found.group() for found in HEADING.finditer(text)]
    if any("Exercise" in heading for heading in headings):
        return text[text.index(headings[0]) :]
    return "\n\n".join(headings)


def leads_nowhere(cells: list[Cell], i: int) -> bool:
    """Return whether a cell is a heading, other than the title, with nothing below the heading."""
    this = level(cells[i])
    after = level(cells[i + 1]) if i + 1 < len(cells) else 1
    if this <= 1 or after == 0:
        return False
    return after <= this


def level(cell: Cell) -> int:
    """Return the level of the heading at the end of a cell.

    Returns 0 if the cell does not end in a heading.
    """
    lines = text_of(cell).strip().splitlines()
    if cell["cell_type"] != "markdown" or not lines:
        return 0
    found = HEADING.match(lines[-1])
    return len(found[1]) if found else 0


def text_of(cell: Cell) -> str:
    """Return the text of a cell, which the file may store as a list of lines."""
    return "".join(cell["source"])


def markdown_cell(text: str) -> Cell:
    """Return a new text cell."""
    return {"cell_type": "markdown", "metadata": {}, "source": text}
