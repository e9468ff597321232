"""Measure whether heavy playouts and random playouts agree about positions of sudo tic-tac-toe.

    python -m tests.bench.agreement     writes mctslib/course/ch10/agreement.json, in ten minutes

A position is what a random game has reached after about a third of its moves.  From each position
three samples of playouts are made: two with random moves, and one with `blocking`.  The file holds
X's mean reward in each sample.  A position depends only on its number.
"""

import random
from collections.abc import Callable
from statistics import fmean

from mctslib import simulate, uniform
from mctslib.game import State
from mctslib.games import SudoTicTacToe
from mctslib.more_policies import blocking
from tests.bench.keeping import keep

MOVES = {1: 10, 2: 20}  # mode → moves before the position
POSITIONS, PLAYOUTS = 150, 200


def position(mode: int, rng: random.Random) -> State:
    """Return the position that a random game has reached; a game that ended sooner is redrawn."""
    while True:
        state: State = SudoTicTacToe(mode)
        for _ in range(MOVES[mode]):
            if not state.is_terminal():
                state = state.apply(uniform(state, rng))
        if not state.is_terminal():
            return state


def means(mode: int, number: int) -> list[float]:
    """Return X's mean reward at one position: twice with random playouts, once with heavy ones."""
    rng = random.Random(f"agreement {mode}/{number}")
    state = position(mode, rng)
    policies: tuple[Callable, ...] = (uniform, uniform, blocking)
    found = []
    for policy in policies:
        rewards = [simulate(state, rng, policy).rewards[0] for _ in range(PLAYOUTS)]
        found.append(round(fmean(rewards), 4))
    return found


if __name__ == "__main__":
    content = {"command": "python -m tests.bench.agreement", "playouts": PLAYOUTS, "moves": MOVES}
    rows = {mode: [means(mode, number) for number in range(POSITIONS)] for mode in MOVES}
    keep("ch10/agreement", content | {"means": rows})
