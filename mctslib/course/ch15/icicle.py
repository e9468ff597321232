"""Draw the tree of `Workers`: each node is a box below its parent, and flags mark the workers.

The layout is computed from the tree at the end of the round, so nothing moves while the workers
choose.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from mctslib.course.ch15.one_round import Round
from mctslib.draw.look import (
    ACT,
    ACT_PAPER,
    INK,
    PAPER,
    RULE,
    SOFT,
    TITLE,
    WORDS,
    text_width,
    value_colour,
)
from mctslib.draw.scores import in_order
from mctslib.draw.svg import document, element, shorten, text
from mctslib.games.names import player_name
from mctslib.tree import Node, Path
from mctslib.words import number, worth

ROW = 50  # this number and the following sizes are in pixels
HIGH = 46
NARROW_BOX = 7  # the width of a box without words
ROWS = 4  # the picture is at least this many rows high
LEFT = 2
LEFT_OUT = "↓ the nodes below are left out"
NOTES = (
    "numbers: playouts · ⚑ a worker",
    "dashed: new in this round · violet: the last choice",
)


class Sizes(NamedTuple):
    """The sizes of the picture, in pixels, and what it leaves out.

    width      the width of the picture, which is wider if the boxes need more room
    beside     the room beside the words in a box
    is_fitted  whether boxes are left out until the picture is narrow enough
    notes      the lines below the tree
    """

    width: float
    beside: float
    is_fitted: bool
    notes: Sequence[str]


WIDE = Sizes(560, 10, False, NOTES)
NARROW = Sizes(250, 3, True, (NOTES[0], LEFT_OUT))  # for a phone


class BoxPlace(NamedTuple):
    """The place of a node in the picture."""

    node: Node
    x: float
    width: float
    row: int
    named: bool  # whether the box shows its move


def crowds(now: Round, step: int, closed: Collection[Path] = ()) -> dict[Path, list[int]]:
    """Return the workers at each node after `step` choices: path → workers, counted from 1.

    closed   the paths of nodes whose subtrees are left out; the workers in these subtrees count for
             these nodes
    """
    found = defaultdict(list)
    for worker, path in enumerate(now.leaves[:step], 1):
        found[_drawn(path, closed)].append(worker)
    return dict(found)


def _drawn(path: Path, closed: Collection[Path]) -> Path:
    """Return the path of the node that stands for a node: itself, or a closed node above it."""
    above = (path[:depth] for depth in range(len(path)))
    return next((one for one in above if one in closed), path)


def flags(workers: list[int], is_closed: bool = False) -> str:
    """Return the flag of the workers at a node: "⚑3", "⚑1, 4", or "⚑ ×8" for more than two.

    is_closed   whether the workers may also be at nodes below, which are left out; they are then
                counted in a short way, such as "⚑×2"
    """
    if is_closed and len(workers) > 1:
        return f"⚑×{len(workers)}"
    if len(workers) > 2:
        return f"⚑ ×{len(workers)}"
    return f"⚑{', '.join(map(str, workers))}"


class BoxLayout:
    """The places of the boxes of one round, whatever the number of workers that have chosen.

    The children of the root and the nodes on the workers' paths are shown with their moves.  Other
    children of the nodes on these paths are shown without a move, and all deeper nodes are left
    out.  If the picture is fitted, boxes without a move are left out too, and then whole subtrees.

    closed   the paths of the nodes whose subtrees are left out
    """

    def __init__(self, now: Round, sizes: Sizes) -> None:
        self.now, self.sizes = now, sizes
        self.on_paths = {path[:depth] for path in now.leaves for depth in range(len(path) + 1)}
        self.inner = {path[:depth] for path in now.leaves for depth in range(len(path))} | {()}
        self.closed: set[Path] = set()
        self._count()
        if sizes.is_fitted:
            self._fit()

    def boxes(self) -> list[BoxPlace]:
        """Return the places of all boxes."""
        found: list[BoxPlace] = []
        self._put(found, self.now.root, LEFT, max(self.sizes.width, self._need(self.now.root)), 0)
        return found

    def _count(self) -> None:
        self.everybody = crowds(self.now, len(self.now.leaves), self.closed)

    def _fit(self) -> None:
        """Close subtrees, the deepest ones first, until the boxes fit into the width."""
        by_depth = sorted(self.inner - {()}, key=len, reverse=True)
        for _, paths in groupby(by_depth, key=len):
            savings = {path: self._saving(path) for path in paths}
            for path in sorted(savings, key=lambda path: (-savings[path], path)):
                if self._need(self.now.root) <= self.sizes.width:
                    return
                if savings[path] > 0:
                    self.closed.add(path)
                    self._count()

    def _saving(self, path: Path) -> float:
        """Return the width that is saved if the subtree of a node is left out."""
        node = self.now.root
        for action in path:
            node = node.children[action]
        workers = [
            worker for worker, leaf in enumerate(self.now.leaves, 1) if leaf[: len(path)] == path
        ]
        return self._need(node) - self._words(node, workers, is_closed=True)

    def _shown(self, node: Node) -> list[Node]:
        """Return the children of a node that have boxes."""
        path = node.path()
        if path not in self.inner or path in self.closed:
            return []
        children = [child for _, child in in_order(node)]
        if not self.sizes.is_fitted:
            return children
        return [child for child in children if self._named(child)]

    def _named(self, node: Node) -> bool:
        path = node.path()
        return len(path) <= 1 or path in self.on_paths

    def _words(self, node: Node, workers: list[int], is_closed: bool) -> float:
        """Return the width of a box with its words."""
        flag = flags(workers, is_closed) if workers else ""
        lines = [name(node, is_closed), number(node.visits), flag]
        return max(text_width(line, WORDS, bold=True) for line in lines) + self.sizes.beside

    def _need(self, node: Node) -> float:
        """Return the smallest width that fits a node's box and the boxes below it."""
        own = float(NARROW_BOX)
        if self._named(node):
            path = node.path()
            own = self._words(node, self.everybody.get(path, []), path in self.closed)
        return max(own, sum(self._need(child) for child in self._shown(node)))

    def _put(self, found: list[BoxPlace], node: Node, x: float, width: float, row: int) -> None:
        """Add the place of a node's box, and the places of the boxes below it."""
        found.append(BoxPlace(node, x, width, row, self._named(node)))
        children = self._shown(node)
        needs = [self._need(child) for child in children]
        spare = width - sum(needs)
        visits = sum(child.visits for child in children) or 1
        for child, least in zip(children, needs):
            own = least + spare * child.visits / visits
            self._put(found, child, x, own, row + 1)
            x += own


def name(node: Node, is_closed: bool = False) -> str:
    """Return a node's player and move, such as "O 6"; for the root, return the player to move.

    is_closed   whether the nodes below are left out: "O 6↓"
    """
    if node.parent is None:
        return f"{player_name(node.state, node.state.current_player)} to move"
    words = shorten(f"{player_name(node.state, node.player)} {node.action}", 14)
    return f"{words}↓" if is_closed else words


def tree_picture(
    now: Round,
    step: int,
    label: str,
    sizes: Sizes = WIDE,
    *,
    guess: Path | None = None,
) -> str:
    """Draw the tree after `step` workers have chosen; return the SVG text.

    sizes   `WIDE`, or `NARROW` for a phone
    guess   the first move that the reader expects of the next worker, () before the reader has
            chosen one, or None if the moves cannot be picked
    """
    layout = BoxLayout(now, sizes)
    boxes = layout.boxes()
    standing = crowds(now, step, layout.closed)
    hidden = _not_yet(now, step)
    last = now.leaves[step - 1] if step else None
    parts = []
    for place in boxes:
        path = place.node.path()
        if path in hidden:
            continue
        on_way = last is not None and path == last[: len(path)]
        here = standing.get(path, [])
        is_closed = path in layout.closed
        words = name(place.node, is_closed), flags(here, is_closed) if here else ""
        is_guess = bool(path) and path == guess
        box = _box(place, (words[0], "?") if is_guess else words, on_way, now, is_guess)
        parts.append(box if guess is None or not path else _picked(box, place.node, guess))
    rows = max(ROWS, 1 + max(place.row for place in boxes))
    width = 2 * LEFT + max(place.x + place.width for place in boxes if place.row == 0)
    notes = [note for note in sizes.notes if layout.closed or note != LEFT_OUT]
    for line, note in enumerate(notes):
        parts.append(text(note, LEFT, rows * ROW + 14 + 16 * line, WORDS, fill=SOFT))
    return document("".join(parts), width, rows * ROW + 8 + 16 * len(sizes.notes), label)


def _picked(box: str, node: Node, guess: Path) -> str:
    """Let a click on a box pick the first move on the path to it."""
    path = node.path()
    picks = goes(path[:1])
    if len(path) > 1:
        return element("g", box, data_part=picks)
    said = f"{name(node)}: N {number(node.visits)}, Q {worth(node.value)}"
    pressed = "true" if path == guess else "false"
    return element("g", box, data_pick=picks, aria_pressed=pressed, aria_label=said)


def goes(path: Path) -> str:
    """Return the text that a click on a first move reports."""
    return f"goes {path[0]}"


def _not_yet(now: Round, step: int) -> set[Path]:
    """Return the paths of the new nodes whose workers have not chosen yet."""
    later = set()
    for path, new in zip(now.leaves[step:], now.new[step:]):
        if new:
            later.add(path)
    return later


def _box(place: BoxPlace, words: tuple[str, str], on_way: bool, now: Round, is_guess: bool) -> str:
    """Draw a node's box with its words, a name and a flag or ""; return the SVG text."""
    node = place.node
    y = place.row * ROW + 2
    is_new = not node.visits
    colour = PAPER
    if not is_new:
        colour = value_colour(node.value, node.player, node.state.num_players)
    if is_guess:
        colour = ACT_PAPER
    frame: dict[str, Any] = {"stroke": RULE, "stroke_width": 1}
    if is_new:
        frame |= {"stroke": SOFT, "stroke_dasharray": "4 2"}
    if on_way:
        frame |= {"stroke": ACT, "stroke_width": 2.5}
    width = max(place.width - 2, 2)
    parts = [element("rect", x=place.x, y=y, width=width, height=HIGH, rx=4, fill=colour, **frame)]
    if not place.named:
        return parts[0]
    middle = place.x + min(width, WIDE.width) / 2  # in sight before a wide picture is scrolled
    bold: dict[str, Any] = {"text_anchor": "middle", "font_weight": "bold"}
    called, flag = words
    parts.append(text(called, middle, y + 19, WORDS, fill=INK, **bold))
    if flag:
        parts.append(text(flag, middle, y + 38, TITLE, fill=ACT, **bold))
    elif not is_new:
        visits = number(node.visits)
        parts.append(text(visits, middle, y + 38, WORDS, fill=INK, text_anchor="middle"))
    return "".join(parts)
