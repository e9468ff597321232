"""Checkers of chapter 07 ("Turn the c knob")."""

from collections.abc import Callable, Sequence
from math import inf, isnan, sqrt
from random import Random
from typing import Any

from mctslib.arena.intervals import wilson
from mctslib.course.exercise import Wrong, call, demand, exercise, given
from mctslib.course.grading import Case, Graded
from mctslib.course.puzzles import A, Puzzle, S
from mctslib.door.entrance import search
from mctslib.fast.choice import grow, new_root
from mctslib.game import Action, State
from mctslib.games import Nim
from mctslib.policies import UCB1, most_visited
from mctslib.tree import Node
from mctslib.words import number, observed, percent

# ------------------------------------------------------------ exercise 1: a share

# The number of lines of code that a call may execute.  The limit is large, because the reader's
# function runs many searches.
PATIENCE = 5_000_000
NIM = Puzzle("Nim(2, 3)", Nim(2, 3), frozenset({5}), "Heaps of equal size win.")


def correct_share(
    state: State, correct: set[Action], c: float, iterations: int, seeds: Sequence[int]
) -> float:
    """Return the share of the searches, from 0 to 1, that choose a `correct` action."""
    hits = 0
    for seed in seeds:
        hits += search(state, iterations, seed=seed, tree_policy=UCB1(c)).action in correct
    return hits / len(seeds)


def share_cases() -> list[Case]:
    """Return the cases of `check_correct_share`.

    The shares are different with another c, and in three cases with one iteration fewer.
    """
    rows: list[tuple[Puzzle, float, int, Sequence[int]]] = [
        (A, 0.0, 10, range(3, 7)),
        (A, 2.0, 20, range(20, 24)),
        (S, 0.5, 10, [2, 3, 5, 8]),
        (NIM, 0.5, 20, range(3, 7)),  # another game
        (S, 0.5, 20, [11]),  # a single seed
    ]
    cases = []
    for puzzle, c, iterations, seeds in rows:
        arguments = (puzzle.state, set(puzzle.correct), c, iterations, seeds)
        where = f"the position is {puzzle.name} and `seeds` is {seeds}"
        cases.append(Case(arguments, where))
    return cases


def shared(own: Callable[..., Any], *arguments: Any, shown: str) -> Any:
    """Call the reader's function, which runs many searches."""
    return call(own, *arguments, returns=float, shown=shown, lines=PATIENCE)


check_correct_share = Graded("07", correct_share, share_cases, ask=shared).checker()

# ------------------------------------------------------------ exercise 2: a c for a deadline

BUDGET = 400  # iterations of each search
ENOUGH = 0.85  # the share of the runs that must choose a right move
SEEDS = range(600)
CLINGING = 0.45  # c is too small if the favourite's share of the visits is larger than this


@exercise("")
def check_choose_c(c: Any) -> str:
    """Check that searches with this c choose a right move for at least 85% of 600 seeds.

    Each search starts from position A and has 400 iterations.
    """
    c = given(c, float, "my_c")
    demand(not isnan(c), "`my_c` is nan, which is not a number. Choose a number of 0 or more.")
    demand(
        c >= 0,
        f"`my_c` is {number(c)}, but c must not be negative. With a negative c, selection would "
        "avoid the moves with few visits.",
    )
    demand(
        c < inf,
        "`my_c` is infinite, so Q would have no effect in the formula. Choose a finite number.",
    )
    roots = [_grown(c, seed) for seed in SEEDS]
    hits = sum(A.solved_by(most_visited(root)) for root in roots)
    low, high = wilson(hits, len(roots))
    found = (
        f"With c = {number(c)}, {number(hits)} of {number(len(roots))} runs choose a right move "
        f"after {BUDGET} iterations"
    )
    ends = f"{observed(low)} to {observed(high)}"
    found += f" ({observed(hits / len(roots))}, 95% interval {ends})."
    needed = round(ENOUGH * len(roots))
    if hits < needed:
        raise Wrong(f"{found} At least {needed} are needed ({percent(ENOUGH)}). {_advice(roots)}")
    return f"{found} This c is neither too small nor too large."


def _advice(roots: Sequence[Node]) -> str:
    """Return advice to raise or to lower c, depending on the favourites' shares of the visits."""
    shares = []
    for root in roots:
        shares.append(max(child.visits for child in root.children.values()) / BUDGET)
    favourite = sum(shares) / len(shares)
    if favourite > CLINGING:
        clings = "The search does not correct its first impression"
        gets = f"its most visited move gets {percent(favourite)} of the visits"
        return f"{clings}: {gets}. Try a larger c."
    spreads = "The search spreads its visits too widely"
    even = f"even its most visited move gets only {percent(favourite)} of the visits"
    return f"{spreads}: {even}. Try a smaller c."


def _grown(c: float, seed: int) -> Node:
    """Return a tree of position A after `BUDGET` iterations.

    The compiled engine grows the tree if it is ready.
    """
    rng = Random(seed)
    policy = UCB1(c)
    root = new_root(A.state, BUDGET, rng, tree_policy=policy)
    return grow(root, BUDGET, seed=rng, tree_policy=policy).root


# ------------------------------------------------------------ exercise 3: another range


def rescale_c(c: float, low: float, high: float) -> float:
    """Return the c for rewards from low to high that acts as c does for rewards from 0 to 1."""
    return c * (high - low)


def range_cases() -> list[Case]:
    """Return the cases of `check_rescale_c`."""
    rows = [
        (1.5, 0, 1),
        (0.5, -10, -6),
        (sqrt(2), -1, 1),
        (1.2, 2, 5),
        (0.7, 0, 100),
        (0, -1, 1),
        (0.7, 0.25, 0.75),
    ]
    return [Case(row) for row in rows]


check_rescale_c = Graded("07", rescale_c, range_cases, returns=float).checker()
