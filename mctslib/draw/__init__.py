"""One way from data to picture: SVG text out, and `Picture` to show one in a notebook."""
from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    bars="children_bars_svg",
    dot="tree_dot",
    layout="find_dot",
    outline="tree_text",
    show="Picture board_svg film_strip gallery show_board show_children show_distribution show_tree tree_svg",
)
