"""Compare each game with a naive implementation that uses lists instead of bits and tables.

Two more facts are checked in each position: the numbers of marks are right, and the last cell
played has the mover's mark.  The long tests play 20,000 random games of each game.
"""

import copy
import pickle
import random
from functools import partial

import numpy as np
import pytest
from all_games import classes_of, games_with
from toys import Script

from mctslib import TicTacToe
from mctslib.fast.games import PACK
from mctslib.games import ConnectFour, Hex, Nim, SudoTicTacToe
from mctslib.more_policies import blocking, decisive_actions, loses, wins
from mctslib.policies import uniform

THREE_IN_A_ROW = [
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
]


def three_in_a_row(cells):
    """Return the mark that fills a row, column or diagonal of nine cells, or None."""
    for a, b, c in THREE_IN_A_ROW:
        if cells[a] in ("X", "O") and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None


class NaiveSudo:
    def __init__(self, mode):
        self.mode, self.boards, self.sent, self.mover = (
            mode,
            [["."] * 9 for _ in range(9)],
            None,
            "X",
        )

    def closed(self, board):
        return three_in_a_row(self.boards[board]) is not None or "." not in self.boards[board]

    def winner(self):
        won = [three_in_a_row(board) for board in self.boards]
        return next(filter(None, won), None) if self.mode == 1 else three_in_a_row(won)

    def actions(self):
        if self.winner():
            return []
        free = self.sent is None or self.closed(self.sent)
        boards = [b for b in range(9) if not self.closed(b)] if free else [self.sent]
        found = []
        for board in boards:
            found += [9 * board + cell for cell in range(9) if self.boards[board][cell] == "."]
        return found

    def play(self, action):
        self.boards[action // 9][action % 9] = self.mover
        self.sent, self.mover = action % 9, "O" if self.mover == "X" else "X"

    def picture(self):
        rows = []
        for row in range(9):
            three = self.boards[row // 3 * 3 : row // 3 * 3 + 3]
            rows.append("".join("".join(board[row % 3 * 3 : row % 3 * 3 + 3]) for board in three))
        return "".join(rows)

    def cell(self, action):
        board, cell = divmod(action, 9)
        return (3 * (board // 3) + cell // 3) * 9 + 3 * (board % 3) + cell % 3


class NaiveConnectFour:
    def __init__(self, columns, rows, k):
        self.columns, self.rows, self.k, self.mover = columns, rows, k, "X"
        self.stacks = [[] for _ in range(columns)]

    def at(self, column, row):
        inside = 0 <= column < self.columns and 0 <= row < len(self.stacks[column])
        return self.stacks[column][row] if inside else "."

    def winner(self):
        for column, stack in enumerate(self.stacks):
            for row, mark in enumerate(stack):
                for dc, dr in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if all(
                        self.at(column + n * dc, row + n * dr) == mark for n in range(1, self.k)
                    ):
                        return mark
        return None

    def actions(self):
        return (
            []
            if self.winner()
            else [c for c in range(self.columns) if len(self.stacks[c]) < self.rows]
        )

    def play(self, action):
        self.stacks[action].append(self.mover)
        self.mover = "O" if self.mover == "X" else "X"

    def picture(self):
        return "".join(
            self.at(c, r) for r in reversed(range(self.rows)) for c in range(self.columns)
        )

    def cell(self, action):
        return (self.rows - 1 - len(self.stacks[action])) * self.columns + action


class NaiveTicTacToe:
    def __init__(self, size):
        self.size, self.board, self.mover = size, ["."] * size**2, "X"

    def winner(self):
        side = range(self.size)
        rows = [[self.board[self.size * r + c] for c in side] for r in side]
        lines = [*rows, *zip(*rows), [rows[k][k] for k in side], [rows[k][-1 - k] for k in side]]
        return next((line[0] for line in lines if set(line) in ({"X"}, {"O"})), None)

    def actions(self):
        return [] if self.winner() else [k for k, mark in enumerate(self.board) if mark == "."]

    def play(self, action):
        self.board[action] = self.mover
        self.mover = "O" if self.mover == "X" else "X"

    def picture(self):
        return "".join(self.board)

    def cell(self, action):
        return action


class NaiveHex(NaiveTicTacToe):
    def winner(self):
        return next((mark for mark, way in (("X", 0), ("O", 1)) if self.joined(mark, way)), None)

    def joined(self, mark, way):
        """Return whether the marks connect the first row or column with the last.

        `way` 0 stands for rows, and `way` 1 for columns.
        """
        theirs = {divmod(k, self.size) for k, one in enumerate(self.board) if one == mark}
        reached = {cell for cell in theirs if cell[way] == 0}
        for _ in theirs:
            reached |= {cell for cell in theirs if any(touch(cell, other) for other in reached)}
        return any(cell[way] == self.size - 1 for cell in reached)


NEXT_TO = {(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)}


def touch(cell, other):
    """Return whether two cells (row, column) of a hexagonal board are neighbours."""
    return (cell[0] - other[0], cell[1] - other[1]) in NEXT_TO


# In each pair, the first function makes a game's first position; the second makes the naive game.
# The naive rules have to be written by hand.  A test below fails if a game with compiled rules has
# no naive rules.
PAIRS = {
    "sudo 1": (partial(SudoTicTacToe, 1), partial(NaiveSudo, 1)),
    "sudo 2": (partial(SudoTicTacToe, 2), partial(NaiveSudo, 2)),
    "connect four": (ConnectFour, partial(NaiveConnectFour, 7, 6, 4)),
    "connect 3 on 5×4": (partial(ConnectFour, 5, 4, 3), partial(NaiveConnectFour, 5, 4, 3)),
    "connect 5 on 8×5": (partial(ConnectFour, 8, 5, 5), partial(NaiveConnectFour, 8, 5, 5)),
    **{f"{n}×{n}": (partial(TicTacToe, n), partial(NaiveTicTacToe, n)) for n in (3, 4, 5, 6)},
    **{f"hex {n}": (partial(Hex, n), partial(NaiveHex, n)) for n in (3, 4)},
}


def agree(state, naive):
    actions = naive.actions()
    assert list(state.legal_actions()) == actions
    assert state.cells() == naive.picture()
    assert state.is_terminal() == (not actions)
    if not actions:
        assert state.rewards() == {"X": (1, 0), "O": (0, 1), None: (0.5, 0.5)}[naive.winner()]
    else:
        assert "XO"[state.current_player] == naive.mover


def play_both(name, rng, policy=uniform):
    state, naive = (make() for make in PAIRS[name])
    while not state.is_terminal():
        agree(state, naive)
        action, mover, before = policy(state, rng), naive.mover, state.cells()
        cell = naive.cell(action)
        assert getattr(state, "cell_of", int)(action) == cell
        naive.play(action)
        state = state.apply(action)
        marks = state.cells()
        assert marks.count("X") - marks.count("O") in (0, 1)
        # Only the mover's new mark has changed.
        assert marks == before[:cell] + mover + before[cell + 1 :]
    agree(state, naive)
    return state


@pytest.mark.parametrize("name", ["sudo 1", "sudo 2", "connect four", "3×3"])
def test_careful_games_too_which_last_longer_and_meet_full_boards(name):
    rng = random.Random(name)
    for _ in range(6):
        play_both(name, rng, blocking)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("games", [20, pytest.param(20_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", PAIRS)
def test_random_games_agree_with_the_naive_rules(name, games):
    rng = random.Random(f"{name}, {games}")
    for _ in range(games):
        play_both(name, rng)


CAREFUL = {
    **{name: make for name, (make, _) in PAIRS.items()},
    "nim": lambda: Nim(3, 4, 5),
    "nim of 3": lambda: Nim(2, 7, most=3),
}


def test_every_game_with_compiled_rules_has_naive_rules():
    assert classes_of(make() for make, _ in PAIRS.values()) == set(PACK)


def test_every_game_that_names_its_careful_actions_is_among_them():
    tried = classes_of(make() for make in CAREFUL.values())
    assert tried == games_with("decisive_actions")


@pytest.mark.parametrize("games", [3, pytest.param(48, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", CAREFUL)
@pytest.mark.parametrize("policy", [uniform, blocking], ids=["light", "heavy"])
def test_a_games_own_careful_actions_are_those_found_by_trying(name, policy, games):
    rng = random.Random(f"{name}, {games}")
    for _ in range(games):
        state = CAREFUL[name]()
        while not state.is_terminal():
            assert list(state.decisive_actions()) == list(decisive_actions(state)), state
            state = state.apply(policy(state, rng))


def test_blocking_wins_then_blocks_then_is_random():
    rng = random.Random(0)
    win = TicTacToe.from_text("OO./.../XX.")  # X wins by playing 8
    block = TicTacToe.from_text("OO./..X/X..")  # O threatens 2
    lost = TicTacToe.from_text("O.O/.../OXX", to_move="X")  # O threatens 1, 3 and 4
    assert {blocking(win, rng) for _ in range(50)} == {8}
    assert {blocking(block, rng) for _ in range(50)} == {2}
    assert {blocking(lost, rng) for _ in range(200)} == set(lost.legal_actions())


def test_a_draw_is_neither_won_nor_lost():
    """Action 0 draws, action 1 loses, and action 2 lets the opponent win at once."""
    game = Script.of({0: (0.5, 0.5), 1: (0, 1), 2: {0: (0, 1), 1: (1, 0)}}, (0, 1))
    drawn, lost, risky = (game.apply(action) for action in (0, 1, 2))
    assert not wins(drawn, 0) and not loses(drawn, 0)
    assert loses(lost, 0) and wins(lost, 1) and loses(risky, 0) and not loses(risky, 1)
    assert decisive_actions(game) == [0]


def test_a_small_reward_is_no_loss():
    """Of the rewards 0, 0.1 and 0.9, only 0 counts as a loss, and none counts as a win.

    The other two actions are therefore kept.
    """
    game = Script.of({0: (0, 1), 1: (0.1, 0.9), 2: (0.9, 0.1)}, (0, 1))
    assert decisive_actions(game) == [1, 2]


def test_blocking_draws_one_random_number_a_move():
    for make in CAREFUL.values():
        used, state = random.Random(3), make()
        expected = random.Random(3)
        blocking(state, used)
        expected.random()
        assert used.getstate() == expected.getstate()


every_game = pytest.mark.parametrize(
    "start", [TicTacToe(), Hex(), ConnectFour(), SudoTicTacToe(), Nim(3)], ids=type
)


@every_game
def test_a_whole_number_of_numpy_is_an_action_and_leaves_no_trace(start):
    """An action of numpy's type must be converted to Python's type.

    A numpy integer would lose the bits that are shifted beyond bit 64.
    """
    last = start.legal_actions()[-1]
    after = start.apply(np.int64(last))
    assert after == start.apply(last) and repr(after) == repr(start.apply(last))
    assert {type(field) for field in after} <= {int, str, tuple}


@every_game
def test_copies(start):
    state = start.apply(start.legal_actions()[-1])
    copies = pickle.loads(pickle.dumps(state)), copy.deepcopy(state)
    assert copies == (state, state) and {type(one) for one in copies} == {type(start)}
