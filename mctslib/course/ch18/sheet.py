"""Make the printable sheet of chapter 18, on the room of a node and on when children are added."""

import random
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from mctslib.course.teach.html import BLANK, table
from mctslib.words import number, worth

TITLE = "More moves than you can try"
FACTORS = (Fraction(1), Fraction(3, 2), Fraction(2))
NODES = 6  # the number of nodes in the first question
CHILDREN = range(2, 7)  # the numbers of the children in the second question
MOST_VISITS = 60


class VisitedNode(NamedTuple):
    """A node in the first question."""

    visits: int
    children: int


class WideningProblem(NamedTuple):
    """The problem on one sheet; the exponent is ½."""

    factor: Fraction
    nodes: list[VisitedNode]


def handout(rng: random.Random) -> tuple[str, str]:
    """Return the page for one student and the page with the answers, as HTML."""
    problem = drawn(rng)
    return questions(problem), answers(problem)


# ---------------------------------------------------------- the problem


def drawn(rng: random.Random) -> WideningProblem:
    """Draw different nodes, some with room for another child and some without."""
    factor = FACTORS[int(len(FACTORS) * rng.random())]
    while True:
        nodes = [drawn_node(rng, factor) for _ in range(NODES)]
        if len(set(nodes)) == NODES and len({has_room(node, factor) for node in nodes}) == 2:
            return WideningProblem(factor, nodes)


def drawn_node(rng: random.Random, factor: Fraction) -> VisitedNode:
    """Draw a node whose number of children is near the limit."""
    visits = 2 + int((MOST_VISITS - 1) * rng.random())
    children = int(room(visits, factor)) - 1 + int(3 * rng.random())
    return VisitedNode(visits, max(children, 1))


def room(visits: int, factor: Fraction) -> float:
    """Return the limit on the number of a node's children: factor · √visits, but at least 1."""
    return max(1, float(factor) * sqrt(visits))


def has_room(node: VisitedNode, factor: Fraction) -> bool:
    """Return whether a node may get one more child.  The function compares squares, to avoid
    rounding errors.
    """
    return node.children < 1 or node.children**2 < factor**2 * node.visits


def first_visits(child: int, factor: Fraction) -> int:
    """Return the number of visits after which a node has room for child number `child`."""
    visits = 1
    while not has_room(VisitedNode(visits, child - 1), factor):
        visits += 1
    return visits


# ---------------------------------------------------------- the pages


def questions(problem: WideningProblem) -> str:
    """Return the page with the questions as HTML."""
    rows = [(number(node.visits), str(node.children), BLANK, BLANK) for node in problem.nodes]
    nodes = table(("visits N", "children", "room", "one more child?"), rows)
    coming = [(f"child {child}", BLANK) for child in CHILDREN]
    when = table(("", "comes after N ="), coming)
    return (
        f"<p>A node with N visits has room for {number(float(problem.factor))} · √N children, and"
        " for at least one. A node gets a new child as long as it has <b>fewer</b> children than"
        " this number. Each node has more actions than you can try.</p>"
        f"<h2>1. Is there room?</h2>{nodes}"
        "<h2>2. When does the next child come?</h2>"
        "<p>Write the smallest number of visits with which the node has room for this child.</p>"
        f"{when}"
    )


def answers(problem: WideningProblem) -> str:
    """Return the page with the answers as HTML."""
    factor = problem.factor
    rows = []
    for node in problem.nodes:
        said = "yes" if has_room(node, factor) else "no"
        share = worth(room(node.visits, factor))
        rows.append((number(node.visits), str(node.children), share, said))
    nodes = table(("visits N", "children", "room", "one more child?"), rows)
    coming = [(f"child {child}", str(first_visits(child, factor))) for child in CHILDREN]
    when = table(("", "comes after N ="), coming)
    return f"<h2>1. Is there room?</h2>{nodes}<h2>2. When does the next child come?</h2>{when}"
