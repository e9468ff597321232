"""Compute Q, AMAF and their mixtures for the first moves of a search, and find the moves that win.

All values come from one trace, because Q and AMAF after n playouts depend only on the first n
records.  The numbers are fractions, so no rounding errors separate equal scores.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from mctslib.game import Action, State
from mctslib.games import Hex
from mctslib.methods.rave import taken
from mctslib.policies import UCB1
from mctslib.trace import record
from mctslib.tree import Iteration

SIZE = 4  # the number of rows, and of columns, on the board
C = 0.3  # the exploration constant of UCT
BUDGETS = (10, 20, 50, 100, 200, 400, 800, 1_600, 3_200)  # the budgets, in playouts
BETAS = [Fraction(step, 10) for step in range(11)]
Means = dict[Action, Fraction]
Sums = defaultdict[Action, list[Any]]


@cache
def known(seed: int, size: int = SIZE) -> dict[int, tuple[Means, Means]]:
    """Return the values (Q, AMAF) of the first moves in one search, for each number in `BUDGETS`.

    The search is plain UCT on the empty board.
    """
    records = record(Hex(size), BUDGETS[-1], seed=seed, tree_policy=UCB1(C)).iterations
    return means(Hex(size), records, BUDGETS)


def means(
    state: State, records: Iterable[Iteration], marks: Sequence[int]
) -> dict[int, tuple[Means, Means]]:
    """Return the values (Q, AMAF) of the moves in `state`, after each number of records in `marks`.

    Both values are means of the rewards of the player to move in `state`.
    """
    own: Sums = defaultdict(lambda: [0, 0.0])
    shared: Sums = defaultdict(lambda: [0, 0.0])
    player = state.current_player
    found = {}
    for number, (path, _, rollout, rewards) in enumerate(records, 1):
        _add(own, path[:1], rewards[player])
        _add(shared, taken(state, path + rollout)[player], rewards[player])
        if number in marks:
            found[number] = _averaged(own), _averaged(shared)
    return found


def _averaged(sums: Sums) -> Means:
    return {action: Fraction(total) / n for action, (n, total) in sums.items()}


def _add(sums: Sums, actions: Iterable[Action], reward: float) -> None:
    for action in actions:
        sums[action][0] += 1
        sums[action][1] += reward


def mixed(own: Means, shared: Means, beta: Fraction) -> Means:
    """Return (1−β)·Q + β·AMAF of each move.

    A move that was not tried as a first move gets its AMAF value, or is left out if β is 0.
    """
    scores = {} if beta == 0 else dict(shared)
    for action, q in own.items():
        scores[action] = (1 - beta) * q + beta * shared[action]
    return scores


@cache
def winning_openings(size: int = SIZE) -> frozenset[Action]:
    """Return the first moves on the empty board that win against every defence."""
    decided: dict[Hex, bool] = {}

    def slant(action: Action) -> tuple[int, int]:
        """Return a sort key that puts the short diagonal first, and its middle before its ends."""
        row, column = divmod(action, size)
        return abs(row + column - size + 1), abs(2 * row - size + 1)

    def mover_wins(state: Hex) -> bool:
        if state not in decided:
            own, other = (
                state.winning_actions(player)
                for player in (state.current_player, 1 - state.current_player)
            )
            replies = sorted(other or state.legal_actions(), key=slant)
            decided[state] = bool(own) or any(
                not mover_wins(state.apply(action)) for action in replies
            )
        return decided[state]

    return frozenset(
        action for action in Hex(size).legal_actions() if not mover_wins(Hex(size).apply(action))
    )


def favourite(scores: Means) -> Action:
    """Return the move with the highest score; of several with this score, the lowest move."""
    highest = max(scores.values())
    return min(action for action, score in scores.items() if score == highest)
