"""Nodes of a compiled tree, made when somebody asks for them; and trees handed from one engine to the other.

A `FastNode` has the same places in memory as a `Node`, and keeps other things in them.  So it can become one, and
the other way round, while everybody who holds it goes on holding it: nobody needs to know which engine grew a tree.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from mctslib.fast.games import NoKernel
from mctslib.fast.kernels import ENDED, GROWING, NODES, NONE, USED
from mctslib.fast.selection import ACTION, FIRST, KIND, POINTS, VISITS
from mctslib.fast.tree import SPARE, FastTree
from mctslib.game import Action, State
from mctslib.tree import Node

Slot: Any = Node  # its attributes, read from the class, are places in memory
PARENT, VIEW, TOTAL, CHILDREN = Slot.parent, Slot.visits, Slot.value_sum, Slot.children


class View:
    """What a `FastNode` keeps instead of its numbers: where to read them.

    tree      the arrays; only the root has them
    place     where the node stands in them, as `seen`: which tree that was, and how often it had grown
    children  those made so far, as `listed`
    """

    __slots__ = ("tree", "place", "seen", "children", "listed")

    def __init__(self, tree: FastTree | None, place: int = 0, seen: Any = None) -> None:
        self.tree, self.place, self.seen = tree, place, seen
        self.children: dict[Action, Node] = {}
        self.listed: Any = None


class FastNode(Node):
    """A node of a `FastTree`: a `Node` whose numbers and children are read from the arrays when they are asked for.

    Only the root holds the tree.  The others find their place in it from their parent's, and look again after the
    tree has grown.  To change a node from outside, as `mctslib.search` does, makes plain nodes of the whole tree.
    """

    __slots__ = ()

    def __init__(self, tree: FastTree | None, state: State, parent: FastNode | None = None, action: Action = None):
        self.state, self.action = state, action
        PARENT.__set__(self, parent)
        VIEW.__set__(self, View(tree))
        self.player = parent.state.current_player if parent else tree.root_player  # type: ignore[union-attr]

    @property
    def view(self) -> View:
        return VIEW.__get__(self)

    @property
    def parent(self) -> FastNode | None:
        return PARENT.__get__(self)

    @parent.setter
    def parent(self, parent: Node | None) -> None:
        """Cut off, as `reuse` does, the node becomes the root of a tree of its own."""
        if parent is not None:
            raise ValueError("A node of the compiled engine can be cut off, but not moved.")
        if self.parent is not None:
            self.view.tree = self.tree.cut(self.place, self.state, self.player)
            PARENT.__set__(self, None)

    @property
    def root(self) -> FastNode:
        """The node at the top of its tree."""
        node = self
        while (parent := PARENT.__get__(node)) is not None:
            node = parent
        return node

    @property
    def tree(self) -> FastTree:
        """The tree it belongs to."""
        return self.root.view.tree  # type: ignore[return-value]

    @property
    def place(self) -> int:
        """Where it stands in the arrays."""
        if self.parent is None:
            return 0
        view, tree = self.view, self.tree
        if view.seen != (tree, tree.grown):
            view.place, view.seen = tree.child(self.parent.place, self.action), (tree, tree.grown)
        return view.place

    @property
    def visits(self) -> int:
        return int(self.tree.rows[VISITS, self.place])

    @visits.setter
    def visits(self, count: int) -> None:
        melt(self)
        self.visits = count

    @property
    def value_sum(self) -> float:
        return int(self.tree.rows[POINTS, self.place]) / 2

    @value_sum.setter
    def value_sum(self, points: float) -> None:
        melt(self)
        self.value_sum = points

    @property
    def children(self) -> dict[Action, Node]:
        tree = self.tree
        self.view.place = self.place
        return self.listed(tree, tree.rows, (tree, tree.grown))

    @children.setter
    def children(self, children: dict[Action, Node]) -> None:
        melt(self)
        self.children = children

    def listed(self, tree: FastTree, rows: Any, now: tuple[FastTree, int]) -> dict[Action, Node]:
        """The children, as `rows` has them `now`; those that are not there yet are made."""
        view, known = VIEW.__get__(self), {}
        if view.listed != now:
            for place in tree.children(view.place, rows):
                action = int(rows[ACTION][place])
                node = view.children.get(action)
                if type(node) is not FastNode:  # not made yet, or by a readable iteration that broke off
                    node = FastNode(None, self.state.apply(action), self, action)
                if PARENT.__get__(node) is self:  # else it was cut off, and has a tree of its own
                    look = VIEW.__get__(node)
                    look.place, look.seen = place, now
                known[action] = node
            view.children, view.listed = known, now
        return view.children

    def descendants(self) -> Iterator[Node]:
        """As `Node.descendants`, made all at once; without those that were cut off."""
        yield from unfold(self)

    def size(self) -> int:
        """As `Node.size`, without making a node."""
        return self.tree.size(self.place)

    def __reduce__(self) -> tuple:  # copied and pickled as a tree of plain nodes
        return _itself, (thaw(self),)


def _itself(node: Node) -> Node:
    return node


# ---------------------------------------------------------------------------- from one engine to the other


def thaw(node: Node) -> Node:
    """A copy of the tree from this node down, of plain `Node`s."""
    root = Node(node.state)
    root.player = node.player
    waiting = [(node, root)]
    while waiting:
        old, new = waiting.pop()
        new.visits, new.value_sum = old.visits, old.value_sum
        new.children = {action: Node(child.state, new, action) for action, child in old.children.items()}
        waiting += [(child, new.children[action]) for action, child in old.children.items()]
    return root


def unfold(top: FastNode) -> list[Node]:
    """This node and all below it, parents first, made all at once."""
    tree, found = top.tree, list[Node]()
    waiting: list[Node] = [top]
    now, rows = (tree, tree.grown), tree.rows[:, : tree.used].tolist()
    top.view.place = top.place
    while waiting:
        node = waiting.pop()
        found.append(node)
        children = node.listed(tree, rows, now) if isinstance(node, FastNode) else node.children
        waiting += [child for child in reversed(children.values()) if PARENT.__get__(child) is node]
    return found


def melt(node: FastNode) -> None:
    """Make plain `Node`s of its whole tree, the very nodes that are in anybody's hands; the arrays are given up."""
    rows, nodes = node.tree.rows, unfold(node.root)
    visits, points = rows[VISITS].tolist(), rows[POINTS].tolist()
    for old in nodes:
        if isinstance(old, FastNode):
            view, plain = old.view, old  # type: Any, Any
            plain.__class__ = Node
            plain.visits, plain.value_sum, plain.children = visits[view.place], points[view.place] / 2, view.children


def freeze(root: Node) -> None:
    """Hand a tree of plain nodes to the compiled engine: the very nodes become `FastNode`s.

    Raises `NoKernel`, and leaves the tree as it is, if this is not a root, or not a tree that plain search has grown.
    """
    tree = FastTree(root.state, root.player)
    nodes, rows = laid_out(root)
    places = len(nodes)
    tree.resize(places + SPARE)
    tree.rows[:, :places] = np.array(rows, np.int64).T
    tree.book[USED] = tree.book[NODES] = places
    for place, node in enumerate(nodes):
        view = View(None if place else tree, place, (tree, 0))
        view.children, view.listed = node.children, (tree, 0)
        node.__class__ = FastNode
        VIEW.__set__(node, view)


def laid_out(root: Node) -> tuple[list[Node], list[list[int]]]:
    """The nodes in the order of their places, and for each its row: N, 2 W, action, kind, first, next."""
    nodes, rows = [root], [row_of(root, NONE)]
    for place, node in enumerate(nodes):
        children = list(node.children.values())
        growing = rows[place][KIND] == GROWING
        if children:
            rows[place][FIRST] = len(nodes) + (len(children) - 1 if growing else 0)
        for child in children:
            if child.parent is not node:
                raise NoKernel("A node of this tree does not hang on its parent.")
            rows.append(row_of(child, len(nodes) - 1 if growing and child is not children[0] else NONE))
            nodes.append(child)
    return nodes, rows


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
