"""One way from data to picture: SVG text out, and `Picture` to show one in a notebook."""
from mctslib.draw.show import (
    Picture,
    board_svg,
    children_bars_svg,
    film_strip,
    find_dot,
    gallery,
    show_board,
    show_children,
    show_distribution,
    show_tree,
    tree_dot,
    tree_svg,
    tree_text,
)

__all__ = [
    "Picture", "board_svg", "children_bars_svg", "film_strip", "find_dot", "gallery", "show_board", "show_children",
    "show_distribution", "show_tree", "tree_dot", "tree_svg", "tree_text",
]
