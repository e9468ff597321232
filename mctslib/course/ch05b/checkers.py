"""Checkers of chapter 05b, for UCB1 over nodes, the final move and a whole search."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from math import log, sqrt
from typing import Any

from mctslib.course.ch05b import exam
from mctslib.course.ch05b.coins import CoinRow
from mctslib.course.ch05b.selection import growth_fault, untried_fault
from mctslib.course.ch05b.watched import LINES
from mctslib.course.exercise import Wrong, call, demand, exercise, function_name, look
from mctslib.course.grading import Case, Graded
from mctslib.draw.show import board_svg
from mctslib.game import Action
from mctslib.oracle import optimal_actions
from mctslib.tree import Node, attach
from mctslib.words import number

START = CoinRow((3, 2, 5, 4))
UNKNOWN = (
    "These answers fit none of the mistakes that the checker knows. Is c between ½ and 2? Print N "
    "and W of the root's children in this row: is each N as you expect, and is each W the sum of "
    "the rewards of the player who moved there?"
)

NODES = (
    ((10, 7.0), (10, 4.0)),
    ((90, 60.0), (4, 2.0)),
    ((40, 30.0), (20, 17.0)),
    ((60, 24.0), (6, 3.0)),
    ((3, 1.0), (300, 200.0)),
    ((50, 10.0), (20, 15.0)),
)
"""N and W of the left child, and N and W of the right child, for each test node."""


def node_of(children: tuple[tuple[int, float], ...]) -> Node:
    """Return a root whose two children have the given values of N and W."""
    root = Node(START)
    for action, (visits, value_sum) in zip(START.legal_actions(), children, strict=True):
        child = attach(root, action)
        child.visits = visits
        child.value_sum = value_sum
        root.visits += visits
    return root


# ---------------------------------------------------------- UCB1 over nodes


def pick_child(node: Node, c: float) -> Node:
    """Return the child with the highest UCB1 score."""

    def score(child: Node) -> float:
        return child.value_sum / child.visits + c * sqrt(log(node.visits) / child.visits)

    return max(node.children.values(), key=score)


def pick_cases() -> list[Case]:
    """Return the cases of `check_pick_child`."""
    pairs = [(node_of(children), c) for children in NODES for c in (0.2, 1.0, 2.0)]
    # in a game with negative rewards, all scores may be below 0
    pairs += [(node_of(((10, -9.0), (30, -25.0))), c) for c in (0.1, 0.2)]
    return [Case((node, c), f"{in_numbers(node)}") for node, c in pairs + close_nodes()]


def close_nodes() -> list[tuple[Node, float]]:
    """Return nodes and values of c for which a slightly different score can change the choice.

    The scores of the two children differ by more than a rounding error, so the choice is clear.  In
    half of the nodes N is 1 more than the visits of the children, as it is below the root, and the
    choice would change if these visits took the place of N.
    """
    rng = random.Random(5)
    found: list[tuple[Node, float]] = []
    while len(found) < 100:
        first, second = 1 + rng.randrange(30), 1 + rng.randrange(30)
        c = rng.choice((0.3, 0.7, 1.5, 3.0))
        more = len(found) % 2
        total = first + second
        ahead = [c * sqrt(log(N)) * (first**-0.5 - second**-0.5) for N in (total, total + 1)]
        mean = rng.random()
        gap = rng.choice((-1, 1)) * (0.0001 + 0.3 * rng.random() ** 4)
        other = mean + (sum(ahead) / 2 if more else ahead[0] + gap)
        if 0 <= other <= 1 and (first != second or not more):
            node = node_of(((first, first * mean), (second, second * other)))
            node.visits += more
            found.append((node, c))
    return found


def in_numbers(node: Node) -> str:
    """Return a clause with N of a node, and N and W of its children."""
    parts = [f"the node has N = {number(node.visits)}"]
    for action, child in node.children.items():
        parts.append(f"{action} has N = {number(child.visits)} and W = {number(child.value_sum)}")
    return ", ".join(parts)


check_pick_child = Graded(
    "05b",
    pick_child,
    pick_cases,
    ask=look,
    same=lambda one, other: one is other,
    write=lambda child: f"the child {child.action}",
    returns=Node,
).checker()

# ---------------------------------------------------------- the final move


def final_action(root: Node) -> Action:
    """Return the action of the most visited child."""
    return max(root.children.values(), key=lambda child: child.visits).action


def final_cases() -> list[Case]:
    """Return the cases of `check_final_action`."""
    roots = [node_of(children) for children in NODES[1:]]
    return [Case((root,), in_numbers(root)) for root in roots]


check_final_action = Graded("05b", final_action, final_cases, ask=look, returns=str).checker()

# ---------------------------------------------------------- the blank sheet


@exercise(
    "Right: your search finds the best move in every row, and runs the right number of iterations."
)
def check_best_move(own: Callable[[Any, int, random.Random], Action]) -> None:
    """Check that `own(state, iterations, rng)` returns the best moves in many rows."""
    before = random.getstate()
    try:
        examine(own)
    finally:
        random.setstate(before)


def examine(own: Callable[..., Any]) -> None:
    """Raise `Wrong` at the first step of the exam that the reader's search fails."""
    legal_move(own, CoinRow((6,)), 10, random.Random(0))
    own_generator(own, function_name(own))
    answers = []
    for place, row in enumerate(exam.ROWS):
        answers.append(legal_move(own, row, exam.ITERATIONS, random.Random(place)))
    right = [optimal_actions(row)[0] for row in exam.ROWS]
    wrong = [place for place in range(len(right)) if answers[place] != right[place]]
    if not wrong:
        fault = growth_fault(own)
        demand(not fault, f"All moves are right, but the search is not. {fault}")
        return
    row = exam.ROWS[wrong[0]]
    mover = "XO"[row.current_player]
    score = f"Your search chooses the best move in {len(right) - len(wrong)} of {len(right)} rows."
    missed = f"In {row}, with {mover} to move, you take {answers[wrong[0]]}"
    first = f"{missed}, but the best move is {right[wrong[0]]}."
    why = untried_fault(own) or exam.diagnosis(answers) or growth_fault(own) or UNKNOWN
    raise Wrong(f"{score} {first} {why}", partial(board_svg, row))


def legal_move(
    own: Callable[..., Any], row: CoinRow, iterations: int, rng: random.Random
) -> Action:
    """Return the reader's move in a row, or raise `Wrong` if the move is not a legal action."""
    shown = f"{function_name(own)}({row!r}, {iterations}, rng)"
    answer = call(own, row, iterations, rng, shown=shown, lines=LINES)
    if answer is None:
        raise Wrong(f"`{shown}` returned None. Is a `return` missing?")
    legal = row.legal_actions()
    illegal = (
        f"`{shown}` returned {answer!r}, which is not a legal action. The legal actions are "
        f"{legal}."
    )
    demand(isinstance(answer, str) and answer in legal, illegal)
    return answer


def own_generator(own: Callable[..., Any], name: str) -> None:
    """Raise `Wrong` if the search uses the global random generator or does not use `rng`."""
    rng = random.Random(1)
    before, everywhere = rng.getstate(), random.getstate()
    legal_move(own, START, 30, rng)
    elsewhere = (
        f"`{name}` draws from the global generator of `random`. Draw all random numbers from "
        "`rng`, so that the same seed gives the same move."
    )
    demand(random.getstate() == everywhere, elsewhere)
    unused = f"`{name}` never draws a number from `rng`. Are its games random?"
    demand(rng.getstate() != before, unused)
