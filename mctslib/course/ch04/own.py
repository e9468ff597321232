"""The reader's four functions in the real loop, as far as they can run."""

from collections.abc import Callable
from typing import Any

from mctslib.course.ch04 import checkers
from mctslib.course.ch04.luck import START
from mctslib.course.exercise import Endless, patience
from mctslib.guard import PhaseError
from mctslib.search import Phases, search

FAILURES = (PhaseError, Endless, ValueError, AttributeError, TypeError, KeyError)


def own_phases(**functions: Callable[..., Any]) -> Phases:
    """Return the phases of the real loop, made of the reader's functions as far as they can run.

    A function that is still a stub, that fails, or that never ends is left out, and a printed line
    names the reason; the library's function takes its place.  A function that runs but is wrong
    is used: the tree will show where it goes wrong.

    functions  by their names in `Phases`: select, expand, simulate, backpropagate
    """
    usable = {}
    for name, function in functions.items():
        problem = problem_of(name, function)
        if problem:
            print(f"{name:14} the library’s: {problem}")
        else:
            print(f"{name:14} yours")
            usable[name] = function
    return Phases(**usable)


def problem_of(name: str, function: Callable[..., Any]) -> str:
    """Return why a reader's function cannot stand in the loop, "" if it can.

    name  of the phase
    """
    verdict = getattr(checkers, f"check_{name}")(function)
    if verdict.status == "pending":
        return "yours is still to be written"
    try:
        with patience():
            search(START, 30, seed=0, phases=Phases(**{name: function}))
    except FAILURES as error:
        reason = verdict.message if verdict.status == "wrong" else str(error)
        first_line, _, _ = f"yours stops. {reason}".partition("\n")
        return first_line
    return ""
