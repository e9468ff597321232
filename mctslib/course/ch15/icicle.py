"""Draw the tree of `Workers`: each node is a box below its parent, and flags mark the workers.

The layout is computed from the tree at the end of the round, so nothing moves while the workers
choose.
"""

from collections import defaultdict
from typing import Any, NamedTuple

from mctslib.course.ch15.one_round import Round
from mctslib.draw import dot
from mctslib.draw.facts import BETWEEN, Teller
from mctslib.draw.look import ACT, INK, PAPER, RULE, SOFT, TITLE, WORDS, text_width, value_colour
from mctslib.draw.outline import ShownNode
from mctslib.draw.svg import document, element, shorten, text
from mctslib.games.names import player_name
from mctslib.tree import Node, Path, in_order
from mctslib.words import listing, number

WIDTH = 560  # in pixels; the picture is wider if the boxes need more room
ROW = 50
HIGH = 46
NARROW = 7  # the width of a box without words
MOST_NAMED = 3  # the words of a node name at most this many workers
ROWS = 5  # the picture is at least this many rows high
LEFT = 2
NOTES = (  # two lines, so that they can be read whole on a phone
    "numbers: playouts · ⚑ a worker",
    "dashed: new in this round · violet: the last choice",
)


class BoxPlace(NamedTuple):
    """The place of a node in the picture."""

    node: Node
    x: float
    width: float
    row: int
    named: bool  # whether the box shows its move


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
    return "⚑" + ", ".join(map(str, workers))


def places(now: Round) -> list[BoxPlace]:
    """Return the places of all boxes.

    The children of the root and the nodes on the workers' paths are shown with their moves.  Other
    children of the nodes on these paths are shown without a move, and all deeper nodes are left
    out.
    """
    on_paths = {path[:depth] for path in now.leaves for depth in range(len(path) + 1)}
    inner = {path[:depth] for path in now.leaves for depth in range(len(path))} | {()}
    everybody = crowds(now, len(now.leaves))

    def shown(node: Node) -> list[Node]:
        if node.path() not in inner:
            return []
        return [child for _, child in in_order(node)]

    def named(node: Node) -> bool:
        return len(node.path()) <= 1 or node.path() in on_paths

    def need(node: Node) -> float:
        own = float(NARROW)
        if named(node):
            words = [name(node), number(node.visits)]
            if node.path() in everybody:
                words.append(flags(everybody[node.path()]))
            own = max(text_width(line, WORDS, bold=True) for line in words) + 10
        return max(own, sum(need(child) for child in shown(node)))

    found: list[BoxPlace] = []

    def put(node: Node, x: float, width: float, row: int) -> None:
        found.append(BoxPlace(node, x, width, row, named(node)))
        children = shown(node)
        needs = [need(child) for child in children]
        spare = width - sum(needs)
        visits = sum(child.visits for child in children) or 1
        for child, least in zip(children, needs):
            own = least + spare * child.visits / visits
            put(child, x, own, row + 1)
            x += own

    put(now.root, LEFT, max(WIDTH, need(now.root)), 0)
    return found


def name(node: Node) -> str:
    """Return a node's player and move, such as "O 6"; for the root, return the player to move."""
    if node.parent is None:
        return f"{player_name(node.state, node.state.current_player)} to move"
    return shorten(f"{player_name(node.state, node.player)} {node.action}", 14)


def tree_picture(now: Round, step: int, label: str, answers: bool = False) -> str:
    """Draw the tree after `step` workers have chosen; return the SVG text.

    answers   whether the boxes carry the words that a page shows
    """
    boxes = places(now)
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
        box = _box(place, here, on_way, now)
        if answers:
            box = _answering(box, place.node, here, now)
        parts.append(box)
    rows = max(ROWS, 1 + max(place.row for place in boxes))
    width = 2 * LEFT + max(place.x + place.width for place in boxes if place.row == 0)
    for line, note in enumerate(NOTES):
        parts.append(text(note, LEFT, rows * ROW + 14 + 16 * line, WORDS, fill=SOFT))
    return document("".join(parts), width, rows * ROW + 40, label)


def _answering(box: str, node: Node, workers: list[int], now: Round) -> str:
    """Give a box its place in the tree and its words; N and Q count only finished playouts."""
    path = node.path()
    words = Teller().node(ShownNode(node, 0, path), now.root, waiting(workers))
    return element("g", box, data_node=dot.place(node, len(path)), data_told=words)


def longest_words(now: Round, most: int) -> str:
    """Return words at least as long as those of any box if each N is at most `most`."""
    workers = len(now.leaves)
    return f"{Teller().longest(now.root, most)}{BETWEEN}{waiting([workers] * MOST_NAMED)}"


def waiting(workers: list[int]) -> str:
    """Return which workers stand at a node, such as "workers 1 and 4 wait here"."""
    if not workers:
        return ""
    if len(workers) == 1:
        return f"worker {workers[0]} waits here"
    if len(workers) > MOST_NAMED:
        return f"{len(workers)} workers wait here"
    return f"workers {listing(workers)} wait here"


def _not_yet(now: Round, step: int) -> set[Path]:
    """Return the paths of the new nodes whose workers have not chosen yet."""
    later = set()
    for path, new in zip(now.leaves[step:], now.new[step:]):
        if new:
            later.add(path)
    return later


def _box(place: BoxPlace, workers: list[int], on_way: bool, now: Round) -> str:
    """Draw a node's box with its words; return the SVG text."""
    node = place.node
    y = place.row * ROW + 2
    is_new = not node.visits
    colour = PAPER
    if not is_new:
        colour = value_colour(node.value, node.player, node.state.num_players)
    frame: dict[str, Any] = {"stroke": RULE, "stroke_width": 1}
    if is_new:
        frame |= {"stroke": SOFT, "stroke_dasharray": "4 2"}
    if on_way:
        frame |= {"stroke": ACT, "stroke_width": 2.5}
    width = max(place.width - 2, 2)
    parts = [element("rect", x=place.x, y=y, width=width, height=HIGH, rx=4, fill=colour, **frame)]
    if not place.named:
        return parts[0]
    middle = place.x + width / 2
    bold: dict[str, Any] = {"text_anchor": "middle", "font_weight": "bold"}
    parts.append(text(name(node), middle, y + 19, WORDS, fill=INK, **bold))
    if workers:
        parts.append(text(flags(workers), middle, y + 38, TITLE, fill=ACT, **bold))
    elif not is_new:
        visits = number(node.visits)
        parts.append(text(visits, middle, y + 38, WORDS, fill=INK, text_anchor="middle"))
    return "".join(parts)
