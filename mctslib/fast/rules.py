"""The rules on bitboards, compiled by numba; the game is picked by a number and an `if`.

`rules` is an array that says which game is played, `board` the position: 64-bit whole numbers.

    tic-tac-toe     rules = [0, size, 0, 0]             board = [x, o, …]     bit `cell` of x: X has it
    Connect Four    rules = [1, columns, rows, k]       board = [x, o, …]     bit column · (rows + 1) + row
    Sudo            rules = [2, mode, 0, 0]             board[0:9] X's local boards, board[9:18] O's, 9 bits each;
                                                        board[18], board[19] the boards X and O have won;
                                                        board[20] the empty cells of each open board, 7 bits each;
                                                        board[21] the board to play in, 9 for any
    Hex             rules = [3, size, 0, 0]             see `hexes.py`

An outcome is twice player 0's reward: 2 won, 1 drawn, 0 lost; `OPEN` while the game goes on.
"""

import numpy as np

from mctslib.fast.draws import NINE, NTH, SIXTEEN, below, count, nth, part
from mctslib.fast.hexes import hex_play, hex_playout
from mctslib.fast.layout import OPEN, SPLIT
from mctslib.games.grid import square_lines
from mctslib.games.sudo import ROW

TICTACTOE, CONNECT4, SUDO, HEX = 0, 1, 2, 3
SEVENS = sum(1 << 7 * board for board in range(9))
CELLS = 63  # more than any tic-tac-toe board has, and a mask

WON = np.array([bool(row) for row in ROW], np.int8)
# Place 4 · (64 · size + cell) and the next three hold the lines through the cell; −1 is never full.
_LINES = np.full((7, 64, 4), -1, np.int64)
for _size in range(3, 7):
    for _cell in range(_size**2):
        _through = [line for line in square_lines(_size) if _cell in line]
        for _number, _line in enumerate(_through):
            _LINES[_size, _cell, _number] = sum(1 << cell for cell in _line)
LINES = _LINES.ravel()


# ---------------------------------------------------------------------------- any game


@part
def legal(rules, board):
    """The legal actions as the bits of two numbers: those below `SPLIT` in the first, the others in the second."""
    if rules[0] == TICTACTOE:
        return tictactoe_empty(rules, board), 0
    if rules[0] == CONNECT4:
        return connect4_columns(rules, board), 0
    return sudo_moves(board) if rules[0] == SUDO else (board[0], board[1])


@part
def play(rules, board, player, action):
    """Make a move on `board`; returns the outcome."""
    if rules[0] == TICTACTOE:
        return tictactoe_play(rules, board, player, action)
    if rules[0] == CONNECT4:
        return connect4_play(rules, board, player, action)
    return (
        sudo_play(rules, board, player, action)
        if rules[0] == SUDO
        else hex_play(rules, board, player, action)
    )


@part
def playout(rules, board, player, rng, line, length):
    """Random moves to the end, written into `line` from place `length`; returns the outcome and the new length."""
    if rules[0] == TICTACTOE:
        return tictactoe_playout(rules, board, player, rng, line, length)
    if rules[0] == CONNECT4:
        return connect4_playout(rules, board, player, rng, line, length)
    if rules[0] == SUDO:
        return sudo_playout(rules, board, player, rng, line, length)
    return hex_playout(rules, board, player, rng, line, length)


# ---------------------------------------------------------------------------- tic-tac-toe


@part
def full_line(size, marks, cell):
    """Whether `marks` fill a line through `cell`."""
    at = (size & 7) << 8 | (cell & CELLS) << 2
    return (
        (marks & LINES[at] == LINES[at])
        | (marks & LINES[at + 1] == LINES[at + 1])
        | (marks & LINES[at + 2] == LINES[at + 2])
        | (marks & LINES[at + 3] == LINES[at + 3])
    )


@part
def tictactoe_empty(rules, board):
    return ((1 << rules[1] * rules[1]) - 1) & ~(board[0] | board[1])


@part
def tictactoe_play(rules, board, player, cell):
    board[player] |= 1 << cell
    if full_line(rules[1], board[player], cell):
        return 2 - 2 * player
    return OPEN if tictactoe_empty(rules, board) else 1


@part
def tictactoe_playout(rules, board, player, rng, line, length):
    size, mine, theirs, x = rules[1], board[player], board[1 - player], rng[0]
    empty, outcome = tictactoe_empty(rules, board), 1
    for n in range(count(empty), 0, -1):
        x, k = below(x, rng, n)
        cell = nth(empty, k)
        line[length] = cell
        length += 1
        empty ^= 1 << cell
        mine |= 1 << cell
        if full_line(size, mine, cell):
            outcome = 2 - 2 * player
            break
        mine, theirs, player = theirs, mine, 1 - player
    rng[0] = x
    return outcome, length


# ---------------------------------------------------------------------------- Connect Four


@part
def in_a_row(marks, stride, k):
    """Whether `marks` hold k in a row; a run of k is two shorter ones, a step or more apart."""
    if k == 4:
        return (
            four_in_a_row(marks, 1)
            | four_in_a_row(marks, stride - 1)
            | four_in_a_row(marks, stride)
            | four_in_a_row(marks, stride + 1)
            != 0
        )
    for step in (1, stride - 1, stride, stride + 1):
        runs, long = marks, 1
        while 2 * long <= k:
            runs &= runs >> long * step
            long *= 2
        if runs & runs >> (k - long) * step:
            return True
    return False


@part
def four_in_a_row(marks, step):
    pairs = marks & marks >> step
    return pairs & pairs >> 2 * step


@part
def connect4_columns(rules, board):
    """The columns that are not full, as bits."""
    taken, found = board[0] | board[1], 0
    for column in range(rules[1]):
        found |= (~taken >> (column * (rules[2] + 1) + rules[2] - 1) & 1) << column
    return found


@part
def connect4_play(rules, board, player, column):
    rows = rules[2]
    taken, shift = board[0] | board[1], column * (rows + 1)
    board[player] |= taken + (1 << shift) & ((1 << rows) - 1) << shift
    if in_a_row(board[player], rows + 1, rules[3]):
        return 2 - 2 * player
    return OPEN if connect4_columns(rules, board) else 1


@part
def connect4_playout(rules, board, player, rng, line, length):
    rows, k, x = rules[2], rules[3], rng[0]
    mine, theirs = board[player], board[1 - player]
    columns, outcome = connect4_columns(rules, board), 1
    n = count(columns)
    while n:
        x, pick = below(x, rng, n)
        column = nth(columns, pick)
        line[length] = column
        length += 1
        shift = column * (rows + 1)
        bit = (mine | theirs) + (1 << shift) & ((1 << rows) - 1) << shift
        mine |= bit
        if in_a_row(mine, rows + 1, k):
            outcome = 2 - 2 * player
            break
        full = bit >> shift + rows - 1  # 1 if the column is full now
        columns ^= full << column
        n -= full
        mine, theirs, player = theirs, mine, 1 - player
    rng[0] = x
    return outcome, length


# ---------------------------------------------------------------------------- Sudo tic-tac-toe


@part
def sudo_play(rules, board, player, action):
    local, cell = action // 9, action % 9
    mine = board[9 * player + local] | 1 << cell
    won = int(WON[mine & NINE])
    board[9 * player + local] = mine
    board[18 + player] |= won << local
    board[20] = board[20] - (1 << 7 * local) & ~(
        127 * won << 7 * local
    )  # a board that is won is closed
    board[21] = cell if board[20] >> 7 * cell & 127 else 9
    if won & (WON[board[18 + player] & NINE] | (rules[1] == 1)):
        return 2 - 2 * player
    return OPEN if board[20] else 1


@part
def sudo_pick(board, counts, local, x, rng):
    """The next x, and a random local board and cell in it: in the board one was sent to, or in all that are open."""
    if local < 9:
        x, n = below(x, rng, counts >> 7 * local & 127)
    else:
        sums = counts * SEVENS  # in its 7 bits each board has the empty cells up to and with it
        x, n = below(x, rng, sums >> 56 & 127)
        local = 0
        for other in range(8):
            local += n >= sums >> 7 * other & 127
        n -= (sums << 7 >> 7 * local) & 127
    free = NINE & ~(board[local] | board[9 + local])
    return x, local, int(NTH[free << 4 | n & SIXTEEN])


@part
def sudo_playout(rules, board, player, rng, line, length):
    x, counts, local, mode_1 = rng[0], board[20], board[21], int(rules[1] == 1)
    mine, theirs = board[18 + player], board[19 - player]  # the boards won
    while True:
        x, local, cell = sudo_pick(board, counts, local, x, rng)
        line[length] = 9 * local + cell
        length += 1
        marks = board[9 * player + local] | 1 << cell
        board[9 * player + local] = marks
        won = int(WON[marks & NINE])
        mine |= won << local
        counts = counts - (1 << 7 * local) & ~(127 * won << 7 * local)
        if won & (WON[mine & NINE] | mode_1):
            outcome = 2 - 2 * player
            break
        if not counts:
            outcome = 1
            break
        local = cell if counts >> 7 * cell & 127 else 9
        mine, theirs, player = theirs, mine, 1 - player
    rng[0] = x
    return outcome, length


@part
def sudo_moves(board):
    low, high, only = 0, 0, board[21]
    for local in range(9):
        if (only == 9 or only == local) and board[20] >> 7 * local & 127:
            free = NINE & ~(board[local] | board[9 + local])
            low |= free << 9 * local if 9 * local < SPLIT else 0
            high |= free << 9 * local - SPLIT if 9 * local >= SPLIT else 0
    return low, high
