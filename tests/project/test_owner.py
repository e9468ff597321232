"""Run the command that sets the project's public address, in a copy of the repository."""

import re
import shutil
import subprocess
import sys

import pytest
from repository import ROOT, module_at

LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "build", "__pycache__", ".*_cache", ".hypothesis", "*.npz"
)


@pytest.fixture(scope="module")
def owner():
    """Import the command, and return its module."""
    return module_at(".github/owner.py")


@pytest.fixture
def copy(tmp_path):
    """Return a copy of the repository that the command may change."""
    folder = tmp_path / "copy"
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    return folder


def run(copy, *arguments):
    """Run Python in the copy; return its exit code and its output."""
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, cwd=copy, capture_output=True, encoding="utf-8", errors="replace", timeout=240
    )
    return done.returncode, done.stdout + done.stderr


def addresses(owner, copy, old):
    """Return the places in a copy that still have the old address."""
    found = []
    address = re.compile(rf"\b{old.owner}(?:/|\.github\.io/){old.repository}\b")
    for file in owner.text_files(copy):
        text = file.read_bytes().decode("utf-8", errors="replace")
        found += [(file.name, hit) for hit in address.findall(text)]
    return found


@pytest.mark.slow
def test_no_placeholder_is_left_in_a_copy_of_the_repository(owner, copy):
    """The command puts the new address everywhere, and no notebook has to be rebuilt."""
    old = owner.present_address(ROOT)
    before = len(addresses(owner, copy, old))
    _, stale = run(copy, "notebooks/build.py", "--check")
    new = owner.Address("ada-lovelace", old.repository)
    code, printed = run(copy, ".github/owner.py", new.owner)
    assert code == 0 and f"https://github.com/{new.owner}/{new.repository}" in printed
    assert before > 20 and addresses(owner, copy, old) == []
    assert owner.present_address(copy) == new and len(addresses(owner, copy, new)) == before
    assert run(copy, "notebooks/build.py", "--check")[1] == stale


def test_only_whole_addresses_are_replaced(owner):
    old, new = owner.Address("own", "lib"), owner.Address("ada", "lib")
    text = "own/lib own/lib.git own/library my-own/lib own.github.io/lib/ disown/lib /own/lib) own"
    assert owner.moved(text, old, new) == (
        "ada/lib ada/lib.git own/library my-own/lib ada.github.io/lib/ disown/lib /ada/lib) own"
    )
