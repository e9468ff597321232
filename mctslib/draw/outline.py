"""Choose the part of a search tree that a picture shows, and describe the nodes in words.

A picture of 15 nodes explains a search, but a picture of 10,000 nodes explains nothing.  Therefore
a picture shows the most visited nodes.  A wedge under a node gives the number of hidden nodes
below.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any, NamedTuple

from mctslib.chance import seats
from mctslib.draw.scores import in_order
from mctslib.draw.svg import shorten
from mctslib.game import Action
from mctslib.games.board import cell_of, columns
from mctslib.games.names import step_name
from mctslib.tree import Node, Path
from mctslib.words import count, worth

MOST = 200  # the largest number of nodes in a picture


def check_max_nodes(max_nodes: int) -> None:
    """Raise ValueError for a number of nodes that a picture cannot show."""
    if not 1 <= max_nodes <= MOST:
        raise ValueError(
            f"max_nodes must be from 1 to {MOST}, not {max_nodes}.  A larger picture would be "
            "unreadable: draw the subtree of one node instead, or count with `root.size()`."
        )


# ---------------------------------------------------------------------------- which nodes are shown


@dataclass
class ShownNode:
    """A node that is drawn.

    number          the number of the node in the picture: 0 for the root
    path            the actions that lead from the drawn root to the node
    children        the node's drawn children, in the order of the actions
    hidden_nodes    the number of the node's hidden children and of all nodes below them
    hidden_visits   the number of visits of the node's hidden children
    """

    node: Node
    number: int
    path: Path
    children: "list[ShownNode]" = field(default_factory=list)
    hidden_nodes: int = 0
    hidden_visits: int = 0

    def all(self) -> "Iterator[ShownNode]":
        """Yield this node and the drawn nodes below it, parents first."""
        waiting = [self]
        while waiting:
            shown = waiting.pop()
            yield shown
            waiting.extend(reversed(shown.children))


def visible(
    root: Node,
    max_nodes: int = 15,
    keep: Iterable[Path] = (),
    most_leaves: int = MOST,
    most_levels: int = MOST,
) -> ShownNode:
    """Return the part of the tree to draw: the paths of `keep`, then the most visited nodes.

    max_nodes     the largest number of drawn nodes, 1 to 200
    keep          the paths of nodes that are chosen first
    most_leaves   the largest number of drawn nodes without drawn children, which the paths of
                  `keep` may exceed; it limits the width of the picture
    most_levels   the largest number of drawn levels below the root, which the paths of `keep` may
                  exceed; it limits the height of the picture

    Most of the time is spent on the drawn nodes; the hidden nodes are only counted, in one walk.
    Raises ValueError if `max_nodes` is out of range.
    """
    check_max_nodes(max_nodes)
    chosen: dict[Path, Node] = {(): root}
    for path in keep:
        _keep(chosen, root, path, max_nodes)
    inner = {path[:-1] for path in chosen if path}  # the nodes with drawn children
    leaves = len(chosen.keys() - inner)
    # Among nodes with equal visits the oldest entry comes first, so paths are never compared.
    turn = itertools.count()
    heap: list[tuple[int, int, Path, Node]] = [(0, next(turn), (), root)]
    while heap and len(chosen) < max_nodes:
        _, _, path, node = heappop(heap)
        if path not in chosen:
            if path[:-1] in inner and leaves >= most_leaves:
                break  # the picture is as wide as it may be; less visited nodes are hidden
            leaves += path[:-1] in inner
            inner.add(path[:-1])
            chosen[path] = node
        if len(path) >= most_levels:
            continue
        for action, child in in_order(node):
            heappush(heap, (-child.visits, next(turn), (*path, action), child))
    return _linked(chosen)


def pictured(
    root: Node,
    *,
    max_nodes: int = 15,
    path: Sequence[Action] = (),
    new: Sequence[Action] | None = None,
    differs: Iterable[Sequence[Action]] = (),
    keep: Iterable[Sequence[Action]] = (),
    most_leaves: int = MOST,
    most_levels: int = MOST,
    **_: Any,
) -> ShownNode:
    """Return the part of a tree that a picture shows; the parameters are those of `tree_dot`.

    The path, the new node, the wrong nodes and the nodes to keep are chosen first, and then the
    most visited nodes.  The other options of `tree_dot` change nothing here.
    """
    first = [tuple(one) for one in (path, new or (), *sorted(differs, key=len), *keep)]
    return visible(root, max_nodes, first, most_leaves, most_levels)


def deep_path(root: Node, most: int) -> Path:
    """Return the path to a node of the deepest level, along the most visited nodes.

    most   the level at which the search for a deep node ends; the children of the root are level 1
    """
    level = [DeepPath((), (), root)]
    for _ in range(most):
        below = []
        for path, visits, node in level:
            for action, child in in_order(node):
                below.append(DeepPath((*path, action), (*visits, child.visits), child))
        if not below:
            break
        level = below
    return max(level, key=lambda one: one.visits).path


class DeepPath(NamedTuple):
    """A path, the visits of each node on the path, and the last node."""

    path: Path
    visits: tuple[int, ...]
    node: Node


def _keep(chosen: dict[Path, Node], root: Node, path: Path, max_nodes: int) -> None:
    """Choose the nodes along a path until the tree ends or `max_nodes` nodes have been chosen."""
    node = root
    for depth, action in enumerate(path, 1):
        if action not in node.children or len(chosen) >= max_nodes:
            return
        node = node.children[action]
        chosen[tuple(path[:depth])] = node


def _linked(chosen: dict[Path, Node]) -> ShownNode:
    """Link the chosen nodes in the order of the actions; count the hidden nodes below each."""
    root = ShownNode(chosen[()], 0, ())
    numbers = itertools.count(1)
    waiting = [root]
    while waiting:
        shown = waiting.pop()
        for action, child in in_order(shown.node):
            path = (*shown.path, action)
            if path in chosen:
                shown.children.append(ShownNode(child, next(numbers), path))
            else:
                shown.hidden_nodes += child.size()
                shown.hidden_visits += child.visits
        waiting.extend(shown.children)
    return root


# ---------------------------------------------------------------------------- the words for nodes


def mover(node: Node) -> str:
    """Return the mark, such as "X", of the player who moved into a node, as found on the board.

    Returns "" if the game shows no cells.
    """
    if node.parent is None or not columns(node.state):
        return ""
    cells = node.state.cells()  # type: ignore[attr-defined]
    cell = cell_of(node.parent.state, node.action)
    if not isinstance(cell, int) or not 0 <= cell < len(cells):
        return ""
    return cells[cell].strip(".")


def move_name(child: Node, length: int = 24) -> str:
    """Return the move that led to a node as a mark and an action, such as "X 4".

    length   the largest number of characters
    """
    action = str(child.action)
    if child.parent is not None:
        action = step_name(child.parent.state, child.action)
    return shorten(f"{mover(child)} {action}".strip(), length)


def name(shown: ShownNode) -> str:
    """Return the name of a node in a picture: "root", or the move that led to the node."""
    return move_name(shown.node) if shown.path else "root"


def has_value(node: Node) -> bool:
    """Return whether Q of a node means something: it has visits, and a player chose its move."""
    return node.visits > 0 and node.player in seats(node.state)


def value_in_words(node: Node) -> str:
    """Return a node's value as "Q 0.58", or "Q -" if the node has none."""
    return f"Q {worth(node.value)}" if has_value(node) else "Q -"


def statistics(node: Node) -> str:
    """Return a node's N and Q, such as "N 1,200  Q 0.58", or "N 0  Q -" without visits."""
    return f"N {node.visits:,}  {value_in_words(node)}"


def hidden(shown: ShownNode) -> str:
    """Return the text about the hidden nodes of a wedge, such as "+12 nodes, 340 visits"."""
    return f"+{count(shown.hidden_nodes, 'node')}, {count(shown.hidden_visits, 'visit')}"


def tree_text(root: Node, max_nodes: int = 15) -> str:
    """Return the tree as plain text, for example for terminals and Braille displays.

    max_nodes   the largest number of shown nodes, 1 to 200; any other number raises ValueError
    """
    top = visible(root, max_nodes)
    return "\n".join([f"{name(top)}  {statistics(root)}", *_branches(top, "")])


def _branches(shown: ShownNode, indent: str) -> Iterator[str]:
    """Yield a line for each drawn node below the node `shown`, and for each wedge."""
    for child in shown.children:
        is_last = child is shown.children[-1] and not shown.hidden_nodes
        branch, below = ("└─", "   ") if is_last else ("├─", "│  ")
        yield f"{indent}{branch} {name(child)}  {statistics(child.node)}"
        yield from _branches(child, indent + below)
    if shown.hidden_nodes:
        yield f"{indent}└─ … {hidden(shown)}"
