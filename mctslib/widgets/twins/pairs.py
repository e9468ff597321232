"""Turn two search trees into the nested lists that the page draws."""

from typing import Any, NamedTuple

from mctslib.chance import seats
from mctslib.door.result import SearchResult
from mctslib.draw.outline import move_name
from mctslib.draw.scores import in_order
from mctslib.foreign.trees import ForeignTree, Told
from mctslib.games.board import cell_of, columns
from mctslib.games.names import player_name
from mctslib.tree import Node
from mctslib.words import number, percent

Searched = Node | SearchResult | ForeignTree
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
    below    its children, the action's rank → the child
    """

    name: str
    visits: int
    share: float | None
    cells: str
    last: int | None
    next: str
    below: dict[int, Any]


Ranks = dict[tuple[Any, ...], dict[Any, int]]


def root_of(searched: Searched) -> Node:
    """Return the root of a tree or of the result of a search."""
    return searched.root if isinstance(searched, SearchResult | ForeignTree) else searched


def same_position(one: Any, other: Any) -> bool:
    """Return whether two trees begin in the same position, as far as is known.

    A tree of another program may hold only some of the actions of a position that nobody knows.
    """
    if isinstance(one, Told) and isinstance(other, Told):
        known = [(told.num_players, told.current_player, told.text) for told in (one, other)]
        return known[0] == known[1]
    return bool(one == other)


def branches(pair: tuple[Node, Node]) -> list[Branch]:
    """Return both trees of a pair; the same moves have the same ranks in both."""
    ranks: Ranks = {}
    return [branch(root, root, ranks) for root in pair]


def branch(node: Node, root: Node, ranks: Ranks, path: tuple[Any, ...] = ()) -> Branch:
    """Return a node and the nodes below it that are large enough to be seen.

    ranks  the path of a node → action → its rank, for both trees of a pair
    path   the actions from the root to the node
    """
    state: Any = node.state
    depth = len(path)
    below = {}
    if depth < LEVELS:
        rank = ranks.setdefault(path, {})
        for action in state.legal_actions():
            rank.setdefault(action, len(rank))
        for action, child in in_order(node):
            if is_seen(child, root) and action in rank:
                below[rank[action]] = branch(child, root, ranks, (*path, action))
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


def is_seen(child: Node, root: Node) -> bool:
    """Return whether a node is large enough to be drawn."""
    return child.visits >= SMALLEST * root.visits


def left_out(pair: tuple[Node, Node]) -> str:
    """Return a sentence about first moves that are too small to be drawn, or ""."""
    counts = [sum(not is_seen(child, root) for child in root.children.values()) for root in pair]
    if not any(counts):
        return ""
    many = " and ".join(number(one) for one in counts)
    return f"Not drawn: {many} first moves with less than {percent(SMALLEST, 1)} of the iterations."


def first_players_share(node: Node) -> float | None:
    """Return the share of the points that player 0 got, in a game of two players."""
    players = seats(node.state)
    if len(players) != 2 or not node.visits or node.player not in players:
        return None
    return round(1 - node.value if node.player else node.value, 4)
