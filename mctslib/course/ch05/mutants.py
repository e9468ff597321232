"""Make engines from the library's source, each with one wrong line.

A mutant names a function of the library, a piece of one of the function's lines, and the text that
replaces this piece.  The function is compiled from the changed source, so it differs from the
library's function only in this piece.  The file `mutants.toml` contains the mutants.
"""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import ndiff
from inspect import getsource
from pathlib import Path
from textwrap import dedent
from typing import Any

from mctslib.course.ch05.engine import HEALTHY, Engine
from mctslib.door.entrance import reuse
from mctslib.games import TicTacToe
from mctslib.policies import UCB1
from mctslib.search import backpropagate, iterate, select

PARTS: dict[str, Callable[..., Any]] = {
    "select": select,
    "backpropagate": backpropagate,
    "iterate": iterate,
    "reuse": reuse,
    "UCB1.__call__": UCB1.__call__,
    "TicTacToe.apply": TicTacToe.apply,
    "TicTacToe.rewards": TicTacToe.rewards,
}


@dataclass(frozen=True)
class Mutant:
    """One bug.

    name     the short name, as in the matrix
    title    a sentence about the fault
    part     the function with the bug, a key of `PARTS`
    right    a piece of the library's source of this function
    wrong    the text that replaces this piece; "" removes it
    origin   the kind of program in which this bug has been found
    symptom  the signs of the bug that a user of the engine notices, in sentences
    """

    name: str
    title: str
    part: str
    right: str
    wrong: str
    origin: str
    symptom: str

    def engine(self) -> Engine:
        """Return the healthy engine with this bug in one of its parts."""
        broken = mutated(PARTS[self.part], self.right, self.wrong)
        return with_part(self.part, broken)

    def diff(self) -> str:
        """Return the lines that differ, the library's after `-` and the mutant's after `+`."""
        before = dedent(getsource(PARTS[self.part]))
        after = changed(before, self.right, self.wrong)
        lines = ndiff(before.splitlines(), after.splitlines())
        return "\n".join(line for line in lines if line.startswith(("- ", "+ ")))

    def healthy_line(self) -> str:
        """Return the library's line that the mutant changes."""
        first = self.diff().splitlines()[0]
        return first.removeprefix("- ").strip()


def changed(source: str, right: str, wrong: str) -> str:
    """Return the source with `right` replaced by `wrong`.

    Raises ValueError if `right` does not occur exactly once.
    """
    if source.count(right) != 1:
        raise ValueError(
            f"{right!r} occurs {source.count(right)} times in this source, not once:\n{source}"
        )
    return source.replace(right, wrong)


def mutated(function: Callable[..., Any], right: str, wrong: str) -> Callable[..., Any]:
    """Return a copy of the function, with `right` replaced by `wrong` in its source."""
    namespace = dict(function.__globals__)
    source = changed(dedent(getsource(function)), right, wrong)
    exec(compile(source, f"<mutant of {function.__name__}>", "exec"), namespace)
    return namespace[function.__name__]


def with_part(part: str, function: Callable[..., Any]) -> Engine:
    """Return the healthy engine with `function` in place of one part, a key of `PARTS`."""
    if part == "UCB1.__call__":
        policy = type("MutantUCB1", (UCB1,), {"__call__": function})
        return replace(HEALTHY, tree_policy=policy())
    if part.startswith("TicTacToe."):
        game = type("TicTacToe", (TicTacToe,), {"__slots__": (), function.__name__: function})
        return replace(HEALTHY, game=game)
    if part == "iterate":
        return replace(HEALTHY, iterate=function)
    if part == "reuse":
        return replace(HEALTHY, reuse=function)
    phases = replace(HEALTHY.phases, **{part: function})
    return replace(HEALTHY, phases=phases)


def all_mutants() -> list[Mutant]:
    """Return the mutants of `mutants.toml`, in the order of the file."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return [Mutant(**entry) for entry in tomllib.loads(text)["mutant"]]


MUTANTS = {mutant.name: mutant for mutant in all_mutants()}
