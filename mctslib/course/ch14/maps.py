"""What one search says of its first moves by Q, by AMAF, and by any mixture of both, and which of them win in truth.

All of it is read off a trace: what is known after n playouts is a function of its first n records.  Every number is a
fraction, so equal scores are equal (sums of 0, ½ and 1 are exact).
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

SIZE, C = 4, 0.3  # of the board; of UCT
BUDGETS = (10, 20, 50, 100, 200, 400, 800, 1600)  # playouts
BETAS = [Fraction(step, 20) for step in range(21)]
Means = dict[Action, Fraction]
Sums = defaultdict[Action, list[Any]]


@cache
def known(seed: int, size: int = SIZE) -> dict[int, tuple[Means, Means]]:
    """For each of `BUDGETS`: what one search by plain UCT on the empty board knows by then, (Q, AMAF)."""
    records = record(Hex(size), BUDGETS[-1], seed=seed, tree_policy=UCB1(C)).iterations
    return means(Hex(size), records, BUDGETS)


def means(
    state: State, records: Iterable[Iteration], marks: Sequence[int]
) -> dict[int, tuple[Means, Means]]:
    """After each of the `marks`, so many records: (Q, AMAF) of the moves in `state`, for the player to move there."""
    own: Sums = defaultdict(lambda: [0, 0.0])
    shared: Sums = defaultdict(lambda: [0, 0.0])
    player, found = state.current_player, {}
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
    """(1−β)·Q + β·AMAF; of a move that was not tried itself AMAF alone, and nothing where β = 0."""
    tried = {action: (1 - beta) * q + beta * shared[action] for action, q in own.items()}
    return (
        tried if not beta else {action: tried.get(action, mean) for action, mean in shared.items()}
    )


@cache
def winning_openings(size: int = SIZE) -> frozenset[Action]:
    """The first moves that win on the empty board against every defence: all positions that matter are looked at.

    A second on 4×4, for ever on 6×6.
    """
    decided: dict[Hex, bool] = {}

    def slant(action: Action) -> tuple[int, int]:
        """The short diagonal first, on it the middle: the sooner a winning move is looked at, the less is left."""
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


def pairs_right(scores: Means, winning: frozenset[Action], size: int = SIZE) -> Fraction:
    """Of all pairs of a winning and a losing move, the share in which the winning one has the higher score.

    Equal scores count half, and so does a pair of which a move has none.  A half is what guessing gets.
    """
    losing = [action for action in range(size**2) if action not in winning]
    points = Fraction(0)
    for good in winning:
        for bad in losing:
            a, b = scores.get(good), scores.get(bad)
            points += Fraction(1, 2) if a is None or b is None or a == b else int(a > b)
    return points / (len(winning) * len(losing))


@cache
def sharpness(seed: int, budget: int, beta: Fraction) -> Fraction:
    """`pairs_right` of one search after so many playouts, mixed by β."""
    return pairs_right(mixed(*known(seed)[budget], beta), winning_openings())
