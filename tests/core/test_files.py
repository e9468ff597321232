"""`write_safely` leaves the old content intact after an interrupt, a kill or a full disk."""

import os
import random
import stat
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from traced import call_traced

from mctslib import files
from mctslib.files import write_safely

POSIX = pytest.mark.skipif(os.name != "posix", reason="permissions and signals of Unix")


@pytest.fixture
def file(tmp_path):
    """Return the path of a file with some text, which is the only file in its folder."""
    made = tmp_path / "kept.txt"
    made.write_text("old")
    return made


def names(folder):
    return sorted(path.name for path in folder.iterdir())


# ---------------------------------------------------------- what it writes


@pytest.mark.parametrize(
    ("content", "written"),
    [("½\nmore\n", "½\nmore\n".encode()), (b"\xff\r\n\x00", b"\xff\r\n\x00"), ("", b"")],
)
def test_the_new_content_stands_in_the_place_of_the_old(file, content, written):
    for target in (file, str(file), file.with_name("new.txt")):
        write_safely(target, content)
        assert Path(target).read_bytes() == written
    assert names(file.parent) == ["kept.txt", "new.txt"]


@POSIX
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o755])
def test_a_file_that_is_replaced_keeps_its_permissions(file, mode):
    file.chmod(mode)
    write_safely(file, "new")
    assert stat.S_IMODE(file.stat().st_mode) == mode and file.read_text() == "new"


@POSIX
@pytest.mark.parametrize("there", [True, False])
def test_a_symbolic_link_stays_one_and_leads_to_the_new_content(file, there):
    if not there:
        file.unlink()
    (file.parent / "folder").mkdir()
    link = file.parent / "folder" / "link"
    link.symlink_to("../kept.txt")
    write_safely(link, "new")
    assert link.is_symlink() and file.read_text() == "new" and names(link.parent) == ["link"]


# ---------------------------------------------------------- what it refuses


def refuse_folder(file):
    file.unlink()
    file.mkdir()


REFUSED = {
    "read-only": (lambda file: file.chmod(0o444), PermissionError),
    "a folder": (refuse_folder, IsADirectoryError if os.name == "posix" else OSError),
    "a loop of links": (lambda file: (file.unlink(), file.symlink_to(file)), OSError),
}


@POSIX
@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_written_stays_as_it_was(file, name):
    prepare, error = REFUSED[name]
    prepare(file)
    before = file.lstat()
    with pytest.raises(error, match="kept.txt"):
        write_safely(file, "new")
    assert names(file.parent) == ["kept.txt"] and file.lstat().st_ino == before.st_ino


@pytest.mark.parametrize("at", ["open", "fsync", "replace"])
def test_an_error_names_the_file_and_not_the_temporary_one(file, monkeypatch, at):
    def fail(*arguments, **options):
        raise OSError(28, "No space left on device", "some other name")

    monkeypatch.setattr(*{"open": (Path, "open")}.get(at, (os, at)), fail)
    with pytest.raises(OSError, match=r"No space left on device: .*kept\.txt"):
        write_safely(file, "new")
    assert file.read_bytes() == b"old" if at != "open" else True
    monkeypatch.undo()
    assert file.read_text() == "old" and names(file.parent) == ["kept.txt"]


# ---------------------------------------------------------- interrupts and full disks


def of_files(code):
    """Return whether a function is one of `mctslib/files.py`."""
    return code.co_filename == files.__file__


def lines_of(action):
    """Return how many lines of `mctslib/files.py` a call of `action` executes."""
    ran = []
    call_traced(action, of_files, lambda: ran.append(1))
    return len(ran)


def interrupted_at(number, action):
    """Call `action`, and raise KeyboardInterrupt after `number` lines of `mctslib/files.py`."""
    left = number

    def interrupt_after_the_others():
        nonlocal left
        if left == 0:
            sys.settrace(None)
            raise KeyboardInterrupt
        left -= 1

    call_traced(action, of_files, interrupt_after_the_others)


def test_an_interrupt_at_any_line_leaves_the_old_content_or_the_new_one(file):
    seen = set()
    for number in range(lines_of(lambda: write_safely(file, "old"))):
        file.write_text("old")
        with pytest.raises(KeyboardInterrupt):
            interrupted_at(number, lambda: write_safely(file, "new"))
        seen.add(file.read_text())
        assert names(file.parent) == ["kept.txt"], number
    assert seen == {"old", "new"}


WRITER = """
import sys
from itertools import cycle
from mctslib.files import write_safely
for letter in cycle("ab"):
    write_safely(sys.argv[1], letter * 3_000_000)
    print(".", end="", flush=True)
"""


@POSIX
def test_a_kill_at_a_random_moment_leaves_one_of_the_two_contents(file):
    rng = random.Random(0)
    for _ in range(3):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(file)], stdout=subprocess.PIPE)
        writer.stdout.read(2)  # the other process has begun to write
        time.sleep(0.02 * rng.random())
        writer.kill()
        writer.communicate(timeout=60)
        assert file.read_text() in ("a" * 3_000_000, "b" * 3_000_000)


FULL = """
import json, resource, sys
from pathlib import Path
from mctslib import TicTacToe, record
from mctslib.course import store
from mctslib.course.teach.html import written
from mctslib.files import write_safely
from mctslib.methods.network import Net

def handout(file):
    written(file.parent, file.name, "x" * 5000)

def progress(file):
    store.add(file, {"scored": {"x" * 5000: True}})

def text(file):
    write_safely(file, "x" * 5000)

WRITERS = {
    "trace": record(TicTacToe(), 200, seed=0).save,
    "network": Net(18, 9, seed=0).save,
    "handout": handout,
    "progress": progress,
    "text": text,
}
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))  # as a disk with room for 1,000 bytes
for name, write in WRITERS.items():
    try:
        write(Path(sys.argv[1]) / f"{name}.npz")
    except OSError:
        print(name)
"""


@POSIX
def test_a_full_disk_leaves_what_was_there(tmp_path):
    """A full disk leaves the old content of five kinds of files intact.

    The files are a trace, a network, a teacher's page, a reader's progress and a plain text.
    """
    there = ["handout.npz", "network.npz", "progress.npz", "text.npz", "trace.npz"]
    for name in there:
        (tmp_path / name).write_text('{"course": "mctslib"}')
    out = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert sorted(out.stdout.split()) == [name.removesuffix(".npz") for name in there]
    assert names(tmp_path) == there
    assert {(tmp_path / name).read_text() for name in there} == {'{"course": "mctslib"}'}


# ---------------------------------------------------------- on Windows


@pytest.mark.parametrize("refusals", [0, 3, len(files.PAUSES)])
def test_windows_refuses_while_a_virus_scanner_reads_and_is_asked_again(
    file, monkeypatch, refusals
):
    replace, left = os.replace, [PermissionError(13, "in use")] * refusals

    def refusing(*paths):
        if left:
            raise left.pop()
        replace(*paths)

    monkeypatch.setattr(files, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr(files.time, "sleep", lambda seconds: None)
    monkeypatch.setattr(os, "replace", refusing)
    write_safely(file, "new")
    assert file.read_text() == "new" and names(file.parent) == ["kept.txt"]


@pytest.mark.parametrize("platform", ["win32", "linux"])
def test_and_if_it_goes_on_refusing_the_old_content_stays(file, monkeypatch, platform):
    tries = []

    def refusing(*paths):
        tries.append(paths)
        raise PermissionError(13, "in use")

    monkeypatch.setattr(files, "sys", SimpleNamespace(platform=platform))
    monkeypatch.setattr(files.time, "sleep", lambda seconds: None)
    monkeypatch.setattr(os, "replace", refusing)
    with pytest.raises(PermissionError, match="in use"):
        write_safely(file, "new")
    assert file.read_text() == "old" and names(file.parent) == ["kept.txt"]
    assert len(tries) == (len(files.PAUSES) + 1 if platform == "win32" else 1)
