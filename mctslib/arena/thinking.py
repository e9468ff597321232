"""Thinking in slices, so that whoever waits can show how far it is, answer the page, and hear a stop button.

A thought is a generator: it pauses every so often, yields the fraction done (or None), and returns what was found.
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


def thinking(player: Any, state: State, rng: random.Random) -> Thoughts:
    """The `thoughts` of a player; one who has none chooses, and then there is one pause."""
    if isinstance(player, type):
        raise TypeError(f"A class plays no game, a player does: write {player.__name__}(…).")
    if hasattr(player, "thoughts"):
        return (yield from player.thoughts(state, rng))
    action = player.choose(state, rng)
    yield None
    return action


def drained(thoughts: Generator[Any, None, T]) -> T:
    """What the thoughts return, thought to their end at once."""
    while True:
        try:
            next(thoughts)
        except StopIteration as end:
            return end.value


def paused(thoughts: Generator[Any, None, T]) -> Generator[None, None, T]:
    """The same thoughts; None at every pause."""
    while True:
        try:
            next(thoughts)
        except StopIteration as end:
            return end.value
        yield None


def growing(
    root: Node,
    limit: Limit | int,
    rng: random.Random,
    *,
    engine: Callable[..., SearchResult] = grow,
    slice_seconds: float = SLICE,
    **options: Any,
) -> Iterator[SearchResult]:
    """`engine(root, limit, seed=rng)` in slices of `slice_seconds`: what was found so far, at last the whole search.

    With one generator the slices grow the same tree as a single search.  Where every node of the tree is looked at,
    `engine` is better `search`: the compiled one makes them only when asked.
    """
    limit, done, seconds, ended = as_limit(limit), 0, 0.0, False
    while not ended:
        rest = None if limit.iterations is None else limit.iterations - done
        time = (inf if limit.seconds is None else limit.seconds) - seconds
        part = replace(limit, iterations=rest, seconds=min(slice_seconds, max(time, 0)))
        found = engine(root, part, seed=rng, **options)
        root, done, seconds = found.root, done + found.iterations, seconds + found.seconds
        ended = found.stopped_by != "seconds" or found.seconds >= time
        yield replace(found, iterations=done, seconds=seconds)


def fraction(found: SearchResult, limit: Limit) -> float:
    """How much of the limit, in iterations or seconds, was used up: 0 to 1."""
    parts = (found.iterations / (limit.iterations or inf), found.seconds / (limit.seconds or inf))
    return min(1.0, max(parts))


def search_slices(
    root: Node,
    limit: Limit | int,
    rng: random.Random,
    use: Callable[[Node], None] | None = None,
    **options: Any,
) -> Iterator[float]:
    """`growing`; yields the fraction done.  `use` gets the root of what was found, another one where engines change."""
    for found in growing(root, limit, rng, **options):
        if use:
            use(found.root)
        yield fraction(found, as_limit(limit))


def followed(
    steps: Generator[T, None, None],
    done: Callable[[T], int],
    of: int,
    words: str,
    progress: bool,
    stop: Stop | None = None,
    what: str = "games",
) -> T:
    """The last of `steps`, with a progress bar; the first press of the stop button ends them, and is said.

    steps  the first is what there is before any game
    done   how many games a step has behind it, `of` so many
    stop   another stop button, read after every game
    """
    last, games = next(steps), 0
    with closing(steps), deferred_interrupt() as pressed, bar_of(of, words, progress) as bar:
        for last in steps:
            if done(last) > games:
                bar.update(done(last) - games)
                games = done(last)
                if stop and stop.is_set():
                    return last
            if pressed.is_set():
                say_stopped(games, of, what)
                return last
    return last


def bar_of(of: int, words: str, shown: bool) -> Any:
    """A progress bar, in a notebook a widget: to load that takes a moment, in which the stop button may be pressed."""
    from tqdm.auto import tqdm

    if in_browser():
        tqdm.monitor_interval = 0  # else a thread looks after it
    return tqdm(total=of, disable=not shown, desc=words)


def gathered(runs: Iterable[T], of: int, what: str) -> list[T]:
    """All `of` runs; after the first press of the stop button those that were done by then, and that is said.

    Raises KeyboardInterrupt if none was.
    """
    found: list[T] = []
    with deferred_interrupt() as pressed:
        for run in runs:
            if pressed.is_set():  # this one may have been cut short
                if not found:
                    raise KeyboardInterrupt
                say_stopped(len(found), of, what)
                break
            found.append(run)
    return found


def say_stopped(done: int, of: int, what: str) -> None:
    """Say, below the cell, how much there is of what was asked for."""
    print(f"Stopped after {done:,} of {of:,} {what}: this is what there is.", flush=True)
