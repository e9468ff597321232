"""Whether the reader's `expand` takes its luck from the generator it is given, all untried actions alike."""

import random
from collections.abc import Callable
from functools import partial

from mctslib.course.exercise import demand
from mctslib.draw.show import tree_svg
from mctslib.game import State
from mctslib.tree import Node, attach

SAMPLE = 200
GRID = 360  # draws an action
UNEVEN = 0.3  # how far from its share an action may come: half the share is found out, six standard errors are not
LUCK = "`untried[int(rng.random() * len(untried))]`"
ORDER = "of equal scores the first is taken; `attach` puts them in the order of the legal actions"
RED = "so the same seed will give you another tree than the reference's: equally good, and all red below."


class Spread(random.Random):
    """A generator whose first draw is the number `place`, in [0, 1), of a grid; all later ones come from a seed.

    Whatever rule turns draws into actions, over a fine grid each action comes as often as the rule gives it
    measure: to within a step of the grid where one draw decides, to within a few percent where more do.
    """

    def __init__(self, place: float, seed: int) -> None:
        super().__init__(seed)
        self.place: float | None = place

    def random(self) -> float:
        place, self.place = self.place, None
        return super().random() if place is None else place

    def getrandbits(self, k: int) -> int:  # what `choice`, `randrange` and `shuffle` draw from
        place, self.place = self.place, None
        return super().getrandbits(k) if place is None else int(place * 2**k)


def picks(own: Callable, state: State, tried: tuple) -> list:
    """The actions that `own` expands first, for some seeds, in a node where `tried` have their children."""
    return [own(_with_children(state, tried), random.Random(seed)).action for seed in range(SAMPLE)]


def _with_children(state: State, tried: tuple) -> Node:
    node = Node(state)
    node.visits = len(tried)
    for action in tried:
        attach(node, action).visits = 1
    return node


def fair(own: Callable, state: State, tried: tuple) -> None:
    """Every untried action as often as every other, and the same ones for the same seeds."""
    untried = [action for action in state.legal_actions() if action not in tried]
    steps = GRID * len(untried)
    grid = (Spread((k + 0.5) / steps, seed=k) for k in range(steps))
    picked = [own(_with_children(state, tried), rng).action for rng in grid]
    for action in untried:
        often = picked.count(action)
        words = f"In {steps:,} expansions of this node action {action} came {often:,} times, not about {GRID} times"
        even = abs(often - GRID) <= UNEVEN * GRID
        demand(
            even,
            f"{words}; pick with `rng`, all equally likely.",
            partial(tree_svg, _with_children(state, tried)),
        )
    again = "The same seed gave another child the second time: take your luck from `rng`, and from nowhere else."
    demand(picks(own, state, tried) == picks(own, state, tried), again)


def in_order(own: Callable, state: State, seed: int) -> bool:
    """Whether a node's children, once complete, stand in the order of the legal actions."""
    node, rng = Node(state), random.Random(seed)
    for _ in state.legal_actions():
        own(node, rng)
    return list(node.children) == list(state.legal_actions())
