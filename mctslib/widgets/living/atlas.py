"""The trees of an `Atlas` on a page: rectangles as fine as a page can carry.

It merges what is too narrow by itself.
"""

from typing import Any

from mctslib.widgets.atlas.atlas import LEGEND, Atlas
from mctslib.widgets.atlas.rectangles import FIELDS, MERGED, NARROW, SLIVER, Rectangles
from mctslib.widgets.atlas.view import View

RULES = {"legend": LEGEND, "narrow": NARROW, "sliver": SLIVER, "merged": MERGED}
MOST = 20_000  # rectangles of one tree
BOARDS = 120  # nodes whose position is shown, those with the most visits


def data(atlas: Atlas) -> dict[str, Any]:
    """Return all trees, as deep as the deepest, and what the colours mean."""
    with atlas.lock:
        trees = [_tree(View(view.root, view.title)) for view in atlas.views]
    for tree in trees:
        tree["head"]["levels"] = max(one["head"]["levels"] for one in trees)
    return {"trees": trees, **RULES}


def _tree(view: View) -> dict[str, Any]:
    view.pixels = 8.0 * max(view.root.visits, 1)  # every visit is wide enough to be seen
    seen, head = view.picture(most=MOST)
    arrays = {name: [round(x, 4) for x in seen.arrays[name].tolist()] for name in FIELDS}
    boards = {",".join(map(str, path)): view.board(path) for path in _paths(seen)}
    return {"head": {**head, "fields": FIELDS}, "arrays": arrays, "boards": boards}


def _paths(seen: Rectangles) -> list[tuple[int, ...]]:
    """Return the paths of the nodes with the most visits, as moves from the root."""
    paths: dict[int, tuple[int, ...]] = {0: ()}
    for k in range(1, len(seen)):  # a parent stands before its children
        if seen.move[k] != MERGED and seen.parent[k] in paths:
            paths[k] = (*paths[seen.parent[k]], int(seen.move[k]))
    return [paths[k] for k in sorted(paths, key=lambda k: -seen.visits[k])[:BOARDS]]
