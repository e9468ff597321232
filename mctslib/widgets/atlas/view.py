"""Compute the data from which a page draws a part of a tree, and parse the page's requests.

This module does not create widgets.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from math import isfinite, isnan
from typing import Any

import numpy as np

from mctslib.chance import seats
from mctslib.draw import svg
from mctslib.draw.show import board_svg, describe_state
from mctslib.fast.nodes import FastNode, plain
from mctslib.games.board import cell_of, columns
from mctslib.games.names import player_name
from mctslib.tree import Node, Path
from mctslib.widgets.atlas.nodes import Compiled, Nodes, Readable, principal, span
from mctslib.widgets.atlas.rectangles import LEVELS, ROOT, Rectangles, rectangles
from mctslib.words import worth

Question = tuple[str, Any]
ABOVE = 4  # the number of levels drawn above a zoomed node, if not all levels can be drawn
MOVES = 8  # the text alternative lists at most this many moves of the principal variation
LONGEST = 4_000  # the longest path that a page may request, in moves
WIDTHS = (50, 8_000)  # the widths that a canvas may have, in pixels


def understood(message: object) -> Question | None:
    """Return the name and the argument of a page's request, or None if `message` is not valid.

    The requests are ("zoom", moves), ("window", (low, high)), ("look", moves), ("width", pixels)
    and ("drawn", number).
    """
    if not isinstance(message, Mapping):
        return None
    command = message.get("command")
    moves = message.get("path")
    numbers = message.get("numbers")
    if command in ("zoom", "look") and isinstance(moves, list) and len(moves) <= LONGEST:
        return (command, tuple(moves)) if all(map(_is_move, moves)) else None
    if not isinstance(numbers, list) or not all(map(_is_finite, numbers)):
        return None
    match command, numbers:
        case "window", [low, high] if 0 <= low < high <= 1:
            return command, (low, high)
        case "width", [pixels] if WIDTHS[0] <= pixels <= WIDTHS[1]:
            return command, pixels
        case "drawn", [number]:
            return command, number
    return None


def _is_move(value: object) -> bool:
    """Return whether a value can be the number of a move."""
    return type(value) is int and 0 <= value < ROOT


def _is_finite(value: Any) -> bool:
    """Return whether a value is a finite number, but not True or False."""
    return type(value) in (int, float) and isfinite(value)


class View:
    """A tree with its title and the part that is shown.

    path    the path of the node whose rectangle fills the picture; the root's path is ()
    window  if not None, the part of the root's width that fills the picture in place of this node:
            (low, high), from 0 to 1
    pixels  the width of the picture, in pixels
    """

    def __init__(self, root: Node, title: str = "") -> None:
        self.title = title
        self.pixels = 900.0
        self.path: Path = ()
        self.window: tuple[float, float] | None = None
        self.use(root)

    def use(self, root: Node) -> None:
        """Show the tree below `root` from now on; a subtree of a compiled tree is copied first."""
        self.root = plain(root) if isinstance(root, FastNode) and root.parent is not None else root
        self.copy = None if isinstance(self.root, FastNode) else Readable(self.root)

    def depth(self) -> int:
        """Return the depth of the whole tree, whichever part is shown."""
        with self._alone():
            return rectangles(self.numbers(), pixels=1).depth

    def picture(self, **options: Any) -> tuple[Rectangles, dict[str, Any]]:
        """Return the rectangles of the tree as it is now, and the other data that a page needs.

        If a deep tree has more levels than are drawn, `cut` is the depth of the last drawn level.
        """
        with self._alone():
            tree = self.numbers()
            options = {"levels": LEVELS + len(self.path), **options}
            seen = rectangles(tree, self._range(tree), self.pixels, **options)
            head = self._head(tree, seen)
            if head["levels"] - 1 == options["levels"] < seen.depth:
                head["cut"] = options["levels"]
            return seen, head

    def words(self) -> str:
        """Describe the tree in one or two sentences."""
        with self._alone():
            tree = self.numbers()
            line = principal(tree)[1:]
            said = [self._move(tree, node, depth) for depth, node in enumerate(line[:MOVES], 1)]
            size = f"{tree.size:,} nodes, {int(tree.visits[0]):,} visits"
        more = ", …" if len(line) > MOVES else ""
        listed = f"  The moves it expects: {', '.join(said)}{more}." if said else ""
        title = f"{self.title}: a" if self.title else "A"
        return f"{title} search tree of {size}, every node as wide as its visits.{listed}"

    def widest(self) -> tuple[str, float] | None:
        """Return the first move with the most visits, and its share; None if none was tried."""
        with self._alone():
            tree = self.numbers()
            line = principal(tree)[1:]
            if not line:
                return None
            who, first = tree.mover(1), line[0]
            name = "" if who is None else f"{player_name(tree.state, who)} "
            action = svg.shorten(tree.names[tree.moves[first]])
            share = int(tree.visits[first]) / int(tree.visits[0])
        return f"{name}{action}", share

    def _move(self, tree: Nodes, node: int, depth: int) -> str:
        """Describe the move that led to a node: the player, the action, and the node's N and Q.

        A node into which chance moved has no Q.
        """
        who = tree.mover(depth)
        visits = int(tree.visits[node])
        name = "" if who is None else f"{player_name(tree.state, who)} "
        action = svg.shorten(tree.names[tree.moves[node]])
        value = tree.sums[node] / visits
        known = "" if isnan(value) else f", Q {worth(value)}"
        return f"{name}{action} (N {visits:,}{known})"

    def _alone(self) -> AbstractContextManager[Any]:
        """Return a context manager inside which the tree does not grow.

        A compiled tree has a lock.  A readable tree grows only while its panel's lock is held, so
        its context manager does nothing.
        """
        return self.root.tree.lock if isinstance(self.root, FastNode) else nullcontext()

    def numbers(self) -> Nodes:
        """Return the nodes of the tree in its present state, as arrays of numbers."""
        if self.copy is None:
            return Compiled(self.root.tree)  # type: ignore[attr-defined]
        self.copy.refresh()
        return self.copy

    def _range(self, tree: Nodes) -> tuple[float, float] | None:
        if self.window:
            visits = int(tree.visits[0])
            return self.window[0] * visits, self.window[1] * visits
        low, high = span(tree, self.path) or (0, 0)
        return (low, high) if low < high else None

    def _head(self, tree: Nodes, seen: Rectangles) -> dict[str, Any]:
        """Return the other data that the page needs: sizes, names and scales."""
        moves = [move for move in np.unique(seen.move).tolist() if move < ROOT]
        levels = len(seen.rows) - 1
        names = [self._mover_name(tree, depth) for depth in range(1, levels)]
        return {
            "title": self.title,
            "total": tree.size,
            "visits": int(tree.visits[0]),
            "window": seen.window,
            "rows": seen.rows,
            "levels": levels,
            "depth": seen.depth,
            "top": max(0, len(self.path) - ABOVE) if levels > LEVELS else 0,
            "moves": [[move, svg.shorten(tree.names[move])] for move in moves],
            "movers": ["", *names],
            "scales": [self._scale(tree, depth) for depth in range(levels)],
        }

    def _mover_name(self, tree: Nodes, depth: int) -> str:
        """Return the name of the player who moved to this depth, or "" if the players differ."""
        who = tree.mover(depth)
        return "" if who is None else player_name(tree.state, who)

    def ends(self) -> tuple[str, str] | None:
        """Return the players whose values the colours show, as in ("O", "X"), or None.

        The first is the player for whom the left end of the scale is good.  In games of other than
        two players, a darker rectangle means a larger Q of the player who moved there.
        """
        state = self.root.state
        if len(seats(state)) != 2:
            return None
        return player_name(state, 1), player_name(state, 0)

    def _scale(self, tree: Nodes, depth: int) -> str:
        """Return the name of the scale that colours the values of a level.

        In a two-player game in which one player made all moves into the level, the level uses the
        scale of X's share, reversed if this player is O.  In any other case, for example where
        chance moves, the level uses the scale of amounts.
        """
        mover = tree.mover(depth)
        if mover not in (0, 1) or len(seats(tree.state)) != 2:
            return "amount"
        return "turned" if mover == 1 else "value"

    def actions(self, moves: tuple[int, ...]) -> Path:
        """Return the actions of a path, of which the page has sent the places in the lists of moves.

        Raises ValueError for a move that is not in the tree.
        """
        known = self.numbers().actions
        if any(move >= len(known) for move in moves):
            raise ValueError("This node is not in the tree.")
        return tuple(known[move] for move in moves)

    def look(self, moves: tuple[int, ...]) -> dict[str, Any]:
        """Return a picture of the position at a path, with a text alternative.

        Raises ValueError if the path is not in the tree.
        """
        return {"path": list(moves), "html": self.board(moves)}

    def board(self, moves: tuple[int, ...]) -> str:
        """Draw the position at a path as SVG text; if there is room, several moves are numbered.

        Raises ValueError if the path is not in the tree.
        """
        state = self.root.state
        last = None
        order = {}
        for count, action in enumerate(self.actions(moves), 1):
            last = cell_of(state, action) if columns(state) else None
            order[last] = count
            state = state.apply(action)
        options: dict[str, Any] = {}
        if columns(state):
            options = {"last": last, "order": order if len(order) > 1 else {}, "width": 150}
        return board_svg(state, label=describe_state(state), **options)
