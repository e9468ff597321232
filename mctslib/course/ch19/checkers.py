"""Check the exercises of chapter 19: steps until solved, a beam's layer, a judge's ceiling.

The words and the common mistakes are in `exercises.toml`.
"""

from collections.abc import Callable, Sequence
from typing import Any

from mctslib.course.ch19.answers import ceiling, keep, steps_until_solved
from mctslib.course.exercise import call, typed
from mctslib.course.grading import Case, Graded

LONG, SHORT = ("7+7", "14-2", "12/1"), ("14-2", "12/1")
LOST, SOLVED, BRIEF = (LONG, 0.0), (LONG, 1.0), (SHORT, 0.0)

DRAWN = (  # the budget, and the lines in the order in which they are drawn
    (30, [LOST, LOST, SOLVED]),
    (9, [LOST, LOST, LOST, SOLVED]),
    (10, [LOST, LOST, LOST, SOLVED, LOST]),
    (30, [SOLVED, LOST, SOLVED]),
    (12, [BRIEF, LOST, BRIEF, SOLVED]),
    (1, [LOST, SOLVED]),
    (6, [LOST, SOLVED, SOLVED]),
    (6, [LOST, LOST, LOST, SOLVED]),
    (2, [BRIEF, SOLVED]),
    (30, [LOST, (SHORT, 0.5), (SHORT, 1)]),
    (5, [LOST, LOST, SOLVED]),
    (7, [BRIEF, BRIEF, BRIEF, SOLVED]),
)


def told(lines: Sequence[tuple[Sequence[str], float]]) -> str:
    """Return the lines of a case in words."""
    return ", ".join(f"{len(actions)} steps with reward {reward:g}" for actions, reward in lines)


def drawn_cases() -> list[Case]:
    """Return the cases of exercise 1."""
    return [Case((list(lines), budget), f"the lines have {told(lines)}") for budget, lines in DRAWN]


check_steps_until_solved = Graded("19", steps_until_solved, drawn_cases).checker()

LAYERS: tuple[tuple[list[tuple[float, Any]], int], ...] = (  # the beginnings and the width
    ([(0.5, "2 49"), (0.3, "2 49"), (0.2, "14 7")], 2),
    ([(0.3, "14 7"), (0.5, "2 49"), (0.1, "6 14"), (0.05, "1 98")], 2),
    ([(0.2, "2 49"), (0.4, "2 49"), (0.3, "14 7"), (0.1, "6 14")], 2),
    ([(0.1, "6 14"), (0.6, "14 7"), (0.2, "6 14"), (0.05, "1 98")], 3),
    ([(0.2, "14 7"), (0.7, "2 49")], 5),
    ([(0.4, "5 9"), (0.1, "5 9"), (0.3, "3 8"), (0.25, "3 8"), (0.2, "1 24")], 3),
    ([(0.4, "5 9"), (0.3, "3 8"), (0.2, "5 9"), (0.1, "3 8"), (0.05, "1 24")], 5),
    ([(0.6, "b"), (0.3, "a")], 1),
    ([], 3),
)


def layer_cases() -> list[Case]:
    """Return the cases of exercise 2."""
    return [
        Case((list(beginnings), width), f"`beginnings` is {beginnings}")
        for beginnings, width in LAYERS
    ]


def pairs(own: Callable[..., Any], beginnings: Any, width: int, shown: str) -> Any:
    """Return the reader's list, with its pairs as tuples."""
    answer = typed(call(own, beginnings, width, shown=shown), list, shown)
    return [tuple(pair) if isinstance(pair, list) else pair for pair in answer]


check_keep = Graded(
    "19", keep, layer_cases, ask=pairs, same=lambda one, other: one == other
).checker()

# For each case: the share of right lines, and the share that fools.
JUDGES = ((0.03, 0.01), (0.5, 0.5), (0.2, 0.0), (0.03, 1.0), (1.0, 0.3), (0.001, 0.01), (0.4, 0.25))


check_ceiling = Graded(
    "19", ceiling, lambda: [Case(shares) for shares in JUDGES], returns=float
).checker()
