"""Engines with one wrong line each.  The wrong line is made from the right one, in the library's own source.

A **mutant** names a function of the library, a piece of one of its lines, and what stands there instead; the
broken function is compiled from the changed source.  So the difference it shows is the whole difference.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import ndiff
from inspect import getsource
from textwrap import dedent
from typing import Any

from mctslib.course.ch05.engine import HEALTHY, Engine
from mctslib.games import TicTacToe
from mctslib.policies import UCB1
from mctslib.search import backpropagate, iterate, reuse, select

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

    name     short, as in the matrix
    title    what is wrong, in a sentence
    part     the function it sits in, a key of `PARTS`
    right    a piece of one of its lines …
    wrong    … and what the mutant has instead (nothing: the line is missing)
    origin   the kind of place where it was found
    symptom  what one sees from outside
    """

    name: str
    title: str
    part: str
    right: str
    wrong: str
    origin: str
    symptom: str

    def engine(self) -> Engine:
        """The healthy engine with this one part replaced."""
        return with_part(self.part, mutated(PARTS[self.part], self.right, self.wrong))

    def diff(self) -> str:
        """The lines that differ, `-` the library's, `+` the mutant's."""
        before = dedent(getsource(PARTS[self.part]))
        after = changed(before, self.right, self.wrong)
        lines = ndiff(before.splitlines(), after.splitlines())
        return "\n".join(line for line in lines if line[:2] in ("- ", "+ "))

    def healthy_line(self) -> str:
        """The library's line, as it stands there."""
        return self.diff().splitlines()[0][2:].strip()


def changed(source: str, right: str, wrong: str) -> str:
    """The source with `right` replaced by `wrong`.  Raises ValueError unless `right` occurs exactly once."""
    if source.count(right) != 1:
        raise ValueError(f"{right!r} stands {source.count(right)} times in this source, not once:\n{source}")
    return source.replace(right, wrong)


def mutated(function: Callable[..., Any], right: str, wrong: str) -> Callable[..., Any]:
    """The function compiled anew from its changed source, among the same globals."""
    namespace = dict(function.__globals__)
    source = changed(dedent(getsource(function)), right, wrong)
    exec(compile(source, f"<mutant of {function.__name__}>", "exec"), namespace)
    return namespace[function.__name__]


def with_part(part: str, function: Callable[..., Any]) -> Engine:
    """The healthy engine with one part, a key of `PARTS`, replaced."""
    if part == "UCB1.__call__":
        return replace(HEALTHY, tree_policy=type("MutantUCB1", (UCB1,), {"__call__": function})())
    if part.startswith("TicTacToe."):
        game = type("TicTacToe", (TicTacToe,), {"__slots__": (), function.__name__: function})
        return replace(HEALTHY, game=game)
    if part == "iterate":
        return replace(HEALTHY, iterate=function)
    if part == "reuse":
        return replace(HEALTHY, reuse=function)
    return replace(HEALTHY, phases=replace(HEALTHY.phases, **{part: function}))


_FORMULA = "c * sqrt(log_visits / visits)"
_ALL = [
    Mutant(
        "no sides", "Backpropagation never changes sides: everybody is credited with X's reward.",
        "backpropagate", "rewards[node.player]", "rewards[0]", "libraries and tutorials",
        "Strong as X against weak opponents; as O it helps X to win."),
    Mutant(
        "side to move", "Each node counts for the player to move there, not for the one who moved into it.",
        "backpropagate", "rewards[node.player]", "rewards[node.state.current_player]", "libraries and tutorials",
        "Looks for the moves that are best for the other side."),
    Mutant(
        "draw is a loss", "A draw gives both players nothing.",
        "TicTacToe.rewards", "None: (0.5, 0.5)", "None: (0.0, 0.0)", "tutorials",
        "Sees no difference between holding a draw and losing."),
    Mutant(
        "plays on", "The engine's game goes on after somebody has won.",
        "TicTacToe.apply", "left = ()", "pass", "tutorials",
        "Lets wins wait, and does not fear the opponent's."),
    Mutant(
        "raw wins", "Selection adds W instead of the mean W / N.",
        "UCB1.__call__", "child.value_sum / visits +", "child.value_sum +", "tutorials",
        "All visits run into the first child that won a few games."),
    Mutant(
        "sqrt(t)/n", "The exploration term is c·√t/n: no logarithm, and the n not under the root.",
        "UCB1.__call__", _FORMULA, "c * sqrt(node.visits) / visits", "a popular tutorial",
        "Plays almost as well as before, but stays in traps such as position A: what looks bad is left too early."),
    Mutant(
        "log of n", "The logarithm is of the child's visits, not of the parent's.",
        "UCB1.__call__", _FORMULA, "c * sqrt(log(visits) / visits)", "libraries",
        "A child that was seen once has no exploration bonus: it may never be seen again."),
    Mutant(
        "no root", "The square root was forgotten.",
        "UCB1.__call__", _FORMULA, "c * (log_visits / visits)", "tutorials",
        "Hardly any from outside: the visits are spread a little differently."),
    Mutant(
        "parent's playout", "The random game starts at the parent of the new node.",
        "iterate", "phases.simulate(child.state,", "phases.simulate(leaf.state,", "libraries",
        "New nodes know nothing about their own move; a finished game has rewards of games that went on."),
    Mutant(
        "skips the untried", "Unvisited children count as visited: selection walks on before every move was tried.",
        "select", "node.children and len(node.children) == len(node.state.legal_actions())", "node.children",
        "tutorials",
        "The tree is a single thread: most moves are never looked at."),
    Mutant(
        "parent not cut", "A tree that is used again stays tied to its old parent.",
        "reuse", "    node.parent = None\n", "", "libraries",
        "None in the moves; memory grows, and the numbers of old moves go on changing."),
]
MUTANTS = {mutant.name: mutant for mutant in _ALL}
