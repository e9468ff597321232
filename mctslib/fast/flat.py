"""Flat Monte Carlo on the kernels: playouts without a tree."""

import random
from math import nan

import numpy as np

from mctslib.fast import kernels
from mctslib.fast.engine import as_generator, load, store
from mctslib.fast.games import refuse
from mctslib.fast.tree import FastTree
from mctslib.fast.warm import ready
from mctslib.game import Action, State
from mctslib.limits import whole_number

AT_ONCE = 10_000  # playouts; then an interrupt can act


def flat_search(
    state: State,
    playouts: int,
    seed: random.Random | int | None = None,
    *,
    start: dict[Action, tuple[int, float]] | None = None,
) -> dict[Action, tuple[int, float]]:
    """Flat Monte Carlo as in `mctslib.arena.players`: action → (visits, mean reward of the player to move)."""
    playouts = whole_number("playouts", playouts)
    rng, actions, tree = as_generator(seed), state.legal_actions(), FastTree(state)
    refuse(rng)
    if not actions:
        raise ValueError(f"The game is over, there is nothing to search.\n{state}")
    ready()
    begun = [start[action] if start else (0, nan) for action in actions]
    visits = np.array([n for n, _ in begun], np.int64)
    points = np.array([round(2 * n * mean) if n else 0 for n, mean in begun], np.int64)
    words, (board, _, line), last = load(rng), kernels.new_scratch(), int(visits.sum()) + playouts
    for turn in range(last - playouts, last, AT_ONCE):
        some = min(AT_ONCE, last - turn)
        kernels.flat(
            tree.rules,
            tree.board,
            state.current_player,
            words,
            some,
            turn,
            visits,
            points,
            board,
            line,
        )
    store(words, rng)
    found = zip(actions, visits.tolist(), points.tolist())
    return {action: (n, total / 2 / n if n else nan) for action, n, total in found}
