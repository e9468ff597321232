"""Describe as text a search that was saved in a notebook or on a page of the book."""

import json
from pathlib import Path

from mctslib.draw.outline import tree_text
from mctslib.game import State
from mctslib.trace import Trace
from mctslib.words import count


def shown(file: str, game: State) -> str:
    """Return the start and the tree of the search in a file, as text.

    file  a file with a saved search in this game
    game  the start of the game

    Raises ValueError if the file is missing or contains no such search.
    """
    try:
        text = Path(file).read_text(encoding="utf-8", errors="replace")
        trace = Trace.open(file, start_of_search(text, game))
    except OSError as error:
        raise ValueError(f"--open {file}: {error.strerror}.") from None
    except ValueError as error:
        hint = "(Is it a search of the game that --game names?)"
        raise ValueError(f"--open {file}: {error}  {hint}") from None
    heading = f"{count(len(trace), 'iteration')} from this position:"
    return f"{heading}\n\n{trace.state}\n\n{tree_text(trace.tree())}"


def start_of_search(saved: str, game: State) -> State:
    """Return the position at which a saved search began, or `game` if the position is unclear.

    saved  the text of the file
    game   the start of the game
    """
    try:
        rows = ["".join(row.split()) for row in json.loads(saved)["start"].splitlines()]
        return type(game).from_text("/".join(rows))  # type: ignore[attr-defined]
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        return game
