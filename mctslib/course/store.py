"""What a reader has done, kept between runs in one small JSON file in the folder of the notebooks.

    {"course": "mctslib", "predictions": {"01-blunders": 12}, "exercises": {"00 check_shares": true}, ...}

Nothing is sent anywhere.  The environment variable MCTSLIB_PROGRESS names another file, or "off": keep
nothing.  Outside of a notebook nothing is kept unless it names a file.

A file that cannot be read or written is never an error: what happens in this run is then remembered until
its end, and `keep` answers with a sentence.  A damaged file is put aside, somebody else's is left alone.
"""

import atexit
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

KINDS = ("predictions", "scored", "checkpoints", "exercises", "sheets", "chapters")
Value = str | int | float | bool
Entries = dict[str, dict[str, Value]]
NAME = "progress.json"
PATIENCE = 2.0  # seconds to wait for another notebook that is just writing
STALE = 60.0  # seconds after which nobody is any more

_unwritten: dict[Path | None, Entries] = {}  # what this run knows and the file does not
_said: set[str] = set()
_one_at_a_time = threading.Lock()  # cells and widgets may run on different threads


class Refused(Exception):
    """The file is not ours to change; the message says why and what can be done."""


def path() -> Path | None:
    """Where the reader's progress is kept; None where nothing is."""
    wanted = os.environ.get("MCTSLIB_PROGRESS", "")
    if wanted:
        return None if wanted == "off" else Path(wanted).absolute()
    return Path.cwd() / NAME if _in_notebook() else None


def _in_notebook() -> bool:
    """Whether this Python is the kernel of a notebook."""
    ipython = sys.modules.get("IPython")
    return hasattr(ipython.get_ipython(), "kernel") if ipython else False


def load() -> Entries:
    """All entries: kind → key → value.  What this run could not write is among them."""
    file = path()
    entries: Entries = {}
    with suppress(OSError, ValueError, Refused):
        entries = read(file) if file else {}
    return _merged(entries, _unwritten.get(file, {}))


def keep(kind: str, key: str, value: Value) -> str:
    """Remember one entry.  Answers "", or a sentence that says why it will not outlive this run."""
    if kind not in KINDS:
        raise ValueError(f"There is no kind {kind!r} of entries; there are {', '.join(KINDS)}.")
    if not isinstance(value, Value) or (isinstance(value, int) and value.bit_length() > 64):
        what = repr(value) if not isinstance(value, int) else "So large a number"
        raise ValueError(f"{what} cannot be kept: a text, a number, True or False can.")
    with _one_at_a_time:
        return _keep(path(), {kind: {key: value}})


def _keep(file: Path | None, entry: Entries) -> str:
    new = _unwritten[file] = _merged(_unwritten.get(file, {}), entry)
    if file is None:
        return ""
    try:
        aside = _write(file, new)
    except (OSError, Refused) as error:
        why = (
            error
            if isinstance(error, Refused)
            else f"{file.name} cannot be written ({error.strerror or error})"
        )
        return f"Your progress is not kept: {why}. Everything else works."
    del _unwritten[file]
    return aside


@atexit.register
def finish() -> None:
    """Try once more to write what could not be written."""
    with _one_at_a_time:
        for file in list(_unwritten):
            _keep(file, {})


def once(sentence: str) -> str:
    """The sentence the first time, then "": what cannot be helped need not be said again."""
    if sentence in _said:
        return ""
    _said.add(sentence)
    return sentence


# ---------------------------------------------------------------------------- the file


def read(file: Path) -> dict[str, Any]:
    """A progress file's content; {} if there is none.  ValueError if damaged, `Refused` if it is not ours."""
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    if not text.strip():
        return {}
    try:
        content = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(content, dict) or content.get("course") != "mctslib":
        raise Refused(
            f"{file.name} belongs to something else (set MCTSLIB_PROGRESS to another file)"
        )
    if not all(_sound(content.get(kind, {})) for kind in KINDS):
        raise ValueError("entries that are none")
    return content


def _sound(entries: Any) -> bool:
    return isinstance(entries, dict) and all(isinstance(value, Value) for value in entries.values())


def _write(file: Path, new: Entries) -> str:
    """Add entries to the file, whatever another notebook has written meanwhile; a sentence if it was damaged."""
    with _alone(file):
        said = ""
        try:
            content = read(file)
        except ValueError:  # not JSON, not text, or not entries
            names = (
                file.with_name(f"{file.stem}-damaged-{n}{file.suffix}") for n in range(1, 10_000)
            )
            aside = next(name for name in names if not name.exists())
            file.replace(aside)
            content, said = (
                {},
                f"{file.name} was damaged. It is put aside as {aside.name}; a new one is begun.",
            )
        merged = {**content, **_merged(content, new)}
        _replace(
            file, json.dumps({"course": "mctslib", **merged}, indent=1, ensure_ascii=False) + "\n"
        )
    return said


def _replace(file: Path, text: str) -> None:
    """The whole new file, or the whole old one: never half of either, even if the power goes."""
    if file.exists() and not file.stat().st_mode & 0o222:
        raise PermissionError(13, "it is read-only")
    handle, name = tempfile.mkstemp(prefix=f".{file.stem}-", dir=file.parent)
    try:
        with os.fdopen(
            handle, "w", encoding="utf-8", errors="backslashreplace"
        ) as out:  # half a letter is \\ud83d
            out.write(text)
        os.replace(name, file)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Hold the lock of `file`, a second file, which only one can make.  Raises `Refused` if others keep it too long."""
    lock, until = file.with_name(f".{file.stem}.lock"), time.monotonic() + PATIENCE
    while not _made(lock):
        if time.monotonic() > until:
            raise Refused(
                f"another notebook is just writing {file.name}; it is tried again with the next entry"
            )
        time.sleep(0.01)
    try:
        yield
    finally:
        with suppress(OSError):
            lock.unlink()


def _made(lock: Path) -> bool:
    """Try to make the file; an old one is what is left of a run that ended within the lock."""
    try:
        os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        return True
    except FileExistsError:
        with suppress(OSError):
            if time.time() - lock.stat().st_mtime > STALE:
                lock.unlink()
    except PermissionError:
        if sys.platform != "win32":  # there it is also said of a file that is just going
            raise
    return False


def _merged(old: Entries, new: Entries) -> Entries:
    """Both, the new entry where they differ; nothing of another kind."""
    kinds = [kind for kind in KINDS if kind in old or kind in new]
    return {kind: {**old.get(kind, {}), **new.get(kind, {})} for kind in kinds}
