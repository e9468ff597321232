"""Nodes of a compiled tree: views of its arrays, made when somebody asks for them; and copies from engine to engine.

The engine of a tree is chosen when its root is made.  A `FastNode` only shows what the compiled engine knows; to
change nodes, take a `plain` copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NoReturn, TypeVar

from mctslib.fast.games import NoKernel
from mctslib.fast.layout import (
    ACTION,
    ENDED,
    FIRST,
    GROWING,
    KIND,
    NODES,
    NONE,
    POINTS,
    ROOT_PLAYER,
    USED,
    VISITS,
)
from mctslib.fast.tree import SPARE, FastTree, children
from mctslib.game import Action, State
from mctslib.tree import Node

T = TypeVar("T")
READ_ONLY = "A node of the compiled engine can only be read; mctslib.fast.plain(node) is a copy that can be changed."


def refuse(*args: Any, **options: Any) -> NoReturn:
    """What a view says to whoever wants to change it."""
    raise AttributeError(READ_ONLY)


class Children(dict[Action, Node]):
    """The children of a view: action → node, only to be read."""

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = refuse

    def __reduce__(self) -> tuple:
        return dict, (dict(self),)


class FastNode(Node):
    """A node of a `FastTree`: a `Node` whose numbers and children are read from the arrays when they are asked for.

    Only the root holds the tree.  The others find their place in it from their parent's, and look again after the
    tree has grown.  It may be read on any thread, also while the tree grows.
    """

    __slots__ = ("_above", "_tree", "_place", "_seen", "_children", "_listed")

    def __init__(
        self,
        tree: FastTree | None,
        state: State,
        parent: FastNode | None = None,
        action: Action = None,
    ):
        self.state, self.action = state, action
        self.player = parent.state.current_player if parent else int(tree.counters[ROOT_PLAYER])  # type: ignore[union-attr]
        self._above, self._tree = parent, tree
        self._place, self._seen = 0, -1  # and how often the tree had grown then
        self._children, self._listed = Children(), -1

    @property
    def root(self) -> FastNode:
        """The node at the top of its tree."""
        node = self
        while node._above is not None:
            node = node._above
        return node

    @property
    def tree(self) -> FastTree:
        """The tree it belongs to."""
        return self.root._tree  # type: ignore[return-value]

    def _read(self, what: Callable[[FastTree, int], T]) -> T:
        """`what` of the tree and the node's place in it, while it does not grow."""
        while True:
            root = self.root
            tree: Any = root._tree
            with tree.lock:
                if root is self.root:  # else it was just now cut off
                    return what(tree, self._find(tree))

    def _find(self, tree: FastTree) -> int:
        if self._above is not None and self._seen != tree.grown:
            self._place, self._seen = tree.child(self._above._find(tree), self.action), tree.grown
        return self._place

    @property
    def visits(self) -> int:
        return self._read(lambda tree, place: int(tree.rows[VISITS, place]))

    @visits.setter
    def visits(self, count: int) -> None:
        refuse()

    @property
    def value_sum(self) -> float:
        return self._read(lambda tree, place: int(tree.rows[POINTS, place]) / 2)

    @value_sum.setter
    def value_sum(self, value_sum: float) -> None:
        refuse()

    @property
    def children(self) -> dict[Action, Node]:
        return self._read(lambda tree, place: self._list(tree, tree.rows))

    @children.setter
    def children(self, children: dict[Action, Node]) -> None:
        refuse()

    def _list(self, tree: FastTree, rows: Any) -> Children:
        """The children, as `rows` has them now; those that are not there yet are made."""
        if self._listed != tree.grown:
            known = {}
            for place in children(rows, self._place):
                action = int(rows[ACTION][place])
                node: Any = self._children.get(action)
                if node is None or node._above is not self:  # cut off, it has a tree of its own
                    node = FastNode(None, self.state.apply(action), self, action)
                node._place, node._seen = place, tree.grown
                known[action] = node
            self._children, self._listed = Children(known), tree.grown
        return self._children

    @property
    def parent(self) -> FastNode | None:
        return self._above

    @parent.setter
    def parent(self, parent: Node | None) -> None:
        """Cut off, as `reuse` does, the node becomes the root of a tree of its own: a copy of the part below it."""
        if parent is not None:
            raise ValueError("A node of the compiled engine can be cut off, but not moved.")
        if self._above is not None:
            self._read(self._cut)

    def _cut(self, tree: FastTree, place: int) -> None:
        self._tree = tree.cut(place, self.state, self.player)
        self._above._listed = -1  # type: ignore[union-attr]
        self._above, self._place, self._listed = None, 0, -1

    def descendants(self) -> Iterator[Node]:
        """As `Node.descendants`, made all at once."""
        yield from self._read(self._unfold)

    def _unfold(self, tree: FastTree, place: int) -> list[FastNode]:
        rows = tree.rows if place else tree.lists()
        found, waiting = list[FastNode](), [self]
        while waiting:
            node: Any = waiting.pop()
            found.append(node)
            waiting += reversed(node._list(tree, rows).values())
        return found

    def size(self) -> int:
        """As `Node.size`, without making a node."""
        return self._read(FastTree.size)

    def __reduce__(self) -> tuple:  # copied and pickled as a tree of plain nodes
        return _itself, (plain(self),)


def _itself(node: Node) -> Node:
    return node


# ---------------------------------------------------------------------------- from one engine to the other


def plain(node: Node) -> Node:
    """A copy of the tree from this node down, of plain `Node`s, which anybody may change."""
    root = Node(node.state)
    root.player = node.player
    start: Any = node._read(looked_up) if isinstance(node, FastNode) else (looked_at, node)
    look, waiting = start[0], [(root, start[1])]
    while waiting:
        new, old = waiting.pop()
        new.visits, new.value_sum, below = look(old)
        new.children = {action: Node(new.state.apply(action), new, action) for action, _ in below}
        waiting += [(new.children[action], child) for action, child in below]
    return root


def looked_at(node: Node) -> tuple[int, float, list]:
    """N and W of a node, and its children with their actions."""
    return node.visits, node.value_sum, list(node.children.items())


def looked_up(tree: FastTree, place: int) -> tuple[Callable[[int], tuple[int, float, list]], int]:
    """The same as a function of the place, in the tree as it stands now; and the place to begin with."""
    rows = tree.lists()
    visits, points, actions = rows[VISITS], rows[POINTS], rows[ACTION]
    return lambda at: (
        visits[at],
        points[at] / 2,
        [(actions[child], child) for child in children(rows, at)],
    ), place


def compiled(root: Node) -> FastNode:
    """A copy of a tree that plain search has grown, for the compiled engine.

    Raises `NoKernel` if it has none for the game, or if this is not a root, or not such a tree.
    """
    if root.parent is not None:
        raise NoKernel(
            "The compiled engine searches from a root: `reuse(root, *actions)` makes one of this node."
        )
    tree = FastTree(root.state, root.player)
    if root.visits:
        rows = list(zip(*rows_of(root)))
        places = len(rows[VISITS])
        tree.resize(places + SPARE)
        tree.rows[:, :places] = rows
        tree.counters[USED] = tree.counters[NODES] = places
    return FastNode(tree, root.state)


def rows_of(root: Node) -> list[list[int]]:
    """For each node in the order of the places its row: N, 2 W, action, kind, first, next."""
    nodes, rows = [root], [row_of(root, NONE)]
    for place, node in enumerate(nodes):
        children = list(node.children.values())
        growing = rows[place][KIND] == GROWING
        if children:
            rows[place][FIRST] = len(nodes) + (len(children) - 1 if growing else 0)
        for child in children:
            if child.parent is not node:
                raise NoKernel("A node of this tree does not hang on its parent.")
            rows.append(
                row_of(child, len(nodes) - 1 if growing and child is not children[0] else NONE)
            )
            nodes.append(child)
    return rows


def row_of(node: Node, older: int) -> list[int]:
    """What the arrays hold about a node; `older` is the place of the child before it."""
    points, state = 2 * node.value_sum, node.state
    if type(node) is not Node or points != int(points) or not (node.visits or node.parent is None):
        raise NoKernel("The compiled engine goes on only with trees that plain search has grown.")
    action = NONE if node.parent is None else node.action
    if state.is_terminal():
        return [node.visits, int(points), action, ENDED + int(2 * state.rewards()[0]), NONE, older]
    number = len(node.children)
    kind = number if number == len(state.legal_actions()) else GROWING
    return [node.visits, int(points), action, kind, NONE, older]
