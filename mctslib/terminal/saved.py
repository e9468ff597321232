"""A search that was saved, in a notebook or from a page of the book: its tree in letters."""

import json
from pathlib import Path

from mctslib.draw.outline import tree_text
from mctslib.game import State
from mctslib.trace import Trace


def shown(file: str, game: State) -> str:
    """What the file holds, a search in this game.  ValueError, in one sentence, where it holds none or is not there."""
    try:
        trace = Trace.open(
            file, begin(Path(file).read_text(encoding="utf-8", errors="replace"), game)
        )
    except OSError as error:
        raise ValueError(f"--open {file}: {error.strerror}.") from None
    except ValueError as error:
        raise ValueError(
            f"--open {file}: {error}  (Is it a search of the game that --game names?)"
        ) from None
    return f"{len(trace):,} iterations from this position:\n\n{trace.state}\n\n{tree_text(trace.tree())}"


def begin(saved: str, game: State) -> State:
    """The position at which a saved search began, where the game can read it; else the start of the game."""
    try:
        rows = json.loads(saved)["start"].splitlines()
        return type(game).from_text("/".join("".join(row.split()) for row in rows))  # type: ignore[attr-defined]
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        return game
