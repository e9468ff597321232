"""Set the public address of this repository in all of its files, after a fork or a move.

    python3 .github/owner.py NAME                  github.com/NAME/mctslib
    python3 .github/owner.py NAME/REPOSITORY       github.com/NAME/REPOSITORY

The command reads the present address from `pyproject.toml`, so it also works for a second move.
The command needs only Python 3.11 or newer.
"""

import argparse
import os
import re
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from mctslib.files import write_safely  # noqa: E402 (from this repository; needs no other package)

NOT_OURS = {".git", "build", "__pycache__", "node_modules"}
ACCOUNT = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,37}[A-Za-z0-9])?")
REPOSITORY = re.compile(r"(?!\.{1,2}$)(?!.*\.(?:git|wiki)$)[A-Za-z0-9._-]{1,100}")


class Address(NamedTuple):
    """A repository on GitHub."""

    owner: str
    repository: str


def present_address(root: Path) -> Address:
    """Return the repository's address from `pyproject.toml`.

    Raises ValueError if the file states no address.
    """
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    url = tomllib.loads(text).get("project", {}).get("urls", {}).get("Repository", "")
    found = re.fullmatch(r"https://github\.com/([^/]+)/([^/]+?)/?", url)
    if not found:
        raise ValueError("pyproject.toml states no address of a repository on GitHub.")
    return Address(*found.groups())


def new_address(words: str, present: Address) -> Address:
    """Return the address that `words` (NAME or NAME/REPOSITORY) denotes.

    present  the present address, whose repository name is kept if `words` is only an account

    Raises ValueError if GitHub does not allow the name.
    """
    owner, slash, repository = words.partition("/")
    if not ACCOUNT.fullmatch(owner):
        raise ValueError(f"{owner!r} cannot be the name of an account on GitHub.")
    if not slash:
        return Address(owner, present.repository)
    if not REPOSITORY.fullmatch(repository):
        raise ValueError(f"{repository!r} cannot be the name of a repository on GitHub.")
    return Address(owner, repository)


def moved(text: str, old: Address, new: Address) -> str:
    """Return a text in which each address of the old repository is replaced with the new address.

    An address has the form ACCOUNT/REPOSITORY, or ACCOUNT.github.io/REPOSITORY for the published
    pages.
    """
    for between in ("/", ".github.io/"):
        before = f"{old.owner}{between}{old.repository}"
        after = f"{new.owner}{between}{new.repository}"
        whole = rf"(?<![\w.-]){re.escape(before)}(?![\w-])"
        text = re.sub(whole, after.replace("\\", r"\\"), text)
    return text


def text_files(root: Path) -> list[Path]:
    """Return the files of the repository that may contain an address.

    A symbolic link is left out, because its file may lie elsewhere, and so is a virtual environment
    of any name.

    `pyproject.toml` is the last file, because `present_address` reads this file.  After an
    interruption the command can therefore be run again, and then changes the remaining files.
    """
    files = []
    for folder, subfolders, names in os.walk(root):
        if "pyvenv.cfg" in names:  # every virtual environment has this file
            subfolders.clear()
            continue
        subfolders[:] = sorted(set(subfolders) - NOT_OURS)
        paths = [Path(folder, name) for name in sorted(names)]
        files += [path for path in paths if not path.is_symlink()]
    return sorted(files, key=lambda file: file == root / "pyproject.toml")


def set_owner(root: Path, words: str) -> list[Path]:
    """Replace the present address with the new address in every file.

    root   the folder of the repository
    words  NAME or NAME/REPOSITORY

    Returns the files that changed.  Raises ValueError for a name that GitHub does not allow.
    """
    old = present_address(root)
    new = new_address(words, old)
    changed = []
    for file in text_files(root):
        try:
            before = file.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            continue  # the file is not text
        after = moved(before, old, new)
        if after != before:
            write_safely(file, after.encode("utf-8"))
            changed.append(file)
    return changed


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return 0 if the address was set, and 1 after an error."""
    parser = argparse.ArgumentParser(description="Set the public address of this repository.")
    parser.add_argument("name", metavar="NAME", help="your account, or account/repository")
    given = parser.parse_args(arguments)
    try:
        changed = set_owner(ROOT, given.name)
        owner, repository = present_address(ROOT)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    print(
        f"The address is now https://github.com/{owner}/{repository}; {len(changed)} files changed."
    )
    print("Commit and push these files; README.md explains how to publish.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
