"""The instruments that need no statistics: each looks at an engine for a moment and complains, or says nothing.

They look inside.  The healthy engine passes every one of them, always; so a complaint about an engine that differs
from it by one line is proof.
"""

import tomllib
from pathlib import Path
from random import Random

from mctslib.checks import TreeError, check_tree, perft
from mctslib.course.ch05.engine import Engine
from mctslib.games import TicTacToe
from mctslib.tree import Node
from mctslib.words import number

BY_HAND_START = TicTacToe.from_text("X../XOO/OX.")  # the position of chapter 03
BY_HAND_SEED = 12
_DATA = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
RECORDS = [
    (tuple(path), tuple(rewards)) for path, rewards in _DATA["records"]
]  # the iterations on paper
SELECTIONS: dict[str, list[tuple[int, float]]] = _DATA[
    "selections"
]  # what is on trial → the (N, W) of each child


def on_paper(iterations: int) -> dict[tuple[int, ...], tuple[int, float]]:
    """Path → (N, W) after so many of the records: everybody on the way gets the reward of who moved there."""
    sums: dict[tuple[int, ...], tuple[int, float]] = {(): (0, 0.0)}
    for path, rewards in RECORDS[:iterations]:
        for depth in range(len(path) + 1):
            player = (
                0 if depth == 0 else (depth - 1) % 2
            )  # X moves first, and the root counts for X
            visits, value_sum = sums.get(path[:depth], (0, 0.0))
            sums[path[:depth]] = (visits + 1, value_sum + rewards[player])
    return sums


def by_hand(engine: Engine) -> str:
    """The position of chapter 03: every N and W after each of 12 iterations, against the numbers on paper."""
    root, rng = engine.root(BY_HAND_START), Random(BY_HAND_SEED)
    for iteration in range(1, len(RECORDS) + 1):
        engine.grow(root, 1, rng)
        for path, (visits, value_sum) in sorted(on_paper(iteration).items()):
            node, name = _at(root, path), f"node {path}" if path else "the root"
            if node is None:
                return f"After iteration {iteration} {name} is missing."
            if (node.visits, node.value_sum) != (visits, value_sum):
                own, right = (
                    f"N = {node.visits}, W = {number(node.value_sum)}",
                    f"N = {visits}, W = {number(value_sum)}",
                )
                return f"After iteration {iteration} {name} has {own}; by hand {right}."
    return ""


def _at(root: Node, path: tuple[int, ...]) -> Node | None:
    node: Node | None = root
    for action in path:
        node = node.children.get(action) if node else None
    return node


def invariants(engine: Engine) -> str:
    """`check_tree` on three trees: from the empty board, from a late position, and one that is used again.

    That two players share one point a game is a rule of tic-tac-toe, whatever the engine's own rules say.
    """
    tree = engine.tree(TicTacToe(), 300)
    try:
        check_tree(tree, 300, shared=True)
        check_tree(engine.tree(BY_HAND_START, 300), 300, shared=True)
        own = max(tree.children, key=lambda action: tree.children[action].visits)
        reply = max(
            tree.children[own].children,
            key=lambda action: tree.children[own].children[action].visits,
        )
        check_tree(engine.grow(engine.reuse(tree, own, reply), 100, Random(1)), shared=True)
    except TreeError as error:
        return str(error)
    return ""


def formula(engine: Engine) -> str:
    """The child that selection picks, in nodes made by hand, against UCB1 with c = 1."""
    failed = [what for what, children in SELECTIONS.items() if _picked(engine, children) != 0]
    return (
        f"Selection picks the wrong child where this matters: {'; '.join(failed)}."
        if failed
        else ""
    )


def _picked(engine: Engine, children: list[tuple[int, float]]) -> int:
    """The place of the child that the tree policy picks among children with these (N, W)."""
    root = engine.root(TicTacToe())
    for action, (visits, value_sum) in enumerate(children):
        root.children[action] = child = Node(root.state.apply(action), root, action)
        child.visits, child.value_sum = visits, value_sum
    root.visits = sum(visits for visits, _ in children)
    return engine.tree_policy(root).action


def rules(engine: Engine) -> str:
    """Perft: the number of move sequences of length 1 to 6, against the known numbers."""
    for depth, right in enumerate(_DATA["perft"], 1):
        found = perft(engine.root(TicTacToe()).state, depth)
        if found != right:
            return (
                f"{found:,} sequences of {depth} moves; the rules of tic-tac-toe allow {right:,}."
            )
    return ""
