"""Write files in one step, so that a file always has either its old content or its new content."""

import os
import secrets
import stat
import sys
import time
from contextlib import suppress
from errno import EACCES, ENOENT
from pathlib import Path

PAUSES = (0.01, 0.03, 0.1, 0.3, 1.0)  # seconds to wait before each further attempt on Windows


def write_safely(file: str | os.PathLike[str], content: str | bytes) -> None:
    """Write `content` to `file`, replacing the old content.

    An interrupt, a crash or a full disk leaves the old file unchanged.  The new file keeps the
    permissions of the old file.  If `file` is a symbolic link, the link is kept, and its target is
    written.

    file     the file to write; its folder must exist
    content  bytes, or a string, which is written in UTF-8 with "\\n" at the ends of lines

    Raises OSError if the file cannot be written.  For a read-only file, the error is a
    PermissionError.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    target = Path(os.path.realpath(file))
    mode = mode_of(target)
    if mode is not None and not stat.S_ISREG(mode):
        target.write_bytes(data)  # write directly to a pipe or a device; a folder raises OSError
        return
    if mode is not None and is_read_only(target):
        raise PermissionError(EACCES, "it is read-only", str(target))
    if not target.parent.is_dir():
        raise FileNotFoundError(ENOENT, "there is no such folder", str(target.parent))
    try:
        replace(target, data, mode)
    except OSError as error:
        error.filename = str(target)  # report the reader's file, not the temporary file
        raise


def replace(target: Path, data: bytes, mode: int | None) -> None:
    """Write a temporary file beside the target, and then rename the file to the target.

    mode  the permissions of the file, or None for the usual permissions of a new file
    """
    temporary = target.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        write_to_disk(temporary, data)
        if mode is not None:
            keep_permissions(temporary, mode)
        put_in_place(temporary, target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def mode_of(file: Path) -> int | None:
    """Return a file's type and permissions as in `os.stat`, or None if the file is missing."""
    try:
        return file.stat().st_mode
    except FileNotFoundError:
        return None


def is_read_only(file: Path) -> bool:
    """Return whether an existing file is protected against writing.

    A file that nobody may write counts as read-only even for the administrator, although the system
    would let the administrator write it.
    """
    nobody_may = file.stat().st_mode & 0o222 == 0
    return nobody_may or not os.access(file, os.W_OK)


def write_to_disk(file: Path, data: bytes) -> None:
    """Make a new file with the given content, and return once the content is on disk."""
    with file.open("xb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())


def keep_permissions(file: Path, mode: int) -> None:
    """Give a file the permissions in `mode` if the file system supports permissions."""
    with suppress(OSError):
        file.chmod(stat.S_IMODE(mode))


def put_in_place(temporary: Path, target: Path) -> None:
    """Rename the temporary file to the target in one step.

    Windows refuses to rename a file while another program, such as a virus scanner, reads the old
    file.  After a refusal the function tries a few more times.
    """
    for pause in PAUSES:
        try:
            os.replace(temporary, target)
            return
        except PermissionError:
            if sys.platform != "win32":
                raise
            time.sleep(pause)
    os.replace(temporary, target)
