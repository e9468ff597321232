"""Pictures of the complete tree of a position; nodes that a search has not grown are dashed."""

from collections.abc import Iterator
from itertools import count, islice
from math import sqrt

from mctslib.course.ch06.growing import all_paths
from mctslib.draw.dot import fill
from mctslib.draw.look import INK, PAPER, SHADE
from mctslib.draw.outline import move_name
from mctslib.draw.show import Picture
from mctslib.draw.svg import document, element, text
from mctslib.tree import Node, Path, attach

COLUMN, ROW, BOX, LEFT, TOP = 188, 22, (112, 18), 10, 10  # pixels
MOST = 200  # nodes; a picture of more cannot be read

Places = dict[Path, tuple[float, float]]  # the left end of each node's box, and its middle


def completed(root: Node) -> Node:
    """Return the complete tree below the position of `root`.

    Its nodes have N and W of the tree of `root`, and N = 0 where that tree has no such node.

    Raises ValueError where that is too much for a picture.
    """
    if sum(1 for _ in islice(all_paths(root.state), MOST + 1)) > MOST:
        raise ValueError(
            f"The complete tree has more than {MOST} nodes, too many to draw: begin later in the game."
        )
    return _completed(Node(root.state), root)


def _completed(own: Node, grown: Node | None) -> Node:
    if grown:
        own.visits, own.value_sum = grown.visits, grown.value_sum
    for action in own.state.legal_actions():
        _completed(attach(own, action), grown.children.get(action) if grown else None)
    return own


def show_whole_tree(root: Node) -> Picture:
    """Every node that the tree of `root` could have, the root at the left; one that it does not have is dashed.

    Raises ValueError where that is too much for a picture.
    """
    nodes = list(completed(root).descendants())
    places, missing = (
        dict(_places(nodes[0], count())),
        {way for node in ghosts(nodes) for way in _way(node)},
    )
    lines = "".join(
        _line(node, places, root.visits, node in missing) for node in nodes if node.parent
    )
    boxes = "".join(_box(node, *places[node.path()]) for node in nodes)
    columns, rows = zip(*places.values())
    alt = describe(nodes)
    return Picture(
        document(lines + boxes, max(columns) + BOX[0] + LEFT, max(rows) + ROW / 2 + TOP, alt), alt
    )


def ghosts(nodes: list[Node]) -> list[Node]:
    """The nodes that could come next: not there, but their parents are."""
    return [node for node in nodes if not node.visits and node.parent and node.parent.visits]


def describe(nodes: list[Node]) -> str:
    """How many have grown, and where the others would be, in words."""
    ways = [
        " ".join(f"{move_name(node)} (N {node.visits:,})" for node in _way(ghost))
        for ghost in ghosts(nodes)
    ]
    grown = sum(1 for node in nodes if node.visits)
    return f"The complete tree has {len(nodes)} nodes; {grown} have grown. Not there: {'; '.join(ways) or 'none'}."


def _way(node: Node) -> list[Node]:
    """The nodes from below the root to this one."""
    return [*_way(node.parent), node] if node.parent else []


def _places(node: Node, rows: Iterator[int]) -> Iterator[tuple[Path, tuple[float, float]]]:
    """Return where each node stands.

    The ends of games stand one below the other, a parent in the middle of its children.
    """
    below = [dict(_places(child, rows)) for child in node.children.values()]
    own = [places[child.path()][1] for places, child in zip(below, node.children.values())]
    y = (own[0] + own[-1]) / 2 if own else TOP + ROW * (next(rows) + 0.5)
    yield node.path(), (LEFT + COLUMN * len(node.path()), y)
    yield from (item for places in below for item in places.items())


def _line(node: Node, places: Places, total: int, missing: bool) -> str:
    """Return the line from the parent to a node, as thick as the node's share of all visits.

    The line is black on the way to a missing node, and dotted where it ends at one.
    """
    (left, above), (x, y) = places[node.path()[:-1]], places[node.path()]
    start, middle = left + BOX[0], (left + BOX[0] + x) / 2
    d = f"M{start} {above:g}C{middle:g} {above:g} {middle:g} {y:g} {x} {y:g}"
    dots = {} if node.visits else {"stroke_dasharray": "2 3"}
    width = 1 + 6 * sqrt(node.visits / total)
    return element(
        "path", d=d, fill="none", stroke=INK if missing else SHADE, stroke_width=width, **dots
    )


def _box(node: Node, x: float, y: float) -> str:
    """The move and its visits; dashed, and said to be missing, where there are none."""
    look = (
        {"fill": fill(node)}
        if node.visits
        else {"fill": PAPER, "stroke_dasharray": "4 3", "stroke_width": 2}
    )
    box = element(
        "rect", x=x, y=y - BOX[1] / 2, width=BOX[0], height=BOX[1], rx=5, stroke=INK, **look
    )
    name = text(move_name(node) if node.parent else "root", x + 8, y + 4, 11.5, font_weight="bold")
    words = f"N {node.visits:,}" if node.visits else "not there"
    return element("g", box + name + text(words, x + BOX[0] - 8, y + 4, 11.5, text_anchor="end"))
