"""Checkers of chapter 06, Watch trees grow."""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from math import isclose
from typing import Any

from mctslib.course.ch06.growing import all_paths, nodes_by_depth
from mctslib.course.exercise import call, close, demand, exercise, same
from mctslib.course.puzzles import A, S
from mctslib.draw.show import board_svg, tree_svg
from mctslib.game import State
from mctslib.games import TicTacToe
from mctslib.policies import UCB1
from mctslib.search import search
from mctslib.tree import Node

PATIENCE = 2_000_000  # lines of code: whole trees are walked
BOARDS = [
    TicTacToe.from_text("XOX/OXO/OXO"),  # full: the tree is its root
    TicTacToe.from_text("XX./OO./..."),  # wins at once: the game stops there
    S.state,
    A.state,
]
ONE_FREE = TicTacToe.from_text("XOX/OXO/OX.")
TREES = [  # position, iterations, c
    (S.state, 24_000, 2**0.5), (S.state, 60, 1.0), (S.state, 1, 1.0), (ONE_FREE, 5, 1.0), (A.state, 200, 1.0),
]  # fmt: skip


# ---------------------------------------------------------------------------- how many nodes


@exercise("Right: one for the position itself, and the trees of its successors.")
def check_count_nodes(own: Callable[..., Any]) -> None:
    """`own(state)` → how many nodes the complete tree from `state` has, the root among them."""
    for state in BOARDS:
        shown = f"count_nodes({_line(state)})"
        answer = call(own, state, returns=int, shown=shown, lines=PATIENCE)
        paths = list(all_paths(state))
        same(answer, len(paths), shown, _count_mistake(answer, state, paths), partial(board_svg, state))


def _count_mistake(answer: int, state: State, paths: list[tuple[Any, ...]]) -> str:
    """The likely reason for a wrong count, as a sentence."""
    off = f"Off by {answer - len(paths):+,}."
    if answer == len(paths) - 1:
        return f"{off} The root is a node too."
    if answer == sum(_after(state, path).is_terminal() for path in paths):
        return f"{off} That counts the finished games only; count every position on the way as well."
    if answer == len({_after(state, path) for path in paths}):
        return f"{off} That counts different boards. Two orders of moves to one board are two nodes of a tree."
    if answer > len(paths):
        return f"{off} Does it stop where the game is over? `legal_actions()` is empty there."
    return f"{off} Go through every legal action, and add up what you get."


def _line(state: State) -> str:
    """The board as one word: "XOX/OXO/OXO"."""
    return str(state).replace(" ", "").replace("\n", "/")


def _after(state: State, path: tuple[Any, ...]) -> State:
    for action in path:
        state = state.apply(action)
    return state


# ---------------------------------------------------------------------------- the shape of a tree


@exercise("Right: level by level, down to where the tree ends.")
def check_shape(own: Callable[..., Any]) -> None:
    """`own(root)` → list of the number of nodes at depth 0, 1, 2 …"""
    for state, iterations, c in [(S.state, 1, 1.0), (S.state, 40, 1.0), (A.state, 300, 0.5), (TicTacToe(), 400, 1.0)]:
        root = _grown(state, iterations, c)
        shown = f"shape(root after {iterations} iterations)"
        right, before = list(nodes_by_depth(root)), _state_of(root)
        answer = call(own, root, returns=list, shown=shown, lines=PATIENCE)
        _untouched(root, before, shown)
        same(answer, right, shown, _shape_mistake(answer, right, root), partial(tree_svg, root, boards=1))


def _shape_mistake(answer: list[Any], right: list[int], root: Node) -> str:
    """The likely reason for a wrong shape, as a sentence."""
    if answer == right[1:]:
        return "Depth 0 is missing: the root alone."
    if answer == [*right, 0]:
        return "The last level is empty: stop before you write it down."
    if answer == right[::-1]:
        return "The other way round: the root comes first."
    if answer == [sum(right[: depth + 1]) for depth in range(len(right))]:
        return "Those are sums so far; each entry is for one depth alone."
    if answer == [sum(n.visits for n in root.descendants() if len(n.path()) == d) for d in range(len(right))]:
        return "Those are visits. Count nodes."
    first = next((d for d, (a, b) in enumerate(zip(answer, right)) if a != b), min(len(answer), len(right)))
    return f"The first difference is at depth {first}."


def _state_of(root: Node) -> dict[tuple[Any, ...], tuple[int, float]]:
    return {node.path(): (node.visits, node.value_sum) for node in root.descendants()}


def _untouched(root: Node, before: dict[tuple[Any, ...], tuple[int, float]], shown: str) -> None:
    """Wrong if a function that should only look has changed the tree."""
    now = _state_of(root)
    changed = f"`{shown}` changed the tree: it had {len(before)} nodes and has {len(now)}. Only look at it."
    demand(now == before, changed, partial(tree_svg, root, boards=1))


def _grown(state: State, iterations: int, c: float = 1.0, seed: int = 0) -> Node:
    return search(state, iterations, seed=seed, tree_policy=UCB1(c)).root


# ---------------------------------------------------------------------------- the value of late


@exercise("Right: what was earned since, divided by the visits since.")
def check_recent_value(own: Callable[..., Any]) -> None:
    """`own(before, after)`, both pairs (N, W) of one node → the mean reward of the visits in between."""
    looks = [((10, 9.0), (20, 12.0)), ((5_000, 3_500.0), (9_000, 6_000.0)), ((1, 0.0), (4, 1.5)), ((5, 2.0), (12, 4.0))]
    for before, after in looks:
        shown = f"recent_value({before}, {after})"
        answer = call(own, before, after, returns=float, shown=shown)
        (n, w), (m, v) = before, after
        close(answer, (v - w) / (m - n), shown, _recent_mistake(answer, before, after))


def _recent_mistake(answer: float, before: tuple[int, float], after: tuple[int, float]) -> str:
    """The likely reason for a wrong mean, as a sentence."""
    (n, w), (m, v) = before, after
    if isclose(answer, v / m):
        return "That is Q, the mean of everything so far; leave out what was there before."
    if isclose(answer, v / m - w / n):
        return "That is how much Q changed. Take W and N apart first, then divide."
    if isclose(answer, (v / m + w / n) / 2):
        return "That is half-way between the two Qs; the late visits are what made the difference between them."
    if isclose(answer, v - w):
        return "That is what was earned since; divide it by the visits since."
    if isclose(answer, (v - w) / m):
        return "Divide by the visits *since*, not by all."
    return f"Since then W grew by {v - w:g} and N by {m - n}."


# ---------------------------------------------------------------------------- what is missing


@exercise("Right: the complete tree, less what has grown.")
def check_missing(own: Callable[..., Any]) -> None:
    """`own(root)` → list of the paths of the complete tree that are not in the tree of `root`, in any order."""
    for state, iterations, c in TREES:
        root = _grown(state, iterations, c)
        before, shown = _state_of(root), f"missing(root after {iterations:,} iterations)"
        answer = call(own, root, returns=list, shown=shown, lines=PATIENCE)
        _untouched(root, before, shown)
        _compare_paths(answer, root, shown)


def _compare_paths(answer: list[Any], root: Node, shown: str) -> None:
    grown = {node.path() for node in root.descendants()}
    right = set(all_paths(root.state)) - grown
    bad = next((path for path in answer if not isinstance(path, tuple)), None)
    demand(bad is None, f"`{shown}` holds {bad!r}; a path is a tuple of actions, like `(6, 1)`.")
    twice = [path for path, count in Counter(answer).items() if count > 1]
    demand(not twice, f"`{shown}` names {twice[:1]} more than once.")
    told = f"`{shown}` has {len(answer)} paths; it should have {len(right)}."
    picture = partial(tree_svg, root, boards=1)
    demand(set(answer) != grown, f"{told} Those are the nodes that *are* there.", picture)
    extra, lost = sorted(set(answer) - right), sorted(right - set(answer))
    demand(not set(extra) & grown, f"{told} But {(extra or [()])[0]} has grown already.", picture)
    demand(not extra, f"{told} But {(extra or [()])[0]} cannot happen: the game is over before.", picture)
    deep = [path for path in lost if path[:-1] in right]
    hint = "Below a missing node all is missing too." if len(deep) == len(lost) else "Walk through the whole tree."
    demand(not lost, f"{told} {(lost or [()])[0]} is missing, and not in your list. {hint}", picture)
