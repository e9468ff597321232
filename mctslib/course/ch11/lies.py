"""Games that mislead a search without an error: for the first and the last section of chapter 11."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, ClassVar

from mctslib.door.entrance import search
from mctslib.game import Action, State, illegal, not_over
from mctslib.search import uct
from mctslib.tree import Node

LONGEST = 8  # a walk on the ice has at most this many steps
HOME, HOLE, START = 6, 0, 3
SLIPS = 1 / 3  # the probability of sliding the other way


def advice(start: Callable[[], State], searches: int = 300) -> dict[Any, int]:
    """Return how often searches of 1,000 iterations without any checks recommend each move.

    start     makes the position from which each search begins
    searches  the number of searches, with the seeds 0, 1, 2 …

    The key "error" counts the searches that end with an exception.
    """
    moves: Counter[Any] = Counter()
    errors = 0
    for seed in range(searches):
        try:
            moves[uct(Node(start()), 1000, seed)] += 1
        except Exception:
            errors += 1
    return {**dict(sorted(moves.items())), "error": errors}


@dataclass(frozen=True)
class Dominoes:
    """A position of Domineering with 4 × 4 cells, for a search without any checks.

    It holds a set, as the chapter's first try does, but `apply` changes only a copy of the set.
    """

    free: AbstractSet[int]
    current_player: int = 0

    @property
    def num_players(self) -> int:
        return 2

    def partner(self, cell: int) -> int | None:
        """Return the other cell of the domino that begins at `cell`, or None if there is none."""
        if self.current_player == 0:
            return cell + 4
        return cell + 1 if cell % 4 < 3 else None

    def legal_actions(self) -> list[int]:
        return [cell for cell in sorted(self.free) if self.partner(cell) in self.free]

    def apply(self, action: int) -> Dominoes:
        return Dominoes(self.free - {action, self.partner(action)}, 1 - self.current_player)

    def is_terminal(self) -> bool:
        return not self.legal_actions()

    def rewards(self) -> tuple[float, float]:
        return (0.0, 1.0) if self.current_player == 0 else (1.0, 0.0)


class Liar(Dominoes):
    """The chapter's first try: `apply` changes the position on which it is called."""

    def apply(self, action: int) -> Liar:
        assert isinstance(self.free, set)
        self.free.difference_update({action, self.partner(action)})
        return Liar(self.free, 1 - self.current_player)


class Exchanged(Dominoes):
    """Another lie: the rewards are exchanged. No position is changed."""

    def apply(self, action: int) -> Exchanged:
        after = super().apply(action)
        return Exchanged(after.free, after.current_player)

    def rewards(self) -> tuple[float, float]:
        lost, won = super().rewards()
        return won, lost


class Lake:
    """Somebody's environment: seven cells of ice in a row, a hole at 0, and home at 6.

    The walker starts at cell 3, and slides the other way in one step of three.

    seed  the seed of the lake's dice
    """

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.cell = START
        self.steps = 0

    def step(self, action: int) -> tuple[int, float, bool]:
        """Take a step, 0 to the left or 1 to the right; return the cell, the reward and the end."""
        to_the_right = (action == 1) != (self.dice.random() < SLIPS)
        self.cell += 1 if to_the_right else -1
        self.steps += 1
        over = self.cell in (HOLE, HOME) or self.steps == LONGEST
        return self.cell, float(self.cell == HOME), over


@dataclass(frozen=True)
class Ice:
    """The same lake with chance as a player, which decides whether the walker slides.

    step  the step that the walker has chosen, 0 or 1; None if the walker is to choose
    """

    cell: int = START
    steps: int = 0
    step: int | None = None

    num_players: ClassVar[int] = 2
    chance_player: ClassVar[int] = 1

    @property
    def current_player(self) -> int:
        """The walker, 0, or chance, 1."""
        return 0 if self.step is None else 1

    def legal_actions(self) -> list[int]:
        """Return 0 and 1: left and right for the walker, firm and sliding for chance."""
        return [] if self.is_terminal() else [0, 1]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the probabilities of not sliding, 0, and of sliding, 1."""
        return [(0, 1 - SLIPS), (1, SLIPS)]

    def apply(self, action: Action) -> Ice:
        """Return the position after a choice or after chance.  Raises `IllegalAction`."""
        if action not in self.legal_actions():
            raise illegal(self, action)
        if self.step is None:
            return Ice(self.cell, self.steps, action)
        to_the_right = (self.step == 1) != (action == 1)
        return Ice(self.cell + (1 if to_the_right else -1), self.steps + 1)

    def is_terminal(self) -> bool:
        """Return whether the walk is over."""
        return self.step is None and (self.cell in (HOLE, HOME) or self.steps == LONGEST)

    def rewards(self) -> tuple[float, float]:
        """Return 1 for the walker at home, 0 elsewhere.  Raises ValueError before the end."""
        if not self.is_terminal():
            raise not_over(self)
        return float(self.cell == HOME), 0.0


def on_the_ice(wrapper: Callable[[Lake], State], lakes: int = 50) -> tuple[dict[str, int], float]:
    """Search for the first step on many lakes, each with its own dice.

    wrapper  makes a position of a `Lake`
    lakes    the number of lakes, with the seeds 0, 1, 2 …

    Returns how often the search steps to the left and to the right, and the mean value that it
    expects.
    """
    steps = Counter({"left": 0, "right": 0})
    believed = 0.0
    for seed in range(lakes):
        found = search(wrapper(Lake(seed)), 100, seed=seed)
        steps["right" if found.action else "left"] += 1
        believed += found.root.children[found.action].value / lakes
    return dict(steps), round(believed, 2)
