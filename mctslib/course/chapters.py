"""Read the chapter's name from the name of a notebook, folder or module.

The name of a chapter is a number of two digits, such as "05".  The name of a half chapter, which
follows a whole chapter, has a lower-case letter after the number, such as "05b".  The name of an
appendix is a capital letter, such as "A".  The file name of a notebook, such as
`05b_a_blank_sheet.ipynb`, begins with the chapter's name, and so does the file name of the
notebook's source.  The name of the chapter's folder, such as `ch05b`, ends with the chapter's name.
No other module in the project parses such names.
"""

import re
from pathlib import Path

HERE = Path(__file__).parent
NUMBER = r"\d\d[a-z]?"  # matches the name of a chapter, but not the name of an appendix
FOLDER = re.compile(rf"ch({NUMBER}|[A-Z])")


def chapter_of(notebook: Path | str) -> str:
    """Return the chapter of a notebook or of its source.

    notebook  the name of the file, with or without the folder and the suffix

    For example, the chapter of `05b_a_blank_sheet.ipynb` is "05b".
    """
    return Path(notebook).name.partition("_")[0].partition(".")[0]


def is_chapter(notebook: Path | str) -> bool:
    """Return whether a notebook is a chapter, rather than an appendix or another notebook."""
    return bool(re.fullmatch(NUMBER, chapter_of(notebook)))


def chapter_of_folder(name: str) -> str:
    """Return the chapter of a folder, such as "05b" for `ch05b`.

    Returns "" if the folder belongs to no chapter.
    """
    found = FOLDER.fullmatch(name)
    return found[1] if found else ""


def chapter_of_module(module: str) -> str:
    """Return the chapter of a module, such as "04" for `mctslib.course.ch04.checkers`.

    Returns "" if the module belongs to no chapter.
    """
    for part in module.split("."):
        chapter = chapter_of_folder(part)
        if chapter:
            return chapter
    return ""


def chapters_with(name: str) -> list[str]:
    """Return the chapters whose folders contain a file of this name.

    The chapters are in order: "00", "01", …, "A".
    """
    return sorted(chapter_of_folder(file.parent.name) for file in HERE.glob(f"ch*/{name}"))
