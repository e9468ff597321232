"""The P-game: a random game tree for measuring searches in many games.

Each move has a number from 0 to 127.  The numbers of the first player's moves are added to a sum,
and the numbers of the second player's moves are subtracted from the sum.  The first player wins if
the final sum is above 0, and the second player wins if it is below 0.  A sum of 0 is a draw.  Such
games have no pictures, but any number of them can be generated (Smith and Nau, 1994).  Kocsis and
Szepesvári (2006, section 3.1) used them to compare UCT with alpha-beta.
"""

from collections.abc import Callable, Sequence
from operator import index
from typing import NamedTuple

from mctslib.game import Action, illegal, not_over
from mctslib.words import signed

LARGEST = 127
_WORD = (1 << 64) - 1


def move_value(seed: int, number: int) -> int:
    """Return the number of a move, from 0 to 127.

    seed    the seed of the game
    number  the index of the node in the game tree to which the move leads, 1 or more

    The bits are mixed by splitmix64 (Steele, Lea and Flood, 2014).
    """
    z = (seed * 0x9E3779B97F4A7C15 + (number + 1) * 0xD1B54A32D192ED03) & _WORD
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _WORD
    return (z ^ z >> 31) & LARGEST


class PGame(NamedTuple):
    """A position of a P-game.  `PGame(seed)` is the start of a game.

    seed       the seed of the game
    branching  the number of moves at each turn
    depth      the number of turns in the game
    node       the index of this node in the game tree: 0 for the start, and 1, 2, … for the nodes
               below the start
    total      the sum so far: the first player's numbers minus the second player's numbers
    ply        the number of moves made so far
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
        """Return the indices of the branches, or an empty tuple if the game is over."""
        if self.is_terminal():
            return ()
        return range(self.branching)

    def apply(self, action: int) -> "PGame":
        """Return the position to which a branch leads.

        Raises `IllegalAction` if the position has no such branch.
        """
        if index(action) not in self.legal_actions():
            raise illegal(self, action)
        node = self.node * self.branching + action + 1
        worth = move_value(self.seed, node)
        if self.current_player == 0:
            total = self.total + worth
        else:
            total = self.total - worth
        return PGame(self.seed, self.branching, self.depth, node, total, self.ply + 1)

    def is_terminal(self) -> bool:
        return self.ply >= self.depth

    def rewards(self) -> tuple[float, float]:
        """Return the rewards of both players: 1 for a win, ½ for a draw, and 0 for a loss.

        Raises ValueError if the game is not over.
        """
        if not self.is_terminal():
            raise not_over(self)
        if self.total == 0:
            return 0.5, 0.5
        return (1.0, 0.0) if self.total > 0 else (0.0, 1.0)

    def __repr__(self) -> str:
        return (
            f"P-game {self.seed}: {self.ply} of {self.depth} moves made, sum {signed(self.total)}"
        )


def minimax(state: PGame) -> float:
    """Return the first player's reward, from 0 to 1, if both players play perfectly.

    The function visits all ends of the game that can be reached from `state`.
    """
    if state.is_terminal():
        return state.rewards()[0]
    best = max if state.current_player == 0 else min
    return best(minimax(state.apply(action)) for action in state.legal_actions())


def average(state: PGame) -> float:
    """Return the first player's mean reward, from 0 to 1, if both players play at random.

    The means of random playouts from `state` converge to this value.  All ends of the game are
    equally likely, so their rewards are added up, and the sum is divided once.  Only this division
    rounds, so positions of equal value get exactly equal results.
    """
    ends = state.branching ** (state.depth - state.ply)
    return _sum_of_rewards(state) / ends


def _sum_of_rewards(state: PGame) -> float:
    """Return the sum of the first player's rewards at all ends of the game reachable from `state`.

    The sum is a multiple of ½, so it is computed without rounding.
    """
    if state.is_terminal():
        return state.rewards()[0]
    return sum(_sum_of_rewards(state.apply(action)) for action in state.legal_actions())


def right_moves(state: PGame, judge: Callable[[PGame], float] = minimax) -> frozenset[Action]:
    """Return the best first moves.

    state  a position in which the first player is to move
    judge  a function that takes a position and returns its value for the first player
    """
    values = {action: judge(state.apply(action)) for action in state.legal_actions()}
    largest = max(values.values())
    return frozenset(action for action, value in values.items() if value == largest)


def games_with_a_choice(
    count: int, branching: int = 2, depth: int = 10
) -> list[tuple[PGame, frozenset[Action]]]:
    """Return games in which not all first moves are equally good, each with its best first moves.

    count      the number of games, 0 or more
    branching  the number of moves at each turn, 2 or more
    depth      the number of turns, 1 or more

    The games are those with the smallest seeds.  The result is a list of pairs, each with a game
    and the game's best first moves.  Raises ValueError if there is only one move at each turn.
    """
    if branching < 2:
        raise ValueError(f"branching must be a whole number ≥ 2, not {branching}.")
    games: list[tuple[PGame, frozenset[Action]]] = []
    seed = 0
    while len(games) < count:
        game = PGame(seed, branching, depth)
        right = right_moves(game)
        if len(right) < branching:
            games.append((game, right))
        seed += 1
    return games
