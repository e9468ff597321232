"""Checkers of chapter 12, Grow up: Connect Four."""

from collections.abc import Callable
from functools import partial
from typing import Any

from mctslib.checks import TreeError, check_tree
from mctslib.course.exercise import Wrong, call, demand, exercise
from mctslib.draw.show import board_svg
from mctslib.games import ConnectFour
from mctslib.search import reuse, search
from mctslib.tree import Node

# ------------------------------------------------------------ exercise 2: keep the subtree

COPYING = 20_000_000  # lines of code: copying a tree takes many, and is right


@exercise("Right: everything known below the moves is kept, and nothing leads back to the past.")
def check_keep(own: Callable[..., Any]) -> None:
    """Check `own(root, *actions)`, the root of the next search."""
    for actions in ((3,), (3, 2), (3, 3), (2, 3, 3), ()):
        _check_kept(own, actions)
    _check_unknown(own)
    inside, _ = _kept(own, _tree().children[3], ())  # the middle of a tree has a past, too
    demand(
        inside.parent is None,
        "With no actions, `keep(node)` still has a parent. Cut off the node in every case.",
    )


def _tree(iterations: int = 400) -> Node:
    """Return the root of a tree of Connect Four, always the same."""
    return search(ConnectFour(), iterations, seed=5).root


def _kept(own: Callable[..., Any], root: Node, actions: tuple[int, ...]) -> tuple[Node, str]:
    """Return the reader's new root, past the first stages, and how the call is written."""
    shown = f"keep({', '.join(['root', *map(str, actions)])})"
    node = call(own, root, *actions, returns=Node, shown=shown, lines=COPYING)
    state = root.state
    for action in actions:
        state = state.apply(action)
    demand(
        node.state == state,
        f"`{shown}` is a node of another position. Walk down one child for each of the actions.",
        partial(board_svg, node.state),
    )
    return node, shown


def _check_kept(own: Callable[..., Any], actions: tuple[int, ...]) -> None:
    """Raise `Wrong` unless what the tree knows below some moves is kept, and cut off."""
    root = _tree()
    right = reuse(_tree(), *actions)
    node, shown = _kept(own, root, actions)
    if node.visits != right.visits or node.size() != right.size():
        has = f"`{shown}` has {node.visits} visits and {node.size()} nodes"
        knew = f"the tree knew {right.visits} and {right.size()}"
        raise Wrong(f"{has}; {knew}. Keep the node of the tree, with all that is below it.")
    demand(
        node.value_sum == right.value_sum,
        f"`{shown}` has W = {node.value_sum:g}; it was {right.value_sum:g}.",
    )
    demand(
        node.parent is None,
        f"`{shown}` still has a parent. Backpropagation walks up until there is no parent: it "
        "would run on into the past. Set `parent` to None.",
    )
    before = root.visits
    search(node, 50, seed=1)
    demand(
        node is root or root.visits == before,
        f"After 50 more iterations from `{shown}` the old root has more visits too: "
        "it is not cut off.",
    )
    _check_whole(node, shown)


def _check_unknown(own: Callable[..., Any]) -> None:
    """Raise `Wrong` unless `keep` goes on where the tree has no node: a small tree, four moves."""
    root = _tree(20)
    actions = (3, 0, 6, 6)
    try:
        node, shown = _kept(own, root, actions)
    except Wrong as wrong:
        raise Wrong(
            f"{wrong} A child that the tree does not have must be made.", wrong.picture
        ) from None
    demand(
        not node.visits and not node.children,
        f"`{shown}` leads where the tree knows nothing, yet it has visits.",
    )
    demand(node.parent is None, f"`{shown}`, a new node, still has a parent. Cut it off too.")
    _check_whole(search(node, 50, seed=1).root, shown)


def _check_whole(root: Node, shown: str) -> None:
    """Raise `Wrong` unless the tree below still adds up when the search has gone on."""
    try:
        check_tree(root)
    except TreeError as error:
        message = f"After 50 more iterations from `{shown}` the tree does not add up: {error}"
        raise Wrong(
            f"{message.rstrip('.')}. Change nothing but the parent of the new root."
        ) from None
