"""Define the rules of the games on bitboards for numba; the number `rules[0]` selects the game.

The array `rules` defines the game, and the array `board` contains the position.  Both arrays
consist of 64-bit integers.

    tic-tac-toe     rules = [0, size, 0, 0]
                    board = [x, o, …]     bit `cell` of x is set if X has this cell
    Connect Four    rules = [1, columns, rows, k]
                    board = [x, o, …]     bit column · (rows + 1) + row of x is set if X has this
                                          place
    Sudo            rules = [2, mode, 0, 0]
                    board[0:9]     X's local boards, 9 bits each
                    board[9:18]    O's local boards
                    board[18:20]   the boards that X and O have won
                    board[20]      the numbers of empty cells of the open boards, 7 bits each
                    board[21]      the board to play in, or 9 for any open board
    Hex             rules = [3, size, 0, 0]
                    board          see `hexes.py`

An outcome is twice the reward of player 0 (2 won, 1 drawn, 0 lost), or `OPEN` during the game.

The kernels avoid a branch if arithmetic has the same effect, as in `won << local`, because a branch
that the processor predicts wrongly takes more time than the arithmetic.
"""

import numpy as np

from mctslib.fast.draws import NINE, NTH, SIXTEEN, below, count, nth, part
from mctslib.fast.hexes import hex_play, hex_playout
from mctslib.fast.layout import OPEN, SPLIT
from mctslib.games.bits import with_bits
from mctslib.games.grid import square_lines
from mctslib.games.square import SIZES
from mctslib.games.sudo import ROW

TICTACTOE = 0
CONNECT4 = 1
SUDO = 2
HEX = 3
ANYWHERE = 9  # used instead of the number of a local board; means any open board
SEVENS = with_bits(7 * board for board in range(9))  # the lowest bit in each of nine groups of 7
CELLS = 63  # a mask that keeps the number of any cell of tic-tac-toe


def lines_of_cells() -> np.ndarray:
    """Return the lines through each cell of each board of tic-tac-toe, as bits.

    Place 4 · (64 · size + cell) and the next three places contain the lines through the cell.  If
    fewer than four lines go through the cell, the other places contain −1, which no marks fill.
    """
    lines = np.full((SIZES.stop, 64, 4), -1, np.int64)
    for size in SIZES:
        for cell in range(size**2):
            through = [line for line in square_lines(size) if cell in line]
            for number, line in enumerate(through):
                lines[size, cell, number] = with_bits(line)
    return lines.ravel()


LINES = lines_of_cells()
# for every set of marks on a local board: whether these marks win the board
WON = np.array([bool(row) for row in ROW], np.int8)


# ---------------------------------------------------------------------------- any game


@part
def legal(rules, board):
    """Return the legal actions as the bits of two numbers.

    The actions below `SPLIT` are in the first number, and all others in the second.
    """
    if rules[0] == TICTACTOE:
        return tictactoe_empty(rules, board), 0
    if rules[0] == CONNECT4:
        return connect4_columns(rules, board), 0
    if rules[0] == SUDO:
        return sudo_moves(board)
    return board[0], board[1]


@part
def play(rules, board, player, action):
    """Make a move on `board`, and return the outcome."""
    if rules[0] == TICTACTOE:
        return tictactoe_play(rules, board, player, action)
    if rules[0] == CONNECT4:
        return connect4_play(rules, board, player, action)
    if rules[0] == SUDO:
        return sudo_play(rules, board, player, action)
    return hex_play(rules, board, player, action)


@part
def playout(rules, board, player, rng, line, length):
    """Make random moves until the game is over; return the outcome and the new length of `line`.

    line    the array to which the moves are written
    length  the place at which the first move is written
    """
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
    """Return whether the marks fill a line through the cell."""
    at = (size & 7) << 8 | (cell & CELLS) << 2
    return (
        (marks & LINES[at] == LINES[at])
        | (marks & LINES[at + 1] == LINES[at + 1])
        | (marks & LINES[at + 2] == LINES[at + 2])
        | (marks & LINES[at + 3] == LINES[at + 3])
    )


@part
def tictactoe_empty(rules, board):
    """Return the empty cells as bits."""
    all_cells = (1 << rules[1] * rules[1]) - 1
    return all_cells & ~(board[0] | board[1])


@part
def tictactoe_play(rules, board, player, cell):
    """Mark a cell; return the outcome."""
    board[player] |= 1 << cell
    if full_line(rules[1], board[player], cell):
        return 2 - 2 * player
    if tictactoe_empty(rules, board):
        return OPEN
    return 1


@part
def tictactoe_playout(rules, board, player, rng, line, length):
    """Mark random cells until the game is over; see `playout`."""
    size = rules[1]
    mine, theirs = board[player], board[1 - player]
    x = rng[0]
    empty = tictactoe_empty(rules, board)
    outcome = 1
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
        mine, theirs = theirs, mine
        player = 1 - player
    rng[0] = x
    return outcome, length


# ---------------------------------------------------------------------------- Connect Four


@part
def in_a_row(marks, stride, k):
    """Return whether the marks contain k places in a row.

    stride  the distance from a place to its neighbour in the next column, in bits

    A run of k consists of two shorter runs that overlap or follow each other.
    """
    if k == 4:
        runs = four_in_a_row(marks, 1)
        runs |= four_in_a_row(marks, stride - 1)
        runs |= four_in_a_row(marks, stride)
        runs |= four_in_a_row(marks, stride + 1)
        return runs != 0
    for step in (1, stride - 1, stride, stride + 1):
        runs = marks
        long = 1
        while 2 * long <= k:
            runs &= runs >> long * step
            long *= 2
        if runs & runs >> (k - long) * step:
            return True
    return False


@part
def four_in_a_row(marks, step):
    """Return, as bits, the lowest place of each row of four in one direction."""
    pairs = marks & marks >> step
    return pairs & pairs >> 2 * step


@part
def connect4_columns(rules, board):
    """Return the columns that are not full, as bits."""
    columns = rules[1]
    rows = rules[2]
    taken = board[0] | board[1]
    found = 0
    for column in range(columns):
        top = column * (rows + 1) + rows - 1
        found |= (~taken >> top & 1) << column
    return found


@part
def connect4_play(rules, board, player, column):
    """Drop a disc into a column; return the outcome.

    If the discs of a column and its lowest place are added as binary numbers, the sum gives the
    lowest free place of the column.
    """
    rows = rules[2]
    shift = column * (rows + 1)
    places = ((1 << rows) - 1) << shift
    taken = board[0] | board[1]
    board[player] |= taken + (1 << shift) & places
    if in_a_row(board[player], rows + 1, rules[3]):
        return 2 - 2 * player
    if connect4_columns(rules, board):
        return OPEN
    return 1


@part
def connect4_playout(rules, board, player, rng, line, length):
    """Drop random discs until the game is over; see `playout`."""
    rows = rules[2]
    k = rules[3]
    x = rng[0]
    mine, theirs = board[player], board[1 - player]
    columns = connect4_columns(rules, board)
    n = count(columns)
    while n:
        full = 0
        while not full:  # an inner loop, so that most moves need not wait for the new `columns`
            x, pick = below(x, rng, n)
            column = nth(columns, pick)
            line[length] = column
            length += 1
            shift = column * (rows + 1)
            bit = (mine | theirs) + (1 << shift) & ((1 << rows) - 1) << shift
            mine |= bit
            if in_a_row(mine, rows + 1, k):
                rng[0] = x
                return 2 - 2 * player, length
            full = bit >> shift + rows - 1  # 1 if the column is full now
            mine, theirs = theirs, mine
            player = 1 - player
        columns ^= 1 << column
        n -= 1
    rng[0] = x
    return 1, length


# ---------------------------------------------------------------------------- Sudo tic-tac-toe


@part
def sudo_play(rules, board, player, action):
    """Mark a cell; return the outcome."""
    local = action // 9
    cell = action % 9
    mine = board[9 * player + local] | 1 << cell
    won = int(WON[mine & NINE])
    board[9 * player + local] = mine
    board[18 + player] |= won << local
    board[20] = one_less(board[20], local, won)
    board[21] = cell if board[20] >> 7 * cell & 127 else ANYWHERE
    if won & (WON[board[18 + player] & NINE] | (rules[1] == 1)):
        return 2 - 2 * player
    if board[20]:
        return OPEN
    return 1


@part
def one_less(counts, local, won):
    """Return the counts of empty cells after a move in a local board; a won board gets 0."""
    return counts - (1 << 7 * local) & ~(127 * won << 7 * local)


@part
def sudo_pick(board, counts, local, x, rng):
    """Return the next state x, a random local board, and a random empty cell in this board.

    counts  the numbers of empty cells, as in `board[20]`
    local   the board to play in, or `ANYWHERE` for any open board
    """
    if local < ANYWHERE:
        x, n = below(x, rng, counts >> 7 * local & 127)
    else:
        sums = counts * SEVENS  # 7 bits per board: the empty cells of this and all earlier boards
        x, n = below(x, rng, sums >> 56 & 127)
        local = 0
        for other in range(8):
            local += n >= sums >> 7 * other & 127
        n -= (sums << 7 >> 7 * local) & 127
    free = NINE & ~(board[local] | board[9 + local])
    return x, local, int(NTH[free << 4 | n & SIXTEEN])


@part
def sudo_playout(rules, board, player, rng, line, length):
    """Mark random cells until the game is over; see `playout`."""
    x = rng[0]
    counts = board[20]
    local = board[21]
    mode_1 = int(rules[1] == 1)
    mine, theirs = board[18 + player], board[19 - player]  # the boards won so far
    while True:
        x, local, cell = sudo_pick(board, counts, local, x, rng)
        line[length] = 9 * local + cell
        length += 1
        marks = board[9 * player + local] | 1 << cell
        board[9 * player + local] = marks
        won = int(WON[marks & NINE])
        mine |= won << local
        counts = one_less(counts, local, won)
        if won & (WON[mine & NINE] | mode_1):
            outcome = 2 - 2 * player
            break
        if not counts:
            outcome = 1
            break
        local = cell if counts >> 7 * cell & 127 else ANYWHERE
        mine, theirs = theirs, mine
        player = 1 - player
    rng[0] = x
    return outcome, length


@part
def sudo_moves(board):
    """Return the legal actions as the bits of two numbers (see `legal`)."""
    low, high = 0, 0
    only = board[21]
    for local in range(9):
        is_open = board[20] >> 7 * local & 127
        if is_open and only in (ANYWHERE, local):
            free = NINE & ~(board[local] | board[9 + local])
            if 9 * local < SPLIT:
                low |= free << 9 * local
            else:
                high |= free << 9 * local - SPLIT
    return low, high
