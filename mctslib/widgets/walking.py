"""Put a drawn tree on the page, above a line about the node at which the reader points.

A picture shows the most visited nodes, and counts the others at a wedge such as "+12".
"""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, NamedTuple

import ipywidgets as W

from mctslib.draw.facts import HINT
from mctslib.draw.outline import deep_path
from mctslib.draw.show import fitted_tree, tree_svg
from mctslib.draw.svg import dimensions
from mctslib.tree import Node
from mctslib.widgets.bar import room_for, two_widths

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


class Version(NamedTuple):
    """A version of a tree, for pages of a certain width.

    room    the width into which the tree is fitted, in pixels, or None for the whole tree
    nodes   the tree has at most this many nodes, or None for no other limit than its options
    """

    room: int | None = None
    nodes: int | None = None


VERSIONS = {
    "whole": Version(),  # for a wide page
    "wide": Version(room=560),  # fits beside a board
    "narrow": Version(room=252, nodes=8),  # fits on a phone in JupyterLab, and is not too deep
}
BOTH = ("wide", "narrow")


def drawn(
    root: Node,
    version: str,
    *,
    max_nodes: int,
    narrow: Mapping[str, Any] | None = None,
    **options: Any,
) -> str:
    """Return one version of a tree as SVG text.

    version   a key of `VERSIONS`
    narrow    options of `tree_svg` for the version "narrow" alone
    options   the other options of `tree_svg`
    """
    room, nodes = VERSIONS[version]
    if version == "narrow":
        options |= narrow or {}
    most = min(max_nodes, nodes or max_nodes)
    if room is None:
        picture = tree_svg(root, max_nodes=most, **options)
    else:
        picture = fitted_tree(root, room, max_nodes=most, **options)
        while dimensions(picture)[0] > room and most > 1:  # the wrong nodes are too many
            most -= 1
            picture = fitted_tree(root, room, max_nodes=most, **options)
    return picture.replace("<svg", f'<svg data-version="{version}"', 1)


def versions(root: Node, names: Iterable[str] = VERSIONS, **options: Any) -> dict[str, str]:
    """Draw versions of a tree; return a dict from the name of each to its SVG text."""
    return {name: drawn(root, name, **options) for name in names}


def all_widths(pictures: Mapping[str, str]) -> str:
    """Return the HTML of a tree in its versions, of which the page shows the one that fits.

    pictures   a dict made by `versions`; without "whole", a wide page shows "wide"
    """
    html = two_widths(pictures["wide"], pictures["narrow"])
    if "whole" not in pictures:
        return html
    whole = f'<div class="mcts-if-whole">{pictures["whole"]}</div>'
    return f'{whole}<div class="mcts-if-fitted">{html}</div>'


def walked(picture: str, longest: str, height: int | None = None, hint: str = HINT) -> str:
    """Return the HTML of a tree and of the line below it, which the page script fills.

    picture   the tree, made with a `Teller`, as SVG text or in versions; "" if there is no tree
    longest   the longest words of a node, for which the line keeps room
    height    the height of the space for the tree in pixels, by default the height of the picture
    hint      what the line shows until the reader points at a node, as HTML

    Without Graphviz the tree is a text, at whose nodes nobody can point, so there is no line.
    """
    size = f"height:{height}px" if height else ""
    tree = f'<div class="mcts-walk-tree" style="overflow-x:auto;{size}">{picture}</div>'
    if picture and "data-told" not in picture:
        return tree
    line = room_for(f'<div role="status">{hint}</div>', [escape(longest), hint])
    return f'<div class="mcts-walk">{tree}{line}</div>'


class WalkedTree(W.HTML):
    """Show a tree in several widths.

    height   the height of the space for the tree, in pixels
    """

    def __init__(self, height: int, **options: Any) -> None:
        super().__init__(**options)
        self.height = height
        self.pictures: Mapping[str, str] = {}

    def reserve(self, longest: str) -> None:
        """Show no tree, but keep room for a tree and for words of this length."""
        self.value = walked("", longest, self.height)

    def show(self, pictures: Mapping[str, str], longest: str, hint: str = HINT) -> None:
        """Show a tree.

        pictures   the versions of the tree, made by `versions`
        longest    the longest words of a node, for which the line below the tree keeps room
        hint       what the line shows until the reader points at a node, as HTML
        """
        self.pictures = pictures
        self.value = walked(all_widths(pictures), longest, self.height, hint)
