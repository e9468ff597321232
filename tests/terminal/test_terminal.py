"""Play in the terminal through a pipe and, like a person, through a pseudo-terminal."""

import os
import random
import re
import select
import signal
import subprocess
import sys
import threading
import time
from contextlib import nullcontext
from io import StringIO
from typing import NamedTuple

import pytest

from mctslib import (
    ConnectFour,
    Hex,
    IllegalAction,
    Nim,
    SudoTicTacToe,
    TicTacToe,
)
from mctslib.arena.levels import level
from mctslib.arena.players import MCTSPlayer
from mctslib.arena.session import Game
from mctslib.terminal import app, options
from mctslib.terminal.app import Conversation, main
from mctslib.terminal.table import grid, move_name, read_move

PLAY = [sys.executable, "-m", "mctslib"]


@pytest.fixture
def piped(capsys, monkeypatch):
    """Return a function `run(*options, typed=lines)` that returns the output sent to a pipe."""

    def run(*options, typed=""):
        monkeypatch.setattr(sys, "stdin", StringIO(typed))
        assert main(options) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return run


def test_a_game_through_a_pipe():
    done = subprocess.run(
        [*PLAY, "--seed", "1", "--level", "1"], input="b2\nquit\n", capture_output=True, text=True
    )
    assert done.returncode == 0 and done.stderr == ""
    assert (
        "You are X" in done.stdout
        and "[X]" in done.stdout
        and "The engine, O, plays" in done.stdout
    )
    assert "Your move: b2\n" in done.stdout and done.stdout.endswith("Goodbye.\n")
    assert "\033" not in done.stdout


def test_what_goes_through_a_pipe_is_not_broken_into_lines(piped):
    assert max(map(len, piped("--level", "1", typed="help\nquit\n").splitlines())) > 80


def test_the_same_seed_gives_the_same_game(piped):
    one, other = (
        piped("--game=connect4", "--seed=3", "--level=3", typed="3\n3\n3\nq\n") for _ in range(2)
    )
    assert one == other and one.count("The engine, O, plays column") == 3


@pytest.mark.parametrize(
    "game, size",
    [
        *((name, "") for name in options.STARTS),
        ("tictactoe", "4"),
        ("connect4", "5x4"),
        ("nim", "2,3"),
        ("small_games:Ten", ""),
        ("small_games:ThreeWay", ""),
        ("small_games:Climb", ""),
    ],
)
def test_watching_every_game_to_its_end(game, size, piped):
    sized = ["--size", size] if size else []
    said = piped("--game", game, "--mode", "watch", "--level", "1", "--seed", "0", *sized)
    assert re.search(r"The game is over: (.* wins?|a draw|rewards .*|the reward is .*)\.\n$", said)


def test_the_engine_may_begin_and_may_be_given_seconds(piped):
    said = piped("--second", "--seconds", "0.05", typed="quit\n")
    assert "You are O; the engine plays at 0.05 seconds per move." in said
    assert said.index("The engine, X, plays") < said.index("O to move. Your move")


@pytest.mark.parametrize(
    "wrong, said",
    [
        (["--game", "chess"], "--game"),
        (["--level", "11"], "from 1 to 10"),
        (["--level", "big"], "--level"),
        (["--game", "twentyfour", "--second"], "--second"),
        (["--size", "0"], "3 to 6"),
        (["--game", "nim", "--size", "99999999999"], "--size"),
        (["--size", "big"], "--size"),
        (["--game", "nowhere:Game"], "ModuleNotFoundError"),
        (["--game", "small_games:_Said"], "current_player"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_options_that_are_wrong_are_named(wrong, said, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(wrong)
    told = capsys.readouterr().err
    assert stopped.value.code == 2 and said in told and "usage" not in told


@pytest.fixture
def talk(capsys, monkeypatch):
    """Return a function `go(*lines)`, which types the lines on a 3×3 board against level 1.

    The function `go` returns the output.
    """

    def go(*lines, start=None, people=frozenset({0})):
        left = iter(lines)

        def typed(prompt):
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", typed)
        with pytest.raises(EOFError):
            Conversation(Game(start or TicTacToe()), level(1), set(people), random.Random(0)).run()
        return capsys.readouterr().out

    return go


@pytest.mark.parametrize("words", ["b1", "B1", " b1 ", "1"])
def test_a_cell_has_many_names(words):
    assert read_move(TicTacToe(), words) == 1


def test_columns_and_names_of_actions():
    assert [read_move(ConnectFour(), words) for words in ("0", "6", "column 2")] == [0, 6, 2]
    assert read_move(Nim(3, 4, 5), "take 2 from heap 3") == read_move(Nim(3, 4, 5), "d3") == 13
    assert [read_move(SudoTicTacToe(), words) for words in ("d4", "36", "i9")] == [36, 36, 80]


STARTS = [TicTacToe(6), *(start for start, _ in options.STARTS.values())]


@pytest.mark.parametrize("start", STARTS, ids=lambda s: type(s).__name__)
def test_every_move_can_be_typed_by_the_name_it_is_given(start):
    rng, state = random.Random(0), start
    while not state.is_terminal():
        actions = state.legal_actions()
        for action in rng.sample(actions, min(len(actions), 5)):
            assert read_move(state, move_name(state, action)) == action
        state = state.apply(rng.choice(actions))


@pytest.mark.parametrize(
    "words, said",
    [
        ("b2", "B2 is taken; choose an empty cell."),
        ("99", "“99” is not a move or a command"),
        *((words, "is not a move or a command") for words in ("9", "z9", "4 4", "²")),
    ],
)
def test_bad_input_gets_a_clear_answer(words, said, talk):
    out = talk("b2", words)
    assert said in out and out.count("[X]") == 1


def test_a_full_column_and_a_closed_board_are_said():
    full = ConnectFour(2, 2, 2).apply(0).apply(0)
    with pytest.raises(ValueError, match="Column 0 is full"):
        read_move(full, "0")
    with pytest.raises(ValueError, match="closed to you now"):
        read_move(SudoTicTacToe().apply(40), "a1")


def test_commands(talk):
    out = talk("help", "?", "", "moves", "hint", "b2", "undo", "u", "new")
    assert out.count("quit, q   leave") == 3
    assert "Legal moves: a1, b1, c1, a2, b2, c2, a3, b3, c3." in out
    assert re.search(r"Hint: [abc][123] \(\d+% of the visits, Q = [01]\.\d\d\)", out)
    assert "Taken back." in out and "There is nothing to take back." in out and "A new game." in out


def test_undo_takes_back_the_answer_too_and_works_after_the_end(talk):
    out = talk("2", "undo", start=TicTacToe.from_text("XX./OO./..."))
    assert "The game is over: X wins.\nundo\nTaken back." in out and out.count(" *X**X**X*") == 1


def test_undo_where_the_engine_began_keeps_its_first_move(talk):
    assert "There is nothing to take back." in talk("undo", people={1})


def test_after_the_end_a_move_is_refused(talk):
    assert "The game is over; type undo, new or quit." in talk(
        "2", "8", start=TicTacToe.from_text("XX./OO./...")
    )


class Count(NamedTuple):
    """A game without a board: one player adds 5 or 10 until the total is 20."""

    total: int = 0
    num_players = 1
    current_player = 0

    def legal_actions(self):
        return [] if self.total >= 20 else [5, 10]

    def apply(self, action):
        if action not in self.legal_actions():
            raise IllegalAction("no")
        return Count(self.total + action)

    def is_terminal(self):
        return self.total >= 20

    def rewards(self):
        if self.total < 20:
            raise ValueError("not over")
        return (1.0,)


class Wide(NamedTuple):
    """A game on a board of two rows and five columns; the player who fills its last cell wins."""

    board: str = "." * 10
    current_player: int = 0
    num_players = 2
    columns = 5

    def cells(self):
        return self.board

    def legal_actions(self):
        return tuple(cell for cell, mark in enumerate(self.board) if mark == ".")

    def apply(self, action):
        mark = "XO"[self.current_player]
        board = self.board[:action] + mark + self.board[action + 1 :]
        return Wide(board, 1 - self.current_player)

    def is_terminal(self):
        return "." not in self.board

    def rewards(self):
        return (0.0, 1.0) if self.current_player == 0 else (1.0, 0.0)


def test_a_board_need_not_be_square():
    start = Wide()
    for cell in range(10):
        row, column = divmod(cell, start.columns)
        names = (str(cell), f"{'abcde'[column]}{row + 1}")
        assert [read_move(start, name) for name in names] == [cell] * 2
        assert move_name(start, cell) == names[1]
    rows = 10 // start.columns
    beyond = (
        "abcdef"[start.columns] + "1",
        f"a{rows + 1}",
    )
    for words in beyond:
        with pytest.raises(ValueError, match="is not a move or a command"):
            read_move(start, words)
    assert len(grid(start).splitlines()) == 1 + rows


@pytest.mark.parametrize("platform", ["linux", "win32"])
def test_without_readline_as_on_windows_one_can_type(platform, piped, monkeypatch):
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setitem(sys.modules, "readline", None)
    assert "[X]" in piped("--level", "1", typed="b2\nq\n")


def test_a_game_without_a_board_is_typed_by_action_or_by_place_in_the_list(talk):
    assert read_move(Count(), "10") == 10 and read_move(Count(), "1") == 5
    assert "“7” is not a legal move" in talk("7", start=Count())
    assert "The game is over" in talk("10", "10", start=Count())


def test_the_board_one_is_sent_to_and_boards_won_are_shown_in_letters():
    state = SudoTicTacToe(2)
    for action in (1, 9, 2, 18, 0, 12):
        state = state.apply(action)
    lines = grid(state).splitlines()
    assert lines[0].split() == list("abcdefghi") and len(lines) == 13
    assert (
        lines[5].count("_") == 3
        and lines[1].count("_") == 0
        and lines[-1].strip() == "X has board 0."
    )


def test_a_board_of_hexagons_slants_and_says_whose_its_sides_are():
    assert grid(Hex(3).apply(4), last=4).splitlines() == [
        "    a   b   c",
        " 1  .   .   .",
        "   2  .  [X]  .",
        "     3  .   .   .",
        "   The sides: top X, bottom X, left O, right O.",
    ]


pty, termios = pytest.importorskip("pty"), pytest.importorskip("termios")


class Terminal:
    """A program that runs in a pseudo-terminal."""

    def __init__(self, *options, columns=80, **environment):
        self.master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (40, columns))
        env = {
            **{k: v for k, v in os.environ.items() if k != "NO_COLOR"},
            "TERM": "xterm",
            **environment,
        }

        def usual():  # otherwise a background job ignores Control-C
            signal.signal(signal.SIGINT, signal.SIG_DFL)

        self.process = subprocess.Popen(
            [*PLAY, *options],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env,
            start_new_session=True,
            preexec_fn=usual,
        )
        os.close(slave)
        self.seen = ""

    def until(self, words, seconds=60):
        """Return all output up to `words`; fail if the words do not appear in time."""
        end = time.monotonic() + seconds
        while words not in self.seen:
            assert time.monotonic() < end, self.seen
            if select.select([self.master], [], [], 0.1)[0]:
                self.seen += self.read()
        before, _, self.seen = self.seen.partition(words)
        return before

    def read(self):
        try:
            return os.read(self.master, 4096).decode()
        except OSError:  # the program has closed its end
            return ""

    def type(self, keys):
        os.write(self.master, keys.encode())

    def answer(self, words):
        """Wait until the program asks for a line, and type `words`."""
        self.until("Your move: ")
        self.type(f"{words}\n")

    def leave(self):
        self.type("q\n")
        self.until("Goodbye.")
        self.end()

    def end(self):
        assert self.process.wait(30) == 0
        os.close(self.master)


def test_a_whole_game_at_a_terminal():
    """The person types every cell in turn, taken or not, until the game is over."""
    terminal = Terminal("--level", "1", "--seed", "2")
    for cell in range(9):
        if "over" in terminal.until(": "):
            break
        terminal.type(f"{cell}\n")
    terminal.type("undo\n")
    terminal.until("Taken back.")
    terminal.answer("quit")
    terminal.until("Goodbye.")
    terminal.end()


def test_colours_are_for_terminals_that_want_them():
    for environment, coloured in (
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
    ):
        terminal = Terminal("--seed", "1", "--level", "1", **environment)
        terminal.answer("b2")
        assert ("\033[1;34mX\033[0m" in terminal.until("Your move: ")) == coloured
        terminal.leave()


def test_arrow_keys_edit_the_line_and_bring_back_what_was_typed():
    pytest.importorskip("readline")
    terminal = Terminal("--level", "1", "--seed", "1")
    terminal.answer("moved\x1b[D\x1b[3~\x7fes")  # the edited line is "moves"
    assert "Legal moves" in terminal.until("Your move: ")
    terminal.type("\x1b[A\n")
    assert "Legal moves" in terminal.until("Your move: ")
    terminal.leave()


@pytest.mark.slow
def test_control_c_ends_the_thought_and_not_the_game():
    terminal = Terminal("--seconds", "300", "--size", "6")
    terminal.until("Your move: ")
    for typed in ("a1", "hint"):
        terminal.type(f"{typed}\n")
        terminal.until("Thinking, ")
        terminal.until("Thinking, ")
        terminal.process.send_signal(signal.SIGINT)
        terminal.until("plays" if typed == "a1" else "Hint: ")  # within 60 seconds
        terminal.until("Your move: ")
        time.sleep(1)  # a second press within one second would end the program
    terminal.leave()


def test_control_c_before_the_first_slice_still_gives_a_move_of_this_position(monkeypatch):
    pressed = threading.Event()
    pressed.set()
    shown = []
    monkeypatch.setattr(app, "show_progress", shown.append)
    monkeypatch.setattr(app, "deferred_interrupt", lambda: nullcontext(pressed))
    talk = Conversation(Game(TicTacToe()), MCTSPlayer(50), {0}, random.Random(1))
    talk.game.play(4)
    talk.engine_moves()
    assert talk.game.state.current_player == 0 and talk.game.state != TicTacToe()
    assert shown[-1] is None  # the line that shows the progress is erased


def test_control_d_leaves_and_control_c_too():
    for key in ("\x04", "\x03"):
        terminal = Terminal("--seed", "1")
        terminal.until("Your move: ")
        for attempt in range(15):  # keys that are pressed before the program reads are lost
            if key == "\x03":
                terminal.process.send_signal(2)
            else:
                terminal.type(key)
            try:
                terminal.until("Goodbye.", seconds=4)
                break
            except AssertionError:
                assert attempt < 14, terminal.seen
        terminal.end()


def test_control_c_before_the_first_board_says_goodbye(monkeypatch, capsys):
    """Loading the program takes a moment."""

    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(app, "chosen", interrupted)
    assert main([]) == 0 and capsys.readouterr().out == "\nGoodbye.\n"
