"""Count what the strokes of a player lose against the best strokes on the uneven green."""

import random
from collections.abc import Iterable

from mctslib.chance import chance_to_move, draw_outcome
from mctslib.course.ch18.exact import all_values, tables
from mctslib.course.ch18.experiments import every_roll, uct
from mctslib.door.entrance import search
from mctslib.games.putting import Putting

ITERATIONS = 3_000  # for each stroke


def lost_by_stroke(green: Putting, seeds: Iterable[int]) -> dict[str, list[float]]:
    """Play one round for each seed, and return what each stroke loses against the best one there.

    green  a green with noise 3, for which the exact values are stored

    The player searches anew before every stroke, and widens only the strokes.  A loss is a
    difference of two probabilities of holing the ball.  The last list has the losses of the strokes
    that plain UCT would play with one stroke left, at the same places.
    """
    lost: dict[str, list[float]] = {"first stroke": [], "second": [], "last": []}
    by_uct = []
    for seed in seeds:
        rng, state = random.Random(seed), green
        while not state.is_terminal():
            if chance_to_move(state):
                state = state.apply(draw_outcome(state, rng))
                continue
            action = search(state, ITERATIONS, seed=rng, **every_roll()).action
            exact = all_values(state, tables())
            list(lost.values())[3 - state.strokes].append(float(exact.max() - exact[action]))
            if state.strokes == 1:
                other = search(state, ITERATIONS, seed=seed, **uct()).action
                by_uct.append(float(exact.max() - exact[other]))
            state = state.apply(action)
    return {**lost, "last, by plain UCT": by_uct}
