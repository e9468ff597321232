"""Small games written as tables, so that their numbers can be checked by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mctslib.game import illegal, not_over

Table = Mapping[str, str | float]
"""Name of a position → the mover and the positions after it, as in "X: C D", or X's reward."""

MEET: Table = {
    "start": "X: A B",
    "A": "X: C D E F H I J",
    "B": "O: C G",
    "C": 0.75,
    "G": 0.5,
    **dict.fromkeys("DEFHIJ", 0.0),
}
"""Eleven positions, in which C is reached from A and from B: A is worth ¾ to X, and B ½."""

CYCLE: Table = {
    "start": "X: A B E",
    "A": "O: C Z",
    "B": "O: C",
    "C": "X: A L",
    "E": 0.375,
    "L": 0.25,
    "Z": 0.0,
}
"""Seven positions with a cycle: A → C → A."""

OTHER_ORDER: Table = {**CYCLE, "start": "X: B A E"}
"""The same game, whose first moves are listed in another order."""


@dataclass(frozen=True, eq=False)
class Small:
    """One position of a game that is written as a table.

    name   the name of the position; an action is the name of the position after it
    table  name → "X: C D" (X may move to C or D), or the reward of X if the game ends there

    Two positions are equal if they have the same name in the same table.
    """

    name: str
    table: Table = field(repr=False)
    num_players = 2

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Small) or self.name != other.name:
            return False
        return self.table is other.table or self.table == other.table

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def current_player(self) -> int:
        entry = self.table[self.name]
        return "XO".index(entry[0]) if isinstance(entry, str) else 0

    def legal_actions(self) -> list[str]:
        entry = self.table[self.name]
        return entry[2:].split() if isinstance(entry, str) else []

    def apply(self, action: str) -> Small:
        if action not in self.legal_actions():
            raise illegal(self, action)
        return Small(action, self.table)

    def is_terminal(self) -> bool:
        return not isinstance(self.table[self.name], str)

    def rewards(self) -> tuple[float, float]:
        entry = self.table[self.name]
        if isinstance(entry, str):
            raise not_over(self)
        return entry, 1 - entry

    def __str__(self) -> str:
        return f"{self.name} = {self.table[self.name]}"


def meeting() -> Small:
    """Return the start of the game of eleven positions."""
    return Small("start", MEET)
