"""The bridge between the readable games and their kernels.

To add a game:

1. `rules.py`: give it the next number, say at the top how its position fits into `board` (at most 128 whole
   numbers of 64 bits), and write three functions: its legal actions as bits, `…_play` (one move, returns the
   outcome) and `…_playout` (random moves to the end; action number `below(rng, n)` of the n legal ones).  Name them
   in `legal`, `play` and `playout`.
2. here: write `pack_…(state)`, which returns the numbers of `rules` and of `board`, and enter it in `PACK`.
3. `tests/fast_games.py`: add a position or two.  The tests compare the trace with the readable engine's.

The game must be for two players who take turns, with results 1 : 0, ½ : ½ and 0 : 1, at most 121 actions a position,
each a number from 0 to 125, and at most 127 moves.  `mctslib.fast` then picks it up by itself.
"""

import random
from collections.abc import Callable, Sequence

from mctslib.fast.xorshift import Xorshift
from mctslib.game import State
from mctslib.games import ConnectFour, Hex, SudoTicTacToe, TicTacToe
from mctslib.games.board import MARKS
from mctslib.games.hex import NEAR, bits, spread
from mctslib.policies import UCB1, RolloutPolicy, TreePolicy, uniform
from mctslib.search import PHASES, Phases

Packed = tuple[Sequence[int], Sequence[int]]  # rules, board

TICTACTOE, CONNECT4, SUDO, HEX = range(4)
ANYWHERE = 9


class NoKernel(ValueError):
    """The compiled engine does not play this game, or does not offer this option; the message says which."""


def pack_tictactoe(state: TicTacToe) -> Packed:
    marks = []
    for mark in MARKS:
        marks.append(sum(1 << cell for cell, owner in enumerate(state.board) if owner == mark))
    return (TICTACTOE, state.size), marks


def pack_connect4(state: ConnectFour) -> Packed:
    columns, rows, k = state.shape
    if columns * (rows + 1) > 63:
        raise NoKernel(
            f"The compiled engine has no room for {columns} × {rows} places; `search` does it."
        )
    return (CONNECT4, columns, rows, k), (state.x, state.o)


def pack_sudo(state: SudoTicTacToe) -> Packed:
    """The local boards of X and of O, the boards won, 7 bits for the empty cells of each open board, where to play."""
    marks, taken = (state.x, state.o), state.x | state.o
    locals_ = [player >> 9 * board & 511 for player in marks for board in range(9)]
    empty = [
        0 if taken >> 81 + board & 1 else 9 - (taken >> 9 * board & 511).bit_count()
        for board in range(9)
    ]
    boards = {action // 9 for action in state.actions}
    where = boards.pop() if len(boards) == 1 else ANYWHERE
    counts = sum(number << 7 * board for board, number in enumerate(empty))
    return (SUDO, state.mode), (*locals_, state.x >> 81, state.o >> 81, counts, where)


def pack_hex(state: Hex) -> Packed:
    """The empty cells, and the marks as trees: joined ones hang on one of them, which knows the sides they reach."""
    cells, near = state.size**2, NEAR[state.size]
    board = [0] * cells + [
        1 + side % 2 << 9 | 1 + side // 2 << 7 | 2 + cells + side for side in range(4)
    ]
    for player, left in enumerate((state.x, state.o)):
        while left:
            root = left.bit_length() - 1
            chain = spread(near, left, 0, root)
            left &= ~chain
            for cell in bits(chain):
                board[cell] = 1 + player << 7 | 2 + root
            board[root] |= sum(512 << end for end in (0, 1) if chain & state.joined[player][end])
    empty = (1 << cells) - 1 & ~(state.x | state.o)
    return (HEX, state.size), (empty & (1 << 63) - 1, empty >> 63, *board)


PACK: dict[type, Callable[..., Packed]] = {
    TicTacToe: pack_tictactoe,
    ConnectFour: pack_connect4,
    SudoTicTacToe: pack_sudo,
    Hex: pack_hex,
}


def pack(state: State) -> Packed:
    """The numbers of `rules` and of `board`.  Raises `NoKernel` for a game that has none."""
    if type(state) not in PACK:
        raise NoKernel(
            f"The compiled engine does not play {type(state).__name__}; `mctslib.search` does."
        )
    return PACK[type(state)](state)


def refuse(
    rng: random.Random,
    tree_policy: TreePolicy = UCB1(),
    rollout_policy: RolloutPolicy = uniform,
    phases: Phases = PHASES,
    other: str = "`mctslib.search`",
) -> None:
    """Raise `NoKernel` for an option that the compiled engine does not offer; `other` is what does."""
    if type(rng) not in (random.Random, Xorshift):
        name = type(rng).__name__
        raise NoKernel(
            f"The compiled engine takes numbers from Random or Xorshift, not {name}; {other} does."
        )
    if type(tree_policy) is not UCB1:
        raise NoKernel(
            f"The compiled engine has UCB1(c) and no other tree policy; {other} takes any."
        )
    if rollout_policy is not uniform:
        raise NoKernel(
            f"The compiled engine has uniform playouts and no others; {other} takes any."
        )
    if phases != PHASES:
        raise NoKernel(f"The compiled engine has its own four phases; {other} takes any.")
