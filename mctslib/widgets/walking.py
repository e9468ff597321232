"""Put a drawn tree whose nodes answer on the page, above a line for the words of one node."""

from html import escape
from math import inf
from typing import Any

from mctslib.draw.facts import HINT
from mctslib.draw.show import fitted_tree
from mctslib.tree import Node
from mctslib.widgets.bar import room_for, two_widths

WIDE, NARROW = 560, 284  # the width of a tree that fits beside a board, and on a phone, in pixels
NODES = 8  # a tree on a phone has at most this many nodes, so that it is not too deep


def both_widths(root: Node, room: float = inf, **options: Any) -> str:
    """Return a tree in two versions as HTML: one for a wide space, and one for a phone.

    room      the width that the wide version may have, in pixels
    options   the options of `tree_svg`
    """
    wide = fitted_tree(root, room, **options)
    fewer = {**options, "max_nodes": min(NODES, options["max_nodes"])}
    return two_widths(wide, fitted_tree(root, NARROW, **fewer))


def walked(picture: str, longest: str, height: int | None = None) -> str:
    """Return the HTML of a tree and of the line below it, which the page script fills.

    picture   the tree, made with a `Teller`, as SVG text or in two versions; "" if there is no tree
    longest   the longest words of a node, for which the line keeps room
    height    the height of the space for the tree in pixels, by default the height of the picture

    The text that stands for a tree without Graphviz has no nodes that answer, and thus no line.
    """
    size = f"height:{height}px" if height else ""
    tree = f'<div class="mcts-walk-tree" style="overflow-x:auto;{size}">{picture}</div>'
    if picture and "data-told" not in picture:
        return tree
    line = room_for(f'<div role="status">{escape(HINT)}</div>', [escape(longest)])
    return f'<div class="mcts-walk">{tree}{line}</div>'
