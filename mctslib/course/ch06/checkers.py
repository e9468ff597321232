"""Checkers of chapter 06, Watch trees grow."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import accumulate
from typing import Any

from mctslib.course.ch06.growing import all_paths, nodes_by_depth
from mctslib.course.exercise import call, close, demand, exercise, explained, look, same
from mctslib.course.puzzles import A, S
from mctslib.draw.show import board_svg, tree_svg
from mctslib.game import State
from mctslib.games import Nim, TicTacToe
from mctslib.policies import UCB1
from mctslib.search import search
from mctslib.tree import Node
from mctslib.words import count

PATIENCE = 2_000_000  # lines of code: whole trees are walked
LONG = Nim(12, most=1)  # not wide, but longer than any game of tic-tac-toe
BOARDS: list[State] = [
    TicTacToe.from_text("XOX/OXO/OXO"),  # full: the tree is its root
    TicTacToe.from_text("XX./OO./..."),  # wins at once: the game stops there
    S.state,
    A.state,
    LONG,
]
ONE_FREE = TicTacToe.from_text("XOX/OXO/OX.")
TREES = [  # position, iterations, c
    (S.state, 24_000, 2**0.5),
    (S.state, 60, 1.0),
    (S.state, 1, 1.0),
    (ONE_FREE, 5, 1.0),
    (A.state, 200, 1.0),
    (LONG, 5, 1.0),
]


# ---------------------------------------------------------------------------- how many nodes


@exercise("Right: one for the position itself, and the trees of its successors.")
def check_count_nodes(own: Callable[..., Any]) -> None:
    """`own(state)` → how many nodes the complete tree from `state` has, the root among them."""
    shown = [f"count_nodes({_line(state)})" for state in BOARDS]
    answers = [
        call(own, state, returns=int, shown=words, lines=PATIENCE)
        for state, words in zip(BOARDS, shown)
    ]
    for state, answer, words in zip(BOARDS, answers, shown):
        right = sum(1 for _ in all_paths(state))
        otherwise = TOO_MANY if answer > right else TOO_FEW
        otherwise = TOO_SHORT if state is LONG else otherwise
        why = explained(COUNT_MISTAKES, zip(BOARDS), answers, otherwise)
        same(answer, right, words, f"Off by {answer - right:+,}. {why}", partial(board_svg, state))


TOO_MANY = "Does it stop where the game is over? `legal_actions()` is empty there."
TOO_FEW = "Go through every legal action, and add up what you get."
TOO_SHORT = "This game lasts twelve moves, one stick at a time: does your function stop before the game is over?"
COUNT_MISTAKES: list[tuple[Callable[[State], int], str]] = [
    (lambda state: sum(1 for _ in all_paths(state)) - 1, "The root is a node too."),
    (
        lambda state: sum(_after(state, path).is_terminal() for path in all_paths(state)),
        "That counts the finished games only; count every position on the way as well.",
    ),
    (
        lambda state: len({_after(state, path) for path in all_paths(state)}),
        "That counts different boards. Two orders of moves to one board are two nodes of a tree.",
    ),
]


def _line(state: State) -> str:
    """The board as one word: "XOX/OXO/OXO"."""
    return "Nim(12, most=1)" if state is LONG else str(state).replace(" ", "").replace("\n", "/")


def _after(state: State, path: tuple[Any, ...]) -> State:
    for action in path:
        state = state.apply(action)
    return state


# ---------------------------------------------------------------------------- the shape of a tree


@exercise("Right: level by level, down to where the tree ends.")
def check_shape(own: Callable[..., Any]) -> None:
    """`own(root)` → list of the number of nodes at depth 0, 1, 2 …"""
    roots = [_grown(*tree) for tree in SHAPES]
    shown = [f"shape(root after {count(iterations, 'iteration')})" for _, iterations, _ in SHAPES]
    answers = [_look(own, root, words, returns=list) for root, words in zip(roots, shown)]
    for root, answer, words in zip(roots, answers, shown):
        right = list(nodes_by_depth(root))
        first = next(
            (d for d, (a, b) in enumerate(zip(answer, right)) if a != b),
            min(len(answer), len(right)),
        )
        padded = first == len(right) and not any(answer[first:])
        otherwise = EMPTY_LEVEL if padded else f"The first difference is at depth {first}."
        why = explained(SHAPE_MISTAKES, zip(roots), answers, otherwise)
        same(answer, right, words, why, partial(tree_svg, root, boards=1))


EMPTY_LEVEL = "The last level is empty: stop before you write it down."
SHAPES = [
    (S.state, 1, 1.0),
    (S.state, 40, 1.0),
    (A.state, 300, 0.5),
    (TicTacToe(), 400, 1.0),
    (LONG, 20, 1.0),
]
SHAPE_MISTAKES: list[tuple[Callable[[Node], list[int]], str]] = [
    (lambda root: list(nodes_by_depth(root)[1:]), "Depth 0 is missing: the root alone."),
    (
        lambda root: list(nodes_by_depth(root)[:-1]),
        "The last level is missing: its nodes have no children, but count.",
    ),
    (lambda root: list(nodes_by_depth(root)[::-1]), "The other way round: the root comes first."),
    (
        lambda root: list(accumulate(nodes_by_depth(root))),
        "Those are sums so far; each entry is for one depth alone.",
    ),
    (
        lambda root: [sum(node.visits for node in level) for level in _levels(root)],
        "Those are visits. Count nodes.",
    ),
]


def _levels(root: Node) -> Iterator[list[Node]]:
    level = [root]
    while level:
        yield level
        level = [child for node in level for child in node.children.values()]


def _look(own: Callable[..., Any], root: Node, shown: str, **options: Any) -> Any:
    return look(
        own, root, shown=shown, lines=PATIENCE, picture=partial(tree_svg, root, boards=1), **options
    )


def _grown(state: State, iterations: int, c: float = 1.0, seed: int = 0) -> Node:
    return search(state, iterations, seed=seed, tree_policy=UCB1(c)).root


# ---------------------------------------------------------------------------- the value of late


@exercise("Right: what was earned since, divided by the visits since.")
def check_recent_value(own: Callable[..., Any]) -> None:
    """`own(before, after)`, both pairs (N, W) of one node → the mean reward of the visits in between."""
    answers = [call(own, *looks, returns=float) for looks in LOOKS]
    for ((n, w), (m, v)), answer in zip(LOOKS, answers):
        why = explained(
            RECENT_MISTAKES, LOOKS, answers, f"Since then W grew by {v - w:g} and N by {m - n}."
        )
        close(answer, (v - w) / (m - n), f"recent_value({(n, w)}, {(m, v)})", why)


Look = tuple[int, float]
LOOKS = [
    ((10, 8.5), (20, 12.0)),
    ((5_000, 3_500.0), (9_000, 6_000.0)),
    ((1, 0.5), (4, 1.5)),
    ((5, 2.0), (12, 4.0)),
]
RECENT_MISTAKES: list[tuple[Callable[[Look, Look], float], str]] = [
    (
        lambda b, a: a[1] / a[0],
        "That is Q, the mean of everything so far; leave out what was there before.",
    ),
    (lambda b, a: b[1] / b[0], "That is Q at the first look; ask for what came after it."),
    (
        lambda b, a: a[1] / a[0] - b[1] / b[0],
        "That is how much Q changed. Take W and N apart first, then divide.",
    ),
    (
        lambda b, a: (a[1] / a[0] + b[1] / b[0]) / 2,
        "That is half-way between the two Qs; the late visits are what made the difference between them.",
    ),
    (lambda b, a: a[1] - b[1], "That is what was earned since; divide it by the visits since."),
    (lambda b, a: (a[1] - b[1]) / a[0], "Divide by the visits *since*, not by all."),
    (
        lambda b, a: (a[1] - b[1]) / (b[0] - a[0]),
        "The sign is wrong: take before from after, for W and for N.",
    ),
    (
        lambda b, a: (a[0] - b[0]) / (a[1] - b[1]),
        "Upside down: a look is (N, W), and a mean is points over visits.",
    ),
]


# ---------------------------------------------------------------------------- what is missing


@exercise("Right: the complete tree, less what has grown.")
def check_missing(own: Callable[..., Any]) -> None:
    """`own(root)` → list of the paths of the complete tree that are not in the tree of `root`, in any order."""
    for state, iterations, c in TREES:
        root = _grown(state, iterations, c)
        shown = f"missing(root after {count(iterations, 'iteration')})"
        _compare_paths(_look(own, root, shown, returns=list), root, shown)


def _compare_paths(answer: list[Any], root: Node, shown: str) -> None:
    grown = {node.path() for node in root.descendants()}
    right = set(all_paths(root.state)) - grown
    bad = next((path for path in answer if not isinstance(path, tuple)), None)
    demand(bad is None, f"`{shown}` holds {bad!r}; a path is a tuple of actions, like `(6, 1)`.")
    twice = [path for path, times in Counter(answer).items() if times > 1]
    demand(not twice, f"`{shown}` names {twice[:1]} more than once.")
    counted = f"`{shown}` has {len(answer)} paths; it should have {len(right)}."
    picture = partial(tree_svg, root, boards=1)
    demand(set(answer) != grown, f"{counted} Those are the nodes that *are* there.", picture)
    extra, lost = sorted(set(answer) - right), sorted(right - set(answer))
    demand(
        not set(extra) & grown, f"{counted} But {(extra or [()])[0]} has grown already.", picture
    )
    demand(
        not extra,
        f"{counted} But {(extra or [()])[0]} cannot happen: the game is over before.",
        picture,
    )
    deep = [path for path in lost if path[:-1] in right]
    hint = (
        "Below a missing node all is missing too."
        if len(deep) == len(lost)
        else "Walk through the whole tree."
    )
    demand(
        not lost, f"{counted} {(lost or [()])[0]} is missing, and not in your list. {hint}", picture
    )
