"""Draw the tree of `Workers`: each node is a box below its parent, and flags mark the workers.

The layout is computed from the tree at the end of the round, so nothing moves while the workers
choose.
"""

from collections import defaultdict
from math import fsum
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
from mctslib.draw.svg import document, element, text
from mctslib.games.names import player_name
from mctslib.tree import Node, Path
from mctslib.words import number, worth

WIDTH = 600  # the picture is wider if the boxes need more room; all sizes are in pixels
BESIDE = 10  # the room beside the words in a box
ROW = 60  # the distance of two rows
GAP = 4  # between two rows
ROWS = 4  # the picture is at least this many rows high
LEFT = 2
COLOURS = "blue: good for X · orange: good for O"
NOTES = (
    f"numbers: playouts · ⚑ a worker · {COLOURS}",
    "dashed: new in this round · violet: the last choice",
)


class BoxPlace(NamedTuple):
    """The place of a node in the picture."""

    node: Node
    x: float
    width: float
    row: int


def crowds(now: Round, step: int) -> dict[Path, list[int]]:
    """Return the workers at each node after `step` choices: path → workers, counted from 1."""
    found = defaultdict(list)
    for worker, path in enumerate(now.leaves[:step], 1):
        found[path].append(worker)
    return dict(found)


def flags(workers: list[int]) -> str:
    """Return the flag of the workers at a node: "⚑3", "⚑1, 4", or "⚑ ×8" for more than two."""
    if len(workers) > 2:
        return f"⚑ ×{len(workers)}"
    return f"⚑{', '.join(map(str, workers))}"


class BoxLayout:
    """The places of the boxes of one round, whatever the number of workers that have chosen.

    The children of the root and the nodes on the workers' paths have boxes.
    """

    def __init__(self, now: Round) -> None:
        self.now = now
        self.on_paths = {path[:depth] for path in now.leaves for depth in range(len(path) + 1)}
        self.everybody = crowds(now, len(now.leaves))

    def boxes(self) -> list[BoxPlace]:
        """Return the places of all boxes."""
        found: list[BoxPlace] = []
        self._put(found, self.now.root, LEFT, max(WIDTH, self._need(self.now.root)), 0)
        return found

    def _shown(self, node: Node) -> list[Node]:
        """Return the children of a node that have boxes."""
        children = [child for _, child in in_order(node)]
        return [one for one in children if node.parent is None or one.path() in self.on_paths]

    def _words(self, node: Node) -> float:
        """Return the width of a box with its words."""
        workers = self.everybody.get(node.path(), [])
        lines = [*words(node, workers), number(node.visits)]
        return max(text_width(line, WORDS, bold=True) for line in lines) + BESIDE

    def _need(self, node: Node) -> float:
        """Return the smallest width that fits a node's box and the boxes below it."""
        return max(self._words(node), fsum(self._need(child) for child in self._shown(node)))

    def _put(self, found: list[BoxPlace], node: Node, x: float, width: float, row: int) -> None:
        """Add the place of a node's box, and the places of the boxes below it."""
        found.append(BoxPlace(node, x, width, row))
        children = self._shown(node)
        needs = [self._need(child) for child in children]
        spare = width - fsum(needs)
        visits = sum(child.visits for child in children) or 1
        for child, least in zip(children, needs):
            own = least + spare * child.visits / visits
            self._put(found, child, x, own, row + 1)
            x += own


def name(node: Node) -> str:
    """Return a node's player and move, such as "O 6"; for the root, return the player to move."""
    if node.parent is None:
        return f"{player_name(node.state, node.state.current_player)} to move"
    return f"{player_name(node.state, node.player)} {node.action}"


def words(node: Node, workers: list[int]) -> tuple[str, str]:
    """Return the name of a node and the flags of the workers in its box."""
    return name(node), flags(workers) if workers else ""


def tree_picture(now: Round, step: int, label: str, guess: Path | None = None) -> str:
    """Draw the tree after `step` workers have chosen; return the SVG text.

    guess   the first move that the reader expects of the next worker, () before the reader has
            chosen one, or None if the moves cannot be picked
    """
    boxes = BoxLayout(now).boxes()
    standing = crowds(now, step)
    hidden = _not_yet(now, step)
    last = now.leaves[step - 1] if step else None
    parts = []
    for place in boxes:
        path = place.node.path()
        if path in hidden:
            continue
        on_way = last is not None and path == last[: len(path)]
        here = standing.get(path, [])
        said, flag = words(place.node, here)
        is_guess = bool(path) and path == guess
        box = _box(place, (said, "?" if is_guess else flag), on_way, is_guess)
        parts.append(box if guess is None or not path else _picked(box, place.node, guess))
    rows = max(ROWS, 1 + max(place.row for place in boxes))
    width = 2 * LEFT + max(place.x + place.width for place in boxes if place.row == 0)
    for line, note in enumerate(NOTES):
        parts.append(text(note, LEFT, rows * ROW + 14 + 16 * line, WORDS, fill=SOFT))
    return document("".join(parts), width, rows * ROW + 8 + 16 * len(NOTES), label)


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


def _box(place: BoxPlace, words: tuple[str, str], on_way: bool, is_guess: bool) -> str:
    """Draw a node's box with its words, a name and a flag or ""; return the SVG text."""
    node = place.node
    y, high = place.row * ROW + 2, ROW - GAP
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
    parts = [element("rect", x=place.x, y=y, width=width, height=high, rx=4, fill=colour, **frame)]
    middle = place.x + min(width, WIDTH) / 2  # in sight before a wide picture is scrolled
    bold: dict[str, Any] = {"text_anchor": "middle", "font_weight": "bold"}
    called, flag = words
    parts.append(text(called, middle, y + high / 2 - 4, WORDS, fill=INK, **bold))
    if flag:
        parts.append(text(flag, middle, y + high / 2 + 15, TITLE, fill=ACT, **bold))
    elif not is_new:
        visits = number(node.visits)
        parts.append(text(visits, middle, y + high / 2 + 15, WORDS, fill=INK, text_anchor="middle"))
    return "".join(parts)
