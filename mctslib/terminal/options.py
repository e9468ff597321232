"""What the command line says: which game, who plays, how strong the engine is.  Every mistake gets one sentence."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from math import isfinite
from typing import Any, NamedTuple, NoReturn

from mctslib import games
from mctslib.arena.levels import ITERATIONS, level
from mctslib.arena.players import MCTSPlayer
from mctslib.game import State, seats
from mctslib.limits import Limit
from mctslib.terminal.saved import shown

STARTS = {
    name: entry
    for game in vars(games).values()
    for name, entry in getattr(game, "MENU", {}).items()
}
DESCRIPTION = """\
Play against Monte Carlo tree search in the terminal, or watch it play itself.

games:
{}
  mine:Game   a game of your own: the class Game in the file mine.py, here
""".format("\n".join(f"  {name:11} {words}" for name, (_, words) in STARTS.items()))
EPILOG = """\
examples:
  python -m mctslib                                 tic-tac-toe against level 5
  python -m mctslib --game connect4 --level 8
  python -m mctslib --game sudo2 --mode watch --seconds 0.5
  python -m mctslib --game nim --size 1,3,5 --second
"""
MODES = ("human", "watch")
LARGEST = 99  # the number in a --size: of sticks in a heap
NEEDED = ("num_players", "current_player", "legal_actions", "apply", "is_terminal", "rewards")


class Chosen(NamedTuple):
    """What is to be played, against whom, and which players type; or a saved search, to be printed instead."""

    start: State
    engine: MCTSPlayer
    people: set[int]
    seed: int | None
    saved: str = ""


class Options(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Leave with one sentence."""
        self.exit(
            2, f"{message.removeprefix('argument ')}\n({self.prog} --help lists the options.)\n"
        )


def parser() -> Options:
    """The options of the command line."""
    style = argparse.RawDescriptionHelpFormatter
    found = Options(
        prog="python -m mctslib", description=DESCRIPTION, epilog=EPILOG, formatter_class=style
    )
    found.add_argument(
        "--game", default="tictactoe", help="which game, as listed above (tictactoe)"
    )
    found.add_argument("--size", default="", help="of the board, as listed above for each game")
    found.add_argument(
        "--mode", default="human", metavar="{human,watch}", help="play it, or watch it play itself"
    )
    strength = "how strong the engine is (5); a level thinks about a second a move at most"
    found.add_argument("--level", default="5", metavar=f"1..{len(ITERATIONS)}", help=strength)
    found.add_argument(
        "--seconds", help="think so many seconds a move instead of playing at a level"
    )
    found.add_argument("--second", action="store_true", help="let the engine move first")
    found.add_argument("--seed", help="a whole number: the same one gives the same game at a level")
    found.add_argument(
        "--open", metavar="FILE", help="play nothing: print a search of the game that was saved"
    )
    return found


def chosen(arguments: Sequence[str] | None = None) -> Chosen:
    """What the command line asks for; SystemExit, and one sentence, if that cannot be."""
    options = parser()
    given = options.parse_args(arguments)
    try:
        if given.mode not in MODES:
            raise ValueError(f"--mode must be {' or '.join(MODES)}, not {given.mode}.")
        start = start_of(given.game, given.size)
        if given.second and len(seats(start)) < 2:
            raise ValueError("--second is for games with two players or more; this one has one.")
        people = set() if given.mode == "watch" else {1 if given.second else 0}
        seed = None if given.seed is None else int(number("--seed", given.seed, int))
        saved = shown(given.open, start) if given.open else ""
        return Chosen(start, opponent(given.level, given.seconds), people, seed, saved)
    except ValueError as error:
        options.error(str(error))


def number(option: str, words: str, kind: type) -> Any:
    """A number, whole if `kind` is int.  Raises ValueError with what to write."""
    try:
        return kind(words)
    except ValueError:
        raise ValueError(
            f"{option} must be a {'whole ' * (kind is int)}number, not {words}."
        ) from None


def opponent(strength: str, seconds: str | None) -> MCTSPlayer:
    """The player of that level, or the one that thinks for so many seconds a move."""
    if seconds is None:
        return level(number("--level", strength, int))
    time = number("--seconds", seconds, float)
    if not (isfinite(time) and time >= 0):
        raise ValueError(
            f"--seconds: seconds must be a number ≥ 0 that is not infinite, not {seconds}."
        )
    return MCTSPlayer(Limit(seconds=time), name=f"{time:g} seconds a move")


# ---------------------------------------------------------------------------- where the game starts


def start_of(game: str, size: str) -> State:
    """The starting position.  Raises ValueError with what to write instead."""
    if ":" in game:
        if size:
            raise ValueError("--size is for the games of the library only.")
        return own_game(game)
    if game not in STARTS:
        names = ", ".join(sorted(STARTS))
        raise ValueError(
            f"--game must be one of {names}, or of your own, as in mine:Game, not {game}."
        )
    start, words = STARTS[game]
    try:
        return sized(start, words, size) if size else start
    except (ValueError, TypeError) as error:
        raise ValueError(f"--size {size} is not for {game}: {error}") from None


def own_game(name: str) -> State:
    """The start of the game "module:Class", called without arguments; of a position, that position."""
    module, _, found = name.partition(":")
    sys.path.insert(0, os.getcwd())
    try:
        start = getattr(import_module(module), found)
        start = start() if callable(start) else start
    except Exception as error:
        raise ValueError(
            f"--game {name} cannot be loaded: {type(error).__name__}: {error}."
        ) from None
    if missing := [member for member in NEEDED if not hasattr(start, member)]:
        raise ValueError(f"--game {name} is no game yet: it lacks {', '.join(missing)}.")
    return start


def sized(start: State, words: str, size: str) -> State:
    """The start at another size: as many numbers as `words` show, with commas up to nine.  ValueError if it cannot."""
    if not (usual := re.search(r"--size (\S+)", words)):
        raise ValueError("it has one size only; leave --size out.")
    between = re.sub(r"\d", "", usual[1])[:1] or " "
    given, most = size.lower().split(between), 9 if between == "," else usual[1].count(between) + 1
    if len(given) > most or not all(map(str.isdecimal, given)):
        raise ValueError(f"write it like {usual[1]}.")
    found = type(start)(*map(int, given))
    if max(map(int, given)) > LARGEST:
        raise ValueError(f"no number may be above {LARGEST}.")
    return found
