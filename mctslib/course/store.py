"""Keep the reader's progress between runs in a small JSON file beside the notebooks.

    {
     "course": "mctslib",
     "predictions": {"01-blunders": 12},
     "exercises": {"00 check_shares": true}
    }

Nothing is sent anywhere.  The environment variable MCTSLIB_PROGRESS can name a different file.  If
the value of the variable is "off", nothing is saved.  Outside a notebook nothing is saved unless
the variable names a file.

If a file cannot be read or written, no exception reaches the reader: `keep` returns a message about
the problem, and the entry stays in memory until a later entry can be written.  A damaged file is
renamed, and a file of another program is not changed.
"""

import json
import os
import sys
import threading
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from mctslib.files import write_safely

COURSE = "mctslib"
KINDS = ("predictions", "scored", "checkpoints", "exercises", "chapters")
Value = str | int | float | bool
Entries = dict[str, dict[str, Value]]
"""Kind of entry → key → value."""

NAME = "progress.json"
LARGEST_BITS = 64  # the largest number of bits of a whole number that can be saved

_unwritten: dict[Path | None, Entries] = {}  # file → the entries of this run that it does not hold
_shown: set[str] = set()  # the sentences that `once` has returned
_one_at_a_time = threading.Lock()  # cells and widgets may run on different threads


class Refused(Exception):
    """Raised if a file must not be changed; the message gives the reason and a remedy."""


class Damaged(ValueError):
    """Raised if the content of a progress file cannot be read as entries."""


# ---------------------------------------------------------- for the course


def path() -> Path | None:
    """Return the path of the file with the reader's progress, or None if there is no such file."""
    wanted = os.environ.get("MCTSLIB_PROGRESS", "")
    if wanted == "off":
        return None
    if wanted:
        return Path(wanted).absolute()
    if in_notebook():
        return Path.cwd() / NAME
    return None


def in_notebook() -> bool:
    """Return whether this Python process is the kernel of a notebook."""
    ipython = sys.modules.get("IPython")
    if ipython is None:
        return False
    return hasattr(ipython.get_ipython(), "kernel")


def load() -> Entries:
    """Return the entries in the file, together with those that could not be written."""
    file = path()
    entries: Entries = {}
    if file is not None:
        with suppress(OSError, Damaged, Refused):
            entries = read(file)
    return merged(entries, _unwritten.get(file, {}))


def keep(kind: str, key: str, value: Value) -> str:
    """Save one entry, and return a message for the reader if there is a problem, or else "".

    kind   one of `KINDS`
    key    the name of the entry
    value  a string, a number of at most 64 bits, True or False

    Raises ValueError for any other kind or value.
    """
    if kind not in KINDS:
        raise ValueError(f"There is no kind {kind!r} of entries. The kinds are {', '.join(KINDS)}.")
    if isinstance(value, int) and value.bit_length() > LARGEST_BITS:
        raise ValueError(
            "A number this large cannot be kept. Use a smaller number, a string, True or False."
        )
    if not isinstance(value, Value):
        raise ValueError(f"{value!r} cannot be kept. Use a string, a number, True or False.")
    with _one_at_a_time:
        return write_or_remember(path(), {kind: {key: value}})


def once(sentence: str) -> str:
    """Return a sentence at the first call with this sentence in a run, and "" at later calls.

    Therefore the reader sees the sentence only once.
    """
    if sentence in _shown:
        return ""
    _shown.add(sentence)
    return sentence


def forget() -> None:
    """Clear everything that this run keeps in memory, as if the kernel had been restarted."""
    _unwritten.clear()
    _shown.clear()


def write_or_remember(file: Path | None, entries: Entries) -> str:
    """Write new entries, and those that could not be written before, or else remember them.

    Returns a message for the reader if there is a problem, and "" if the entries were written or
    if there is no file.
    """
    _unwritten[file] = merged(_unwritten.get(file, {}), entries)
    if file is None:
        return ""
    try:
        sentence = add(file, _unwritten[file])
    except Refused as refused:
        return f"Your progress is not kept: {refused}. Everything else works."
    except OSError as error:
        reason = f"{file.name} cannot be written ({error.strerror or error})"
        return f"Your progress is not kept: {reason}. Everything else works."
    del _unwritten[file]
    return sentence


# ---------------------------------------------------------- the file


def read(file: Path) -> dict[str, Any]:
    """Return the content of a progress file, or {} if the file does not exist or is empty.

    Raises `Damaged` if the content cannot be read as entries, `Refused` if the file belongs to
    another program, and OSError if reading fails.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError as error:
        raise Damaged("it is not text") from error
    if not text.strip():
        return {}
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Damaged("it is not JSON") from error
    if not isinstance(content, dict) or content.get("course") != COURSE:
        advice = "set MCTSLIB_PROGRESS to another file"
        raise Refused(f"{file.name} belongs to another program ({advice})")
    for kind in KINDS:
        if not are_entries(content.get(kind, {})):
            raise Damaged(f"the value of {kind!r} is not a table of entries")
    return content


def are_entries(found: Any) -> bool:
    """Return whether a value read from JSON is a dict of values that `keep` accepts."""
    if not isinstance(found, dict):
        return False
    return all(isinstance(value, Value) for value in found.values())


def add(file: Path, new: Entries) -> str:
    """Add entries to a file, and keep the entries that other notebooks have written since.

    Returns a message if the file was damaged and has been renamed, and otherwise "".  Raises
    `Refused` if the file must not be changed, and OSError if the file cannot be written.
    """
    sentence = ""
    try:
        old = read(file)
    except Damaged:
        aside = put_aside(file)
        old = {}
        sentence = f"{file.name} was damaged. The file was renamed to {aside.name}, and a new file was made."
    content = {"course": COURSE, **old, **merged(old, new)}
    if content != old:
        write_safely(file, json.dumps(content, indent=1) + "\n")
    return sentence


def put_aside(file: Path) -> Path:
    """Rename a damaged file, and return its new path.

    For `progress.json`, the new name is the first free name among `progress-damaged-1.json`,
    `progress-damaged-2.json` and so on.
    """
    for number in count(1):
        aside = file.with_name(f"{file.stem}-damaged-{number}{file.suffix}")
        if not aside.exists():
            break
    file.replace(aside)
    return aside


def merged(old: Entries, new: Entries) -> Entries:
    """Merge two dicts of entries of the kinds in `KINDS`; new entries replace old entries."""
    both: Entries = {}
    for kind in KINDS:
        if kind in old or kind in new:
            both[kind] = {**old.get(kind, {}), **new.get(kind, {})}
    return both
