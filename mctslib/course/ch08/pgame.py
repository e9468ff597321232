"""The P-game: a random game tree whose end is decided by adding up, to measure searches on many games at once.

Every move has a number from 0 to 127; the first player's count as they are, the second player's as
minus.
At the end the sum decides: above 0 the first player wins, below 0 the second, 0 is a draw.  Such
games
have no look of their own, but there are as many as one likes (Smith and Nau, 1994; used to compare
UCT
with alpha-beta by Kocsis and Szepesvári, 2006, section 3.1).
"""

from collections.abc import Callable, Iterator, Sequence
from operator import index
from typing import NamedTuple

from mctslib.game import Action, illegal, not_over

LARGEST = 127
_WORD = (1 << 64) - 1


def move_value(seed: int, number: int) -> int:
    """The number of one move, 0 to 127: a scrambled `seed` and `number` (splitmix64: Steele, Lea, Flood, 2014)."""
    z = (seed * 0x9E3779B97F4A7C15 + (number + 1) * 0xD1B54A32D192ED03) & _WORD
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _WORD
    return (z ^ z >> 31) & LARGEST


class PGame(NamedTuple):
    """One position.  `PGame(seed)` is the start of game number `seed`: `branching` moves a turn, `depth` turns.

    node   which place in the tree this is: the start is 0, its successors 1, 2, …
    total  the sum so far, the second player's moves counted as minus
    ply    moves made so far
    """

    seed: int
    branching: int = 2
    depth: int = 10
    node: int = 0
    total: int = 0
    ply: int = 0

    @property
    def num_players(self) -> int:
        return 2

    @property
    def current_player(self) -> int:
        return self.ply % 2

    def legal_actions(self) -> Sequence[int]:
        """0, 1, …: which of the branches; none at the end."""
        return range(self.branching) if self.ply < self.depth else ()

    def apply(self, action: int) -> "PGame":
        """The position after that branch."""
        if index(action) not in self.legal_actions():
            raise illegal(self, action)
        node = self.node * self.branching + action + 1
        worth = move_value(self.seed, node)
        total = self.total - worth if self.ply % 2 else self.total + worth
        return PGame(self.seed, self.branching, self.depth, node, total, self.ply + 1)

    def is_terminal(self) -> bool:
        return self.ply >= self.depth

    def rewards(self) -> tuple[float, float]:
        """(first player's, second player's): 1 for the winner, ½ each if the sum is exactly 0."""
        if not self.is_terminal():
            raise not_over(self)
        first = 0.5 if self.total == 0 else float(self.total > 0)
        return first, 1 - first

    def __repr__(self) -> str:
        return f"P-game {self.seed}: {self.ply} of {self.depth} moves made, sum {self.total:+d}"


def minimax(state: PGame) -> float:
    """The first player's reward if both play perfectly: a look at every end of the game below `state`."""
    if state.is_terminal():
        return state.rewards()[0]
    best = min if state.current_player else max
    return best(minimax(state.apply(action)) for action in state.legal_actions())


def average(state: PGame) -> float:
    """The first player's mean reward if both play at random: where infinitely many playouts lead.

    Every end is as likely as any other, so their points are counted and divided once: equals stay
    equal.
    """
    return _points(state) / state.branching ** (state.depth - state.ply)


def _points(state: PGame) -> float:
    """The first player's rewards at all ends of the game below `state`, added up: a whole number of halves."""
    if state.is_terminal():
        return state.rewards()[0]
    return sum(_points(state.apply(action)) for action in state.legal_actions())


def right_moves(state: PGame, judge: Callable[[PGame], float] = minimax) -> frozenset[Action]:
    """The first moves that are best by `judge`, a value for the first player, who is to move."""
    values = {action: judge(state.apply(action)) for action in state.legal_actions()}
    return frozenset(action for action, value in values.items() if value == max(values.values()))


def games_with_a_choice(
    count: int, branching: int = 2, depth: int = 10
) -> list[tuple[PGame, frozenset[Action]]]:
    """The first `count` games in which some first moves are right and some wrong, each with its right moves."""
    found: Iterator[tuple[PGame, frozenset[Action]]] = (
        (game, right)
        for seed in range(1_000_000)
        if len(right := right_moves(game := PGame(seed, branching, depth))) < branching
    )
    return [next(found) for _ in range(count)]
