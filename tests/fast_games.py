"""The games that the compiled engine can play, and positions of these games for its tests."""

import random
from functools import reduce
from math import sqrt

from mctslib.fast.xorshift import Xorshift
from mctslib.games import ConnectFour, Hex, SudoTicTacToe, TicTacToe
from mctslib.policies import UCB1

GAMES = {
    **{f"tic-tac-toe {size}": TicTacToe(size) for size in (3, 4, 5, 6)},
    "Connect Four": ConnectFour(),
    "three in a row, 5 × 4": ConnectFour(5, 4, 3),
    "five in a row, 9 × 5": ConnectFour(9, 5, 5),
    "seven in a row, 3 × 12": ConnectFour(3, 12, 7),
    "two in a row, 12 × 1": ConnectFour(12, 1, 2),
    "Sudo, mode 1": SudoTicTacToe(1),
    "Sudo, mode 2": SudoTicTacToe(2),
    **{f"Hex {size}": Hex(size) for size in (3, 11)},
    "Hex 8, nearly over": reduce(
        Hex.apply, sorted(range(64), key=lambda cell: 37 * cell % 65)[:54], Hex(8)
    ),
}


def position(name: str, seed: int):
    """Return an unfinished position of the game `name`, after at most `seed % 12` random moves."""
    rng = random.Random(f"{name}/{seed}")
    state = GAMES[name]
    for _ in range(seed % 12):
        after = state.apply(rng.choice(state.legal_actions()))
        state = state if after.is_terminal() else after
    return state


def options(seed: int) -> dict:
    """Return options for one search.

    Two calls with the same seed return the same c, and generators that draw the same numbers.
    """
    generator = (random.Random, Xorshift)[seed % 2](seed)
    return {"seed": generator, "tree_policy": UCB1((1.0, 0.0, sqrt(2), 0.3, 10.0)[seed % 5])}
