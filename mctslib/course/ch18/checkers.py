"""Checkers of chapter 18: room for a child, an experiment, new strokes, and replayed rolls."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from mctslib.course.ch18.experiments import NEAR, holes, position, untried_near, widened
from mctslib.course.exercise import (
    Wrong,
    alike,
    call,
    close,
    demand,
    exercise,
    explained,
    function_name,
    look,
    short,
)
from mctslib.game import Action
from mctslib.games.putting import Putting
from mctslib.policies import most_visited
from mctslib.search import search
from mctslib.tree import Node, attach
from mctslib.words import percent

# ---------------------------------------------------------------------------- room(node)

FEW = Putting(angles=4, strengths=1)  # a state with four actions


def node_with(
    visits: int, children: int, state: Any = None, below: Sequence[tuple[int, float]] = ()
) -> Node:
    """Return a node with the given visits and children.

    children  the number of children, which belong to the first legal actions
    below     pairs (N, W) for the first children
    """
    node = Node(state or Putting())
    node.visits = visits
    for action in list(node.state.legal_actions())[:children]:
        attach(node, action)
    for child, (n, w) in zip(node.children.values(), below):
        child.visits = n
        child.value_sum = w
    return node


def room(node: Node, exponent: float, factor: float) -> bool:
    """Return whether a node may get one more child."""
    children = len(node.children)
    limit = max(1, factor * max(node.visits, 1) ** exponent)
    return children < limit and children < len(node.state.legal_actions())


ROOMS = [
    (node_with(0, 0), 0.5, 1.0),
    (node_with(1, 1), 0.5, 1.0),
    (node_with(3, 1), 0.5, 1.0),
    (node_with(4, 2), 0.5, 1.0),
    (node_with(100, 9), 0.5, 1.0),
    (node_with(100, 10), 0.5, 1.0),
    (node_with(100, 25), 0.5, 3.0),
    (node_with(100, 35), 0.7, 1.0),
    (node_with(100, 12), 0.5, 2.0),
    (node_with(100, 15), 0.5, 2.0),
    (node_with(100, 6), 0.5, 0.5),
    (node_with(100, 10), 0.5, 0.5),
    (node_with(100, 30), 0.5, 0.5),
    (node_with(9, 5), 0.5, 2.0),
    (node_with(30, 20), 0.5, 1.0),
    (node_with(30, 5), 0.5, 1.0),
    (node_with(400, 4, FEW), 0.5, 1.0),
    (node_with(400, 3, FEW), 0.5, 1.0),
    (node_with(1, 0), 0.3, 0.2),
    (node_with(9, 1), 0.3, 0.2),
]


def limited(limit: Callable[[int, float, float], float]) -> Callable[[Node, float, float], bool]:
    """Return a mistaken version of `room` whose limit is `limit(N, exponent, factor)`."""

    def own(node: Node, exponent: float, factor: float) -> bool:
        children = len(node.children)
        most = limit(max(node.visits, 1), exponent, factor)
        return children < most and children < len(node.state.legal_actions())

    return own


def at_most(node: Node, exponent: float, factor: float) -> bool:
    """Return the result of a mistaken `room` that compares with ≤ instead of <."""
    children = len(node.children)
    limit = max(1, factor * max(node.visits, 1) ** exponent)
    return children <= limit and children < len(node.state.legal_actions())


def however_many(node: Node, exponent: float, factor: float) -> bool:
    """Return the result of a mistaken `room` that ignores the number of legal actions."""
    return len(node.children) < max(1, factor * max(node.visits, 1) ** exponent)


def without_first(node: Node, exponent: float, factor: float) -> bool:
    """Return the result of a mistaken `room` that returns False for a node without visits."""
    return node.visits > 0 and room(node, exponent, factor)


ROOM_MISTAKES = [
    (
        lambda node, exponent, factor: not room(node, exponent, factor),
        "Your answers are the opposite: return True if one more child may be added.",
    ),
    (at_most, "With ≤ a node gets one child too many: compare with <."),
    (
        limited(lambda n, e, f: max(1, int(f * n**e))),
        "Do not round the limit down: 1 is below 1.73, so a second child may be added.",
    ),
    (
        limited(lambda n, e, f: max(1, round(f * n**e))),
        "Do not round the limit: 5 is below 5.48, so one more child may be added.",
    ),
    (however_many, "A node whose legal actions all have a child has no room."),
    (limited(lambda n, e, f: max(1, n**e)), "The factor is missing."),
    (
        limited(lambda n, e, f: max(1, (f * n) ** e)),
        "You raise the factor to the exponent, too. Raise only N to the exponent.",
    ),
    (limited(lambda n, e, f: max(1, e * n**f)), "The exponent and the factor are swapped."),
    (
        limited(lambda n, e, f: max(1, f * n * e)),
        "You multiply N by the exponent. Raise N to the exponent, with `**`.",
    ),
    (without_first, "A node without visits has room for its first child: take N = 1 there."),
    (
        lambda node, exponent, factor: len(node.children) < len(node.state.legal_actions()),
        "Your function follows UCT's rule, in which there is room as long as an action is untried.",
    ),
]


@exercise("Right: a node gets a new child when it has enough visits.")
def check_room(own: Callable[..., Any]) -> None:
    """Check that `own(node, exponent, factor)` returns whether a node may get one more child."""
    name = function_name(own)
    answers = []
    for node, exponent, factor in ROOMS:
        shown = f"{name}(node, {exponent:g}, {factor:g})"
        answers.append(look(own, node, exponent, factor, shown=shown, returns=bool))
    for (node, exponent, factor), answer in zip(ROOMS, answers, strict=True):
        right = room(node, exponent, factor)
        if bool(answer) != right:
            legal = len(node.state.legal_actions())
            case = (
                f"With N = {node.visits}, {len(node.children)} of {legal:,} children, exponent"
                f" {exponent:g} and factor {factor:g}, `{name}` returned {answer};"
                f" it should be {right}."
            )
            otherwise = "Compare the number of children with factor · N ** exponent."
            raise Wrong(f"{case} {explained(ROOM_MISTAKES, ROOMS, answers, otherwise)}")


# ---------------------------------------------------------------------------- an experiment

GREEN = Putting(angles=24, wall=0.4)
ITERATIONS = 300
EXPERIMENTS = [
    (0.3, (5, 1, 21, 22, 30, 7)),
    (0.7, (10, 13, 0, 2)),
    (0.5, (8, 10, 3, 15, 31)),
    (1.0, (4, 1, 3, 38, 1555)),
]
# With exponent 1, the search with seed 38 would miss the hole with one iteration fewer, and the
# search with seed 1555 would find the hole with one iteration more.
LINES = 30_000_000  # the number of lines of code that the reader's searches may execute


@cache
def holed_run(exponent: float, seed: int, iterations: int = ITERATIONS) -> bool:
    """Return whether the most visited line of one search holes the ball."""
    return holes(search(GREEN, iterations, seed=seed, **widened(exponent)).root)


@cache
def first_holes(exponent: float, seed: int) -> bool:
    """Return whether the most visited *first stroke* of one search holes the ball."""
    root = search(GREEN, ITERATIONS, seed=seed, **widened(exponent)).root
    return position(root.children[most_visited(root)]).holed


def holed_share(exponent: float, seeds: Sequence[int]) -> float:
    """Return the share of the seeds for which the most visited line holes the ball."""
    return sum(holed_run(exponent, seed) for seed in seeds) / len(seeds)


SHARE_MISTAKES = [
    (
        lambda exponent, seeds: sum(holed_run(exponent, seed) for seed in seeds),
        "You return the number of runs that hole the ball: divide it by `len(seeds)`.",
    ),
    (
        lambda exponent, seeds: 1 - holed_share(exponent, seeds),
        "You return the share of the runs that miss.",
    ),
    (
        lambda exponent, seeds: holed_share(0.5, seeds),
        "The exponent is always 0.5: pass `exponent` to `widened`.",
    ),
    (
        lambda exponent, seeds: holed_share(exponent, range(len(seeds))),
        "The seeds are always 0, 1, 2 …: use the numbers in `seeds`.",
    ),
    (
        lambda exponent, seeds: float(holed_run(exponent, seeds[0])),
        "Only the first seed counts: run one search for each seed.",
    ),
    (
        lambda exponent, seeds: holed_run(exponent, seeds[-1]) / len(seeds),
        "Only the last run is counted: count all runs.",
    ),
    (
        lambda exponent, seeds: sum(first_holes(exponent, seed) for seed in seeds) / len(seeds),
        "Your function looks only at the first stroke: `holes(root)` looks at the whole line.",
    ),
    (
        lambda exponent, seeds: sum(holed_run(exponent, seed, 1000) for seed in seeds) / len(seeds),
        "Your shares belong to searches with 1,000 iterations: use 300.",
    ),
]


@exercise(
    "Right: you run one search for each seed, and return the share of searches that hole the ball."
)
def check_holed_share(own: Callable[..., Any]) -> None:
    """Check the shares that `own(exponent, seeds)` returns on a green with a short wall."""
    name = function_name(own)
    answers = []
    for exponent, seeds in EXPERIMENTS:
        shown = f"{name}({exponent:g}, {list(seeds)})"
        answers.append(call(own, exponent, list(seeds), returns=float, shown=shown, lines=LINES))
    if not all(map(alike, answers, [holed_share(*case) for case in EXPERIMENTS])):
        again = [
            call(own, exponent, list(seeds), returns=float, lines=LINES)
            for exponent, seeds in EXPERIMENTS
        ]
        demand(
            all(map(alike, answers, again)),
            f"`{name}` returns a different number each time: pass `seed=seed` to `search`.",
        )
    why = explained(
        SHARE_MISTAKES,
        EXPERIMENTS,
        answers,
        "For each seed: `search(green, 300, seed=seed, **widened(exponent))`, then `holes(root)`.",
    )
    for (exponent, seeds), answer in zip(EXPERIMENTS, answers, strict=True):
        close(answer, holed_share(exponent, seeds), f"{name}({exponent:g}, {list(seeds)})", why)


# ---------------------------------------------------------------------------- near the best

DRAWS = 600
BEST, MOST_VISITED, WORST = 90, 200, 300  # directions in degrees, all with the first strength


def planted() -> Node:
    """Return a node with three strokes: the best, the most visited, and the worst."""
    node = Node(Putting())
    for action, visits, value_sum in ((BEST, 10, 6.0), (MOST_VISITED, 80, 8.0), (WORST, 10, 0.0)):
        child = attach(node, action)
        child.visits = visits
        child.value_sum = value_sum
        node.visits += visits
    return node


def crowded() -> Node:
    """Return a node that has tried all strokes near its best stroke."""
    node = planted()
    for action in untried_near(node, BEST):
        attach(node, action).visits = 1
        node.visits += 1
    return node


@exercise(
    "Right: about half of the drawn strokes lie near the best one, and all of them are untried."
)
def check_draw_near(own: Callable[..., Any]) -> None:
    """Check that `own(node, rng)` draws half of the new strokes near the best stroke, and half
    anywhere.
    """
    name = function_name(own)
    drawn_strokes(own, name, Node(Putting()), 20, "a node without children")
    drawn_strokes(own, name, crowded(), 40, "a node that has tried every stroke near its best")
    own_generator(own, name)
    node = planted()
    strokes = drawn_strokes(own, name, node, DRAWS, "a node with three children")
    shares = {}
    for what in (BEST, MOST_VISITED, WORST):
        near = set(untried_near(node, what))
        shares[what] = sum(stroke in near for stroke in strokes) / DRAWS
    for what, words in ((MOST_VISITED, "most visited"), (WORST, "worst")):
        demand(
            shares[what] < 0.2,
            f"`{name}` draws near the {words} stroke. The best stroke has the highest mean: "
            "`best_tried(node)` returns this stroke.",
        )
    share = shares[BEST]
    counted = f"{percent(share)} of {DRAWS} new strokes lay within {NEAR}° of the best"
    demand(share > 0.1, f"{counted}, but half of them should. Does `{name}` use `untried_near`?")
    demand(
        share < 0.9,
        f"{counted}: the other half should lie anywhere, so that other regions are tried, too.",
    )
    demand(
        0.4 < share < 0.62, f"{counted}: it should be about half. Compare `rng.random()` with 0.5."
    )


def drawn_strokes(
    own: Callable[..., Any], name: str, node: Node, draws: int, where: str
) -> list[Action]:
    """Return the strokes that a function draws; raise `Wrong` if a stroke is not legal or not
    new.
    """
    rng = random.Random(18)
    strokes = []
    for _ in range(draws):
        stroke = look(own, node, rng, shown=f"{name}(node, rng)", returns=int, lines=2_000_000)
        legal = stroke in node.state.legal_actions()
        demand(
            legal, f"`{name}` returned {short(stroke)} for {where}, but this is not a legal action."
        )
        demand(
            stroke not in node.children,
            f"`{name}` returned {stroke} for {where}, but this stroke has a child already: draw an "
            "untried stroke.",
        )
        strokes.append(int(stroke))
    return strokes


def own_generator(own: Callable[..., Any], name: str) -> None:
    """Raise `Wrong` if a function does not draw its random numbers from `rng`."""
    everywhere = random.getstate()
    first = [call(own, planted(), random.Random(seed), lines=2_000_000) for seed in range(12)]
    elsewhere = (
        f"`{name}` draws from the global generator of `random`: draw all numbers from `rng`, so"
        " that the same seed gives the same tree."
    )
    demand(random.getstate() == everywhere, elsewhere)
    second = [call(own, planted(), random.Random(seed), lines=2_000_000) for seed in range(12)]
    demand(first == second, f"`{name}` draws different strokes for the same `rng`: use only `rng`.")
    demand(len(set(first)) > 1, f"`{name}` draws the same stroke for every `rng`.")


# ---------------------------------------------------------------------------- a kept roll

KEPT = [
    ((5, 1.0), (3, 0.0), (9, 8.0)),
    ((1, 1.0), (40, 30.0), (12, 0.0)),
    ((4, 2.0), (2, 1.0), (2, 0.0), (7, 7.0)),
    ((300, 3.0), (6, 6.0), (8, 0.0), (7, 1.0)),
    ((2, 0.0), (3, 3.0)),
]


def stroke_with(kept: Sequence[tuple[int, float]]) -> Node:
    """Return the node of a stroke whose first rolls have the given N and W; the green is uneven."""
    state = Putting(noise=3).apply(100)
    return node_with(sum(n for n, _ in kept), len(kept), state, kept)


def by(key: Callable[[Node], Any]) -> Callable[[Node], Action]:
    """Return a function that finds the action of the child with the smallest key."""
    return lambda stroke: min(stroke.children.values(), key=key).action


replayed = by(lambda child: child.visits)

REPLAY_MISTAKES = [
    (
        by(lambda child: -child.visits),
        "Your function takes the roll with the most visits: take the roll with the fewest visits.",
    ),
    (
        by(lambda child: -child.value),
        "Your function takes the roll with the best mean. With this rule, luck raises the tree's "
        "estimate even further.",
    ),
    (by(lambda child: -child.value_sum), "Your function takes the largest W: look at the visits."),
    (
        by(lambda child: child.value),
        "Your function takes the roll with the worst mean: look at the visits.",
    ),
    (
        by(lambda child: child.action),
        "Your function takes the first roll each time: look at the visits.",
    ),
    (
        by(lambda child: -child.action),
        "Your function takes the last roll each time: look at the visits.",
    ),
    (
        lambda stroke: min(stroke.children.values(), key=lambda x: (x.visits, -x.action)).action,
        "If several rolls have equally few visits, take the first one, so that a replay gives the "
        "same tree.",
    ),
]


@exercise("Right: all kept rolls are visited about equally often.")
def check_replayed(own: Callable[..., Any]) -> None:
    """Check that `replayed(stroke)` returns the child with the fewest visits."""
    name = function_name(own)
    strokes = [stroke_with(kept) for kept in KEPT]
    answers = []
    for stroke in strokes:
        answer = look(own, stroke, shown=f"{name}(stroke)", returns=Node)
        mine = any(answer is child for child in stroke.children.values())
        demand(mine, f"`{name}` returned a node that is not a child of the given stroke.")
        answers.append(answer.action)
    cases = [(stroke,) for stroke in strokes]
    why = explained(REPLAY_MISTAKES, cases, answers, "Compare the visits of the children.")
    for stroke, answer in zip(strokes, answers, strict=True):
        right = replayed(stroke)
        if answer != right:
            visits = [child.visits for child in stroke.children.values()]
            given = f"If the visits of the children are {visits}, take roll {right}"
            raise Wrong(f"{given}, not roll {answer}. {why}")
