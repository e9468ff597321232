"""Read the command line: the game, the players and the strength of the engine.

A mistake on the command line ends the program with a message.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from math import isfinite
from pkgutil import iter_modules
from typing import NamedTuple, NoReturn

from mctslib import games
from mctslib.arena.levels import ITERATIONS, level
from mctslib.arena.players import MCTSPlayer
from mctslib.chance import seats
from mctslib.door.limits import Limit
from mctslib.foreign.openspiel import open_spiel
from mctslib.game import State
from mctslib.words import number


def games_to_play() -> dict[str, tuple[State, str]]:
    """Return the library's games as name → (the start, the description for `--help`).

    Each file in `games/` may list games in its `MENU`.
    """
    found: dict[str, tuple[State, str]] = {}
    for file in iter_modules(games.__path__):
        module = import_module(f"{games.__name__}.{file.name}")
        found.update(getattr(module, "MENU", {}))
    return found


STARTS = games_to_play()
LISTED = "\n".join(f"  {name:11} {words}" for name, (_, words) in STARTS.items())
DESCRIPTION = f"""\
Play against Monte Carlo tree search in the terminal, or watch it play itself.

games:
{LISTED}
  mine:Game   your own game: the class Game in the file mine.py in this folder
  open_spiel:breakthrough   a game of OpenSpiel, if that package is installed
"""
EPILOG = """\
examples:
  python -m mctslib                                 tic-tac-toe against level 5
  python -m mctslib --game connect4 --level 8
  python -m mctslib --game sudo2 --mode watch --seconds 0.5
  python -m mctslib --game nim --size 1,3,5 --second
  python -m mctslib --game "open_spiel:hex(board_size=5)"
  python -m mctslib tree --help                     draw the tree of a program
"""
LARGEST = 99  # the largest number that --size allows
MOST_NUMBERS = 9  # a --size with commas, such as 1,3,5, has at most this many numbers
ELSEWHERE = "open_spiel:"  # precedes the name of a game of OpenSpiel
NEEDED = ("num_players", "current_player", "legal_actions", "apply", "is_terminal", "rewards")


class Chosen(NamedTuple):
    """The options of the command line.

    start   the position in which the game starts
    engine  the player of the sides that no person plays
    people  the numbers of the players who type their moves
    seed    the seed of the random numbers; with None, the numbers differ in each run
    """

    start: State
    engine: MCTSPlayer
    people: set[int]
    seed: int | None


class Options(argparse.ArgumentParser):
    """A parser that ends the program with a message if the command line has a mistake."""

    def error(self, message: str) -> NoReturn:
        """Print the mistake, and end the program."""
        sentence = message.removeprefix("argument ")
        self.exit(2, f"{sentence}\n({self.prog} --help says more.)\n")


def parser() -> Options:
    """Return the parser of the command line."""
    options = Options(
        prog="python -m mctslib",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    options.add_argument(
        "--game", default="tictactoe", help="the game, from the list above (tictactoe)"
    )
    options.add_argument("--size", default="", help="the size of the board, as in the list above")
    options.add_argument(
        "--mode",
        default="human",
        choices=("human", "watch"),
        help="play against the engine, or watch the engine play against itself",
    )
    options.add_argument(
        "--level",
        default=5,
        type=int,
        metavar=f"1..{len(ITERATIONS)}",
        help="the strength of the engine (5); a level searches for at most about a second per move",
    )
    options.add_argument(
        "--seconds",
        type=float,
        help="the number of seconds of search for each move, instead of a level",
    )
    options.add_argument("--second", action="store_true", help="let the engine move first")
    options.add_argument(
        "--seed",
        type=int,
        help="a whole number; with --level, the same number gives the same game",
    )
    return options


def chosen(arguments: Sequence[str] | None = None) -> Chosen:
    """Return the options of the command line.

    arguments  the arguments; by default the arguments of the process

    Ends the program (SystemExit) with a message if an option is not valid.
    """
    options = parser()
    given = options.parse_args(arguments)
    try:
        start = start_of(given.game, given.size)
        return Chosen(
            start=start,
            engine=opponent(given.level, given.seconds),
            people=people_of(given.mode, given.second, start),
            seed=given.seed,
        )
    except ValueError as error:
        options.error(str(error))


def people_of(mode: str, second: bool, start: State) -> set[int]:
    """Return the numbers of the players who type their moves.

    Raises ValueError if the user wants to move second in a one-player game.
    """
    if second and len(seats(start)) < 2:
        raise ValueError("--second is for games with two or more players, but this game has one.")
    if mode == "watch":
        return set()
    return {1} if second else {0}


def opponent(strength: int, seconds: float | None) -> MCTSPlayer:
    """Return the player of a level, or a player that searches for a given time per move.

    Raises ValueError if there is no such level or time.
    """
    if seconds is None:
        return level(strength)
    if not (isfinite(seconds) and seconds >= 0):
        raise ValueError(f"--seconds must be a finite number of at least 0, not {seconds}.")
    return MCTSPlayer(Limit(seconds=seconds), name=f"{number(seconds)} seconds per move")


# ---------------------------------------------------------------------------- where the game starts


def start_of(game: str, size: str) -> State:
    """Return the position in which a game starts.

    game  the name of a library game, "module:Class", or "open_spiel:" and the name of a game there
    size  the size as typed, or "" for the usual size

    Raises ValueError with a message that states the correct form.
    """
    if ":" in game:
        if size:
            raise ValueError("--size is only for the games of the library.")
        if game.startswith(ELSEWHERE):
            return game_of_open_spiel(game.removeprefix(ELSEWHERE))
        return own_game(game)
    if game not in STARTS:
        names = ", ".join(sorted(STARTS))
        raise ValueError(
            f"--game must be one of {names}, or your own game, as in mine:Game, not {game}."
        )
    start, words = STARTS[game]
    if not size:
        return start
    try:
        return sized(start, words, size)
    except (ValueError, TypeError) as error:
        raise ValueError(f"--size {size} is not for {game}: {error}") from None


def game_of_open_spiel(name: str) -> State:
    """Return the start of a game of OpenSpiel, such as "hex(board_size=5)".

    Raises ValueError if there is no such game, if it cannot be searched, or without the package.
    """
    try:
        return open_spiel(name)
    except (ImportError, ValueError) as error:
        raise ValueError(f"--game {ELSEWHERE}{name}: {error}") from None


def own_game(name: str) -> State:
    """Return the start of the reader's own game.

    name  "module:Class" for a class, which is called without arguments, or "module:name" for a
          position

    Raises ValueError if the game cannot be loaded or lacks a member.
    """
    module, _, member = name.partition(":")
    sys.path.insert(0, os.getcwd())
    try:
        start = getattr(import_module(module), member)
        if callable(start):
            start = start()
    except Exception as error:
        raise ValueError(
            f"--game {name} cannot be loaded: {type(error).__name__}: {error}."
        ) from None
    missing = [needed for needed in NEEDED if not hasattr(start, needed)]
    if missing:
        raise ValueError(f"--game {name} is not a complete game: it lacks {', '.join(missing)}.")
    return start


def sized(start: State, words: str, size: str) -> State:
    """Return the start of a game with the size that the user has typed.

    start  the start at the usual size
    words  the description of the game in `--help`, which shows how to write a size, as in
           "--size 7x6"
    size   the size as typed: at most as many numbers as in `words`, or up to nine with commas

    Raises ValueError if the game does not have this size.
    """
    usual = re.search(r"--size (\S+)", words)
    if not usual:
        raise ValueError("the game has only one size, so leave out --size.")
    separators = re.sub(r"\d", "", usual[1])
    separator = separators[:1] or " "
    most = MOST_NUMBERS if separator == "," else usual[1].count(separator) + 1
    given = size.lower().split(separator)
    if len(given) > most or not all(part.isdecimal() for part in given):
        raise ValueError(f"write it like {usual[1]}.")
    numbers = [int(part) for part in given]
    found = type(start)(*numbers)
    if max(numbers) > LARGEST:
        raise ValueError(f"no number may be above {LARGEST}.")
    return found
