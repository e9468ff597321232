"""Check whether a reader's phase draws fairly, only from `rng`, and as the library does."""

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
ITERATIONS = 150  # iterations of the chapter's search
SEED = 12  # seed of the chapter's search

SEEDS = 200  # the number of seeds for which `picks` calls a function
GRID = 360  # the number of expansions for each untried action
UNEVEN = 0.3  # tolerance for an action's count, as a fraction of its fair count.  An action that is
# chosen half as often as it should be is noticed.  Six standard errors are still within the limit.

LUCK = "`untried[int(rng.random() * len(untried))]`"
ORDER = "`attach` sorts them like the legal actions, and the first of equal scores is chosen"
RED = (
    "so with the same seed your tree will differ from the reference. Your tree is equally good, "
    "but its nodes will be red below."
)
ELSEWHERE = (
    "so with the same seed your tree can differ from the reference. Your tree is equally good, "
    "and in the search below it does not differ."
)


class Spread(random.Random):
    """A generator whose first draw is a given number, and whose later draws depend on a seed.

    If the first draws of many generators form a fine grid from 0 to 1, a fair rule chooses all
    actions about equally often.  If the rule uses a single draw, the counts differ by at most one
    step of the grid.  If the rule uses more draws, the counts differ by a few percent.

    place  the first draw, 0 or more and less than 1
    seed   the seed of the later draws
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

    def getrandbits(self, k: int) -> int:  # `choice`, `randrange` and `shuffle` call this method
        if self.place is None:
            return super().getrandbits(k)
        place = self.place
        self.place = None
        return int(place * 2**k)


def picks(expand: Callable, state: State, tried: tuple[Action, ...]) -> list[Action]:
    """Return the action for which a function adds a child, for each of 200 seeds.

    expand  a function that is called like the phase `expand`
    state   the state of the node
    tried   the actions that already have a child
    """
    found = []
    for seed in range(SEEDS):
        child = expand(with_children(state, tried), random.Random(seed))
        found.append(child.action)
    return found


def with_children(state: State, tried: tuple[Action, ...]) -> Node:
    """Return a new node for a state, with a child for each of the tried actions."""
    node = Node(state)
    node.visits = len(tried)
    for action in tried:
        attach(node, action).visits = 1
    return node


def demand_fair_luck(expand: Callable, state: State, tried: tuple[Action, ...]) -> None:
    """Raise `Wrong` if a function does not choose all untried actions equally often.

    Also raises `Wrong` if equal seeds give different actions.  The parameters are those of `picks`.
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
            f"In {steps:,} expansions of this node, action {action} was chosen {times:,} times, "
            f"not about {GRID} times. Choose with `rng`, so that all actions are equally likely.",
            partial(tree_svg, with_children(state, tried)),
        )
    again = "The same seed gave two different children. Take all random numbers from `rng`."
    demand(picks(expand, state, tried) == picks(expand, state, tried), again)


def in_order(expand: Callable, state: State, seed: int) -> bool:
    """Return whether the children of a fully expanded node are in the order of the legal actions.

    expand  a function that is called like the phase `expand`
    state   the state of the node
    seed    the seed of the expansions
    """
    node = Node(state)
    rng = random.Random(seed)
    for _ in state.legal_actions():
        expand(node, rng)
    return list(node.children) == list(state.legal_actions())


def grows_the_reference(phases: Phases) -> bool:
    """Return whether `phases` and the library's phases grow the same tree in the chapter's search.

    phases  the four phases, one of which is a reader's function that has passed its checker
    """
    mine = search(START, ITERATIONS, seed=SEED, phases=phases).root
    reference = search(START, ITERATIONS, seed=SEED).root
    return not compare_trees(mine, reference) and not compare_trees(reference, mine)
