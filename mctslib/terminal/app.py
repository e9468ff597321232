"""Play in the terminal: you against the engine, or watch it play itself.

This page is the options and the conversation; how a position is shown and a move is read is in `table.py`.
"""
from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Callable, Sequence

from mctslib.arena.levels import ITERATIONS, level
from mctslib.arena.players import MCTSPlayer
from mctslib.game import State
from mctslib.games import ConnectFour, Nim, SudoTicTacToe, TicTacToe
from mctslib.games.board import names_actions
from mctslib.games.names import player_name, result, where
from mctslib.limits import Limit
from mctslib.terminal.console import ask, in_colour, prepare, room, say
from mctslib.terminal.table import Table, example, move_name, read_move

COMMANDS = """\
  a move    {example}
  hint, h   what the engine would play
  undo, u   take back your last move
  moves, m  all moves that are legal now
  new, n    start again
  help, ?   this list
  quit, q   leave"""
WORDS = {"h": "hint", "u": "undo", "m": "moves", "n": "new", "?": "help", "q": "quit", "exit": "quit"}

DESCRIPTION = """\
Play against Monte Carlo tree search in the terminal, or watch it play itself.

games:
  tictactoe   a row wins; --size 3 to 6 (cells a side)
  connect4    four in a row wins; --size 7x6 (columns x rows)
  sudo1       nine boards in one: the first board won wins
  sudo2       nine boards in one: three boards in a row win
  nim         who takes the last stick wins; --size 3,4,5 (sticks in each heap)
"""
EPILOG = """\
examples:
  python -m mctslib                                 tic-tac-toe against level 5
  python -m mctslib --game connect4 --level 8
  python -m mctslib --game sudo2 --mode watch --seconds 0.5
  python -m mctslib --game nim --size 1,3,5 --second
"""


# ---------------------------------------------------------------------------- what was asked for


def parser() -> argparse.ArgumentParser:
    """The options of the command line."""
    found = argparse.ArgumentParser(
        prog="python -m mctslib", description=DESCRIPTION, epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    found.add_argument("--game", choices=sorted(STARTS), default="tictactoe", help="which game (tictactoe)")
    found.add_argument("--size", default="", help="of the board, as listed above for each game")
    found.add_argument("--mode", choices=["human", "watch"], default="human", help="play it, or watch it play itself")
    found.add_argument(
        "--level", type=int, choices=range(1, len(ITERATIONS) + 1), default=5, metavar="1..10",
        help="how strong the engine is (5); a level thinks about a second a move at most",
    )  # fmt: skip
    found.add_argument("--seconds", type=float, help="think so many seconds a move instead of playing at a level")
    found.add_argument("--second", action="store_true", help="let the engine move first")
    found.add_argument("--seed", type=int, help="a whole number: the same one gives the same game at a level")
    return found


def numbers(size: str, usual: str, between: str = " ") -> list[int]:
    """The numbers of a --size, else those of the usual one.  Raises ValueError with what to write."""
    try:
        return [int(number) for number in (size or usual).lower().split(between)]
    except ValueError:
        raise ValueError(f"write it like {usual}.") from None


def tictactoe(size: str) -> State:
    return TicTacToe(*numbers(size, "3"))


def connect4(size: str) -> State:
    return ConnectFour(*numbers(size, "7x6", "x"))


def nim(size: str) -> State:
    return Nim(*numbers(size, "3,4,5", ","))


def sudo(mode: int) -> Callable[[str], State]:
    def start(size: str) -> State:
        if size not in ("", "9"):
            raise ValueError("Sudo tic-tac-toe has 9 by 9 cells and no other size.")
        return SudoTicTacToe(mode)

    return start


STARTS: dict[str, Callable[[str], State]] = {
    "tictactoe": tictactoe, "connect4": connect4, "sudo1": sudo(1), "sudo2": sudo(2), "nim": nim,
}  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Play one game after another until the player leaves; 0 is the exit code."""
    options = parser()
    chosen = options.parse_args(arguments)
    try:
        start = STARTS[chosen.game](chosen.size)
    except (ValueError, TypeError) as error:
        options.error(f"--size {chosen.size} is not for {chosen.game}: {error}")
    try:
        engine = opponent(chosen.level, chosen.seconds)
    except ValueError as error:
        options.error(f"--seconds: {error}")
    people = set() if chosen.mode == "watch" else {1 if chosen.second else 0}
    prepare()
    table = Table(start, colours=in_colour())
    try:
        Conversation(table, engine, people, random.Random(chosen.seed)).run()
    except (KeyboardInterrupt, EOFError):
        say("\nGoodbye.")
    except BrokenPipeError:  # whoever read our output has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def opponent(number: int, seconds: float | None) -> MCTSPlayer:
    """The player of that level, or the one that thinks for so many seconds a move."""
    return level(number) if seconds is None else MCTSPlayer(Limit(seconds=seconds), name=f"{seconds:g} seconds a move")


# ---------------------------------------------------------------------------- the conversation


class Conversation:
    """A game at the `table` between the `engine` and `people`, the numbers of the players who type."""

    def __init__(self, table: Table, engine: MCTSPlayer, people: set[int], rng: random.Random) -> None:
        self.table, self.engine, self.people, self.rng = table, engine, people, rng
        self.cramped = 0  # columns of the window when it was last said to be too narrow

    def run(self) -> None:
        """Take turns until the game is over or the player leaves; EOFError where the input ends."""
        say(self.greeting())
        self.show()
        while True:
            state = self.table.state
            if state.is_terminal():
                say(result(state, self.table.start))
            if state.is_terminal() and not self.people:
                return
            if state.is_terminal() or state.current_player in self.people:
                if not self.listen():
                    return say("Goodbye.")
            else:
                self.engine_moves()

    def greeting(self) -> str:
        if not self.people:
            return f"The engine ({self.engine.name}) plays itself."
        you = player_name(self.table.start, min(self.people))
        return f"You are {you}; the engine plays at {self.engine.name}.  Type help for a list of commands."

    def show(self) -> None:
        print(f"\n{self.table.drawn()}\n", flush=True)
        wide, needed = room(), self.table.width()
        if wide < needed and wide != self.cramped:
            say(f"(The board is {needed} columns wide and this window {wide}: make it wider.)")
        self.cramped = wide

    def engine_moves(self) -> None:
        state = self.table.state
        action = self.engine.choose(state, self.rng)
        colon = ":" * names_actions(state)
        say(f"{self.whose(state)} plays{colon} {move_name(state, action)}.")
        self.table.play(action)
        self.show()

    def whose(self, state: State) -> str:
        return f"The engine, {player_name(self.table.start, state.current_player)},"

    def listen(self) -> bool:
        """Do what the player types; False if that is to leave."""
        words = self.ask()
        command = WORDS.get(words, words)
        if command == "quit":
            return False
        known = {"hint": self.hint, "undo": self.undo, "moves": self.moves, "new": self.new, "help": self.help}
        known.get(command or "help", lambda: self.move(words))()
        return True

    def ask(self) -> str:
        state = self.table.state
        prompt = "undo, new or quit" if state.is_terminal() else f"{self.turn()} Your move"
        return ask(f"{prompt}: ")

    def turn(self) -> str:
        name = player_name(self.table.start, self.table.state.current_player)
        return " ".join(filter(None, [f"{name[:1].upper()}{name[1:]} to move.", where(self.table.state)]))

    def move(self, words: str) -> None:
        try:
            action = read_move(self.table.state, words)
        except ValueError as error:
            return say(str(error))
        self.table.play(action)
        self.show()

    def hint(self) -> None:
        state = self.table.state
        if state.is_terminal():
            return say("The game is over; there is nothing to play.")
        adviser = level(len(ITERATIONS))
        action = adviser.choose(state, self.rng)
        child = adviser.result.root.children[action]  # type: ignore[union-attr]
        share = adviser.result.distribution()[action]  # type: ignore[union-attr]
        say(f"Hint: {move_name(state, action)} ({share:.0%} of the visits, value Q {child.value:.2f}).")

    def undo(self) -> None:
        say("Taken back." if self.table.undo(self.people) else "There is nothing to take back.")
        self.show()

    def moves(self) -> None:
        state = self.table.state
        names = ", ".join(move_name(state, action) for action in state.legal_actions())
        say(f"Legal moves: {names or 'none, the game is over'}.")

    def new(self) -> None:
        self.table.clear()
        say("A new game.")
        self.show()

    def help(self) -> None:
        say(COMMANDS.format(example=example(self.table.state)), hang=" " * 12)
