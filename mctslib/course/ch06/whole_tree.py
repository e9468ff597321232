"""Draw the complete tree of a position; nodes that are not in the search tree are dashed."""

import itertools
from itertools import islice
from math import sqrt
from typing import NamedTuple

from mctslib.course.ch06.growing import all_paths
from mctslib.draw.dot import fill
from mctslib.draw.look import INK, NOTE, PAPER, SHADE
from mctslib.draw.outline import move_name
from mctslib.draw.show import Picture
from mctslib.draw.svg import document, element, text
from mctslib.tree import Node, Path, attach
from mctslib.words import count

COLUMN = 188  # pixels from the left edge of a node's box to the left edge of a child's box
ROW = 22  # pixels from the centre of a box to the centre of the next box below
WIDE, HIGH = 112, 18  # width and height of a box in pixels
MARGIN = 10  # pixels around the picture
MOST = 200  # the largest number of nodes in a picture; a larger picture would be unreadable


class Place(NamedTuple):
    """The place of a node's box: the x of its left edge, and the y of its centre."""

    x: float
    y: float


Places = dict[Path, Place]


def completed(root: Node) -> Node:
    """Return the complete tree below the position of `root`.

    Each node has the same N and W as in the tree of `root`, or N = 0 if that tree does not contain
    the node.

    Raises ValueError if the complete tree is too large for a picture.
    """
    if sum(1 for _ in islice(all_paths(root.state), MOST + 1)) > MOST:
        many = f"The complete tree has more than {MOST} nodes, too many to draw"
        raise ValueError(f"{many}. Choose a position later in the game.")
    return _completed(Node(root.state), root)


def _completed(own: Node, grown: Node | None) -> Node:
    if grown:
        own.visits = grown.visits
        own.value_sum = grown.value_sum
    for action in own.state.legal_actions():
        grown_child = grown.children.get(action) if grown else None
        _completed(attach(own, action), grown_child)
    return own


def show_whole_tree(root: Node) -> Picture:
    """Draw the complete tree below the position of `root`, with the root at the left.

    Nodes that the tree of `root` does not contain are dashed.  Raises ValueError if the complete
    tree is too large for a picture.
    """
    nodes = list(completed(root).descendants())
    places = places_of(nodes[0])
    on_the_way = set()  # the nodes on the paths to missing nodes
    for ghost in ghosts(nodes):
        on_the_way |= set(_way(ghost))
    parts = []
    for node in nodes[1:]:
        parts.append(_line(node, places, root.visits, node in on_the_way))
    for node in nodes:
        parts.append(_box(node, places[node.path()]))
    width = max(place.x for place in places.values()) + WIDE + MARGIN
    height = max(place.y for place in places.values()) + ROW / 2 + MARGIN
    alt = describe(nodes)
    return Picture(document("".join(parts), width, height, alt), alt)


def ghosts(nodes: list[Node]) -> list[Node]:
    """Return the missing nodes that could be added next, because their parents are in the tree."""
    return [node for node in nodes if not node.visits and node.parent and node.parent.visits]


def describe(nodes: list[Node]) -> str:
    """Describe the picture: the numbers of nodes in both trees, and the paths to missing nodes."""
    ways = []
    for ghost in ghosts(nodes):
        ways.append(" ".join(f"{move_name(node)} (N {node.visits:,})" for node in _way(ghost)))
    missing = "; ".join(ways) or "none"
    grown = sum(1 for node in nodes if node.visits)
    all_nodes = count(len(nodes), "node")
    return (
        f"The complete tree has {all_nodes}, and {grown} of them are in the search tree. "
        f"Missing: {missing}."
    )


def _way(node: Node) -> list[Node]:
    """Return the nodes on the path from the root to this node, without the root itself."""
    return [*_way(node.parent), node] if node.parent else []


def places_of(root: Node) -> Places:
    """Return the place of each node.

    The leaves are placed one below the other.  A parent is placed midway between its first and its
    last child.
    """
    rows = itertools.count()
    places: Places = {}

    def put(node: Node) -> float:
        """Place a node and all nodes below the node, and return the node's y coordinate."""
        below = [put(child) for child in node.children.values()]
        y = (below[0] + below[-1]) / 2 if below else MARGIN + ROW * (next(rows) + 0.5)
        path = node.path()
        places[path] = Place(MARGIN + COLUMN * len(path), y)
        return y

    put(root)
    return places


def _line(node: Node, places: Places, total: int, on_the_way: bool) -> str:
    """Draw the line from the parent of a node to the node.

    The larger the node's share of the visits, the thicker the line.  The line is dark if it is on
    a path to a missing node, and dotted if the node itself is missing.
    """
    parent = places[node.path()[:-1]]
    x, y = places[node.path()]
    start, above = parent.x + WIDE, parent.y
    middle = (start + x) / 2
    d = f"M{start} {above:g}C{middle:g} {above:g} {middle:g} {y:g} {x} {y:g}"
    dots = {} if node.visits else {"stroke_dasharray": "2 3"}
    width = 1 + 6 * sqrt(node.visits / total)
    ink = INK if on_the_way else SHADE
    return element("path", d=d, fill="none", stroke=ink, stroke_width=width, **dots)


def _box(node: Node, place: Place) -> str:
    """Draw the box of a node with its move and its visits.

    The box of a missing node is dashed and contains the words "not there".
    """
    x, y = place
    look: dict[str, object]
    if node.visits:
        words = f"N {node.visits:,}"
        look = {"fill": fill(node)}
    else:
        words = "not there"
        look = {"fill": PAPER, "stroke_dasharray": "4 3", "stroke_width": 2}
    look |= {"x": x, "y": y - HIGH / 2, "width": WIDE, "height": HIGH, "rx": 5, "stroke": INK}
    move = move_name(node) if node.parent else "root"
    parts = [
        element("rect", **look),  # type: ignore[arg-type]
        text(move, x + 8, y + 4, NOTE, font_weight="bold"),
        text(words, x + WIDE - 8, y + 4, NOTE, text_anchor="end"),
    ]
    return element("g", "".join(parts))
