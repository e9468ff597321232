"""Run flat Monte Carlo with the compiled engine: playouts without a tree."""

import random
from math import nan

import numpy as np

from mctslib.door.limits import whole_number
from mctslib.fast import kernels
from mctslib.fast.engine import as_generator, load, store
from mctslib.fast.games import refuse
from mctslib.fast.tree import FastTree
from mctslib.fast.warm import ready
from mctslib.game import Action, State

AT_ONCE = 10_000  # the number of playouts between two checks for an interrupt


def flat_search(
    state: State,
    playouts: int,
    seed: random.Random | int | None = None,
    *,
    start: dict[Action, tuple[int, float]] | None = None,
) -> dict[Action, tuple[int, float]]:
    """Search without a tree; return the visits and the mean reward of each action.

    The arguments, results and errors are the same as for `mctslib.arena.players.flat_search`.
    Raises `NoKernel` for a game without kernels.
    """
    playouts = whole_number("playouts", playouts)
    rng = as_generator(seed)
    tree = FastTree(state)
    refuse(rng)
    actions = state.legal_actions()
    if not actions:
        raise ValueError(f"The game is over, so there is nothing to search.\n{state}")
    ready()
    visits = np.zeros(len(actions), np.int64)
    points = np.zeros(len(actions), np.int64)  # twice the sum of the rewards
    if start:
        for k, action in enumerate(actions):
            count, mean = start[action]
            if count:
                visits[k] = count
                points[k] = round(2 * count * mean)
    words = load(rng)
    board, _, line = kernels.new_scratch()
    position = tree.rules, tree.board, state.current_player
    first = int(visits.sum())
    last = first + playouts
    for turn in range(first, last, AT_ONCE):
        some = min(AT_ONCE, last - turn)
        kernels.flat(*position, words, some, turn, visits, points, board, line)
    store(words, rng)
    found = {}
    for action, count, total in zip(actions, visits.tolist(), points.tolist()):
        found[action] = (count, total / 2 / count if count else nan)
    return found
