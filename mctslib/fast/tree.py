"""Define the arrays of a compiled tree, from which `nodes.py` makes `Node`s on demand.

This file imports numpy only when the first tree is made, because players and the terminal also
import this file.
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
    USED,
    VISITS,
)
from mctslib.fast.turns import Turns
from mctslib.game import Action, State

RULES = 4  # the length of `rules`
BYTES_A_NODE = 4 * len(layout.ROWS)
SPARE = 2 * layout.MOST_ACTIONS  # the number of extra places that one iteration may need


def empty_tree(places: int) -> Any:
    """Return arrays with room for this number of nodes.

    Unused places take no memory, because the system provides memory only when the memory is first
    written to.
    """
    import numpy as np

    return np.empty((len(layout.ROWS), places), np.int32)


class FastTree:
    """The arrays of one tree, with the position at its root.

    state     the position at the root
    rules     the numbers of the game, as returned by `games.pack`
    board     the numbers of the position, as returned by `games.pack`
    rows      the data of the nodes; see `layout.py`
    counters  the numbers about the whole tree; see `layout.py`
    grown     the number of times that the tree has grown; nodes may move when the tree grows
    lock      a lock that a thread holds while reading the tree or running iterations, because nodes
              and arrays move during iterations
    """

    def __init__(self, state: State, player: int | None = None, nodes: int = 1) -> None:
        import numpy as np

        rules, board = pack(state)
        root_player = state.current_player if player is None else player
        unused = [0] * (RULES - len(rules))
        counters = (1, NONE, 1, root_player)
        # one array with three parts, because making three arrays takes three times as long
        numbers = np.array([*rules, *unused, *counters, *board], np.int64)
        self.state = state
        self.rules = numbers[:RULES]
        self.counters = numbers[RULES : RULES + len(counters)]
        self.board = numbers[RULES + len(counters) :]
        self.rows = empty_tree(nodes + SPARE)
        self.rows[:, 0] = 0
        self.rows[FIRST, 0] = NONE
        self.grown = 0
        self.lock = Turns()

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return int(self.counters[NODES])

    @property
    def visits(self) -> int:
        """The number of visits of the root: the iterations made here, and those that were kept."""
        return int(self.rows[VISITS, 0])

    @property
    def places(self) -> int:
        """The number of places, used or unused."""
        return self.rows.shape[1]

    @property
    def used(self) -> int:
        """The number of places in use."""
        return int(self.counters[USED])

    def resize(self, places: int) -> None:
        """Move the tree to new arrays with this number of places."""
        rows = empty_tree(places)
        rows[:, : self.used] = self.rows[:, : self.used]
        self.rows = rows

    def lists(self) -> list[list[int]]:
        """Return the arrays as lists, which are faster to read if all numbers are needed."""
        return self.rows[:, : self.used].tolist()

    def most_visited(self) -> Action:
        """Return the same action as `policies.most_visited` for the root, without making nodes."""
        all_visits, all_points, actions = self.rows[
            :KIND, places_of_children(self.rows, 0)
        ].tolist()
        highest = max(all_visits, default=0)
        best = None
        most_points = -1
        for visits, points, action in zip(all_visits, all_points, actions):
            if visits == highest and points > most_points:
                best = action
                most_points = points
        return best

    def child(self, place: int, action: Action) -> int:
        """Return the place of the child to which `action` leads."""
        for child in children(self.rows, place):
            if self.rows[ACTION, child] == action:
                return child
        raise KeyError(action)

    def size(self, place: int) -> int:
        """Return the number of nodes from this node down, including this node."""
        if place == 0:
            return self.nodes
        counters = self.counters.copy()
        self._copy_below(place, empty_tree(self.used + SPARE), counters)
        return int(counters[NODES])

    def cut(self, place: int, state: State, player: int) -> "FastTree":
        """Return a copy of a node and of the tree below it, as a new tree.

        place   the place of the node
        state   the position of the node
        player  the player for whom the new root counts
        """
        new = FastTree(state, player, self.nodes)
        self._copy_below(place, new.rows, new.counters)
        new.grown = self.grown + 1  # so that a view of the node looks up its place again
        return new

    def _copy_below(self, place: int, rows: Any, counters: Any) -> None:
        from mctslib.fast import kernels

        kernels.cut(self.rows, place, rows, counters)


def children(rows: Any, place: int) -> list[int]:
    """Return the places of a node's children, in the order of the readable engine.

    rows   the arrays of the tree, or the same data as lists
    place  the place of the node
    """
    places = places_of_children(rows, place)
    if isinstance(places, slice):
        return list(range(places.start, places.stop))
    return places


def places_of_children(rows: Any, place: int) -> list[int] | slice:
    """Return the same places as `children`; if they are neighbours, return them as a slice.

    Arrays are read faster with a slice than with a list.
    """
    kind = int(rows[KIND][place])
    child = int(rows[FIRST][place])
    if kind >= ENDED:
        return []
    if kind > GROWING:
        return slice(child, child + kind)
    chain = []
    while child != NONE:
        chain.append(child)
        child = int(rows[NEXT][child])
    return chain[::-1]
