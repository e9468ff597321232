"""Show the nodes of a compiled tree as views of its arrays, and copy trees between the engines.

The engine of a tree is chosen when its root is made.  A `FastNode` is made on demand, and merely
shows the data in the arrays of the compiled engine.  To change nodes, make a `plain` copy.
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
READ_ONLY = (
    "A node of the compiled engine is read-only; "
    "to change it, make a copy with mctslib.fast.plain(node)."
)
NEVER = -1  # means "not looked up yet"


def refuse(*args: Any, **options: Any) -> NoReturn:
    """Raise AttributeError, because a view cannot be changed."""
    raise AttributeError(READ_ONLY)


class Children(dict[Action, Node]):
    """The children of a view: action → node; the dictionary is read-only."""

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = refuse

    def __reduce__(self) -> tuple:
        return dict, (dict(self),)


class FastNode(Node):
    """A node of a `FastTree`: a `Node` whose numbers and children are read from the arrays.

    Only the root has a reference to the tree.  Each other node finds its place in the tree from the
    place of its parent, and looks the place up again after the tree has grown.  Nodes may be read
    on any thread, even while the tree grows.
    """

    __slots__ = ("_above", "_tree", "_place", "_seen", "_children", "_listed")

    def __init__(
        self,
        tree: FastTree | None,
        state: State,
        parent: FastNode | None = None,
        action: Action = None,
    ):
        self.state = state
        self.action = action
        if parent is not None:
            self.player = parent.state.current_player
        else:
            self.player = int(tree.counters[ROOT_PLAYER])  # type: ignore[union-attr]
        self._above = parent
        self._tree = tree
        self._place = 0
        self._seen = NEVER  # `tree.grown` when `_place` was looked up
        self._children = Children()
        self._listed = NEVER  # `tree.grown` when `_children` was made

    @property
    def root(self) -> FastNode:
        """The root of the tree to which the node belongs."""
        node = self
        while node._above is not None:
            node = node._above
        return node

    @property
    def tree(self) -> FastTree:
        """The tree to which the node belongs."""
        return self.root._tree  # type: ignore[return-value]

    # ------------------------------------------------------------------------ the data of the node

    def _read(self, what: Callable[[FastTree, int], T]) -> T:
        """Return `what(tree, place of the node)`, computed while the tree does not grow."""
        while True:
            root = self.root
            tree: Any = root._tree
            with tree.lock:
                if root is self.root:  # otherwise the node has just been cut out of its tree
                    return what(tree, self._find(tree))

    def _find(self, tree: FastTree) -> int:
        """Return the place of the node in its tree."""
        if self._above is not None and self._seen != tree.grown:
            self._place = tree.child(self._above._find(tree), self.action)
            self._seen = tree.grown
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
        """Return the children of the node in `rows`; make the nodes that do not exist yet."""
        if self._listed != tree.grown:
            found = {}
            for place in children(rows, self._place):
                action = int(rows[ACTION][place])
                node: Any = self._children.get(action)
                if node is None or node._above is not self:  # new, or the old node was cut out
                    node = FastNode(None, self.state.apply(action), self, action)
                node._place = place
                node._seen = tree.grown
                found[action] = node
            self._children = Children(found)
            self._listed = tree.grown
        return self._children

    def descendants(self) -> Iterator[Node]:
        """Yield the same nodes as `Node.descendants`, after all of them have been made."""
        yield from self._read(self._unfold)

    def _unfold(self, tree: FastTree, place: int) -> list[FastNode]:
        rows = tree.rows if place else tree.lists()
        found: list[FastNode] = []
        waiting = [self]
        while waiting:
            node: Any = waiting.pop()
            found.append(node)
            waiting += reversed(node._list(tree, rows).values())
        return found

    def size(self) -> int:
        """Return the same number as `Node.size`, without making nodes."""
        return self._read(FastTree.size)

    # ------------------------------------------------------------------------ cuts and copies

    @property
    def parent(self) -> FastNode | None:
        return self._above

    @parent.setter
    def parent(self, parent: Node | None) -> None:
        """Cut the node out of its tree; only None may be set as the parent, as `reuse` does.

        The node becomes the root of a new tree, which copies the old tree from this node down.
        """
        if parent is not None:
            raise ValueError("A node of the compiled engine can be cut out, but not moved.")
        if self._above is not None:
            self._read(self._cut)

    def _cut(self, tree: FastTree, place: int) -> None:
        self._tree = tree.cut(place, self.state, self.player)
        self._above._listed = NEVER  # type: ignore[union-attr]
        self._above = None
        self._place = 0
        self._listed = NEVER

    def __reduce__(self) -> tuple:
        """Return the data from which `copy` and `pickle` make a copy of plain nodes."""
        return _itself, (plain(self),)


def _itself(node: Node) -> Node:
    return node


# ---------------------------------------------------------------------------- to plain nodes


def plain(node: Node) -> Node:
    """Return a copy of the tree from this node down; its plain `Node`s may be changed."""
    root = Node(node.state)
    root.player = node.player
    if isinstance(node, FastNode):
        look, start = node._read(reader_of)
    else:
        look = look_at_node
        start = node
    waiting = [(root, start)]
    while waiting:
        new, old = waiting.pop()
        new.visits, new.value_sum, children_of_old = look(old)
        for action, child in children_of_old:
            new.children[action] = Node(new.state.apply(action), new, action)
            waiting.append((new.children[action], child))
    return root


def look_at_node(node: Node) -> tuple[int, float, list]:
    """Return N and W of a node, and its actions with their children."""
    return node.visits, node.value_sum, list(node.children.items())


def reader_of(tree: FastTree, place: int) -> tuple[Callable[[Any], tuple[int, float, list]], Any]:
    """Return a function like `look_at_node` for places in the arrays, and the argument `place`."""
    rows = tree.lists()

    def look_at_place(at: int) -> tuple[int, float, list]:
        below = [(rows[ACTION][child], child) for child in children(rows, at)]
        return rows[VISITS][at], rows[POINTS][at] / 2, below

    return look_at_place, place


# ---------------------------------------------------------------------------- to compiled nodes


def compiled(root: Node, places: int = 1) -> FastNode:
    """Return a copy, for the compiled engine, of a tree that plain search has grown.

    places  the number of nodes for which a tree without visits reserves space, because enlarging
            the arrays later takes time

    Raises `NoKernel` if there is no kernel for the game, if `root` is not a root, or if the tree
    was not grown by plain search.
    """
    if root.parent is not None:
        raise NoKernel(
            "The compiled engine can search only from a root: "
            "`reuse(root, *actions)` makes this node a root."
        )
    tree = FastTree(root.state, root.player, places)
    if root.visits:
        columns = rows_of(root)
        nodes = len(columns)
        tree.resize(nodes + SPARE)
        tree.rows[:, :nodes] = list(zip(*columns))
        tree.counters[USED] = tree.counters[NODES] = nodes
    return FastNode(tree, root.state)


def rows_of(root: Node) -> list[list[int]]:
    """Return the data of each node in the arrays, in the order of the places; see `row_of`."""
    nodes = [root]
    rows = [row_of(root, NONE)]
    for place, node in enumerate(nodes):
        growing = rows[place][KIND] == GROWING
        first = len(nodes)
        older = NONE
        for child in node.children.values():
            if child.parent is not node:
                raise NoKernel("A node of this tree is not among the children of its parent.")
            rows.append(row_of(child, older))
            nodes.append(child)
            if growing:
                older = len(nodes) - 1
        if node.children:
            rows[place][FIRST] = older if growing else first
    return rows


def row_of(node: Node, older: int) -> list[int]:
    """Return the data of a node in the arrays: N, 2 W, action, kind, first, next.

    older  the place of the previous child while the parent is growing, otherwise NONE

    The place of the first child is not known yet, so `first` is NONE.
    """
    points = 2 * node.value_sum
    grown_by_plain_search = (
        type(node) is Node and points == int(points) and (node.visits or node.parent is None)
    )
    if not grown_by_plain_search:
        raise NoKernel("The compiled engine can continue only trees that plain search has grown.")
    action = NONE if node.parent is None else node.action
    state = node.state
    if state.is_terminal():
        kind = ENDED + int(2 * state.rewards()[0])
    elif len(node.children) == len(state.legal_actions()):
        kind = len(node.children)
    else:
        kind = GROWING
    return [node.visits, int(points), action, kind, NONE, older]
