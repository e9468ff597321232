"""Use each of the reader's functions that can run in the library's loop."""

from collections.abc import Callable
from typing import Any

from mctslib.course.ch04 import checkers
from mctslib.course.ch04.luck import START
from mctslib.course.exercise import Endless, patience
from mctslib.door.entrance import search
from mctslib.door.guard import PhaseError
from mctslib.search import Phases

FAILURES = (PhaseError, Endless, ValueError, AttributeError, TypeError, KeyError)


def own_phases(**functions: Callable[..., Any]) -> Phases:
    """Return phases for `search` with each of the reader's functions that can run.

    If a function is still a stub, fails, or does not end, the library's function takes its place,
    and a printed line gives the reason.  A function that is wrong but runs is used, so that the
    tree can be compared with the library's tree.

    functions  the functions under the names of the phases: select, expand, simulate, backpropagate
    """
    usable = {}
    for name, function in functions.items():
        problem = problem_of(name, function)
        if problem:
            print(f"{name:13} library’s: {problem}")
        else:
            print(f"{name:13} yours")
            usable[name] = function
    return Phases(**usable)


def problem_of(name: str, function: Callable[..., Any]) -> str:
    """Return the reason why a reader's function cannot run in the loop, or "" if it can run.

    name  the name of the phase
    """
    verdict = getattr(checkers, f"check_{name}")(function)
    if verdict.status == "pending":
        return "yours is empty"
    try:
        with patience():
            search(START, 30, seed=0, phases=Phases(**{name: function}))
    except FAILURES as error:
        reason = verdict.message if verdict.status == "wrong" else str(error)
        first_line, _, _ = f"your function stops. {reason}".partition("\n")
        return first_line
    return ""
