"""Does a test see it?  Every function of the core, the checks, the games and the arena is changed in small ways.

    .venv/bin/pip install -r tests/requirements-mutation.txt      once
    .venv/bin/python -m tests.mutation            all, which takes hours; again: what is not yet decided
    .venv/bin/python -m tests.mutation 0.25       of each file a quarter, drawn at random, the same ones every time
    .venv/bin/python -m tests.mutation mctslib.tree.x_attach__mutmut_3 'mctslib.trace.*'      these, again

mutmut does it, in a copy in build/mutation.  It leaves out `__new__` and functions with decorators, so the copy has
them under other names and applies the decorators in a line of their own.  README.md, beside this file, explains
the survivors; one that it does not name ends the run with exit code 1.
"""

import ast
import json
import random
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from math import ceil
from pathlib import Path

from mctslib.arena.intervals import wilson

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WORK = ROOT / "build" / "mutation"
SKIP = shutil.ignore_patterns("__pycache__", "browser", "*.ipynb")


def plain(source: str) -> str:
    """The same module, with decorators below their functions and `__new__` as a function of another name."""
    lines = source.splitlines()
    after: dict[int, str] = {}
    for node in ast.walk(ast.parse(source)):
        names = [ast.unparse(d) for d in getattr(node, "decorator_list", [])]
        if not isinstance(node, ast.FunctionDef) or (
            names and re.search("method$|setter$", names[0])
        ):
            continue
        indent = " " * node.col_offset
        if names:
            for number in range(node.decorator_list[0].lineno, node.lineno):
                lines[number - 1] = ""
            after[node.end_lineno] = (
                f"{indent}{node.name} = {'('.join([*names, node.name])}{')' * len(names)}"
            )
        elif node.name == "__new__":
            lines[node.lineno - 1] = lines[node.lineno - 1].replace("__new__", "made")
            after[node.end_lineno] = f"{indent}__new__ = made"
    for number in sorted(after, reverse=True):
        lines.insert(number, after[number])
    return "\n".join(lines) + "\n"


def copy() -> None:
    """Bring the copy up to date; what has not changed keeps its time, and so its verdicts."""
    config = (
        (ROOT / "pyproject.toml").read_text("utf-8")
        + "\n"
        + (HERE / "mutmut.toml").read_text("utf-8")
    )
    mutated = tomllib.loads(config)["tool"]["mutmut"]["only_mutate"]
    for folder in ("tests", "notebooks"):
        shutil.copytree(ROOT / folder, WORK / folder, ignore=SKIP, dirs_exist_ok=True)
    (WORK / "pyproject.toml").write_text(config, "utf-8")
    for file in (ROOT / "mctslib").rglob("*"):
        target = WORK / file.relative_to(ROOT)
        if file.is_file() and "__pycache__" not in file.parts:
            target.parent.mkdir(parents=True, exist_ok=True)
            new = file.read_bytes()
            if any(file.relative_to(ROOT).match(pattern) for pattern in mutated):
                new = plain(new.decode()).encode()
            if not target.exists() or target.read_bytes() != new:
                target.write_bytes(new)


def short(mutant: str) -> str:
    """`mctslib.tree.xǁNodeǁpath__mutmut_3` as the page writes it: `tree.Node.path 3`."""
    name, _, number = mutant.removeprefix("mctslib.").partition("__mutmut_")
    return re.sub(r"\.x_|\.xǁ|ǁ", ".", name) + " " + number


def verdicts() -> Iterator[tuple[str, dict[str, int | None]]]:
    """Each file and the exit codes of its mutants' tests, None before they are tried."""
    for meta in sorted((WORK / "mutants").rglob("*.meta")):
        yield (
            str(meta.relative_to(WORK / "mutants"))[:-5],
            json.loads(meta.read_text("utf-8"))["exit_code_by_key"],
        )


def drawn(share: float) -> list[str]:
    """Of each file this share of its mutants, those that are not yet decided."""
    names = []
    for file, codes in verdicts():
        shuffled = random.Random(file).sample(sorted(codes), len(codes))
        names += [name for name in shuffled[: ceil(share * len(codes))] if codes[name] is None]
    return names


def report() -> int:
    """Count the verdicts, file by file; the number of survivors that the page does not name."""
    page, unknown = explained(), []
    total: Counter[bool] = Counter()
    for file, codes in verdicts():
        survived = sorted(short(name) for name, code in codes.items() if code in (0, 5, 33))
        unknown += [name for name in survived if name not in page]
        open_ = sum(code is None for code in codes.values())
        total.update({True: len(codes) - open_ - len(survived), False: len(survived)})
        print(
            f"{file:32} {len(codes):5} mutants {len(survived):4} survived"
            + f", {open_} not tried" * bool(open_)
        )
    tried = sum(total.values())
    low, high = wilson(total[True], tried)
    print(
        f"{total[True]:,} of {tried:,} killed, {total[True] / tried:.1%} ({low:.1%}–{high:.1%} if drawn at random)"
    )
    print(f"not explained: {len(unknown)}", *unknown, sep="\n    ")
    return len(unknown)


def explained() -> set[str]:
    """The survivors that README.md names: `tree.attach 3 7` stands for two."""
    found = re.findall(r"`([\w.]+\.\w+)((?: \d+)+)`", (HERE / "README.md").read_text("utf-8"))
    return {f"{name} {number}" for name, numbers in found for number in numbers.split()}


def mutmut(*names: str) -> int:
    """Its exit code, after trying these mutants; without names all that are not yet decided."""
    command = [Path(sys.executable).with_name("mutmut"), "run", "--max-children", "2", *names]
    return subprocess.run(command, cwd=WORK).returncode


def main(*asked: str) -> int:
    copy()
    if asked and re.fullmatch(r"[\d.]+", asked[0]):
        if not list(verdicts()):
            mutmut("mctslib.arena.ratings.x_expected_score__mutmut_1")  # makes all
        asked = tuple(drawn(float(asked[0])))
    return mutmut(*asked) or bool(report())


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
