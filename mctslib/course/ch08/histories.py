"""What tree search and pure random playouts think of each action, followed over many playouts.

The stop button ends a history at the mark reached by then, which is printed; at the others it is
nan.
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import nan

from mctslib.arena.players import Estimates, flat_search
from mctslib.arena.thinking import gathered
from mctslib.course.marks import grown
from mctslib.fast.choice import flat
from mctslib.game import Action, State


def tree_history(
    state: State, marks: Sequence[int], seed: int, c: float
) -> dict[Action, list[float]]:
    """MCTS: action → its value Q for the player to move, at each of the iteration counts `marks`."""
    trees = grown(state, marks, seed, c)
    return _history(
        state,
        marks,
        ({action: child.value for action, child in root.children.items()} for root in trees),
    )


def flat_history(state: State, marks: Sequence[int], seed: int) -> dict[Action, list[float]]:
    """Pure random playouts: action → its mean reward, after each of the playout counts `marks`."""
    looks = _flat(state, marks, random.Random(seed))
    return _history(
        state,
        marks,
        ({action: value for action, (_, value) in estimates.items()} for estimates in looks),
    )


def _flat(state: State, marks: Sequence[int], rng: random.Random) -> Iterator[Estimates]:
    estimates, done = None, 0
    for mark in marks:
        estimates, done = flat(flat_search, state, mark - done, rng, start=estimates), mark
        yield estimates


def _history(
    state: State, marks: Sequence[int], looks: Iterable[Mapping[Action, float]]
) -> dict[Action, list[float]]:
    columns = gathered(looks, len(marks), "marks")
    columns += [{}] * (len(marks) - len(columns))
    return {
        action: [column.get(action, nan) for column in columns] for action in state.legal_actions()
    }
