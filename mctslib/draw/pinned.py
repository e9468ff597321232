"""Draw a growing tree in which the place of a node never changes.

The places come from the finished tree and from the width of the page, and Graphviz draws each
moment of the tree at these places.  A tree that fits is drawn as a whole.  In a larger tree each
action has a column, one path is open, and everything beside the path is a wedge with a number.
"""

import re
from collections.abc import Callable, Collection, Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from mctslib.draw import labels, layout, svg
from mctslib.draw.dot import fill, place
from mctslib.draw.labels import entities
from mctslib.draw.look import (
    ACT,
    INK,
    MEASURED,
    PAPER,
    RULE,
    SHADE,
    SOFT,
    TITLE,
    WORDS,
    WRONG,
    text_width,
    value_colour,
)
from mctslib.draw.outline import move_name, step_name, tree_text
from mctslib.draw.scores import in_order
from mctslib.game import Action
from mctslib.tree import Node, Path
from mctslib.words import points

# All sizes are in pixels.
ROOMY = 460  # in a picture of this width or more, nodes have room for "N 7→8"
MOST_WHOLE = 40  # a tree with more nodes is never drawn as a whole
WIDEST_NODE, WIDEST_IN_COLUMNS = 94, 76
ROOT = 88  # the least width of the root, which has room on both sides: for "W 10½→11½"
PILL = 24  # the height of an untried move, and of the result of a playout
TOP = 4


class Places:
    """The places of the nodes of a tree, which are the same at every moment of its growth.

    root     the root of the finished tree
    width    the width of the picture, in pixels
    height   its height if the tree is not too deep; 0 means as little as is comfortable
    badges   whether nodes have a line for a short text of the tree policy
    """

    def __init__(self, root: Node, width: int, height: int = 0, badges: bool = False) -> None:
        self.width = width
        self.roomy = width >= ROOMY
        self.node_height = (56 if self.roomy else 51) + 15 * badges
        nodes = {node.path(): node for node in root.descendants()}
        self.levels = max(3, *map(len, nodes))
        self.columns: dict[Action, int] = {}
        self.across: dict[Path, float] = {}
        if not self._whole(root, nodes):
            self._in_columns(root, nodes)
        if self.roomy and not height:
            height = 278 if len(root.state.legal_actions()) < 5 else 300
        room = height - TOP - self.node_height - PILL - 12
        self.step = max(self.node_height + 12, min(114, room // self.levels))
        self.height = max(height, TOP + self.levels * self.step + self.node_height + PILL + 12)

    def _whole(self, root: Node, nodes: Mapping[Path, Node]) -> bool:
        """Give each node its place in a picture of the whole tree; return whether it fits."""
        if len(nodes) > MOST_WHOLE or self.levels > 5:
            return False
        drawn = set(nodes)
        for path, node in nodes.items():
            if len(path) < 2:
                drawn |= {(*path, action) for action in node.state.legal_actions()}
        leaves: list[Path] = []

        def lay(path: Path) -> float:
            state = nodes[path].state if path in nodes else None
            actions = state.legal_actions() if state else ()
            below = [lay((*path, action)) for action in actions if (*path, action) in drawn]
            if not below:
                leaves.append(path)
            middle = (below[0] + below[-1]) / 2 if below else len(leaves) - 0.5
            self.across[path] = middle
            return middle

        lay(())
        between = self.width / len(leaves)
        if between < (84 if self.roomy else 58):
            self.across.clear()
            return False
        self.across = {path: between * middle for path, middle in self.across.items()}
        self.node_width = min(WIDEST_NODE, int(between) - 8)
        return True

    def _in_columns(self, root: Node, nodes: Mapping[Path, Node]) -> None:
        """Give each action a column or, if there are too many actions, each node one of its own."""
        most = max(3, self.width // (60 if self.roomy else 26))
        known = dict.fromkeys(root.state.legal_actions())
        for path in nodes:
            known.update(dict.fromkeys(path))
        actions = list(known)
        if len(actions) <= most:
            self.columns = {action: k for k, action in enumerate(actions)}
        for path, node in () if self.columns else nodes.items():
            ranked = sorted(in_order(node), key=lambda item: -item[1].visits)[: most - 1]
            own = [action for action, _ in in_order(node) if action in dict(ranked)]
            wide = min(most, len(node.children))
            for action in node.children:
                column = own.index(action) if action in own else most - 1
                self.across[(*path, action)] = (column + 0.5) * self.width / wide
        count = len(self.columns) or most
        gap = 6 if self.roomy else 3
        self.node_width = min(WIDEST_IN_COLUMNS, self.width // count - gap)

    def cut_below(self, depth: int) -> "Places":
        """Return the same places in a picture that ends below the nodes of this depth."""
        lower = copy(self)
        lower.height = TOP + depth * self.step + self.node_height + PILL + 12
        return lower

    @property
    def whole(self) -> bool:
        """Whether the whole tree is drawn."""
        return () in self.across

    def at(self, path: Path) -> tuple[float, float] | None:
        """Return the middle of the upper edge of a node, or None if the node has no place."""
        high = TOP + len(path) * self.step
        if path and self.columns:
            return (self.columns[path[-1]] + 0.5) * self.width / len(self.columns), high
        middle = self.across.get(path, None if path else self.width / 2)
        return None if middle is None else (middle, high)


@dataclass(frozen=True)
class Moment:
    """What a picture shows besides the nodes.

    path      the actions to the node of the running phase
    opened    the path along which children are drawn
    phase     the number of the running phase, 1 to 4, or 0
    new       the path of the node that was just added
    before    path → (N, W) before phase 4
    differs   the paths of nodes to mark as wrong
    result    the result of the playout, such as "X wins", or ""
    winner    the player who won the playout, or None
    badge     a function that returns a short text for a node
    """

    path: Path = ()
    opened: Path = ()
    phase: int = 0
    new: Path | None = None
    before: Mapping[Path, tuple[int, float]] = field(default_factory=dict)
    differs: Collection[Path] = ()
    result: str = ""
    winner: int | None = None
    badge: Callable[[Node], str] | None = None

    def on_path(self, path: Path) -> bool:
        """Return whether a node lies on the path of the running phase."""
        return bool(self.phase) and self.path[: len(path)] == path


def pinned_tree(root: Node, places: Places, moment: Moment, label: str) -> str:
    """Draw a tree at its places, as SVG text; without Graphviz, draw it in letters.

    Each node is a group with the class of its place (`dot.place`) and with `data-k`, the key of the
    words that belong to the node.
    """
    try:
        picture = layout.render(pinned_dot(root, places, moment), engine="neato")
    except OSError as error:
        return svg.text_block(f"{tree_text(root)}\n\n{error}", label)
    return _answering(layout.finished(picture, label))


def pinned_dot(root: Node, places: Places, moment: Moment) -> str:
    """Return DOT text in which every node has its position."""
    writer = _Writer(places, moment)
    writer.corners()
    writer.branch(root, ())
    if moment.result:
        writer.ending()
    return "\n".join([*writer.head, *writer.lines, *writer.last, "}"])


class _Writer:
    """Collects the lines of the DOT text."""

    def __init__(self, places: Places, moment: Moment) -> None:
        self.places, self.moment = places, moment
        self.head = [
            "digraph tree {",
            'graph [bgcolor="transparent", pad=0, splines=line, outputorder="edgesfirst"];',
            f'node [shape=box, style="rounded,filled", fixedsize=true, fontname="{MEASURED}", '
            f'fontsize={WORDS}, fontcolor="{INK}", color="{SOFT}"];',
            f'edge [dir=none, color="{SHADE}", arrowsize=0.7, tailport=s, headport=n];',
        ]
        self.lines: list[str] = []
        self.last: list[str] = []  # the edges of the path, which cross over the others
        self.leaf = ""  # the name of the node at the end of the path

    def node(
        self, name: str, middle: float, high: float, size: tuple[float, float], **more: Any
    ) -> None:
        """Add a node; `high` is its upper edge."""
        width, height = size
        down = self.places.height - high - height / 2
        values = {"pos": f"{middle:.1f},{down:.1f}", **more}
        values |= {"width": f"{width / 72:.4f}", "height": f"{height / 72:.4f}"}
        self.lines.append(f"{name} [{_written(values)}];")

    def corners(self) -> None:
        """Fix the size of the picture with two invisible nodes."""
        for name, middle, high in (("c0", 0, 0), ("c1", self.places.width, self.places.height)):
            self.node(name, middle, high, (0.1, 0.1), style="invis", label="")

    def branch(self, node: Node, path: Path) -> None:
        """Add a node, the nodes below it, and the moves that can be added there."""
        where = self.places.at(path)
        if where is None:
            return
        self._drawn(node, path, where)
        shown = self._children(node, path)
        for action, child in shown:
            self._edge(node, child, (*path, action))
            self.branch(child, (*path, action))
        hidden = sum(c.size() for _, c in in_order(node)) - sum(c.size() for _, c in shown)
        if hidden:
            self._wedge(where, hidden, bool(shown))
        self._untried(node, path)

    def _children(self, node: Node, path: Path) -> list[tuple[Action, Node]]:
        """Return the children that are drawn; of several at one place, only one is drawn."""
        opened = self.moment.opened
        if path and not self.places.whole and opened[: len(path)] != path:
            return []
        taken: dict[float, tuple[Action, Node]] = {}
        for action, child in in_order(node):
            where = self.places.at((*path, action))
            if where is None:
                continue
            is_open = opened[: len(path) + 1] == (*path, action)
            rival = taken.get(where[0])
            if rival is None or is_open or child.visits > rival[1].visits != is_open:
                taken[where[0]] = (action, child)
        return list(taken.values())

    def _drawn(self, node: Node, path: Path, where: tuple[float, float]) -> None:
        moment, places = self.moment, self.places
        added = path == moment.new
        look: dict[str, Any] = {"fillcolor": fill(node), "label": self._label(node, path)}
        end = path == moment.path and moment.phase > 0
        if end:
            self.leaf = _name(node, path)
        look["class"] = f"leaf {place(node, len(path))}" if end else place(node, len(path))
        if moment.badge and moment.badge(node):
            look |= {"color": INK, "penwidth": 2.5}
        if moment.on_path(path) and (moment.phase != 3 or end):
            look |= {"color": ACT, "penwidth": 3}
        if added and moment.phase < 4:
            look |= {"style": "rounded,filled,dashed", "color": ACT, "penwidth": 2.5}
        if path in moment.differs:
            look |= {"color": WRONG, "peripheries": 2, "penwidth": 2}
        self.node(_name(node, path), *where, (self._width(path), places.node_height), **look)

    def _width(self, path: Path) -> int:
        return self.places.node_width if path else max(ROOT, self.places.node_width)

    def _label(self, node: Node, path: Path) -> str:
        """Return the name, N and W of a node; in phase 4, N and W before and after."""
        moment, room = self.moment, self._width(path) - 6
        lettered = room >= 44
        before = moment.before.get(path)
        rows = [labels.Span(self._title(node, path, room), bold=True)]
        for letter, now, was in (
            ("N ", f"{node.visits:,}", f"{before[0]:,}" if before else ""),
            ("W ", points(node.value_sum), points(before[1]) if before else ""),
        ):
            letter = letter if lettered else ""
            written = [f"{letter}{now}", now]
            if was:
                written = [f"{letter}{was}→{now}", f"{was}→{now}", f"→{now}" if lettered else now]
            fits = (one for one in written if text_width(one, WORDS, bold=bool(was)) <= room + 6)
            words = next(fits, written[-1])
            rows.append(labels.Span(words, bold=bool(was)))
        if moment.badge and (badge := moment.badge(node)):
            rows.insert(1, labels.Span(svg.shorten(badge, max(2, room // 7)), bold=True))
        size = TITLE if self.places.roomy else 13
        cells = []
        for k, span in enumerate(rows):
            words = f"<B>{entities(span.words)}</B>" if span.bold else entities(span.words)
            cells.append(
                f'<TR><TD><FONT POINT-SIZE="{size if not k else WORDS}">{words}</FONT></TD></TR>'
            )
        table = f'BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="{1 if self.places.roomy else 0}"'
        return f"<<TABLE {table}>{''.join(cells)}</TABLE>>"

    def _title(self, node: Node, path: Path, room: int) -> str:
        if not path:
            return "root"
        wrong = " ≠" if path in self.moment.differs else ""
        letters = max(2, int(room / 7.5))
        name = move_name(node) + wrong
        if len(name) > letters and node.parent is not None:
            name = step_name(node.parent.state, node.action) + wrong
        return svg.shorten(name, letters)

    def _edge(self, parent: Node, child: Node, path: Path) -> None:
        moment = self.moment
        added = path == moment.new
        hot = moment.on_path(path) and (moment.phase in (1, 4) or (moment.phase == 2 and added))
        look: dict[str, Any] = {"class": f"to {place(child, len(path))}", "penwidth": 1.3}
        if hot:
            look |= {"color": ACT, "penwidth": 3.5}
            look |= {"dir": {1: "forward", 4: "back"}.get(moment.phase, "none")}
        if added and moment.phase == 2:
            look |= {"style": "dashed"}
        if path in moment.differs:
            look |= {"color": WRONG}
        line = f"{_name(parent, path[:-1])} -> {_name(child, path)} [{_written(look)}];"
        (self.last if hot else self.lines).append(line)

    def _wedge(self, where: tuple[float, float], hidden: int, beside: bool) -> None:
        """Add a triangle below a node, with the number of nodes that are not drawn."""
        middle, high = where
        low = high + self.places.node_height
        name = f"w{len(self.lines)}"
        plain: dict[str, Any] = {
            "style": "",
            "shape": "plain",
            "fontcolor": SOFT,
            "class": "hidden",
        }
        if beside:  # some children are drawn, so the number stands at the end of their row
            row = high + self.places.step + self.places.node_height / 2
            self.node(name, self.places.width - 16, row + 24, (32, 14), label=f"+{hidden}", **plain)
            return
        look: dict[str, Any] = {
            "shape": "triangle",
            "style": "filled",
            "fillcolor": RULE,
            "color": RULE,
        }
        self.node(f"{name}t", middle, low + 1, (14, 9), label="", **look, **{"class": "hidden"})
        if self.places.roomy:
            self.node(name, middle, low + 11, (40, 14), label=f"+{hidden}", **plain)

    def _untried(self, node: Node, path: Path) -> None:
        """Add the moves that could be added to the tree below a node, in dotted frames."""
        moment, places = self.moment, self.places
        ended = moment.phase > 2 and path == moment.path
        selected = moment.new[:-1] if moment.new is not None else moment.path
        wanted = len(path) < 2 if places.whole else moment.phase in (1, 2) and path == selected
        if ended or not wanted or node.state.is_terminal():
            return
        for action in node.state.legal_actions():
            below = (*path, action)
            where = places.at(below) if places.whole or places.columns else None
            if action in node.children or where is None:
                continue
            child = Node(node.state.apply(action), node, action)
            width = min(places.node_width, 40 if places.roomy else 30)
            key = place(child, len(below))
            look: dict[str, Any] = {"style": "rounded,filled,dotted", "fillcolor": PAPER}
            look |= {"fontcolor": SOFT, "class": f"untried {key}"}
            words = self._title(child, below, width - 4)
            self.node(
                _name(child, below),
                *where,
                (width, PILL),
                label=words,
                **look,
            )
            look = {"color": RULE if places.whole else SOFT, "class": f"to {key}"}
            self.lines.append(f"{_name(node, path)} -> {_name(child, below)} [{_written(look)}];")

    def ending(self) -> None:
        """Add the result of the playout below the node from which it was played."""
        moment, places = self.moment, self.places
        where = places.at(moment.path)
        if where is None or not self.leaf:
            return
        middle, high = where
        width = text_width(moment.result, WORDS, bold=True) + 16
        start = min(max(middle, width / 2 + 1), places.width - width / 2 - 1)
        low = min(high + places.step, places.height - PILL - 1)
        colour = PAPER if moment.winner is None else value_colour(1, moment.winner)
        pen = {"color": ACT if moment.phase == 3 else SOFT, "fillcolor": colour}
        words = f"<<B>{entities(moment.result)}</B>>"
        look = {**pen, "label": words, "class": "ending", "penwidth": 2 if moment.phase == 3 else 1}
        self.node("ending", start, low, (width, PILL), **look)
        line = {"style": "dotted", "penwidth": 3, "class": "ending", "color": pen["color"]}
        self.last.append(f"{self.leaf} -> ending [{_written(line)}];")


def _name(node: Node, path: Path) -> str:
    """Return the name of a node in the DOT text, which is its place."""
    return f"n{place(node, len(path))}"


def _written(values: Mapping[str, object]) -> str:
    """Return attributes as DOT text; a label that starts with `<` is not quoted."""
    pairs = []
    for key, value in values.items():
        text = str(value)
        if not text.startswith("<"):
            text = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
        pairs.append(f"{key}={text}")
    return ", ".join(pairs)


NODE = re.compile(r'<g class="node (leaf |untried )?(at[_\d]*)">')
EDGE = re.compile(r'<g class="edge to (at[_\d]*)">')


def _answering(picture: str) -> str:
    """Mark the nodes and edges with their keys, so that words and figure can light each other."""

    def node(found: re.Match[str]) -> str:
        kind, where = found[1] or "", found[2]
        button = "" if kind == "untried " else f'data-path="{where}" tabindex="0" role="button" '
        return f'<g class="node {kind}{where}" {button}data-k="{where}">'

    picture = NODE.sub(node, picture.replace('role="img"', 'role="group"', 1))
    picture = EDGE.sub(r'<g class="edge" data-k="\1">', picture)
    return re.sub(r'<g class="(node|edge) ending">', r'<g class="\1 ending" data-k="end">', picture)
