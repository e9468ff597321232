"""Compute the data that `SameBudget` shows for one hand: a tree, two samplers, and exact
answers.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from mctslib.course.ch19.proposer import Proposer
from mctslib.games.twentyfour import (
    TwentyFour,
    can_make,
    chance_to_make,
    count_lines,
    solutions,
    steps,
)
from mctslib.methods.alone import Alone, Found, best_of_n, grow
from mctslib.methods.puct import Judge, even
from mctslib.tree import Iteration, Path
from mctslib.words import count, number, percent

BUDGET = 300  # the largest budget on the dial, in steps
LEAST = 3  # the smallest budget: the number of steps in one line
RUNS = 30  # the number of seeds for each curve
# the largest number of first steps that are shown, not counting the first step of a solution
FIRST_STEPS = 12
SEARCHES = ("tree", "best of n", "random")
PROPOSERS = ("learned", "equal shares")


class ShownStep(NamedTuple):
    """One step of the tree that is shown."""

    path: Path
    label: str  # "7×7=49"
    # for each line through this step, the number of steps generated up to the end of the line
    at: tuple[int, ...]
    is_good: bool  # whether the hand can still be solved after this step (exact)


class Sample(NamedTuple):
    """One line that a sampler has drawn."""

    last: int  # the last number of the line
    steps: int  # the number of steps generated up to the end of this line
    solves: bool


class HandSeen(NamedTuple):
    """The data about a hand, for all budgets."""

    hand: TwentyFour
    places: tuple[ShownStep, ...]  # parents before children, siblings by decreasing share
    hidden: int  # the number of first steps that are not shown
    tree: Found
    samples: dict[str, tuple[Sample, ...]]  # for "best of n" and for "random"
    # for each search and each seed, the number of steps until the hand was solved, or None
    runs: dict[str, tuple[int | None, ...]]
    exact: tuple[str, ...]  # the exact answers in words, one sentence for each


def judge_of(proposer: str) -> Judge:
    """Return the proposer with this name, which is one of `PROPOSERS`."""
    if proposer == "learned":
        return Proposer()
    return even


@lru_cache(maxsize=64)
def seen(hand: TwentyFour, seed: int, proposer: str) -> HandSeen:
    """Run the searches of the widget on a hand, and return what they did.  The result is cached.

    seed      the seed of the tree and of the samplers that are shown
    proposer  "learned" or "equal shares"; the tree and "best of n" use the proposer, "random" does
              not
    """
    judge = judge_of(proposer)
    trace: list[Iteration] = []
    options = {**Alone(judge).options(), "trace": trace}
    tree = grow(hand, BUDGET, options, seed)
    places, hidden = places_of(hand, passes(trace), judge, tree)
    samples = {
        "best of n": samples_of(hand, best_of_n(hand, BUDGET, seed, judge, until_solved=False)),
        "random": samples_of(hand, best_of_n(hand, BUDGET, seed, even, until_solved=False)),
    }
    runs = solved_runs(hand, proposer)
    kept = tree._replace(root=None)  # the nodes of the tree are no longer needed
    return HandSeen(hand, places, hidden, kept, samples, runs, in_words(hand, judge))


@lru_cache(maxsize=64)
def solved_runs(hand: TwentyFour, proposer: str) -> dict[str, tuple[int | None, ...]]:
    """Return, for each search and each seed, the number of steps after which the hand was solved,
    or None if it was not solved.
    """
    judge = judge_of(proposer)
    found: dict[str, list[int | None]] = {name: [] for name in SEARCHES}
    for seed in range(RUNS):
        found["tree"].append(grow(hand, BUDGET, Alone(judge).options(), seed).solved_after)
        found["best of n"].append(best_of_n(hand, BUDGET, seed, judge).solved_after)
        found["random"].append(best_of_n(hand, BUDGET, seed, even).solved_after)
    return {name: tuple(after) for name, after in found.items()}


def passes(trace: list[Iteration]) -> dict[Path, list[int]]:
    """Return, for each beginning of a line, the numbers of steps that had been generated when the
    lines through this beginning ended.
    """
    found: dict[Path, list[int]] = {}
    used = 0
    for iteration in trace:
        used += (iteration.expanded and bool(iteration.path)) + len(iteration.rollout)
        line = iteration.path + iteration.rollout
        for length in range(1, len(line) + 1):
            found.setdefault(line[:length], []).append(used)
    return found


def places_of(
    hand: TwentyFour, at: dict[Path, list[int]], judge: Judge, tree: Found
) -> tuple[tuple[ShownStep, ...], int]:
    """Return the steps that are shown, and the number of first steps that are not shown.

    The picture shows the first steps with the most lines, and up to two second steps after each of
    the three busiest first steps.  If the hand has a solution, the picture also shows a line that
    solves it: the line that the tree has found, or else one of the exact solutions.
    """
    wanted: dict[Path, None] = {}
    for length in range(1, len(line_to_show(hand, tree)) + 1):
        wanted[line_to_show(hand, tree)[:length]] = None
    firsts = busiest(hand, (), at, judge)
    for path in firsts[:FIRST_STEPS]:
        wanted[path] = None
    for path in firsts[:3]:
        for below in busiest(after(hand, path), path, at, judge)[:2]:
            if below in at:
                wanted[below] = None
    places = []
    for path in in_tree_order(hand, (), wanted, judge):
        places.append(place(hand, path, tuple(at.get(path, ()))))
    shown = sum(len(path) == 1 for path in wanted)
    return tuple(places), len(hand.legal_actions()) - shown


def line_to_show(hand: TwentyFour, tree: Found) -> Path:
    """Return a line that solves the hand: the line that the tree has found, or else an exact
    solution; return () if there is no solution.
    """
    if tree.solved_after is not None:
        return tree.lines[-1].actions
    exact = solutions(hand)
    return exact[0] if exact else ()


def busiest(state: TwentyFour, path: Path, at: dict[Path, list[int]], judge: Judge) -> list[Path]:
    """Return the paths that are one step longer than `path`, sorted by decreasing number of lines
    and then by decreasing share.
    """
    if state.is_terminal():
        return []
    shares, _ = judge(state)
    longer = [(*path, action) for action in shares]
    return sorted(longer, key=lambda one: (-len(at.get(one, ())), -shares[one[-1]]))


def in_tree_order(
    state: TwentyFour, path: Path, wanted: dict[Path, None], judge: Judge
) -> list[Path]:
    """Return the paths in `wanted`, each followed by its continuations in `wanted`; more likely
    steps come first.
    """
    if state.is_terminal():
        return []
    shares, _ = judge(state)
    found: list[Path] = []
    for action in sorted(shares, key=lambda action: -shares[action]):
        longer = (*path, action)
        if longer in wanted:
            found += [longer, *in_tree_order(state.apply(action), longer, wanted, judge)]
    return found


def after(hand: TwentyFour, path: Path) -> TwentyFour:
    """Return the position at the end of a path."""
    for action in path:
        hand = hand.apply(action)
    return hand


def place(hand: TwentyFour, path: Path, at: tuple[int, ...]) -> ShownStep:
    """Return the step at the end of a path with the data that the picture shows."""
    before = after(hand, path[:-1])
    step = steps(before.numbers)[path[-1]]
    label = step.words.replace(" ", "")
    return ShownStep(path, label, at, can_make(step.left, hand.target))


def samples_of(hand: TwentyFour, found: Found) -> tuple[Sample, ...]:
    """Return the lines of a sampler with the data that the picture shows."""
    samples = []
    for line in found.lines:
        last = after(hand, line.actions).numbers[0]
        samples.append(Sample(last, line.steps, line.reward == 1))
    return tuple(samples)


def in_words(hand: TwentyFour, judge: Judge) -> tuple[str, ...]:
    """Return the exact answers in words: the number of lines that solve the hand, one of these
    lines, and the probabilities of a right line.
    """
    solved = solutions(hand)
    if not solved:
        return (
            f"None of the {number(count_lines(hand.numbers))} lines makes {hand.target}.",
            "So no search can solve this hand.",
        )
    state = hand
    words = []
    for action in solved[0]:
        words.append(state.action_name(action))
        state = state.apply(action)
    lucky = percent(chance_to_make(hand.numbers, hand.target), 2)
    proposed = percent(chance_of(hand, judge), 2)
    right = count(len(solved), "line is right", "lines are right")
    return (
        f"{right}, for example {' → '.join(words)} ✓",
        f"A random line is right in {lucky} of all cases, and a line of the proposer in "
        f"{proposed}.",
    )


def chance_of(state: TwentyFour, judge: Judge) -> float:
    """Return the exact probability that a line drawn by a proposer solves the hand."""
    if state.is_terminal():
        return state.rewards()[0]
    shares, _ = judge(state)
    total = 0.0
    for action, share in shares.items():
        longer = state.apply(action)
        if can_make(longer.numbers, longer.target):
            total += share * chance_of(longer, judge)
    return total


def headline(hand: TwentyFour) -> str:
    """Return the sentence above the picture."""
    lines = count_lines(hand.numbers)
    solved = len(solutions(hand))
    right = {0: "none is right", 1: "one is right"}.get(solved, f"{solved} are right")
    cards = ", ".join(map(str, hand.numbers))
    return f"Make {hand.target} out of {cards}: {number(lines)} lines, {right}."


def found(hand: TwentyFour, after_steps: int | None) -> str:
    """Return the headline once the tree has found a right line, or "" if it never does."""
    if after_steps is None:
        return ""
    cards = ", ".join(map(str, hand.numbers))
    return f"The tree made {hand.target} out of {cards} after {count(after_steps, 'step')}."


def verdict(name: str, after_steps: int | None, budget: int) -> str:
    """Return a phrase that states the result of a search within a budget."""
    if after_steps is not None and after_steps <= budget:
        return f"{name}: ✓ with {number(after_steps)} steps"
    return f"{name}: ✗ not yet"
