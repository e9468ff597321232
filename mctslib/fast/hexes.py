"""Define the rules of Hex on arrays for numba: joined marks, and the sides that they reach.

rules = [3, size, 0, 0]
board[0], board[1]   the empty cells, 63 bits each
from board[2] on     the cells, then the top, bottom, left and right side: 0 for an empty cell, else
                     128 · (player + 1) + the place of its parent among the marks joined to it.  A
                     root is its own parent.  Add 512 if these marks reach the player's first side,
                     and 1024 if they reach the second side.
"""

import numpy as np

from mctslib.fast.draws import below, count, nth, part
from mctslib.fast.layout import OPEN, SPLIT
from mctslib.games.hex import SIZES, around

# The six entries of `NEAR` from index 8 · (128 · size + cell) on are the places in `board` of the
# cell's neighbours.
_NEAR = np.zeros((12, 128, 8), np.int8)
for _size in SIZES:
    for _cell in range(_size**2):
        _NEAR[_size, _cell, :6] = [2 + near for near in around(_size, _cell)]
NEAR = _NEAR.ravel()


@part
def hex_join(size, board, player, cell):
    """Mark a cell, join it to the player's marks around it, and return whether the player has won.

    The player has won if the joined marks reach both sides (union-find; Galler and Fischer, 1964).
    """
    root = cell + 2
    ends = 0
    owner = player + 1
    at = (size & 15) << 10 | (cell & 127) << 3
    board[root] = owner << 7 | root
    for k in range(6):
        other = int(NEAR[at + k])
        if board[other & 127] >> 7 & 3 == owner:
            while board[other & 127] & 127 != other:
                other = board[other & 127] & 127
            if other != root:
                ends |= board[other & 127] >> 9
                board[root] = owner << 7 | other
                root = other
    board[root] = ends << 9 | owner << 7 | root
    return ends == 3


@part
def hex_play(rules, board, player, cell):
    """Make a move on `board`; return the outcome."""
    board[int(cell >= SPLIT)] ^= 1 << (cell - SPLIT if cell >= SPLIT else cell)
    return 2 - 2 * player if hex_join(rules[1], board, player, cell) else OPEN


@part
def hex_playout(rules, board, player, rng, line, length):
    """Make random moves until the game is over; return the outcome and the new length of `line`."""
    x = rng[0]
    low = board[0]
    high = board[1]
    left, right = count(low), count(high)
    while True:
        x, k = below(x, rng, left + right)
        second = int(k >= left)
        cell = nth(high if second else low, k - second * left)
        low ^= 1 - second << cell
        high ^= second << cell
        left, right = left - 1 + second, right - second
        cell += second * SPLIT
        line[length] = cell
        length += 1
        if hex_join(rules[1], board, player, cell):
            rng[0] = x
            return 2 - 2 * player, length
        player = 1 - player
