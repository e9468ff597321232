"""How a reader's phase uses its random numbers: fairly, from `rng` alone, and in which order."""

import random
from collections.abc import Callable
from functools import partial

from mctslib.course.ch04.compare import compare_trees
from mctslib.course.exercise import demand
from mctslib.draw.show import tree_svg
from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.search import Phases, search
from mctslib.tree import Node, attach

START = TicTacToe.from_text("X../XOO/OX.")  # the chapter's position, X to move: cells 1, 2 and 8
ITERATIONS = 150  # of the chapter's search
SEED = 12  # of the chapter's search

SEEDS = 200  # expansions that two functions are compared on
GRID = 360  # draws for each action
UNEVEN = 0.3  # how far from its share an action may come, as a part of the share: half a share is
# noticed, and six standard errors are not

LUCK = "`untried[int(rng.random() * len(untried))]`"
ORDER = "of equal scores the first is taken; `attach` puts them in the order of the legal actions"
RED = (
    "so the same seed will give you another tree than the reference's: equally good, and all red "
    "below."
)
ELSEWHERE = (
    "so the same seed can give you another tree than the reference's: equally good, and the same "
    "in the search below, but not in every search."
)


class Spread(random.Random):
    """A generator whose first draw is a given number; all later draws come from a seed.

    Over a fine grid of first draws, each action comes as often as a rule gives it measure: to
    within a step of the grid where one draw decides, to within a few percent where more draws do.

    place  the first draw, 0 or more and less than 1
    seed   of the later draws
    """

    def __init__(self, place: float, seed: int) -> None:
        super().__init__(seed)
        self.place: float | None = place

    def random(self) -> float:
        if self.place is None:
            return super().random()
        place = self.place
        self.place = None
        return place

    def getrandbits(self, k: int) -> int:  # what `choice`, `randrange` and `shuffle` draw from
        if self.place is None:
            return super().getrandbits(k)
        place = self.place
        self.place = None
        return int(place * 2**k)


def picks(expand: Callable, state: State, tried: tuple[Action, ...]) -> list[Action]:
    """Return the actions that a function expands first, one for each of 200 seeds.

    expand  as the phase of this name
    state   of the node
    tried   actions of which the node has the children already
    """
    found = []
    for seed in range(SEEDS):
        child = expand(with_children(state, tried), random.Random(seed))
        found.append(child.action)
    return found


def with_children(state: State, tried: tuple[Action, ...]) -> Node:
    """Return a new node of a state that has a child for each of the tried actions."""
    node = Node(state)
    node.visits = len(tried)
    for action in tried:
        attach(node, action).visits = 1
    return node


def demand_fair_luck(expand: Callable, state: State, tried: tuple[Action, ...]) -> None:
    """Raise `Wrong` unless a function expands every untried action equally often.

    Raises `Wrong`, too, if the same seeds do not give the same actions again.
    The parameters are those of `picks`.
    """
    untried = [action for action in state.legal_actions() if action not in tried]
    steps = GRID * len(untried)
    picked = []
    for step in range(steps):
        rng = Spread((step + 0.5) / steps, seed=step)
        picked.append(expand(with_children(state, tried), rng).action)
    for action in untried:
        times = picked.count(action)
        demand(
            abs(times - GRID) <= UNEVEN * GRID,
            f"In {steps:,} expansions of this node action {action} came {times:,} times, "
            f"not about {GRID} times; pick with `rng`, all equally likely.",
            partial(tree_svg, with_children(state, tried)),
        )
    again = (
        "The same seed gave another child the second time: take your luck from `rng`, and from "
        "nowhere else."
    )
    demand(picks(expand, state, tried) == picks(expand, state, tried), again)


def in_order(expand: Callable, state: State, seed: int) -> bool:
    """Return whether a node's children stand in the order of the legal actions once all are there.

    expand  as the phase of this name
    state   of the node
    """
    node = Node(state)
    rng = random.Random(seed)
    for _ in state.legal_actions():
        expand(node, rng)
    return list(node.children) == list(state.legal_actions())


def grows_the_reference(phases: Phases) -> bool:
    """Return whether the chapter's search gives the same tree as with the library's phases.

    phases  with a reader's function that its checker has found to be right
    """
    mine = search(START, ITERATIONS, seed=SEED, phases=phases).root
    reference = search(START, ITERATIONS, seed=SEED).root
    return not compare_trees(mine, reference) and not compare_trees(reference, mine)
