"""Run the experiments of chapter 18, which measure the strokes that searches find."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import dist, inf
from typing import Any, NamedTuple, cast

from mctslib.chance import chance_to_move, draw_outcome
from mctslib.door.entrance import search
from mctslib.game import Action
from mctslib.games.putting import Putting
from mctslib.methods.widening import Widening, draw_untried
from mctslib.more_policies import pick
from mctslib.policies import UCB1, most_visited, uniform
from mctslib.tree import Node

C = 0.5  # the exploration constant of all searches in the chapter
CHANCE_EXPONENT = 0.4
Options = Callable[[], dict[str, Any]]


# ---------------------------------------------------------------------------- the searches


def uct() -> dict[str, Any]:
    """Return the options of plain UCT."""
    return {"tree_policy": UCB1(C)}


def widened(exponent: float = 0.5, **more: Any) -> dict[str, Any]:
    """Return the options of a search with progressive widening; `more` contains further arguments
    of `Widening`.
    """
    return Widening(exponent, c=C, **more).options()


def every_roll() -> dict[str, Any]:
    """Return the options of a search that widens only the strokes, and gives each new roll its own
    node.
    """
    return widened()


def by_count() -> dict[str, Any]:
    """Return the options of double progressive widening as published: kept rolls are drawn in
    proportion to their visits.
    """
    return widened(chance_exponent=CHANCE_EXPONENT, replay="by count")


def evenly() -> dict[str, Any]:
    """Return the options of a variant of double progressive widening that replays the least visited
    kept roll.
    """
    return widened(chance_exponent=CHANCE_EXPONENT, replay="even")


# ---------------------------------------------------------------------------- the even green


def position(node: Node) -> Putting:
    """Return the state of a node, which must be a position on the putting green."""
    return cast(Putting, node.state)


def favourites(root: Node) -> list[Node]:
    """Return the nodes of the most visited line, from the root's child downwards."""
    line = []
    node = root
    while node.children:
        node = node.children[most_visited(node)]
        line.append(node)
    return line


def holes(root: Node) -> bool:
    """Return whether the most visited line of a tree ends in the hole."""
    line = favourites(root)
    return bool(line) and position(line[-1]).holed


def holing_runs(options: Options, iterations: int, seeds: range, green: Putting) -> list[bool]:
    """Return, for each seed, whether the most visited line of a search holes the ball."""
    found = []
    for seed in seeds:
        root = search(green, iterations, seed=seed, **options()).root
        found.append(holes(root))
    return found


def depth_counts(root: Node) -> list[int]:
    """Return the number of nodes at each depth of a tree, from depth 1 downwards."""
    counts: list[int] = []
    level = list(root.children.values())
    while level:
        counts.append(len(level))
        level = [child for node in level for child in node.children.values()]
    return counts


# ---------------------------------------------------------------------------- the uneven green


class StrokeBelief(NamedTuple):
    """The statistics of the favourite first stroke of a search on an uneven green."""

    believed: float  # the mean reward of the stroke's playouts
    visits: int
    rolls: int  # the number of different rolls of the stroke that have a node
    twice: int  # the number of these rolls that were visited more than once
    largest: float  # the largest share of the stroke's visits that a single roll has

    def __str__(self) -> str:
        return (
            f"believed {self.believed:.3f}; {self.visits:,} visits of {self.rolls} rolls,"
            f" {self.twice} of them visited more than once, one with {self.largest:.0%}"
        )


def belief(root: Node) -> StrokeBelief:
    """Return the statistics of the most visited first stroke of a tree."""
    stroke = root.children[most_visited(root)]
    visits = [child.visits for child in stroke.children.values()]
    twice = sum(number > 1 for number in visits)
    largest = max(visits, default=0) / max(stroke.visits, 1)
    return StrokeBelief(stroke.value, stroke.visits, len(visits), twice, largest)


def putt(root: Node, rng: random.Random) -> bool:
    """Play one round with the strokes of a finished tree; return whether the ball is holed.

    Each stroke is the most visited stroke of the current node.  After a roll, the current node is
    the child whose ball is nearest to the real ball.  Below the tree, strokes are random.
    """
    node: Node | None = root
    state = position(root)
    while not state.is_terminal():
        if node is None or not node.children:
            state = state.apply(uniform(state, rng))
            continue
        action = most_visited(node)
        state = state.apply(action)
        node = node.children[action]
        if chance_to_move(state):
            state = state.apply(draw_outcome(state, rng))
            node = nearest(node, state)
    return state.holed


def nearest(stroke: Node, state: Putting) -> Node | None:
    """Return the stroke's child whose ball is nearest to the ball of `state`, or None if the stroke
    has no children.
    """
    best = None
    smallest = inf
    for child in stroke.children.values():
        apart = dist(position(child).ball, state.ball)
        if apart < smallest:
            best = child
            smallest = apart
    return best


def paid_by_tree(root: Node, rounds: int, seed: int = 0) -> int:
    """Play `rounds` rounds with a finished tree, and count the rounds that hole the ball."""
    rng = random.Random(seed)
    return sum(putt(root, rng) for _ in range(rounds))


BANDS = {0.05: "fewer than 50", 0.25: "50 to 249", 0.45: "250 to 449"}


def band(share: float) -> str:
    """Return the option of the second prediction that contains a given share of 1,000 rounds."""
    for end, words in BANDS.items():
        if share < end:
            return words
    return "450 or more"


# ---------------------------------------------------------------------------- near the best


NEAR = 15  # degrees on each side of the best stroke


def near_best(share: float = 0.5) -> Callable[[Node, random.Random], Action]:
    """Return a function that draws new strokes, some of them near the best stroke so far.

    share   the share of the new strokes that are drawn near the best stroke, from 0 to 1
    """

    def draw(node: Node, rng: random.Random) -> Action:
        if node.children and rng.random() < share:
            near = untried_near(node, best_tried(node))
            if near:
                return pick(near, rng)
        return draw_untried(node, rng)

    return draw


def best_tried(node: Node) -> Action:
    """Return the action of the child with the highest mean; ties go to the more visited child."""
    best = max(node.children.values(), key=lambda child: (child.value, child.visits))
    return best.action


def untried_near(node: Node, action: Action) -> list[Action]:
    """Return the untried strokes that have the same strength as `action` and a direction at most
    15° away.
    """
    angles = position(node).green.angles
    strength, direction = divmod(action, angles)
    reach = NEAR * angles // 360
    near = []
    for other in range(direction - reach, direction + reach + 1):
        stroke = strength * angles + other % angles
        if stroke not in node.children and stroke not in near:
            near.append(stroke)
    return near
