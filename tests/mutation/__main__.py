"""Test the tests: change functions of the library in small ways, and see if any test fails.

    .venv/bin/pip install -r tests/requirements-mutation.txt      once
    .venv/bin/python -m tests.mutation                      all changes, which takes hours
    .venv/bin/python -m tests.mutation 0.25                 a quarter of the changes of each file,
                                                            drawn at random, the same ones each time
    .venv/bin/python -m tests.mutation --changed main       only files that differ from a commit
    .venv/bin/python -m tests.mutation 'mctslib.trace.*'    only these mutants, even if tried before
    .venv/bin/python -m tests.mutation --report             try nothing, count what was tried

The same command resumes an interrupted run.  A mutant that was tried is not tried again until its
file changes.

mutmut makes the changes ("mutants"), in a copy in build/mutation.  mutmut leaves out `__new__` and
functions with decorators.  So the copy gives `__new__` another name and applies decorators in a
separate line.  README.md, beside this file, explains the survivors, the mutants that no test
notices.  If a survivor is not named there, the run ends with exit code 1.
"""

import argparse
import ast
import json
import random
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from math import ceil
from pathlib import Path
from typing import NamedTuple

from mctslib.arena.intervals import wilson

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WORK = ROOT / "build" / "mutation"
NOT_COPIED = shutil.ignore_patterns("__pycache__", "browser", "*.ipynb")
SURVIVED = (0, 5, 33)  # exit codes of mutmut: the tests passed, or there were no tests
WORKERS = 2  # processes that try mutants, unless the command line says otherwise
ANY_MUTANT = "mctslib.arena.ratings.x_expected_score__mutmut_1"


# ---------------------------------------------------------------------------- the copy


def plain(source: str) -> str:
    """Return the source of a module in a form in which mutmut changes all functions.

    Decorators are applied below their functions, and `__new__` is a function with another name.
    """
    lines = source.splitlines()
    added_after: dict[int, str] = {}
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef):
            continue
        decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
        if decorators and re.search("method$|setter$", decorators[0]):
            continue  # mutmut changes these functions itself
        indent = " " * node.col_offset
        if decorators:
            for number in range(node.decorator_list[0].lineno, node.lineno):
                lines[number - 1] = ""
            call = "(".join([*decorators, node.name]) + ")" * len(decorators)
            added_after[node.end_lineno] = f"{indent}{node.name} = {call}"
        elif node.name == "__new__":
            lines[node.lineno - 1] = lines[node.lineno - 1].replace("__new__", "made")
            added_after[node.end_lineno] = f"{indent}__new__ = made"
    for number in sorted(added_after, reverse=True):
        lines.insert(number, added_after[number])
    return "\n".join(lines) + "\n"


def copy() -> None:
    """Bring the copy up to date; an unchanged file keeps its time and its verdicts."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    config = project + "\n" + (HERE / "mutmut.toml").read_text(encoding="utf-8")
    patterns = tomllib.loads(config)["tool"]["mutmut"]["only_mutate"]
    for folder in ("tests", "notebooks"):
        shutil.copytree(ROOT / folder, WORK / folder, ignore=NOT_COPIED, dirs_exist_ok=True)
    (WORK / "pyproject.toml").write_text(config, encoding="utf-8")
    for file in (ROOT / "mctslib").rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            copy_file(file.relative_to(ROOT), patterns)


def copy_file(name: Path, patterns: Iterable[str]) -> None:
    """Copy one file of the library if it has changed.

    name      the path of the file from the root of the project
    patterns  the patterns of the files to mutate
    """
    content = (ROOT / name).read_bytes()
    if any(name.match(pattern) for pattern in patterns):
        content = plain(content.decode()).encode()
    target = WORK / name
    if not target.exists() or target.read_bytes() != content:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


# ---------------------------------------------------------------------------- mutants and verdicts


class FileVerdicts(NamedTuple):
    """The results of the tests for the mutants of one file.

    name   the path of the file from the root of the project
    codes  a dictionary from the name of each mutant to the exit code of its tests; None if it was
           not tried yet
    """

    name: str
    codes: dict[str, int | None]

    def untried(self) -> list[str]:
        """Return the mutants that are not yet decided."""
        return [mutant for mutant, code in self.codes.items() if code is None]

    def survivors(self) -> list[str]:
        """Return the mutants that no test notices."""
        return [mutant for mutant, code in self.codes.items() if code in SURVIVED]


def verdicts() -> Iterator[FileVerdicts]:
    """Yield the verdicts that mutmut has stored about each file."""
    folder = WORK / "mutants"
    for file in sorted(folder.rglob("*.meta")):
        codes = json.loads(file.read_text(encoding="utf-8"))["exit_code_by_key"]
        yield FileVerdicts(file.relative_to(folder).as_posix().removesuffix(".meta"), codes)


def short(mutant: str) -> str:
    """Return the name of a mutant as README.md writes it.

    `mctslib.tree.xǁNodeǁpath__mutmut_3` is `tree.Node.path 3` there.
    """
    name, _, number = mutant.removeprefix("mctslib.").partition("__mutmut_")
    return re.sub(r"\.x_|\.xǁ|ǁ", ".", name) + " " + number


def explained() -> set[str]:
    """Return the survivors that README.md names: `tree.attach 3 7` stands for two."""
    page = (HERE / "README.md").read_text(encoding="utf-8")
    found = set()
    for name, numbers in re.findall(r"`([\w.]+\.\w+)((?: \d+)+)`", page):
        for number in numbers.split():
            found.add(f"{name} {number}")
    return found


# ---------------------------------------------------------------------------- which ones to try


def drawn(files: Iterable[FileVerdicts], share: float) -> list[str]:
    """Return this share of each file's mutants, without those that are decided already.

    share  the share of each file's mutants, 0 to 1; the same mutants are drawn each time
    """
    names = []
    for file in files:
        shuffled = random.Random(file.name).sample(sorted(file.codes), len(file.codes))
        chosen = shuffled[: ceil(share * len(file.codes))]
        names += [mutant for mutant in chosen if file.codes[mutant] is None]
    return names


def changed_since(commit: str) -> set[str]:
    """Return the paths of the files that differ from a commit."""
    done = subprocess.run(
        ["git", "diff", "--name-only", commit],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return set(done.stdout.splitlines())


def untried_in(files: Iterable[FileVerdicts], names: set[str]) -> list[str]:
    """Return the mutants of these files that are not yet decided."""
    found = []
    for file in files:
        if file.name in names:
            found += file.untried()
    return found


def make_all() -> None:
    """Let mutmut make the mutants of all changed files; it also tries one mutant."""
    mutmut(ANY_MUTANT)


def mutmut(*names: str, workers: int = WORKERS) -> int:
    """Try these mutants, or all undecided ones if no names are given; return the exit code."""
    program = Path(sys.executable).with_name("mutmut")
    command = [program, "run", "--max-children", str(workers), *names]
    return subprocess.run(command, cwd=WORK).returncode


# ---------------------------------------------------------------------------- the report


def report(files: Iterable[FileVerdicts]) -> int:
    """Print the verdicts of each file; return the number of survivors without explanation."""
    page = explained()
    unexplained, existing = [], set()
    tried, survived = 0, 0
    for file in files:
        survivors = sorted(short(mutant) for mutant in file.survivors())
        unexplained += [name for name in survivors if name not in page]
        existing |= {short(mutant) for mutant in file.codes}
        untried = len(file.untried())
        tried += len(file.codes) - untried
        survived += len(survivors)
        line = f"{file.name:32} {len(file.codes):5} mutants {len(survivors):4} survived"
        if untried:
            line += f", {untried} not tried"
        print(line)
    if tried:
        killed = tried - survived
        low, high = wilson(killed, tried)
        print(
            f"{killed:,} of {tried:,} killed, {killed / tried:.1%} "
            f"({low:.1%}–{high:.1%} if drawn at random)"
        )
    print_list("explained, but there is no such mutant any more", sorted(page - existing))
    print_list("not explained", unexplained)
    return len(unexplained)


def print_list(title: str, names: list[str]) -> None:
    """Print how many names there are, and then one name on each line."""
    print(f"{title}: {len(names)}", *names, sep="\n    ")


def main(arguments: list[str] | None = None) -> int:
    """Try the mutants that the command line asks for; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutation", description=__doc__.splitlines()[0]
    )
    parser.add_argument("names", nargs="*", help="names of mutants, or the share of each file")
    parser.add_argument("--changed", metavar="COMMIT", help="only files that differ from COMMIT")
    parser.add_argument("--report", action="store_true", help="count what was tried, no more")
    parser.add_argument("--workers", type=int, default=WORKERS, help="how many processes try them")
    asked = parser.parse_args(arguments)
    if asked.report:
        return bool(report(verdicts()))
    copy()
    share = re.fullmatch(r"[\d.]+", asked.names[0]) if asked.names else None
    names = asked.names
    if share or asked.changed:
        make_all()
        if share:
            names = drawn(verdicts(), float(share[0]))
        else:
            names = untried_in(verdicts(), changed_since(asked.changed))
        if not names:
            return bool(report(verdicts()))
    return mutmut(*names, workers=asked.workers) or bool(report(verdicts()))


if __name__ == "__main__":
    sys.exit(main())
