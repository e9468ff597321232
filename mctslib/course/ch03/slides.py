"""Slides of chapter 03: the four phases of one iteration, and the work on paper."""

from math import sqrt

from mctslib.course.asking import checkpoint, predict
from mctslib.course.questions import titles
from mctslib.course.teach.html import UCB1 as FORMULA
from mctslib.course.teach.lesson import Slide
from mctslib.draw.show import show_board, show_children, show_tree
from mctslib.games import TicTacToe
from mctslib.policies import UCB1
from mctslib.trace import Trace, record
from mctslib.widgets.stepping.view import StepperView
from mctslib.words import number

START = TicTacToe.from_text("X../XOO/OX.")
THEORY = UCB1(sqrt(2))


def slides() -> list[Slide]:
    """Return the slides for a lesson of three quarters of an hour."""
    trace = record(START, 12, seed=12, tree_policy=THEORY)
    return [*iteration_slides(trace), *paper_slides(trace)]


def iteration_slides(trace: Trace) -> list[Slide]:
    """Return the slides about one iteration and its four phases."""
    t = 4
    iteration = trace.iterations[t - 1]
    path = " → ".join(map(str, iteration.path))
    rewards = f"{number(iteration.rewards[0])} for X and\n{number(iteration.rewards[1])} for O"
    tree = trace.tree(t)
    return [
        Slide("Two more guesses", 3, "Write them down.", predict("03-nodes"), predict("03-whose")),
        Slide(
            "The position",
            2,
            """
It is X's turn. You see the threat immediately.

The search has no rule about threats. It has random games and two numbers for each position.""",
            show_board(START),
        ),
        Slide(
            "One iteration, four phases",
            8,
            "**Select** a path down the tree, **expand** by one node, **simulate** a game, "
            "**backpropagate** its result.",
            StepperView(trace, tree_policy=THEORY, at=t, code=False),
        ),
        Slide(
            "What a node stores",
            3,
            """
**N** is the number of iterations that passed through the node.

**W** is the sum of the rewards of *the player who moved into the node*.

**Q = W / N** is the mean reward.""",
            show_tree(tree, sums=True),
        ),
        Slide(
            "Select",
            5,
            f"""
{FORMULA}

The first term is the mean so far. The second term is large for a child with few visits.
N is the number of visits of the parent, n is the number of visits of the child, and c = √2.""",
            show_children(tree, THEORY),
        ),
        Slide(
            "Backpropagate",
            3,
            f"""
Iteration {t} took the path {path}, and the rewards were {rewards}.

In each node on the path, N grows by 1.
W grows by the reward of the player who moved into the node.""",
            show_tree(
                tree, sums=True, path=iteration.path, new=iteration.path, phase="backpropagate"
            ),
        ),
    ]


def paper_slides(trace: Trace) -> list[Slide]:
    """Return the slides about the paper sheet, and the last slides of the lesson."""
    rest = f"04 {titles()['04']} · 05 {titles()['05']}"
    return [
        Slide(
            "On paper",
            12,
            "Your own sheet has the answers on the back. On the screen we stop before the fourth "
            "phase, and work it out together.",
            StepperView(trace, tree_policy=THEORY, at=len(trace), code=False),
        ),
        Slide(
            "Choose the way",
            4,
            "Which child will selection walk to? Click it.",
            StepperView(trace, tree_policy=THEORY, predict=True, at=6, code=False),
        ),
        Slide(
            "Two questions",
            3,
            "Raise your hand for an answer.",
            checkpoint("03-draw"),
            checkpoint("03-writers"),
        ),
        Slide(
            "Next time",
            0,
            f"You have done by hand what the search does a thousand times.\n\nNext time: {rest}.",
            show_tree(trace.tree(), sums=True),
        ),
    ]
