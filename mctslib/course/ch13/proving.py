"""Measure the work that plain UCT, the solver and alpha-beta need for a proof."""

from collections.abc import Callable
from statistics import median
from typing import Any, NamedTuple

from mctslib.course.ch13.positions import POSITIONS
from mctslib.door.entrance import search
from mctslib.game import State
from mctslib.methods.solver import Solver
from mctslib.policies import UCB1

MOST = 9_000  # iterations after which a search without a proof ends


class Effort(NamedTuple):
    """The work needed to prove one position; the first three numbers are medians over seeds.

    plain_iterations  iterations until the tree of plain UCT contains the proof
    iterations        iterations until the solver has proved the root
    nodes             the number of nodes in the solver's tree when the root is proved
    looked_at         the number of positions that alpha-beta visits, which does not depend on a
                      seed
    """

    plain_iterations: float
    iterations: float
    nodes: float
    looked_at: int


def alpha_beta(state: State, low: float, high: float, look: Callable[[], None]) -> float:
    """Return the value of `state` for the player to move, without caching positions.

    low, high  the bounds of the search, each from 0 to 1: elsewhere in the tree, the player to move
               can secure at least `low`, and the opponent can keep this player's reward down to
               `high`
    look       a function that is called at each position
    """
    look()
    if state.is_terminal():
        return state.rewards()[state.current_player]
    best = 0.0
    for action in state.legal_actions():
        value = 1 - alpha_beta(state.apply(action), 1 - high, 1 - low, look)
        best = max(best, value)
        low = max(low, best)
        if low >= high or best == 1:
            break
    return best


def positions_looked_at(state: State) -> int:
    """Count the positions that alpha-beta visits to prove the value of `state`.

    The actions are tried in the order of `legal_actions`, and no position is cached.  So a position
    that can be reached by two orders of moves may be visited twice.
    """
    count = 0

    def look() -> None:
        nonlocal count
        count += 1

    alpha_beta(state, 0, 1, look)
    return count


def effort(state: State, seeds: int = 20) -> Effort:
    """Measure the work needed to prove the value of `state`.

    seeds  the number of searches of each kind
    """
    plain = []
    proofs = []
    for seed in range(seeds):
        options: dict[str, Any] = Solver(decisive=False).options()
        proofs.append(search(state, MOST, seed=seed, **options))
        # Plain UCT also records facts, but does not use them.
        options = Solver(decisive=False).options() | {"tree_policy": UCB1()}
        plain.append(search(state, MOST, seed=seed, **options))
    return Effort(
        median(found.iterations for found in plain),
        median(found.iterations for found in proofs),
        median(found.root.size() for found in proofs),
        positions_looked_at(state),
    )


def efforts() -> dict[str, Effort]:
    """Measure the work needed to prove each of the six positions of the chapter."""
    return {name: effort(puzzle.state) for name, puzzle in POSITIONS.items()}
