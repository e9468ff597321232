"""Record how tree search and pure random playouts estimate each action.

If the reader presses the stop button, the values at all later marks are nan.
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import nan

from mctslib.arena.players import Estimates, flat_search
from mctslib.arena.thinking import gathered
from mctslib.course.marks import grown
from mctslib.fast.choice import flat
from mctslib.game import Action, State
from mctslib.tree import Node

History = dict[Action, list[float]]
"""Action → its values after several numbers of iterations or playouts."""


def tree_history(state: State, marks: Sequence[int], seed: int, c: float) -> History:
    """Return the values of each action in a growing tree.

    state  the position at the root
    marks  the numbers of iterations, in increasing order
    seed   the seed of the random numbers
    c      the exploration constant, 0 or more

    The result is a dict from each action to its values Q for the player to move, one value for each
    mark.
    """
    trees = grown(state, marks, seed, c)
    return _history(state, marks, map(values_in_tree, trees))


def flat_history(state: State, marks: Sequence[int], seed: int) -> History:
    """Return the mean reward of each action in pure random playouts.

    state  the position from which the playouts start
    marks  the numbers of playouts, in increasing order
    seed   the seed of the random numbers

    The result is a dict from each action to its mean rewards for the player to move, one mean for
    each mark.
    """
    estimates = growing_estimates(state, marks, random.Random(seed))
    return _history(state, marks, map(means_of, estimates))


def values_in_tree(root: Node) -> dict[Action, float]:
    """Return Q of each action that has been tried."""
    return {action: child.value for action, child in root.children.items()}


def means_of(estimates: Estimates) -> dict[Action, float]:
    """Return the mean reward of each action."""
    return {action: mean for action, (_, mean) in estimates.items()}


def growing_estimates(
    state: State, marks: Sequence[int], rng: random.Random
) -> Iterator[Estimates]:
    """Yield the estimates of random playouts at each mark."""
    estimates = None
    done = 0
    for mark in marks:
        estimates = flat(flat_search, state, mark - done, rng, start=estimates)
        done = mark
        yield estimates


def _history(
    state: State, marks: Sequence[int], snapshots: Iterable[Mapping[Action, float]]
) -> History:
    """Return the values grouped by action; the snapshots are grouped by mark."""
    columns = gathered(snapshots, len(marks), "marks")
    missing = len(marks) - len(columns)
    columns += [{}] * missing
    history = {}
    for action in state.legal_actions():
        history[action] = [column.get(action, nan) for column in columns]
    return history
