"""Translate positions of the readable games for the kernels.

To add a game:

1. In `rules.py`, give the game the next number, and describe at the top of the file how a position
   is stored in `board`, an array of at most 128 integers of 64 bits.  Then write three
   functions.  The first function returns the legal actions as bits.  `…_play` makes a move and
   returns the outcome.  `…_playout` makes random moves until the game is over: of n legal actions
   it takes the action whose number `below` returns for n.  Call these functions in `legal`, `play`
   and `playout`.
2. In this file, write `pack_…(state)`, which returns the numbers of `rules` and of `board`, and
   enter the function in `PACK`.
3. In `tests/fast_games.py`, add one or two positions.  The tests compare the traces of both
   engines.

The game must be for two players who take turns, with results 1 : 0, ½ : ½ and 0 : 1.  A position
has at most 121 actions, each of which is a number from 0 to 125.  A game has at most 127 moves.
After these steps `mctslib.fast` uses the kernels whenever possible.
"""

import random
from collections.abc import Callable, Sequence

from mctslib.fast.xorshift import Xorshift
from mctslib.game import State
from mctslib.games import ConnectFour, Hex, SudoTicTacToe, TicTacToe
from mctslib.games.bits import places_of
from mctslib.games.board import EMPTY
from mctslib.games.hex import NEAR, spread
from mctslib.games.sudo import BOARD
from mctslib.games.sudo import WON as WON_BOARDS
from mctslib.policies import UCB1, RolloutPolicy, TreePolicy, uniform
from mctslib.search import PHASES, Phases

Packed = tuple[Sequence[int], Sequence[int]]
"""The numbers of `rules` and the numbers of `board`."""

# The same numbers as in `rules.py`.  This file does not import `rules.py`, which loads numba.
TICTACTOE, CONNECT4, SUDO, HEX = range(4)
ANYWHERE = 9
X_AS_ONE = str.maketrans("XO" + EMPTY, "100")
O_AS_ONE = str.maketrans("XO" + EMPTY, "010")


class NoKernel(ValueError):
    """Raised if the compiled engine has no kernels for a game, or does not support an option.

    The message names the game or the option.
    """


def pack_tictactoe(state: TicTacToe) -> Packed:
    """Return the size of a position, and the cells of X and of O as bits."""
    last_cell_first = state.board[::-1]  # because a written number begins with its highest digit
    of_x = int(last_cell_first.translate(X_AS_ONE), base=2)
    of_o = int(last_cell_first.translate(O_AS_ONE), base=2)
    return (TICTACTOE, state.size), (of_x, of_o)


def pack_connect4(state: ConnectFour) -> Packed:
    """Return the shape of a position, and the places of X and of O as bits.

    Raises `NoKernel` for a board with more than 63 places.
    """
    columns, rows, k = state.shape
    if columns * (rows + 1) > 63:
        raise NoKernel(
            f"The compiled engine has no room for {columns} × {rows} places; use `search`."
        )
    return (CONNECT4, columns, rows, k), (state.x, state.o)


def pack_sudo(state: SudoTicTacToe) -> Packed:
    """Return the mode of a position, and its boards as `rules.py` describes them."""
    local_boards = []
    for marks in (state.x, state.o):
        local_boards += [marks >> 9 * board & BOARD for board in range(9)]
    boards_won = [state.x >> WON_BOARDS, state.o >> WON_BOARDS]
    taken = state.x | state.o
    counts = 0
    for board in range(9):
        is_won = taken >> WON_BOARDS + board & 1
        if not is_won:
            empty = 9 - (taken >> 9 * board & BOARD).bit_count()
            counts |= empty << 7 * board
    playable = {action // 9 for action in state.actions}
    where = playable.pop() if len(playable) == 1 else ANYWHERE
    return (SUDO, state.mode), (*local_boards, *boards_won, counts, where)


def pack_hex(state: Hex) -> Packed:
    """Return the size of a position, and its empty cells and joined marks.

    `hexes.py` describes how these data are stored.  Joined marks form a tree, whose root stores the
    sides that these marks reach.
    """
    cells = state.size**2
    board = [0] * cells
    for side in range(4):  # top, bottom, left, right: first X's two sides, then O's two sides
        end = 1 + side % 2
        owner = 1 + side // 2
        board.append(end << 9 | owner << 7 | 2 + cells + side)
    for player in (0, 1):
        pack_chains(state, player, board)
    empty = (1 << cells) - 1 & ~(state.x | state.o)
    return (HEX, state.size), (empty & (1 << 63) - 1, empty >> 63, *board)


def pack_chains(state: Hex, player: int, board: list[int]) -> None:
    """Write a player's marks into `board`; each chain of joined marks becomes a tree."""
    near = NEAR[state.size]
    left = state.marks_of(player)
    while left:
        root = left.bit_length() - 1
        chain = spread(near, left, 0, root)
        left &= ~chain
        for cell in places_of(chain):
            board[cell] = 1 + player << 7 | 2 + root
        for end in (0, 1):
            if chain & state.joined[player][end]:
                board[root] += 512 << end


PACK: dict[type, Callable[..., Packed]] = {
    TicTacToe: pack_tictactoe,
    ConnectFour: pack_connect4,
    SudoTicTacToe: pack_sudo,
    Hex: pack_hex,
}


def pack(state: State) -> Packed:
    """Return the numbers of `rules` and of `board` for a position.

    Raises `NoKernel` for a game without kernels.
    """
    if type(state) not in PACK:
        raise NoKernel(
            f"The compiled engine has no kernels for {type(state).__name__}; use `mctslib.search`."
        )
    return PACK[type(state)](state)


def refuse(
    rng: random.Random,
    tree_policy: TreePolicy = UCB1(),
    rollout_policy: RolloutPolicy = uniform,
    phases: Phases = PHASES,
    other: str = "`mctslib.search`",
) -> None:
    """Raise `NoKernel` for an option that the compiled engine does not support.

    other   the search that the message recommends, because it supports the option
    """
    if type(rng) not in (random.Random, Xorshift):
        name = type(rng).__name__
        raise NoKernel(
            f"The compiled engine supports only Random and Xorshift, not {name}; use {other}."
        )
    if type(tree_policy) is not UCB1:
        raise NoKernel(
            f"The compiled engine has only the tree policy UCB1(c); for others use {other}."
        )
    if rollout_policy is not uniform:
        raise NoKernel(f"The compiled engine has only uniform playouts; for others use {other}.")
    if phases is not PHASES and phases != PHASES:
        raise NoKernel(f"The compiled engine has its own four phases; for others use {other}.")
