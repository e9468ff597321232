"""Think in slices, with pauses to show progress, let the page react and read a stop button.

A thought is a generator that yields the fraction done (or None) at each pause, and returns the
result at the end.
"""

import random
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from math import inf
from time import monotonic
from typing import Any, TypeVar

from mctslib.door.guard import counted_actions
from mctslib.door.limits import Limit, Slice, as_limit, deferred_interrupt
from mctslib.door.result import SearchResult
from mctslib.fast.choice import grow
from mctslib.game import Action, State
from mctslib.machine import in_browser
from mctslib.tree import Node

T = TypeVar("T")
Thoughts = Generator[float | None, None, Action]
SLICE = 0.04  # seconds of work between two pauses


# ---------------------------------------------------------------------------- one thought


def thinking(player: Any, state: State, rng: random.Random) -> Thoughts:
    """Let a player think about a move, with pauses; return the action.

    If the player has no method `thoughts`, the only pause comes after the choice.
    Raises TypeError if the player is a class.
    """
    if isinstance(player, type):
        raise TypeError(f"A player must be an object, not a class: write {player.__name__}(…).")
    if hasattr(player, "thoughts"):
        return (yield from player.thoughts(state, rng))
    action = player.choose(state, rng)
    yield None
    return action


def in_slices(steps: Iterable[T]) -> Iterator[T]:
    """Yield the latest step whenever `SLICE` seconds of work have passed, and the last step."""
    until, is_due = monotonic() + SLICE, True
    for step in steps:
        is_due = monotonic() > until
        if is_due:
            yield step
            until = monotonic() + SLICE
    if not is_due:
        yield step


def drained(thoughts: Generator[Any, None, T]) -> T:
    """Run a thought to its end without pauses; return its result."""
    while True:
        try:
            next(thoughts)
        except StopIteration as end:
            return end.value


def paused(thoughts: Generator[Any, None, T]) -> Generator[None, None, T]:
    """Run a thought, and yield None at every pause; return its result."""
    while True:
        try:
            next(thoughts)
        except StopIteration as end:
            return end.value
        yield None


# ---------------------------------------------------------------------------- a search


def growing(
    root: Node,
    limit: Limit | int,
    rng: random.Random,
    *,
    engine: Callable[..., SearchResult] = grow,
    slice_seconds: float = SLICE,
    **options: Any,
) -> Iterator[SearchResult]:
    """Search in slices; yield the result so far after each slice.

    root           the node or state where the search begins
    limit          the limit of the whole search
    rng            a random generator; all slices together grow the same tree as a single search
                   with this generator
    engine         `grow`, or `search` if every node of the tree will be read.  `grow` may use the
                   compiled engine, which makes a `Node` only when the node is read
    slice_seconds  the length of a slice
    options        options for `search`

    The last result is the result of the whole search.
    """
    limit = as_limit(limit)
    iterations = 0
    seconds = 0.0
    ended = False
    while not ended:
        left = None if limit.iterations is None else limit.iterations - iterations
        seconds_left = (inf if limit.seconds is None else limit.seconds) - seconds
        seconds_left = max(seconds_left, 0)
        slice_limit = Slice(left, min(slice_seconds, seconds_left), limit.nodes, whole=seconds_left)
        found = engine(root, slice_limit, seed=rng, **options)
        root = found.root
        iterations += found.iterations
        seconds += found.seconds
        ended = found.stopped_by != "seconds" or found.seconds >= seconds_left
        yield replace(found, iterations=iterations, seconds=seconds)


def limit_for(state: State, limit: Limit | int) -> Limit:
    """Return the limit of a search for a move: one iteration if only one action is legal."""
    return Limit(1) if len(counted_actions(state)) == 1 else as_limit(limit)


def fraction(found: SearchResult, limit: Limit) -> float:
    """Return the fraction of the iterations or seconds used so far, whichever is larger."""
    of_iterations = found.iterations / (limit.iterations or inf)
    of_seconds = found.seconds / (limit.seconds or inf)
    return min(1.0, max(of_iterations, of_seconds))


def search_slices(
    root: Node,
    limit: Limit | int,
    rng: random.Random,
    use: Callable[[Node], None] | None = None,
    **options: Any,
) -> Iterator[float]:
    """Search in slices like `growing`, and yield the fraction done.

    use  a function that is called after each slice with the root of the tree; the root is a new
         object if the search has changed from one engine to the other
    """
    for found in growing(root, limit, rng, **options):
        if use is not None:
            use(found.root)
        yield fraction(found, as_limit(limit))


# ---------------------------------------------------------------------------- many games


def followed(
    steps: Generator[T, None, None],
    done: Callable[[T], int],
    of: int,
    words: str,
    progress: bool,
    what: str = "games",
) -> T:
    """Run the steps with a progress bar; return the last step.

    steps     an iterator of the results so far; the first step is the result before any game
    done      a function that takes a step and returns the number of games finished so far
    of        the planned number of games
    words     the text before the progress bar
    progress  whether to show the bar
    what      the plural noun for the things that are counted, such as "games"

    The first press of the stop button ends the steps, and the number of finished games is printed.
    """
    games = 0
    with closing(steps), deferred_interrupt() as pressed, bar_of(of, words, progress) as bar:
        for last in steps:
            if done(last) > games:
                bar.update(done(last) - games)
                games = done(last)
            if pressed.is_set():
                say_stopped(games, of, what)
                return last
    return last


def bar_of(of: int, words: str, shown: bool) -> Any:
    """Return a progress bar, which is a widget in a notebook.

    Loading the bar takes a moment, during which the stop button may be pressed.
    """
    from tqdm.auto import tqdm

    if in_browser():
        tqdm.monitor_interval = 0  # otherwise an extra thread watches the bar
    return tqdm(total=of, disable=not shown, desc=words)


def gathered(runs: Iterable[T], of: int, what: str) -> list[T]:
    """Return the results of all runs, or of the finished runs if the stop button is pressed.

    runs  an iterator that computes one result at a time
    of    the planned number of runs
    what  the plural noun for the runs, such as "games"

    After the press, the number of finished runs is printed, or KeyboardInterrupt is raised if no
    run is finished.
    """
    found: list[T] = []
    with deferred_interrupt() as pressed:
        for run in runs:
            if pressed.is_set():  # this run may be incomplete, so it does not count
                if not found:
                    raise KeyboardInterrupt
                say_stopped(len(found), of, what)
                break
            found.append(run)
    return found


def say_stopped(done: int, of: int, what: str) -> None:
    """Print how many games or other runs were finished, and how many were planned."""
    print(f"Stopped after {done:,} of {of:,} {what}. The result is based on these.", flush=True)
