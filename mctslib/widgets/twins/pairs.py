"""Turn two search trees into the nested lists that the page draws."""

from typing import Any, NamedTuple

from mctslib.chance import seats
from mctslib.door.result import SearchResult
from mctslib.draw.outline import move_name
from mctslib.games.board import cell_of, columns
from mctslib.games.names import player_name
from mctslib.scores import in_order
from mctslib.tree import Node

LEVELS = 4  # levels below the root that the page draws
SMALLEST = 0.002  # a node with a smaller share of the root's visits is not drawn


class Branch(NamedTuple):
    """A node for the page.

    name     its move, such as "X 4"
    visits   the number of iterations that passed through it
    share    the share of the points that the first player got in them, or None
    cells    the board, or "" if the game has none
    last     the cell that was played last, or None
    next     the name of the player to move, or "" if the game is over
    below    its children, the action's rank among the legal actions → the child
    """

    name: str
    visits: int
    share: float | None
    cells: str
    last: int | None
    next: str
    below: dict[int, Any]


def root_of(searched: Node | SearchResult) -> Node:
    """Return the root of a tree or of the result of a search."""
    return searched.root if isinstance(searched, SearchResult) else searched


def branch(node: Node, root: Node, depth: int = 0) -> Branch:
    """Return a node and the nodes below it that are large enough to be seen."""
    state: Any = node.state
    below = {}
    if depth < LEVELS:
        legal = list(state.legal_actions())
        for action, child in in_order(node):
            if child.visits >= SMALLEST * root.visits and action in legal:
                below[legal.index(action)] = branch(child, root, depth + 1)
    last = None
    if depth and node.parent is not None and columns(state):
        last = cell_of(node.parent.state, node.action)
    over = state.is_terminal()
    return Branch(
        move_name(node, 12) if depth else "",
        node.visits,
        first_players_share(node),
        "".join(state.cells()) if columns(state) else "",
        last,
        "" if over else player_name(state, state.current_player),
        below,
    )


def first_players_share(node: Node) -> float | None:
    """Return the share of the points that player 0 got, in a game of two players."""
    players = seats(node.state)
    if len(players) != 2 or not node.visits or node.player not in players:
        return None
    return round(1 - node.value if node.player else node.value, 4)
