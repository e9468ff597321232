"""The reader's four functions in the real loop, as far as they can run."""

from collections.abc import Callable
from typing import Any

from mctslib.course.ch04 import checkers
from mctslib.course.exercise import Endless, patience
from mctslib.guard import PhaseError
from mctslib.search import Phases, search


def own_phases(**own: Callable[..., Any]) -> Phases:
    """The phases of the real loop, made of the reader's functions as far as they can run.

    A function that is still a stub, that fails, or that never ends is left out and said so; the library's
    takes its place.  A function that runs but is wrong is kept: its tree will show where.
    """
    kept = {}
    for name, function in own.items():
        problem = _cannot_run(name, function)
        print(f"{name:14} {'the library’s: ' + problem if problem else 'yours'}")
        if not problem:
            kept[name] = function
    return Phases(**kept)


def _cannot_run(name: str, function: Callable[..., Any]) -> str:
    """Why the reader's function cannot stand in the loop; empty if it can."""
    verdict = getattr(checkers, f"check_{name}")(function)
    if verdict.status == "pending":
        return "yours is still to be written"
    try:
        with patience():
            search(checkers.START, 30, seed=0, phases=Phases(**{name: function}))
    except (PhaseError, Endless, ValueError, AttributeError, TypeError, KeyError) as error:
        return f"yours stops. {verdict.message if verdict.status == 'wrong' else error}".partition(
            "\n"
        )[0]
    return ""
