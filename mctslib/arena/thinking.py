"""Thinking in slices, with pauses to show progress, serve the page and hear a stop button.

A thought is a generator.  It pauses every so often, yields the fraction done (or None), and returns
what was found.
"""

import random
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from math import inf
from typing import Any, TypeVar

from mctslib.fast.choice import grow
from mctslib.game import Action, State
from mctslib.limits import Limit, as_limit, deferred_interrupt
from mctslib.machine import in_browser
from mctslib.search import SearchResult, Stop
from mctslib.tree import Node

T = TypeVar("T")
Thoughts = Generator[float | None, None, Action]
SLICE = 0.04  # seconds of thought between two pauses


# ---------------------------------------------------------------------------- one thought


def thinking(player: Any, state: State, rng: random.Random) -> Thoughts:
    """Let a player think about a move, with pauses; return the action.

    A player without a method `thoughts` chooses at once, and pauses once.
    Raises TypeError for a class in the place of a player.
    """
    if isinstance(player, type):
        raise TypeError(f"A player must be an object, not a class: write {player.__name__}(…).")
    if hasattr(player, "thoughts"):
        return (yield from player.thoughts(state, rng))
    action = player.choose(state, rng)
    yield None
    return action


def drained(thoughts: Generator[Any, None, T]) -> T:
    """Think the thoughts to their end at once; return what they return."""
    while True:
        try:
            next(thoughts)
        except StopIteration as end:
            return end.value


def paused(thoughts: Generator[Any, None, T]) -> Generator[None, None, T]:
    """Think the same thoughts, but yield None at every pause."""
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
    """Search in slices; yield what was found so far, at last the result of the whole search.

    root           where the search begins
    limit          of the whole search
    rng            the random numbers; with one generator the slices grow the same tree as a single
                   search
    engine         `grow`, or `search` where every node of the tree is looked at, because the
                   compiled engine makes nodes only when they are looked at
    slice_seconds  how long a slice takes
    options        options of `search`
    """
    limit = as_limit(limit)
    iterations, seconds = 0, 0.0
    ended = False
    while not ended:
        left = None if limit.iterations is None else limit.iterations - iterations
        seconds_left = (inf if limit.seconds is None else limit.seconds) - seconds
        slice_limit = replace(
            limit, iterations=left, seconds=min(slice_seconds, max(seconds_left, 0))
        )
        found = engine(root, slice_limit, seed=rng, **options)
        root = found.root
        iterations += found.iterations
        seconds += found.seconds
        ended = found.stopped_by != "seconds" or found.seconds >= seconds_left
        yield replace(found, iterations=iterations, seconds=seconds)


def fraction(found: SearchResult, limit: Limit) -> float:
    """Return how much of the limit, in iterations or seconds, is used up: 0 to 1."""
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
    """Search in slices, as `growing` does, and yield the fraction done.

    use  is called after each slice with the root of the tree, which is another one where the tree
         has changed engines
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
    stop: Stop | None = None,
    what: str = "games",
) -> T:
    """Go through the steps with a progress bar; return the last one.

    steps     the results so far; the first step is what there is before any game
    done      returns how many games a step has behind it
    of        how many games there are to be
    words     stand in front of the progress bar
    progress  whether to show the bar
    stop      another stop button, read after every game
    what      what is counted, in the plural

    The first press of the stop button ends the steps, and their number is printed.
    """
    last = next(steps)
    games = 0
    with closing(steps), deferred_interrupt() as pressed, bar_of(of, words, progress) as bar:
        for last in steps:
            if done(last) > games:
                bar.update(done(last) - games)
                games = done(last)
                if stop is not None and stop.is_set():
                    return last
            if pressed.is_set():
                say_stopped(games, of, what)
                return last
    return last


def bar_of(of: int, words: str, shown: bool) -> Any:
    """Return a progress bar, in a notebook a widget.

    Loading it takes a moment, in which the stop button may be pressed.
    """
    from tqdm.auto import tqdm

    if in_browser():
        tqdm.monitor_interval = 0  # otherwise a thread watches over the bar
    return tqdm(total=of, disable=not shown, desc=words)


def gathered(runs: Iterable[T], of: int, what: str) -> list[T]:
    """Return all runs; after a press of the stop button those that were done by then.

    runs  the results, worked out one by one
    of    how many there are to be
    what  what is counted, in the plural

    After the press their number is printed.  Raises KeyboardInterrupt if there is none.
    """
    found: list[T] = []
    with deferred_interrupt() as pressed:
        for run in runs:
            if pressed.is_set():  # this run may have been cut short, so it does not count
                if not found:
                    raise KeyboardInterrupt
                say_stopped(len(found), of, what)
                break
            found.append(run)
    return found


def say_stopped(done: int, of: int, what: str) -> None:
    """Print below the cell how much was done, and how much had been asked for."""
    print(f"Stopped after {done:,} of {of:,} {what}. The result is made from these.", flush=True)
