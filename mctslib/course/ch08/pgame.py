"""The P-game: a random game tree, to measure searches on many games at once.

Every move has a number from 0 to 127.  The numbers of the first player's moves are added to a sum,
those of the second player's moves are subtracted.  At the end the sum decides: above 0 the first
player wins, below 0 the second, 0 is a draw.  Such games have no pictures, but there are as many of
them as one likes (Smith and Nau, 1994).  Kocsis and Szepesvári (2006, section 3.1) used them to
compare UCT with alpha-beta.
"""

from collections.abc import Callable, Sequence
from operator import index
from typing import NamedTuple

from mctslib.game import Action, illegal, not_over
from mctslib.words import signed

LARGEST = 127
_WORD = (1 << 64) - 1


def move_value(seed: int, number: int) -> int:
    """Return the number of one move, from 0 to 127: a scrambled `seed` and `number`.

    seed    of the game
    number  which place in the game tree the move leads to, 1 or more

    The scrambling is splitmix64 (Steele, Lea and Flood, 2014).
    """
    z = (seed * 0x9E3779B97F4A7C15 + (number + 1) * 0xD1B54A32D192ED03) & _WORD
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _WORD
    return (z ^ z >> 31) & LARGEST


class PGame(NamedTuple):
    """One position.  `PGame(seed)` is the start of one game.

    seed       the number of the game
    branching  how many moves there are at each turn
    depth      how many turns the game has
    node       which place in the tree this is: the start is 0, its successors 1, 2, …
    total      the sum so far, in which the second player's moves are subtracted
    ply        moves made so far
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
        """Return the numbers of the branches, from 0; none at the end."""
        if self.is_terminal():
            return ()
        return range(self.branching)

    def apply(self, action: int) -> "PGame":
        """Return the position after a branch.  Raises ValueError if there is no such branch."""
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
        """Return the first and the second player's reward: 1 for the winner, ½ each in a draw.

        Raises ValueError before the end of the game.
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
    """Return the first player's reward, 0 to 1, if both play perfectly.

    Every end of the game below `state` is looked at.
    """
    if state.is_terminal():
        return state.rewards()[0]
    best = max if state.current_player == 0 else min
    return best(minimax(state.apply(action)) for action in state.legal_actions())


def average(state: PGame) -> float:
    """Return the first player's mean reward, 0 to 1, if both play at random.

    The means of random playouts from `state` converge to this value.  Because every end is as
    likely as any other, the rewards of all ends are added up and divided once: equal values stay
    exactly equal.
    """
    ends = state.branching ** (state.depth - state.ply)
    return _sum_of_rewards(state) / ends


def _sum_of_rewards(state: PGame) -> float:
    """Return the sum of the first player's rewards at all ends below `state`, a multiple of ½."""
    if state.is_terminal():
        return state.rewards()[0]
    return sum(_sum_of_rewards(state.apply(action)) for action in state.legal_actions())


def right_moves(state: PGame, judge: Callable[[PGame], float] = minimax) -> frozenset[Action]:
    """Return the best first moves.

    state  a position in which the first player is to move
    judge  takes a position and returns its value for the first player
    """
    values = {action: judge(state.apply(action)) for action in state.legal_actions()}
    largest = max(values.values())
    return frozenset(action for action, value in values.items() if value == largest)


def games_with_a_choice(
    count: int, branching: int = 2, depth: int = 10
) -> list[tuple[PGame, frozenset[Action]]]:
    """Return the first games in which some first moves are right and some are wrong.

    count      how many games, 0 or more
    branching  moves at each turn, 2 or more
    depth      turns, 1 or more

    Returns each game with its right moves.  Raises ValueError if there is only one move at a turn.
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
