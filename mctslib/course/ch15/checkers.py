"""Checkers of chapter 15: virtual loss on paper and in code, and a round of workers."""

import random
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from itertools import product
from typing import Any

from mctslib.course.exercise import Pending, Wrong, demand, exercise, plain
from mctslib.course.grading import Case, Graded
from mctslib.course.puzzles import A, S
from mctslib.door.entrance import search
from mctslib.draw.show import tree_svg
from mctslib.game import State
from mctslib.games import ConnectFour, Nim, TicTacToe
from mctslib.methods import parallel
from mctslib.policies import UCB1, uniform
from mctslib.search import backpropagate, expand, select, simulate
from mctslib.tree import Node, Path
from mctslib.words import count

Numbers = dict[Path, tuple[int, float]]
"""The N and W of each node of a tree, by the node's path."""

PAPER = ["left", "right", "left"]
PAPER_MISTAKES = [
    (
        ["left", "left", "left"],
        "This is the result without virtual loss: all workers choose the same child, because no "
        "number changes.",
    ),
    (
        ["left", "right", "right"],
        "The second worker is waiting, too: the right child has N = 5 when the third worker "
        "chooses.",
    ),
]
MET_AS_THEY_ARE = "The first worker compares 0.667 + 0.620 with 0.500 + 0.759."
AFTER_THE_FIRST = (
    "After the first worker's choice the root has N = 11, and the left child has N = 7 and still "
    "W = 4.  So Q of the left child is 0.571."
)


@exercise(
    "Right: left, right, left. The first worker makes the left child look worse, "
    "and the second makes the right child look worse."
)
def check_paper(answer: Any) -> None:
    """Check the children that three workers choose, if each worker adds one virtual loss."""
    answer = plain(answer)
    if answer in (None, ...) or any(word in (None, ...) for word in _listed(answer)):
        raise Pending(
            "Nothing here yet: write left or right for each of the three workers, then run both "
            "cells again."
        )
    three = isinstance(answer, list | tuple) and len(answer) == 3
    demand(three, f"The answer must be a list of three words, one for each worker, not {answer!r}.")
    given = [str(word).strip().lower() for word in answer]
    demand(set(given) <= {"left", "right"}, f'Each word must be "left" or "right", not {answer!r}.')
    if given != PAPER:
        otherwise = MET_AS_THEY_ARE if given[0] != "left" else AFTER_THE_FIRST
        raise Wrong(
            next((words for mistake, words in PAPER_MISTAKES if mistake == given), otherwise)
        )


def _listed(answer: Any) -> tuple[Any, ...]:
    return tuple(answer) if isinstance(answer, list | tuple) else ()


def numbers(root: Node) -> Numbers:
    """Return N and W of each node of a tree."""
    return {node.path(): (node.visits, node.value_sum) for node in root.descendants()}


def grown(state: State, iterations: int, seed: int) -> Node:
    """Return the root of a search tree."""
    root = Node(state)
    if iterations:
        search(root, iterations, seed=seed)
    return root


def first_difference(mine: Numbers, right: Numbers) -> str:
    """Say which node of a tree has wrong numbers."""
    where = next(path for path in (*right, *mine) if mine.get(path) != right.get(path))
    name = f"the node {where}" if where else "the root"
    if where not in mine:
        return f"lacks {name}"
    if where not in right:
        return f"adds {name}, which should not be there"
    (n, w), (wanted_n, wanted_w) = mine[where], right[where]
    if n != wanted_n:
        return f"leaves {name} with N = {n:,} instead of {wanted_n:,}"
    return f"leaves {name} with W = {w:g} instead of {wanted_w:g}"


# ---------------------------------------------------------------------------- virtual loss


def add_virtual_loss(node: Node | None, amount: int) -> None:
    """Add `amount` visits without a reward to the node and to all nodes above it."""
    while node is not None:
        node.visits += amount
        node = node.parent


def loss_cases() -> list[Case]:
    """Return the cases of `check_virtual_loss`: every fifth node of two trees, three amounts."""
    cases = []
    for root in grown(A.state, 20, 1), grown(TicTacToe(), 20, 1):
        for node, amount in product(list(root.descendants())[::5], (1, 3, -3)):
            picture = partial(tree_svg, root, path=node.path())
            cases.append(Case((node, amount), f"`node` is {node.path()}", picture))
    return cases


def waiting_at(function: Callable[..., Any], node: Node, amount: int) -> Numbers:
    """Call `function` with a copy of the tree, and return the tree's numbers."""
    node = deepcopy(node)
    root = node
    while root.parent is not None:
        root = root.parent
    function(node, amount)
    return numbers(root)


check_virtual_loss = Graded(
    "15", add_virtual_loss, loss_cases, effect=waiting_at, tell=first_difference
).checker()

# ---------------------------------------------------------------------------- a round

STARTS = {
    "A": A.state,
    "S": S.state,
    "3×3": TicTacToe(),
    "Nim": Nim(2, 3),
    "Connect Four": ConnectFour(5, 4),
    "a short Nim": Nim(1, 2),  # this game has fewer nodes than workers, so two workers share a node
}


def tree_round(root: Node, workers: int, rng: random.Random) -> None:
    """Make one round of the workers in one tree, with virtual losses."""
    nodes = []
    for _ in range(workers):
        nodes.append(expand(select(root, UCB1()), rng))
        parallel.add_virtual_loss(nodes[-1], 1)
    for node in nodes:
        parallel.add_virtual_loss(node, -1)
        backpropagate(node, simulate(node.state, rng, uniform).rewards)


def round_cases() -> list[Case]:
    """Return the cases of `check_round`: six starts, two crowds, and a tree with a past."""
    cases = []
    for (name, state), workers, before in product(STARTS.items(), (1, 8), (0, 20)):
        seed = before + 5
        root = grown(state, before, seed)
        where = f"`root` is {name} after {count(before, 'iteration')}"
        cases.append(Case((root, workers, random.Random(seed)), where, partial(tree_svg, root)))
    return cases


def after_a_round(
    function: Callable[..., Any], root: Node, workers: int, rng: random.Random
) -> Numbers:
    """Call `function` with copies of the tree and the generator; return the tree's numbers."""
    root, rng = deepcopy(root), deepcopy(rng)
    function(root, workers, rng)
    return numbers(root)


ROUND = Graded("15", tree_round, round_cases, effect=after_a_round, tell=first_difference)
check_round = ROUND.checker()
