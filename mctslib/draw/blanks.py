"""Find the blanks in the nodes of a drawn tree, so that a page can place input fields over them."""

import re
from typing import NamedTuple

NODE = re.compile(r'<g class="node[^"]* blank (at[_\d]*)">(.*?)(?=<g class="(?:node|edge)|$)', re.S)
FRAME = re.compile(r'<polygon fill="none"[^>]*points="([^"]*)"')
POINT = re.compile(r"(-?\d+\.?\d*),(-?\d+\.?\d*)")
MOVED = re.compile(r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)")
IN_A_NODE = 2  # a blank for N, and below it a blank for W


class Blank(NamedTuple):
    """The position and the size of a blank, in pixels of the picture."""

    left: float
    top: float
    width: float
    height: float


def blanks_of(tree: str) -> dict[str, list[Blank]]:
    """Return the blanks for N and W of each node that has blanks.

    tree   the SVG text that `show.tree_svg` returns with the option `blanks`

    The keys are the nodes' places, named as in `dot.place`.  Without Graphviz the tree is shown as
    text, which has no blanks.
    """
    before = tree.partition('<g class="node')[0]
    moves = MOVED.findall(before)
    right = sum(float(x) for x, _ in moves)
    down = sum(float(y) for _, y in moves)
    found = {}
    for where, inside in NODE.findall(tree):
        frames = FRAME.findall(inside)[-IN_A_NODE:]  # the frames of the board's cells come first
        found[where] = [_blank(frame, right, down) for frame in frames]
    return found


def _blank(frame: str, right: float, down: float) -> Blank:
    corners = [(float(x), float(y)) for x, y in POINT.findall(frame)]
    left = min(x for x, _ in corners)
    top = min(y for _, y in corners)
    width = max(x for x, _ in corners) - left
    height = max(y for _, y in corners) - top
    return Blank(left + right, top + down, width, height)
