"""A game whose positions can come again, and two states in which they cannot.

The rule of the game: whoever comes back to a position gets a draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from mctslib.course.ch06b.small import CYCLE, OTHER_ORDER, Small
from mctslib.oracle import solve

DRAW = (0.5, 0.5)


@dataclass(frozen=True)
class WithHistory:
    """A position with the set of the positions before it; a repetition ends the game as a draw."""

    now: Small
    passed: frozenset[Small] = frozenset()
    num_players = 2

    @property
    def current_player(self) -> int:
        return self.now.current_player

    def is_terminal(self) -> bool:
        return self.now in self.passed or self.now.is_terminal()

    def legal_actions(self) -> list[str]:
        return [] if self.is_terminal() else self.now.legal_actions()

    def apply(self, action: str) -> WithHistory:
        return WithHistory(self.now.apply(action), self.passed | {self.now})

    def rewards(self) -> tuple[float, float]:
        return DRAW if self.now in self.passed else self.now.rewards()


@dataclass(frozen=True)
class Counted:
    """A position with the number of moves before it; after `last` moves the game is a draw."""

    now: Small
    moves: int = 0
    last: int = 10
    num_players = 2

    @property
    def current_player(self) -> int:
        return self.now.current_player

    def is_terminal(self) -> bool:
        return self.moves == self.last or self.now.is_terminal()

    def legal_actions(self) -> list[str]:
        return [] if self.is_terminal() else self.now.legal_actions()

    def apply(self, action: str) -> Counted:
        return Counted(self.now.apply(action), self.moves + 1, self.last)

    def rewards(self) -> tuple[float, float]:
        return self.now.rewards() if self.now.is_terminal() else DRAW


def remembered(state: Small, known: dict[str, Fraction], path: Sequence[str] = ()) -> Fraction:
    """Return X's value, and store each position's value by its name, which is the mistake.

    known  name → value, which grows
    path   the names of the positions before `state`; a repetition on the path is a draw
    """
    if state.name in path:
        return Fraction(1, 2)
    if state.name not in known:
        if state.is_terminal():
            known[state.name] = Fraction(state.rewards()[0])
        else:
            best = (max, min)[state.current_player]
            known[state.name] = best(
                remembered(state.apply(action), known, (*path, state.name))
                for action in state.legal_actions()
            )
    return known[state.name]


def stored_values(first_moves: str = "A B E") -> dict[str, float]:
    """Return the values of X's three moves, if values are stored by position.

    first_moves  the order in which the moves of the start are looked at: "A B E" or "B A E"
    """
    table = {"A B E": CYCLE, "B A E": OTHER_ORDER}[first_moves]
    known: dict[str, Fraction] = {}
    remembered(Small("start", table), known)
    return {name: float(known[name]) for name in ("A", "B", "E")}


def exact_values(state: WithHistory | Counted) -> dict[str, float]:
    """Return the exact value of each move for X."""
    return {action: float(solve(state.apply(action))[0]) for action in state.legal_actions()}
