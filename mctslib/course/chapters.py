"""How chapters are called, and which parts of the course belong to which chapter.

A chapter has a number of two digits, such as "05". A half chapter, which follows it, has a letter
behind the number, such as "05b". An appendix has a capital letter, such as "A".  This name is the
first part of a notebook, `05b_a_blank_sheet.ipynb`, and of its source, and the last part of its
folder, `ch05b`. Nothing else in the project takes such names apart.
"""

import re
from pathlib import Path

HERE = Path(__file__).parent
NUMBER = r"\d\d[a-z]?"  # a regular expression for the name of a chapter that is not an appendix
FOLDER = re.compile(rf"ch({NUMBER}|[A-Z])")


def chapter_of(notebook: Path | str) -> str:
    """Return the chapter of a notebook or of its source: "05b" for `05b_a_blank_sheet.ipynb`.

    notebook  the file, with or without its folder and its suffix
    """
    return Path(notebook).name.partition("_")[0].partition(".")[0]


def is_chapter(notebook: Path | str) -> bool:
    """Return whether a notebook is a chapter: an appendix and any other notebook are not."""
    return bool(re.fullmatch(NUMBER, chapter_of(notebook)))


def chapter_of_folder(name: str) -> str:
    """Return the chapter of a folder: "05b" for `ch05b`, "" for a folder of no chapter."""
    found = FOLDER.fullmatch(name)
    return found[1] if found else ""


def chapter_of_module(module: str) -> str:
    """Return the chapter of a module: "04" for `mctslib.course.ch04.checkers`.

    Returns "" for a module of no chapter.
    """
    for part in module.split("."):
        chapter = chapter_of_folder(part)
        if chapter:
            return chapter
    return ""


def chapters_with(name: str) -> list[str]:
    """Return the chapters whose folders hold a file of this name, in order: "00", "01", …, "A"."""
    return sorted(chapter_of_folder(file.parent.name) for file in HERE.glob(f"ch*/{name}"))
