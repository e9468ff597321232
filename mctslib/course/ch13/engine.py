"""Compare the engine built from the reader's functions with the library's solver."""

from collections.abc import Callable
from typing import Any

from mctslib.course.ch13.positions import POSITIONS
from mctslib.course.exercise import in_words
from mctslib.door.entrance import search
from mctslib.door.result import SearchResult
from mctslib.game import State
from mctslib.methods.solver import Solver
from mctslib.words import count

MOST = 9_000  # iterations after which a search without a proof ends
SEEDS = 3


def compare_engines(make_solver: Callable[[], Any]) -> str:
    """Run an engine on the six positions of the chapter; return the results as lines of text.

    make_solver  a function that returns a new solver with `options()`; it is called once for each
                 search

    Each line compares the engine with the library's `Solver(decisive=False)` for the last of three
    seeds.  The final line counts the searches, over all seeds, in which the two engines agree.  If
    a function of the engine is not written yet, or fails, a message about this failure is returned
    instead.
    """
    lines = []
    agreements = 0
    for name, puzzle in POSITIONS.items():
        for seed in range(SEEDS):
            try:
                own = run(puzzle.state, seed, make_solver())
            except Exception as error:
                return what_is_missing(name, error)
            ours = run(puzzle.state, seed, Solver(decisive=False))
            agreements += same_search(own, ours)
        lines.append(f"{name}  yours: {said(own)}  ·  the library's: {said(ours)}")
    searches = len(POSITIONS) * SEEDS
    verdict = f"The two engines agree in {agreements} of {count(searches, 'search', 'searches')}."
    return "\n".join([f"Seed {SEEDS - 1} of each position:", *lines, verdict])


def what_is_missing(name: str, error: Exception) -> str:
    """Return a message about an engine that fails on the position `name`."""
    reason = error.__cause__ if isinstance(error.__cause__, Exception) else error
    if isinstance(reason, NotImplementedError):
        return "One of your functions is not written yet: do exercises 1 to 4 first."
    return f"On position {name} your engine stopped with {in_words(reason)}."


def run(state: State, seed: int, solver: Any) -> SearchResult:
    """Return the result of a search with this solver."""
    return search(state, MOST, seed=seed, **solver.options())


def same_search(one: SearchResult, other: SearchResult) -> bool:
    """Return whether two searches have the same nodes, the same visits and the same move."""
    trees = []
    for found in (one, other):
        trees.append([(node.path(), node.visits) for node in found.root.descendants()])
    return trees[0] == trees[1] and one.action == other.action


def said(found: SearchResult) -> str:
    """Describe a search: whether it found a proof, the number of its iterations, and its move."""
    how = "proved" if found.stopped_by == "proved" else "no proof"
    return f"{how} after {found.iterations:5,} iterations, move {found.action}"
