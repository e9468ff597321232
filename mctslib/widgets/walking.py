"""Put a drawn tree whose nodes answer on the page, above a line for the words of one node."""

from html import escape
from typing import Any

from mctslib.draw.facts import HINT
from mctslib.draw.show import fitted_tree, tree_svg
from mctslib.tree import Node
from mctslib.widgets.bar import room_for, two_widths

WIDE, NARROW = 560, 284  # the width of a tree that fits beside a board, and on a phone, in pixels
NODES = 8  # a tree on a phone has at most this many nodes, so that it is not too deep


def both_widths(root: Node, **options: Any) -> str:
    """Return a tree in two versions as HTML: one that fits beside a board, and one for a phone.

    options   the options of `tree_svg`
    """
    fewer = {**options, "max_nodes": min(NODES, options["max_nodes"])}
    return two_widths(fitted_tree(root, WIDE, **options), fitted_tree(root, NARROW, **fewer))


def three_widths(root: Node, **options: Any) -> str:
    """Return the versions of `both_widths`, and a whole tree for a page with room for it, as HTML.

    options   the options of `tree_svg`
    """
    fitted = both_widths(root, **options)
    whole = tree_svg(root, **options)
    return f'<div class="mcts-if-whole">{whole}</div><div class="mcts-if-fitted">{fitted}</div>'


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
