"""The part of a search tree that is worth showing, and the words for it.

A picture of 15 nodes explains a search; one of 10,000 explains nothing.  So the most visited nodes are shown,
and a wedge under their parent counts the rest.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from mctslib.draw.svg import shorten
from mctslib.game import Action
from mctslib.games.board import cell_of, columns
from mctslib.tree import Node, Path, in_order
from mctslib.words import count, number


def check_max_nodes(max_nodes: int) -> None:
    """Raise ValueError for a number of nodes that no picture can hold."""
    if not 1 <= max_nodes <= 200:
        raise ValueError(
            f"max_nodes must be from 1 to 200, not {max_nodes}.  A picture of more cannot be read: "
            "draw the subtree of one node instead, or count with `root.size()`."
        )


@dataclass
class ShownNode:
    """A node that is drawn: its number, its path from the drawn root, its drawn children, what is hidden."""

    node: Node
    number: int
    path: Path
    children: "list[ShownNode]" = field(default_factory=list)
    hidden_nodes: int = 0
    hidden_visits: int = 0

    def all(self) -> "Iterator[ShownNode]":
        """This one and all drawn below it, parents first."""
        waiting = [self]
        while waiting:
            shown = waiting.pop()
            yield shown
            waiting.extend(reversed(shown.children))


def visible(root: Node, max_nodes: int = 15, keep: Iterable[Path] = ()) -> ShownNode:
    """The part of the tree that matters: the paths of `keep`, then the most visited nodes.

    Takes time for the nodes shown, and one walk over the hidden ones to count them.
    """
    check_max_nodes(max_nodes)
    chosen = {(): root}
    for path in keep:
        _keep(chosen, root, path, max_nodes)
    counter = (
        itertools.count()
    )  # of equal visits the first in comes first, and paths are never compared
    heap = [(0, next(counter), (), root)]
    while heap and len(chosen) < max_nodes:
        _, _, path, node = heappop(heap)
        chosen[path] = node
        for action, child in in_order(node):
            heappush(heap, (-child.visits, next(counter), (*path, action), child))
    return _tree(chosen)


def pictured(
    root: Node,
    max_nodes: int = 15,
    path: Sequence[Action] = (),
    new: Sequence[Action] | None = None,
    differs: Iterable[Sequence[Action]] = (),
    keep: Iterable[Sequence[Action]] = (),
) -> ShownNode:
    """What a picture shows of a tree: the path, the new and the wrong nodes, those to keep, then the most visited."""
    first = [path, new or (), *sorted(differs, key=len), *keep]
    return visible(root, max_nodes, map(tuple, first))


def _keep(chosen: dict[Path, Node], root: Node, path: Path, max_nodes: int) -> None:
    node = root
    for depth, action in enumerate(path, 1):
        if action not in node.children or len(chosen) >= max_nodes:
            return
        node = chosen[tuple(path[:depth])] = node.children[action]


def _tree(chosen: dict[Path, Node]) -> ShownNode:
    """Link the chosen nodes, in the order of the actions, and count what hangs below them unseen."""
    root = ShownNode(chosen[()], 0, ())
    waiting, number = [root], 0
    while waiting:
        shown = waiting.pop()
        for action, child in in_order(shown.node):
            path = (*shown.path, action)
            if path in chosen:
                number += 1
                shown.children.append(ShownNode(child, number, path))
            else:
                shown.hidden_nodes += child.size()
                shown.hidden_visits += child.visits
        waiting.extend(shown.children)
    return root


def mover(node: Node) -> str:
    """The mark of who moved into this node, read off the board ("X"); "" if the game shows no cells."""
    cells = node.state.cells() if columns(node.state) else ""  # type: ignore[attr-defined]
    cell = cell_of(node.parent.state, node.action) if cells and node.parent else None
    mark = cells[cell] if isinstance(cell, int) and 0 <= cell < len(cells) else ""
    return mark.strip(".")


def move_name(child: Node, length: int = 24) -> str:
    """The move that led to a node: the mark and the action, like "X 4"."""
    return shorten(f"{mover(child)} {child.action}".strip(), length)


def name(shown: ShownNode) -> str:
    """What a node is called in a picture: "root", or the move that led there."""
    return move_name(shown.node) if shown.path else "root"


def statistics(node: Node) -> str:
    """ "N 1,200  Q 0.58"; a node without visits has no value yet."""
    return f"N {node.visits:,}  Q {number(node.value, 2)}" if node.visits else "N 0  Q -"


def hidden(shown: ShownNode) -> str:
    """What a wedge stands for: "+12 nodes, 340 visits"."""
    return f"+{count(shown.hidden_nodes, 'node')}, {count(shown.hidden_visits, 'visit')}"


def tree_text(root: Node, max_nodes: int = 15) -> str:
    """The tree in plain letters: for a terminal, for a reader of Braille, and where Graphviz is missing."""
    top = visible(root, max_nodes)
    return "\n".join([f"{name(top)}  {statistics(root)}", *_branches(top, "")])


def _branches(shown: ShownNode, indent: str) -> Iterator[str]:
    for child in shown.children:
        is_last = child is shown.children[-1] and not shown.hidden_nodes
        yield f"{indent}{'└─' if is_last else '├─'} {name(child)}  {statistics(child.node)}"
        yield from _branches(child, indent + ("   " if is_last else "│  "))
    if shown.hidden_nodes:
        yield f"{indent}└─ … {hidden(shown)}"
