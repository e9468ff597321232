"""Where the notebooks of the course are, and how a reader gets a copy of them.

A checkout of the repository has them in the folder `notebooks`.  An installed package carries them
in `mctslib/notebooks`.
"""

from pathlib import Path
from typing import NamedTuple

from mctslib.files import write_new
from mctslib.words import count

PACKAGE = Path(__file__).resolve().parents[1]
VERBS = ("notebook is", "notebooks are")  # for one and for several
PLACES = (PACKAGE / "notebooks", PACKAGE.parent / "notebooks")


class Copied(NamedTuple):
    """What happened to the notebooks when they were copied into a folder."""

    written: list[Path]  # new files
    same: list[Path]  # files that were there already, with the same content
    kept: list[Path]  # files that were there already, with other content; they were not touched


def notebooks_folder() -> Path:
    """Return the folder with the notebooks of this installation.

    Raises FileNotFoundError if this installation has none.
    """
    for folder in PLACES:
        if any(folder.glob("*.ipynb")):
            return folder
    raise FileNotFoundError("This installation of mctslib has no notebooks.")


def get(folder: Path) -> Copied:
    """Copy all notebooks into a folder, without changing a file that is there already.

    folder  where the copies are written; it is made if it does not exist

    Returns which notebooks were written and which were there already.  Raises OSError if the folder
    cannot be made or written.
    """
    sources = sorted(notebooks_folder().glob("*.ipynb"))
    folder.mkdir(parents=True, exist_ok=True)
    copied = Copied([], [], [])
    for source in sources:
        content = source.read_bytes()
        target = folder / source.name
        if write_new(target, content):
            copied.written.append(target)
        elif target.is_file() and target.read_bytes() == content:
            copied.same.append(target)
        else:
            copied.kept.append(target)
    return copied


def report(folder: Path, copied: Copied) -> str:
    """Return the sentences that say what `get` did in the folder, one for each line."""
    sentences = []
    if copied.written:
        sentences.append(f"{count(len(copied.written), *VERBS)} written to {folder}.")
    if copied.same:
        sentences.append(f"{count(len(copied.same), *VERBS)} there already, without a change.")
    for file in copied.kept:
        sentences.append(f"{file.name} is kept as it is, because it differs from the original.")
    if copied.kept:
        sentences.append("To get an original, rename your file and run this command again.")
    sentences.append(f"Start with: jupyter lab {folder / first_of(copied).name}")
    return "\n".join(sentences)


def first_of(copied: Copied) -> Path:
    """Return the notebook of the first chapter."""
    return min(copied.written + copied.same + copied.kept)
