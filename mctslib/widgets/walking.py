"""Put a drawn tree whose nodes answer on the page, above a line for the words of one node."""

from html import escape

from mctslib.draw.facts import HINT
from mctslib.widgets.bar import room_for


def walked(picture: str, longest: str, height: int | None = None) -> str:
    """Return the HTML of a tree and of the line below it, which the page script fills.

    picture   the SVG text of the tree, made with a `Teller`, or "" while there is no tree yet
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
