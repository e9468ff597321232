"""The tree of the compiled engine: its arrays, and `Node`s of it on demand."""
from __future__ import annotations

import numpy as np

from mctslib.fast import kernels
from mctslib.fast.games import pack
from mctslib.fast.kernels import ACTION, ENDED, FIRST, GROWING, KIND, NEXT, NODES, NONE, POINTS, USED, VISITS
from mctslib.game import Action, State
from mctslib.search import Node

BYTES_A_NODE = 4 * len(kernels.ROWS)
SPARE = 2 * kernels.MOST_ACTIONS  # places that one iteration may need beyond the nodes there are


def empty_tree(places: int) -> np.ndarray:
    """Room for so many nodes; what is not used costs no memory yet."""
    return np.empty((len(kernels.ROWS), places), np.int32)


class FastTree:
    """The arrays of one tree, with the position at its root."""

    def __init__(self, state: State, player: int | None = None, places: int = 0) -> None:
        self.state = state
        rules, board = pack(state)
        self.rules, self.board = np.zeros(4, np.int64), np.zeros(22, np.int64)
        self.rules[: len(rules)], self.board[: len(board)] = rules, board
        self.rows = empty_tree(max(places, SPARE))
        self.rows[:, 0] = 0
        self.rows[FIRST, 0] = NONE
        self.book = np.array([1, NONE, 1, state.current_player if player is None else player])
        self.grown = 0  # how often: growing may move nodes

    @property
    def nodes(self) -> int:
        return int(self.book[NODES])

    @property
    def root_player(self) -> int:
        """Whom the root counts for."""
        return int(self.book[kernels.ROOT_PLAYER])

    @property
    def visits(self) -> int:
        """Of the root: all iterations made."""
        return int(self.rows[VISITS, 0])

    @property
    def places(self) -> int:
        return self.rows.shape[1]

    @property
    def used(self) -> int:
        """How many places are taken."""
        return int(self.book[USED])

    def resize(self, places: int) -> None:
        """Move to a larger array."""
        rows = empty_tree(places)
        rows[:, : self.used] = self.rows[:, : self.used]
        self.rows = rows

    def children(self, place: int) -> list[int]:
        """The places of a node's children, in the order that the readable engine has them."""
        kind, child = self.rows[KIND, place], int(self.rows[FIRST, place])
        if kind >= ENDED:
            return []
        if kind > GROWING:
            return list(range(child, child + int(kind)))
        chain = []
        while child != NONE:
            chain.append(child)
            child = int(self.rows[NEXT, child])
        return chain[::-1]

    def most_visited(self) -> Action:
        """What `policies.most_visited` says of the root, without making any `Node`."""
        children = self.children(0)
        visits, points, actions = (self.rows[row, children].tolist() for row in (VISITS, POINTS, ACTION))
        best = max(range(len(children)), key=lambda k: (visits[k], points[k] / visits[k]))
        return actions[best]

    def child(self, place: int, action: Action) -> int:
        """The place of the child that `action` leads to."""
        return next(child for child in self.children(place) if self.rows[ACTION, child] == action)

    def cut(self, place: int, state: State, player: int) -> FastTree:
        """The part below a node as a tree of its own, its root counting for `player`."""
        new = FastTree(state, player, self.nodes + SPARE)
        kernels.cut(self.rows, place, new.rows, new.book)
        return new


class ReadOnly(TypeError):
    """Somebody tries to change a node of the compiled engine from outside."""

    def __init__(self) -> None:
        super().__init__(
            "This tree belongs to the compiled engine.  Go on with it by `mctslib.fast.search(node, ...)`, "
            "or search a copy: `mctslib.fast.tree.thaw(node)`."
        )


class FastNode(Node):
    """A node of a `FastTree`: a `Node` whose numbers and children are read from the arrays when they are asked for.

    Only the root holds the tree.  The others find their place in it from their parent's, and look again after the
    tree has grown.
    """

    __slots__ = ("_tree", "_parent", "_place", "_seen", "_children", "_listed")

    def __init__(self, tree: FastTree | None, state: State, parent: FastNode | None = None, action: Action = None):
        self._tree, self._parent, self.state, self.action = tree, parent, state, action
        self._place, self._seen = 0, (tree, NONE)
        self._children: dict[Action, Node] = {}
        self._listed = (tree, NONE)  # when the children were last read: the tree, and how often it had grown
        self.player = parent.state.current_player if parent else tree.root_player  # type: ignore[union-attr]

    @property
    def parent(self) -> FastNode | None:
        return self._parent

    @parent.setter
    def parent(self, parent: Node | None) -> None:
        """Cut off, as `reuse` does, the node becomes the root of a tree of its own."""
        if parent is not None:
            raise ValueError("A node of the compiled engine can be cut off, but not moved.")
        if self._parent is not None:
            self._tree, self._parent = self.tree.cut(self.place, self.state, self.player), None

    @property
    def tree(self) -> FastTree:
        """The tree it belongs to."""
        node = self
        while node._parent is not None:
            node = node._parent
        return node._tree  # type: ignore[return-value]

    @property
    def place(self) -> int:
        """Where it stands in the arrays."""
        if self._parent is None:
            return 0
        tree = self.tree
        if self._seen != (tree, tree.grown):
            self._place, self._seen = tree.child(self._parent.place, self.action), (tree, tree.grown)
        return self._place

    @property
    def visits(self) -> int:
        return int(self.tree.rows[VISITS, self.place])

    @visits.setter
    def visits(self, count: int) -> None:
        raise ReadOnly

    @property
    def value_sum(self) -> float:
        return int(self.tree.rows[POINTS, self.place]) / 2

    @value_sum.setter
    def value_sum(self, points: float) -> None:
        raise ReadOnly

    @property
    def children(self) -> dict[Action, Node]:  # type: ignore[override]
        tree = self.tree
        if self._listed != (tree, tree.grown):
            self._children = {node.action: node for node in map(self._child, tree.children(self.place))}
            self._listed = (tree, tree.grown)
        return self._children

    def _child(self, place: int) -> FastNode:
        tree = self.tree
        action = int(tree.rows[ACTION, place])
        node = self._children.get(action) or FastNode(None, self.state.apply(action), self, action)
        node._place, node._seen = place, (tree, tree.grown)  # type: ignore[attr-defined]
        return node  # type: ignore[return-value]

    def __reduce__(self) -> tuple:  # copied and pickled as a tree of plain nodes
        return _itself, (thaw(self),)


def _itself(node: Node) -> Node:
    return node


def thaw(node: Node) -> Node:
    """The same tree of plain `Node`s, for the readable engine to go on with."""
    root = Node(node.state)
    root.player = node.player
    waiting = [(node, root)]
    while waiting:
        old, new = waiting.pop()
        new.visits, new.value_sum = old.visits, old.value_sum
        new.children = {action: Node(child.state, new, action) for action, child in old.children.items()}
        waiting += [(child, new.children[action]) for action, child in old.children.items()]
    return root
