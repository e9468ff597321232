"""Put a drawn tree whose nodes answer on the page, above a line for the words of one node."""

from html import escape
from typing import Any

from mctslib.draw.facts import HINT
from mctslib.draw.outline import deep_path
from mctslib.draw.show import fitted_tree, tree_svg
from mctslib.draw.svg import dimensions
from mctslib.tree import Node
from mctslib.widgets.bar import room_for, two_widths

WIDE, NARROW = 560, 284  # the width of a tree that fits beside a board, and on a phone, in pixels
NODES = 8  # a tree on a phone has at most this many nodes
LEVELS = 3  # a tree in a space of fixed height has at most this many levels below its root


def full_height(root: Node) -> dict[str, Any]:
    """Return options of `tree_svg` with which a tree uses the height of a space of fixed height.

    The tree shows one path that is as deep as the space allows, and no deeper nodes.
    """
    return {"keep": [deep_path(root, LEVELS)], "most_levels": LEVELS}


def height_for(root: Node, **options: Any) -> int:
    """Return a height that is enough for each tree from which the tree below `root` has grown.

    options   the options of `tree_svg`; the trees are drawn with `full_height`
    """
    deepest = max(root.descendants(), key=lambda node: len(node.path()))
    one_path = {"keep": [deepest.path()[:LEVELS]], "most_levels": LEVELS, "max_nodes": LEVELS + 1}
    return round(dimensions(tree_svg(root, **{**options, **one_path}))[1])


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
