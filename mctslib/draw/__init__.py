"""Turn data into pictures: return SVG text, or a `Picture` that a notebook shows."""

from mctslib.draw.bars import children_bars_svg
from mctslib.draw.dot import tree_dot
from mctslib.draw.layout import find_dot
from mctslib.draw.outline import tree_text
from mctslib.draw.show import (
    Picture,
    board_svg,
    film_strip,
    gallery,
    show_board,
    show_children,
    show_tree,
    tree_svg,
)

__all__ = [
    "Picture",
    "board_svg",
    "children_bars_svg",
    "film_strip",
    "find_dot",
    "gallery",
    "show_board",
    "show_children",
    "show_tree",
    "tree_dot",
    "tree_svg",
    "tree_text",
]
