"""Whether the reader's `expand` takes its luck from the generator it is given, all untried actions alike."""
from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from math import sqrt

from mctslib.course.exercise import demand
from mctslib.draw.show import tree_svg
from mctslib.game import State
from mctslib.tree import Node, attach

SAMPLE = 600
LUCK = "`untried[int(rng.random() * len(untried))]`"
ORDER = "of equal scores the first is taken; `attach` puts them in the order of the legal actions"
RED = "so the same seed will give you another tree than the reference's: equally good, and all red below."


def picks(own: Callable, state: State, tried: tuple) -> list:
    """The actions that `own` expands first, for many seeds, in a node where `tried` have their children."""
    return [own(_with_children(state, tried), random.Random(seed)).action for seed in range(SAMPLE)]


def _with_children(state: State, tried: tuple) -> Node:
    node = Node(state)
    node.visits = len(tried)
    for action in tried:
        attach(node, action).visits = 1
    return node


def fair(own: Callable, state: State, tried: tuple) -> None:
    """Every untried action about equally often, and the same ones for the same seeds."""
    picked, untried = picks(own, state, tried), [a for a in state.legal_actions() if a not in tried]
    picture = partial(tree_svg, _with_children(state, tried))
    share = 1 / len(untried)
    least = share - 4.5 * sqrt(share * (1 - share) / SAMPLE)
    for action in untried:
        often = picked.count(action) / SAMPLE
        rare = f"In {SAMPLE} expansions of this node action {action} came in {often:.0%}, not in {share:.0%}"
        demand(often > least, f"{rare}; pick with `rng`, all equally likely.", picture)
    again = "The same seed gave another child the second time: take your luck from `rng`, and from nowhere else."
    demand(picked == picks(own, state, tried), again)


def in_order(own: Callable, state: State, seed: int) -> bool:
    """Whether a node's children, once complete, stand in the order of the legal actions."""
    node, rng = Node(state), random.Random(seed)
    for _ in state.legal_actions():
        own(node, rng)
    return list(node.children) == list(state.legal_actions())
