"""The tree of the compiled engine: its arrays.  `nodes.py` makes `Node`s of it on demand."""
from __future__ import annotations

from typing import Any

import numpy as np

from mctslib.fast import kernels
from mctslib.fast.games import pack
from mctslib.fast.kernels import ENDED, GROWING, NODES, NONE, USED
from mctslib.fast.selection import ACTION, FIRST, KIND, NEXT, POINTS, ROWS, VISITS
from mctslib.game import Action, State

BYTES_A_NODE = 4 * len(ROWS)
SPARE = 2 * kernels.MOST_ACTIONS  # places that one iteration may need beyond the nodes there are


def empty_tree(places: int) -> np.ndarray:
    """Room for so many nodes; what is not used costs no memory: the system gives it when it is written to."""
    return np.empty((len(ROWS), places), np.int32)


class FastTree:
    """The arrays of one tree, with the position at its root."""

    def __init__(self, state: State, player: int | None = None, places: int = 0) -> None:
        self.state = state
        rules, board = pack(state)
        self.rules, self.board = np.zeros(4, np.int64), np.array(board, np.int64)
        self.rules[: len(rules)] = rules
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

    def children(self, place: int, rows: Any = None) -> list[int]:
        """The places of a node's children, in the order that the readable engine has them.

        rows  the arrays, or the same as lists, which are sooner read where all of them are wanted
        """
        rows = self.rows if rows is None else rows
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

    def most_visited(self) -> Action:
        """What `policies.most_visited` says of the root, without making any `Node`."""
        children = self.children(0)
        visits, points, actions = (self.rows[row, children].tolist() for row in (VISITS, POINTS, ACTION))
        best = max(range(len(children)), key=lambda k: (visits[k], points[k] / visits[k]))
        return actions[best]

    def child(self, place: int, action: Action) -> int:
        """The place of the child that `action` leads to."""
        return next(child for child in self.children(place) if self.rows[ACTION, child] == action)

    def size(self, place: int) -> int:
        """How many nodes there are from this one down."""
        if not place:
            return self.nodes
        book = np.zeros(4, np.int64)
        kernels.cut(self.rows, place, empty_tree(self.used + SPARE), book)
        return int(book[NODES])

    def cut(self, place: int, state: State, player: int) -> FastTree:
        """The part below a node as a tree of its own, its root counting for `player`."""
        new = FastTree(state, player, self.nodes + SPARE)
        kernels.cut(self.rows, place, new.rows, new.book)
        return new
