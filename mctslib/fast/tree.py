"""The tree of the compiled engine: its arrays.  `nodes.py` makes `Node`s of it on demand.

numpy is loaded with the first tree, because players and the terminal know this file.
"""

from typing import Any

from mctslib.fast import layout
from mctslib.fast.games import pack
from mctslib.fast.layout import (
    ACTION,
    ENDED,
    FIRST,
    GROWING,
    KIND,
    NEXT,
    NODES,
    NONE,
    POINTS,
    USED,
    VISITS,
)
from mctslib.fast.turns import Turns
from mctslib.game import Action, State

BYTES_A_NODE = 4 * len(layout.ROWS)
SPARE = 2 * layout.MOST_ACTIONS  # places that one iteration may need beyond the nodes there are


def empty_tree(places: int) -> Any:
    """Room for so many nodes; what is not used costs no memory: the system gives it when it is written to."""
    import numpy as np

    return np.empty((len(layout.ROWS), places), np.int32)


class FastTree:
    """The arrays of one tree, with the position at its root.

    Whoever reads it holds `lock`, and so does, for some iterations, whoever grows it: nodes and arrays are moved then.
    """

    def __init__(self, state: State, player: int | None = None, nodes: int = 1) -> None:
        import numpy as np

        self.state = state
        rules, board = pack(state)
        self.rules, self.board = np.zeros(4, np.int64), np.array(board, np.int64)
        self.rules[: len(rules)] = rules
        self.rows = empty_tree(nodes + SPARE)
        self.rows[:, 0] = 0
        self.rows[FIRST, 0] = NONE
        self.counters = np.array([1, NONE, 1, state.current_player if player is None else player])
        self.grown = 0  # how often: growing may move nodes
        self.lock = Turns()

    @property
    def nodes(self) -> int:
        return int(self.counters[NODES])

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
        return int(self.counters[USED])

    def resize(self, places: int) -> None:
        """Move to a larger array."""
        rows = empty_tree(places)
        rows[:, : self.used] = self.rows[:, : self.used]
        self.rows = rows

    def lists(self) -> list[list[int]]:
        """The arrays as lists, which are sooner read where all of them are wanted."""
        return self.rows[:, : self.used].tolist()

    def most_visited(self) -> Action:
        """What `policies.most_visited` says of the root, without making any `Node`."""
        places = children(self.rows, 0)
        visits, points, actions = (
            self.rows[row, places].tolist() for row in (VISITS, POINTS, ACTION)
        )
        best = max(range(len(places)), key=lambda k: (visits[k], points[k] / visits[k]))
        return actions[best]

    def child(self, place: int, action: Action) -> int:
        """The place of the child that `action` leads to."""
        return next(
            child for child in children(self.rows, place) if self.rows[ACTION, child] == action
        )

    def size(self, place: int) -> int:
        """How many nodes there are from this one down."""
        if not place:
            return self.nodes
        counters = self.counters.copy()
        self._copy(place, empty_tree(self.used + SPARE), counters)
        return int(counters[NODES])

    def cut(self, place: int, state: State, player: int) -> "FastTree":
        """The part below a node as a tree of its own, its root counting for `player`."""
        new = FastTree(state, player, self.nodes)
        self._copy(place, new.rows, new.counters)
        new.grown = self.grown + 1  # a view that goes along looks for its place again
        return new

    def _copy(self, place: int, rows: Any, counters: Any) -> None:
        from mctslib.fast import kernels

        kernels.cut(self.rows, place, rows, counters)


def children(rows: Any, place: int) -> list[int]:
    """The places of a node's children, in the order that the readable engine has them; `rows` are arrays or lists."""
    kind, child = rows[KIND][place], int(rows[FIRST][place])
    if kind >= ENDED:
        return []
    if kind > GROWING:
        return list(range(child, child + int(kind)))
    chain = []
    while child != NONE:
        chain.append(child)
        child = int(rows[NEXT][child])
    return chain[::-1]
