"""Test the tests: make small changes in functions of the library, and see whether a test fails.

    .venv/bin/python -m tests.mutation                      all changes, which takes hours
    .venv/bin/python -m tests.mutation methods games/nim    only files whose paths begin like this
    .venv/bin/python -m tests.mutation --share 0.25         a quarter of the changes of each file,
                                                            the same changes each time
    .venv/bin/python -m tests.mutation --changed main       only files that differ from a commit
    .venv/bin/python -m tests.mutation --survivors          only changes that survived, once more
    .venv/bin/python -m tests.mutation --report             try nothing, but count the tried changes

The same command resumes an interrupted run.  A change is tried again only after its function has
been edited.

The run works in a copy of the project, in build/mutation.  First the run records which lines each
test executes (`reach.py`).  Then it makes the changes (`changes.py`) and tries them (`trial.py`).
A change that no test notices is a survivor.  `harmless.toml`, in the folder of this file, explains
harmless survivors.  If there are survivors without an explanation, the run ends with exit code 1.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

from tests.mutation.changes import changes

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WORK = ROOT / "build" / "mutation"
NOT_COPIED = shutil.ignore_patterns("__pycache__", "browser", "*.ipynb", "img")
SETTINGS = tomllib.loads((HERE / "settings.toml").read_text(encoding="utf-8"))
PYTEST = [sys.executable, "-m", "pytest", "-n0", "-q", "-s", "-p", "no:cacheprovider"]
BUDGET = 20.0  # seconds of processor time for the tests of one change
QUICK = 0.5  # after an import with a change, only tests that take fewer seconds are run
UNNOTICED = ("survived", "not put in")


# ---------------------------------------------------------------------------- the changes


class Found(NamedTuple):
    """A change that can be made.

    file     the path of the file from the root of the project
    change   the name of the function and of the change
    version  the version of the function
    """

    file: str
    change: str
    version: str

    @property
    def name(self) -> str:
        """Return the name in the spelling of harmless.toml, with the module in front."""
        module = self.file.removeprefix("mctslib/").removesuffix(".py").replace("/", ".")
        return f"{module}.{self.change}"


def files() -> list[str]:
    """Return the paths of the files whose functions are changed, in the order of the settings."""
    found = []
    for pattern in SETTINGS["files"]:
        paths = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern))
        found += [path for path in paths if path.endswith(".py")]
    return found


def all_changes(paths: Iterable[str]) -> Iterator[Found]:
    """Yield the changes that can be made in some files."""
    for path in paths:
        for change in changes((ROOT / path).read_text(encoding="utf-8")):
            name = f"{change.function.name}: {change.name}"
            yield Found(path, name, change.function.version)


def verdicts() -> dict[Found, dict[str, Any]]:
    """Return the verdicts on the changes that were tried."""
    known = {}
    file = WORK / "verdicts.jsonl"
    if file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            verdict = json.loads(line)
            known[Found(verdict["file"], verdict["change"], verdict["version"])] = verdict
    return known


def drawn(found: list[Found], share: float) -> list[Found]:
    """Draw a share of the changes of each file; the same changes are drawn each time."""
    chosen = []
    for path in dict.fromkeys(change.file for change in found):
        own = [change for change in found if change.file == path]
        chosen += random.Random(path).sample(own, ceil(share * len(own)))
    return chosen


def changed_since(commit: str) -> set[str]:
    """Return the paths of the files that differ from a commit."""
    command = ["git", "diff", "--name-only", commit]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return set(done.stdout.splitlines())


def wanted(asked: argparse.Namespace) -> list[Found]:
    """Return the changes that the arguments of the command line select."""
    paths = files()
    if asked.files:
        begins = tuple(f"mctslib/{name}" for name in asked.files)
        paths = [path for path in paths if path.startswith(begins)]
    if asked.changed:
        differing = changed_since(asked.changed)
        paths = [path for path in paths if path in differing]
    found = drawn(list(all_changes(paths)), asked.share)
    known = verdicts()
    if asked.survivors:
        survivors = [change for change in found if survived(known.get(change))]
        page = explained(survivors)
        return [change for change in survivors if change.name not in page]
    return [change for change in found if change not in known]


def survived(verdict: dict[str, Any] | None) -> bool:
    """Return whether a change was tried but noticed by no test."""
    return verdict is not None and verdict["result"] in UNNOTICED


class Rule(NamedTuple):
    """A kind of change that does no harm; `harmless.toml` explains how rules are written.

    why     the reason
    where   patterns for function names, each preceded by the name of its module
    says    a string that the statement contains
    differ  a regular expression; if its matches are removed from the statement and from the changed
            statement, the two are the same
    """

    why: str
    where: tuple[str, ...]
    says: str
    differ: str

    def covers(self, change: Found) -> bool:
        """Return whether the rule explains a change."""
        function, _, texts = change.name.partition(": ")
        before, _, after = re.sub(r" \(\d+\)$", "", texts).partition(" → ")
        if self.says not in before or not any(fnmatchcase(function, name) for name in self.where):
            return False
        return re.sub(self.differ, "", before) == re.sub(self.differ, "", after)


def rules() -> list[Rule]:
    """Return the rules of harmless.toml."""
    page = tomllib.loads((HERE / "harmless.toml").read_text(encoding="utf-8"))
    found = []
    for rule in page["rule"]:
        found.append(Rule(rule["why"], tuple(rule["where"]), rule.get("says", ""), rule["differ"]))
    return found


def explained(survivors: Iterable[Found]) -> dict[str, Rule]:
    """Return a dict of the harmless survivors: name → the first rule that covers the survivor."""
    found = {}
    every = rules()
    for change in survivors:
        for rule in every:
            if rule.covers(change):
                found[change.name] = rule
                break
    return found


# ---------------------------------------------------------------------------- the run


def copy() -> bool:
    """Update the copy, and return whether anything has changed."""
    before = contents(WORK)
    for folder in ("mctslib", "tests", "notebooks"):
        shutil.copytree(ROOT / folder, WORK / folder, ignore=NOT_COPIED, dirs_exist_ok=True)
    shutil.copy2(ROOT / "pyproject.toml", WORK)
    return contents(WORK) != before


def contents(folder: Path) -> dict[Path, bytes]:
    """Return a dict of the Python files in a folder: path → content."""
    return {file: file.read_bytes() for file in sorted(folder.rglob("*.py"))}


def pytest(plugin: str, tests: list[str], **environment: str) -> int:
    """Run pytest in the project's copy, with a plugin from this folder; return the exit code."""
    environment |= {"PYTHONPATH": "tests", "PYTHONHASHSEED": "0"}
    command = [*PYTEST, "-p", f"mutation.{plugin}", *tests]
    return subprocess.run(command, cwd=WORK, env=os.environ | environment).returncode


def try_all(found: list[Found], tests: list[str], budget: float) -> None:
    """Find out which lines each test runs, unless this is known already, and try the changes."""
    known = WORK / "reach.tests"
    if copy() or not known.exists() or known.read_text(encoding="utf-8") != json.dumps(tests):
        known.unlink(missing_ok=True)
        if pytest("reach", tests):
            raise SystemExit("A test fails even without a change.")
        known.write_text(json.dumps(tests), encoding="utf-8")
    names: dict[str, list[str]] = {}
    for change in found:
        names.setdefault(change.file, []).append(change.change)
    asked = {"files": names, "budget": budget, "defaults": SETTINGS["defaults"]}
    (WORK / "wanted.json").write_text(json.dumps(asked), encoding="utf-8")
    if pytest("trial", tests):
        raise SystemExit("The run was interrupted.")


def try_imported(found: list[Found]) -> None:
    """Test again the survivors that may have taken effect before the first test.

    These survivors change lines that run when the library is imported.  Changes that could not be
    put into the running process are also tested.  For each of these changes the library is imported
    again.
    """
    reach = json.loads((WORK / "reach.json").read_text(encoding="utf-8"))
    for change, verdict in verdicts().items():
        if change not in found or not survived(verdict) or "imported" in verdict:
            continue
        at_import = set(verdict["lines"]) & set(reach["imported"].get(change.file, ()))
        if not at_import and verdict["result"] != "not put in":
            continue
        tests = reaching(reach, change.file)
        seen = pytest("changed", ["-x", *tests], CHANGED=json.dumps(change._asdict()))
        verdict |= {"imported": True, "result": "noticed" if seen else "survived"}
        with (WORK / "verdicts.jsonl").open("a", encoding="utf-8") as out:
            out.write(json.dumps(verdict) + "\n")


def reaching(reach: dict[str, Any], file: str) -> list[str]:
    """Return the names of the tests that may notice what a file computes when it is imported.

    The function returns the quick tests of each test file in which some test runs a line of `file`.
    """
    numbers = {number for tests in reach["tests"][file].values() for number in tests}
    near = {reach["names"][number].partition("::")[0] for number in numbers}
    found = []
    for name, seconds in zip(reach["names"], reach["seconds"]):
        if name.partition("::")[0] in near and seconds < QUICK:
            found.append(name)
    return found


# ---------------------------------------------------------------------------- the report


def report(found: list[Found]) -> int:
    """Print the verdicts; return the number of survivors and rules that are left over.

    A survivor is left over if no rule explains it.  A rule is left over if it explains no survivor.
    """
    known = verdicts()
    page = explained(change for change in found if survived(known.get(change)))
    unexplained = []
    counts = {"tried": 0, "noticed": 0, "explained": 0}
    for path in dict.fromkeys(change.file for change in found):
        own = [change for change in found if change.file == path]
        tried = [change for change in own if change in known]
        survivors = [change for change in tried if survived(known[change])]
        open_ones = [change.name for change in survivors if change.name not in page]
        counts["tried"] += len(tried)
        counts["noticed"] += len(tried) - len(survivors)
        counts["explained"] += len(survivors) - len(open_ones)
        unexplained += open_ones
        print(f"{path:35} {len(own):5} changes {len(tried):5} tried {len(survivors):4} survived")
    print(f"{len(found):,} changes,", ", ".join(f"{n:,} {word}" for word, n in counts.items()))
    if counts["tried"]:
        print(f"{counts['noticed'] / counts['tried']:.1%} of the tried changes were noticed")
    used = set(page.values())
    idle = [f"{rule.where[0]}: {rule.why}" for rule in rules() if rule not in used]
    print_list("rules that explain no survivor", idle)
    print_list("not explained", unexplained)
    return len(unexplained) + len(idle)


def print_list(title: str, names: list[str]) -> None:
    """Print how many names there are, and then one name on each line."""
    print(f"{title}: {len(names)}", *names, sep="\n    ")


def main(arguments: list[str] | None = None) -> int:
    """Try the changes that the command line names, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutation", description=__doc__.splitlines()[0]
    )
    parser.add_argument("files", nargs="*", help="the beginnings of paths in mctslib/")
    parser.add_argument("--share", type=float, default=1.0, help="the share of each file's changes")
    parser.add_argument("--changed", metavar="COMMIT", help="only files that differ from COMMIT")
    parser.add_argument("--survivors", action="store_true", help="only the changes that survived")
    parser.add_argument("--report", action="store_true", help="only count the tried changes")
    parser.add_argument("--budget", type=float, default=BUDGET, help="seconds for each change")
    parser.add_argument("--tests", nargs="+", default=SETTINGS["tests"], help="tests to run")
    asked = parser.parse_args(arguments)
    WORK.mkdir(parents=True, exist_ok=True)
    if not asked.report:
        found = wanted(asked)
        print(f"{len(found):,} changes to try")
        if found:
            try_all(found, asked.tests, asked.budget)
            try_imported(found)
    return bool(report(list(all_changes(files()))))


if __name__ == "__main__":
    sys.exit(main())
