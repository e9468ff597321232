"""Find the notebooks of the course, and copy them into a reader's folder.

The notebooks are in the folder `notebooks` of a checkout of the repository, or in
`mctslib/notebooks` of an installed package.
"""

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from mctslib.files import write_safely
from mctslib.words import count

PACKAGE = Path(__file__).resolve().parents[1]
VERBS = ("notebook is", "notebooks are")  # words for one and for several notebooks
PLACES = (PACKAGE / "notebooks", PACKAGE.parent / "notebooks")


class Copied(NamedTuple):
    """The result of copying the notebooks into a folder."""

    written: list[Path]  # new files
    same: list[Path]  # files that already existed with the same content
    kept: list[Path]  # files that already existed with different content, left unchanged


def notebooks_folder() -> Path:
    """Return the folder with the notebooks of this installation.

    Raises FileNotFoundError if this installation has no notebooks.
    """
    for folder in PLACES:
        if any(folder.glob("*.ipynb")):
            return folder
    raise FileNotFoundError("This installation of mctslib has no notebooks.")


def get(folder: Path) -> Copied:
    """Copy all notebooks into a folder, without changing existing files.

    folder  the folder for the copies; it is made if it does not exist

    Returns the files that were written and the files that already existed.  Raises OSError if the
    folder or a file cannot be written.
    """
    sources = sorted(notebooks_folder().glob("*.ipynb"))
    folder.mkdir(parents=True, exist_ok=True)
    copied = Copied([], [], [])
    for source in sources:
        content = source.read_bytes()
        target = folder / source.name
        if not os.path.lexists(target):
            write_safely(target, content)
            copied.written.append(target)
        elif target.is_file() and target.read_bytes() == content:
            copied.same.append(target)
        else:
            copied.kept.append(target)
    return copied


def report(folder: Path, copied: Copied) -> str:
    """Return a report on the result of `get`, with one sentence per line."""
    sentences = []
    if copied.written:
        sentences.append(f"{count(len(copied.written), *VERBS)} written to {folder}.")
    if copied.same:
        sentences.append(f"{count(len(copied.same), *VERBS)} already there, unchanged.")
    for file in copied.kept:
        sentences.append(f"{file.name} is kept as it is, because it differs from the original.")
    if copied.kept:
        sentences.append("To get an original, rename your file and run this command again.")
    first = min(copied.written + copied.same + copied.kept)
    sentences.append(f"Start with: jupyter lab {quoted(folder / first.name)}")
    return "\n".join(sentences)


def quoted(path: Path) -> str:
    """Return a path as one word of a command line, in quotes where they are needed."""
    if sys.platform == "win32":
        return subprocess.list2cmdline([str(path)])
    return shlex.quote(str(path))
