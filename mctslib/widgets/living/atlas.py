"""Make an `Atlas`'s data for a page: rectangles as narrow as the size limit allows.

The page itself merges rectangles that are too narrow.
"""

from math import isnan
from typing import Any

from mctslib.widgets.atlas.atlas import LEGEND, Atlas
from mctslib.widgets.atlas.canvas import SCRIPTS
from mctslib.widgets.atlas.rectangles import FIELDS, MERGED, NARROW, SLIVER, Rectangles
from mctslib.widgets.atlas.view import View

PAGE = SCRIPTS
STYLES = ("widgets/atlas/atlas.css",)
RULES = {"legend": LEGEND, "narrow": NARROW, "sliver": SLIVER, "merged": MERGED}
MOST = 20_000  # the largest number of rectangles for one tree
BOARDS = 120  # the page has the positions of this many of the most visited nodes


def data(atlas: Atlas) -> dict[str, Any]:
    """Return the data of the tree, and the rules for drawing it."""
    with atlas.lock:
        tree = _tree(View(atlas.view.root, atlas.view.title))
    return {"tree": tree, **RULES}


def _tree(view: View) -> dict[str, Any]:
    """Return the data of a tree: its head, its rectangles and the boards of some nodes."""
    view.pixels = 8.0 * max(view.root.visits, 1)  # wide enough for every visit to be visible
    seen, head = view.picture(most=MOST)
    arrays = {}
    for name in FIELDS:
        numbers = seen.arrays[name].tolist()
        arrays[name] = [None if isnan(x) else round(x, 4) for x in numbers]  # JSON has no nan
    boards = {}
    for path in _paths(seen):
        boards[",".join(map(str, path))] = view.board(path)
    return {"head": {**head, "fields": FIELDS}, "arrays": arrays, "boards": boards}


def _paths(seen: Rectangles) -> list[tuple[int, ...]]:
    """Return the paths, as moves from the root, to the nodes with the most visits."""
    paths: dict[int, tuple[int, ...]] = {0: ()}
    for k in range(1, len(seen)):  # a parent comes before its children
        if seen.move[k] != MERGED and seen.parent[k] in paths:
            paths[k] = (*paths[seen.parent[k]], int(seen.move[k]))
    most_visited_first = sorted(paths, key=lambda k: -seen.visits[k])
    return [paths[k] for k in most_visited_first[:BOARDS]]
