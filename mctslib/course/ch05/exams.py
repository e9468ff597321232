"""The exams of chapter 05, each of which inspects an engine and returns a complaint or "".

An exam needs no statistics.  The healthy engine passes all the exams.  Therefore, if an exam
complains about an engine that differs from the healthy engine in a single line, this line is wrong.
"""

import tomllib
from pathlib import Path
from random import Random
from typing import NamedTuple

from mctslib.checks import TreeError, check_tree, perft
from mctslib.course.ch05.engine import Engine
from mctslib.game import Action
from mctslib.games import TicTacToe
from mctslib.tree import Node
from mctslib.words import count, number


class Sums(NamedTuple):
    """N and W of a node."""

    visits: int
    value_sum: float

    def in_words(self) -> str:
        """Return a string such as "N = 3, W = 1.5"."""
        return f"N = {number(self.visits)}, W = {number(self.value_sum)}"

    def __repr__(self) -> str:
        return f"({self.visits}, {self.value_sum})"


class Record(NamedTuple):
    """An iteration on paper, with the path to the new node and the rewards of X and O."""

    path: tuple[Action, ...]
    rewards: tuple[float, ...]


BY_HAND_START = TicTacToe.from_text("X../XOO/OX.")  # the position of chapter 03
BY_HAND_SEED = 12
_DATA = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
RECORDS = [Record(tuple(path), tuple(rewards)) for path, rewards in _DATA["records"]]
# words for a test → (N, W) of each child
SELECTIONS: dict[str, list[tuple[int, float]]] = _DATA["selections"]
PERFT: list[int] = _DATA["perft"]


def on_paper(iterations: int) -> dict[tuple[Action, ...], Sums]:
    """Return N and W of each node after the first `iterations` iterations on paper.

    The result is a dictionary from the path of each node to its `Sums`.  W of a node is the sum of
    the rewards of the player who moved into the node.
    """
    sums: dict[tuple[Action, ...], Sums] = {}
    for record in RECORDS[:iterations]:
        for depth in range(len(record.path) + 1):
            path = record.path[:depth]
            before = sums.get(path, Sums(0, 0.0))
            reward = record.rewards[player_of(depth)]
            sums[path] = Sums(before.visits + 1, before.value_sum + reward)
    return sums


def player_of(depth: int) -> int:
    """Return the index of the player whose rewards are added up in the nodes at this depth.

    X moves first, so W of the nodes at odd depths, and of the root, is a sum of X's rewards.
    """
    if depth == 0:
        return 0
    return (depth - 1) % 2


def by_hand(engine: Engine) -> str:
    """Compare N and W of all nodes with the numbers on paper after each of 12 iterations."""
    root = engine.root(BY_HAND_START)
    rng = Random(BY_HAND_SEED)
    for iteration in range(1, len(RECORDS) + 1):
        engine.grow(root, 1, rng)
        for path, right in sorted(on_paper(iteration).items()):
            complaint = complaint_about(node_at(root, path), right)
            if complaint:
                name = f"node {path}" if path else "the root"
                return f"After iteration {iteration} {name} {complaint}."
    return ""


def complaint_about(node: Node | None, right: Sums) -> str:
    """Return a clause about the fault of a node, or "" if the node is right."""
    if node is None:
        return "is missing"
    own = Sums(node.visits, node.value_sum)
    if own == right:
        return ""
    return f"has {own.in_words()}, but on paper it has {right.in_words()}"


def node_at(root: Node, path: tuple[Action, ...]) -> Node | None:
    """Return the node at the end of a path, or None if the tree does not have this node."""
    node: Node | None = root
    for action in path:
        node = node.children.get(action) if node else None
    return node


def invariants(engine: Engine) -> str:
    """Run `check_tree` on three trees.

    The first tree begins at the empty board, the second at a late position.  The third tree is a
    part of the first tree that is kept and grown further.  The check assumes that the players share
    one point per game, as in tic-tac-toe, even if the engine's own rules are different.
    """
    tree = engine.tree(TicTacToe(), 300)
    try:
        check_tree(tree, 300, shared=True)
        check_tree(engine.tree(BY_HAND_START, 300), 300, shared=True)
        own = favourite(tree)
        reply = favourite(tree.children[own])
        kept = engine.reuse(tree, own, reply)
        check_tree(engine.grow(kept, 100, Random(1)), shared=True)
    except TreeError as error:
        return str(error)
    return ""


def favourite(node: Node) -> Action:
    """Return the action of the child with the most visits."""
    return max(node.children, key=lambda action: node.children[action].visits)


def formula(engine: Engine) -> str:
    """Compare selection with UCB1 in constructed nodes, where both must pick the same child."""
    failed = [what for what, children in SELECTIONS.items() if picked(engine, children) != 0]
    if not failed:
        return ""
    return f"Selection picks the wrong child in these cases: {'; '.join(failed)}."


def picked(engine: Engine, children: list[tuple[int, float]]) -> Action:
    """Return the index of the child that the engine's tree policy picks.

    children  N and W of each child
    """
    root = engine.root(TicTacToe())
    for action, (visits, value_sum) in enumerate(children):
        child = Node(root.state.apply(action), root, action)
        child.visits = visits
        child.value_sum = value_sum
        root.children[action] = child
        root.visits += visits
    return engine.tree_policy(root).action


def rules(engine: Engine) -> str:
    """Count the sequences of 1 to 6 moves.  Return a complaint about a wrong count, or ""."""
    for depth, right in enumerate(PERFT, start=1):
        found = perft(engine.root(TicTacToe()).state, depth)
        if found != right:
            sequences = count(found, "sequence")
            moves = count(depth, "move")
            return f"{sequences} of {moves}, but the rules of tic-tac-toe allow {right:,}."
    return ""
