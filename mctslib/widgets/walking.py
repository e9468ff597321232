"""Put a drawn tree on the page, above a line about the node at which the reader points.

A picture shows the most visited nodes, and counts the others at a wedge such as "+12".  The reader
can open a wedge: the picture is drawn again, with the nodes that the wedge has hidden.
"""

from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any, NamedTuple

import ipywidgets as W

from mctslib.draw.dot import path_to
from mctslib.draw.facts import HINT
from mctslib.draw.outline import Opened, deep_path
from mctslib.draw.show import fitted_tree, tree_svg
from mctslib.draw.svg import dimensions
from mctslib.tree import Node
from mctslib.widgets.bar import room_for, two_widths
from mctslib.widgets.panel import Panel, safely

OPENS = "Press a number such as +12 to see the nodes that it stands for."
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
BACK = '<button type="button" class="jupyter-button mcts-walk-back">← Whole tree</button>'


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


def walked(picture: str, longest: str, height: int | None = None, opens: bool = False) -> str:
    """Return the HTML of a tree and of the line below it, which the page script fills.

    picture   the tree, made with a `Teller`, as SVG text or in versions; "" if there is no tree
    longest   the longest words of a node, for which the line keeps room
    height    the height of the space for the tree in pixels, by default the height of the picture
    opens     whether the reader can open the wedges

    Without Graphviz the tree is a text, at whose nodes nobody can point, so there is no line.
    """
    size = f"height:{height}px" if height else ""
    tree = f'<div class="mcts-walk-tree" style="overflow-x:auto;{size}">{picture}</div>'
    if picture and "data-told" not in picture:
        return tree
    # The page script adds `OPENS` if the version that is visible has a wedge.
    more = f' data-opens="{escape(OPENS)}"' if opens and "data-first" in picture else ""
    others = [longest, f"{HINT} {OPENS}"] if opens else [longest]
    line = room_for(f'<div role="status"{more}>{escape(HINT)}</div>', map(escape, others))
    return f'<div class="mcts-walk{" mcts-opens" if opens else ""}">{tree}{line}</div>'


class WalkedTree(W.HTML):
    """Show a tree in several widths, and let the reader open a branch in each of them.

    panel    the panel that shows the tree
    height   the height of the space for the tree, in pixels
    """

    def __init__(self, panel: Panel, height: int, **options: Any) -> None:
        super().__init__(**options)
        self.height = height
        self.opened: dict[str, Opened] = {}  # the name of a version → the branch that is open there
        self.forget()
        panel.own_keys.observe(lambda change: answer(panel, self, change["new"]), "opened")

    def forget(self, instead: str = "") -> None:
        """Drop the tree, and show the HTML `instead` in its place."""
        self.tree: Callable[[], Node] | None = None
        self.whole: dict[str, str] = {}
        self.options: dict[str, Any] = {}
        self.longest = ""
        self.opened.clear()
        self.value = instead

    def close(self) -> None:
        """Close the widget, and drop the tree, because the notebook keeps closed widgets."""
        self.forget()
        super().close()

    def reserve(self, longest: str) -> None:
        """Show no tree, but keep room for a tree and for words of this length."""
        self.forget(walked("", longest, self.height))  # in one step, so that nothing moves

    def show(
        self,
        tree: Callable[[], Node] | None,
        pictures: Mapping[str, str],
        longest: str,
        **options: Any,
    ) -> None:
        """Show a tree, and keep a branch open if the new tree has it too.

        tree       returns the tree when the reader opens a branch; None if no branch can be opened
        pictures   the versions of the whole tree, made by `versions` with the same options
        longest    the longest words of a node, for which the line below the tree keeps room
        """
        self.tree, self.whole, self.options = tree, dict(pictures), options
        self.longest = longest
        kept = self.opened if tree else {}
        self.opened = {name: one for name, one in kept.items() if self._has(one)}
        self._draw()

    def answer(self, asked: object) -> None:
        """Open the branch that the page asks for, or show the whole tree again.

        asked   the name of a version, the place of a node, and how many of the node's children are
                passed over; the place "" stands for the whole tree.  A page may send anything, so
                what the tree does not have is ignored
        """
        match asked:
            case [str(name), "", *_]:
                if self.opened.pop(name, None):
                    self._draw()
            case [str(name), str(place), int(first), *_] if self.tree and name in self.whole:
                path = path_to(self.tree(), place)
                if path is not None and self._has(Opened(path, first)):
                    self.opened[name] = Opened(path, first)
                    self._draw()

    def _has(self, opened: Opened) -> bool:
        """Return whether the tree has the children that a branch would show."""
        assert self.tree is not None
        node = self.tree()
        for action in opened.path:
            if action not in node.children:
                return False
            node = node.children[action]
        return 0 <= opened.first < len(node.children)

    def _draw(self) -> None:
        shown = dict(self.whole)
        for name, opened in self.opened.items():
            assert self.tree is not None
            options = {**self.options, "opened": opened}
            if len(opened.path) > 1:
                options["boards"] = 1  # so that the branch is not below the space for the tree
            shown[name] = BACK + drawn(self.tree(), name, **options)
        html = all_widths(shown)
        self.value = walked(html, self.longest, self.height, opens=self.tree is not None)


@safely
def answer(panel: Panel, tree: WalkedTree, asked: object) -> None:
    """Handle a message from the page while nothing else changes the panel."""
    tree.answer(asked)
