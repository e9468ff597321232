"""A search tree as Graphviz text: which nodes are shown, what stands in them, how they are linked.

A picture of 15 nodes explains a search; one of 10,000 explains nothing.  So the most visited nodes are shown,
and a stub under their parent counts the rest.  The phase of an iteration is told by the style of its lines:

    select          the path is bold, arrows downwards
    expand          the new node and its edge are dashed
    simulate        a dotted edge leads from the node to the result of the playout
    backpropagate   the path is bold, arrows upwards
"""
from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import sqrt

from mctslib.game import Action
from mctslib.search import Node
from mctslib.svg import INK, LAST, MARK_COLOURS, shorten

Path = tuple[Action, ...]
PHASE_NAMES = ("select", "expand", "simulate", "backpropagate")
PHASE_COLOURS = dict(zip(PHASE_NAMES, ("#0063a6", "#00785a", "#a3497c", "#c04e00")))
HEADINGS = {
    "select": "1 Selection: walk down the bold path",
    "expand": "2 Expansion: add the dashed node",
    "simulate": "3 Simulation: play on at random, dotted",
    "backpropagate": "4 Backpropagation: carry the result up",
}
WRONG = "#c1001f"
LOW, HIGH = (255, 250, 235), (104, 176, 222)  # fill at Q = 0 and at Q = 1; a grey printer keeps the order


def check_max_nodes(max_nodes: int) -> None:
    """Raise ValueError for a number of nodes that no picture can hold."""
    if not 1 <= max_nodes <= 200:
        raise ValueError(
            f"max_nodes must be from 1 to 200, not {max_nodes}.  A picture of more cannot be read: "
            "draw the subtree of one node instead, or count with `sum(1 for _ in root.descendants())`."
        )


# ---------------------------------------------------------------------------- which nodes are shown


@dataclass
class Shown:
    """A node that is drawn: its number, its path from the drawn root, its drawn children, what is hidden."""

    node: Node
    number: int
    path: Path
    children: list[Shown] = field(default_factory=list)
    hidden_nodes: int = 0
    hidden_visits: int = 0

    def all(self) -> Iterator[Shown]:
        """This one and all drawn below it, parents first."""
        waiting = [self]
        while waiting:
            shown = waiting.pop()
            yield shown
            waiting.extend(reversed(shown.children))


def visible(root: Node, max_nodes: int = 15, keep: Iterable[Path] = ()) -> Shown:
    """The part of the tree that matters: the paths of `keep`, then the most visited nodes.

    Takes time for the nodes shown, and one walk over the hidden ones to count them.
    """
    check_max_nodes(max_nodes)
    chosen = {(): root}
    for path in keep:
        _keep(chosen, root, path, max_nodes)
    heap: list[tuple[int, int, Path, Node]] = []
    _offer(heap, (), root)
    while heap and len(chosen) < max_nodes:
        _, _, path, node = heappop(heap)
        chosen[path] = node
        _offer(heap, path, node)
    return _tree(chosen)


def _offer(heap: list[tuple[int, int, Path, Node]], path: Path, node: Node) -> None:
    for action, child in node.children.items():
        heappush(heap, (-child.visits, _ticket(heap), (*path, action), child))


def _ticket(heap: list[tuple[int, int, Path, Node]], counter: Iterator[int] = iter(range(10**12))) -> int:
    """A growing number: of equal visits the first comes first, and paths are never compared."""
    return next(counter)


def _keep(chosen: dict[Path, Node], root: Node, path: Path, max_nodes: int) -> None:
    node = root
    for depth, action in enumerate(path, 1):
        if action not in node.children or len(chosen) >= max_nodes:
            return
        node = chosen[tuple(path[:depth])] = node.children[action]


def _tree(chosen: dict[Path, Node]) -> Shown:
    """Link the chosen nodes, in the order of the actions, and count what hangs below them unseen."""
    root = Shown(chosen[()], 0, ())
    waiting, number = [root], 0
    while waiting:
        shown = waiting.pop()
        for action, child in shown.node.children.items():
            path = (*shown.path, action)
            if path in chosen:
                number += 1
                shown.children.append(Shown(child, number, path))
            else:
                shown.hidden_nodes += sum(1 for _ in child.descendants())
                shown.hidden_visits += child.visits
        waiting.extend(shown.children)
    return root


# ---------------------------------------------------------------------------- words


def mover(node: Node) -> str:
    """The mark of who moved into this node, read off the board ("X"); "" if the game shows no cells."""
    cells = node.state.cells() if hasattr(node.state, "cells") else ""
    known = isinstance(node.action, int) and 0 <= node.action < len(cells)
    return cells[node.action] if known and cells[node.action] != "." else ""


def name(shown: Shown) -> str:
    """What a node is called in a picture: "root", or the mark and the action, like "X 4"."""
    return shorten(f"{mover(shown.node)} {shown.path[-1]}".strip()) if shown.path else "root"


def statistics(node: Node) -> str:
    """ "N 12  Q 0.58"; a node without visits has no value yet."""
    return f"N {node.visits}  Q {node.value:.2f}" if node.visits else "N 0  Q -"


def hidden(shown: Shown) -> str:
    """What a stub says: "+12 nodes, 340 visits"."""
    return f"+{shown.hidden_nodes} node{'s' * (shown.hidden_nodes != 1)}, {shown.hidden_visits} visits"


def tree_text(root: Node, max_nodes: int = 15) -> str:
    """The tree in plain letters: for a terminal, for a reader of Braille, and where Graphviz is missing."""
    top = visible(root, max_nodes)
    return "\n".join([f"{name(top)}  {statistics(root)}", *_branches(top, "")])


def _branches(shown: Shown, indent: str) -> Iterator[str]:
    for child in shown.children:
        is_last = child is shown.children[-1] and not shown.hidden_nodes
        yield f"{indent}{'└─' if is_last else '├─'} {name(child)}  {statistics(child.node)}"
        yield from _branches(child, indent + ("   " if is_last else "│  "))
    if shown.hidden_nodes:
        yield f"{indent}└─ … {hidden(shown)}"


# ---------------------------------------------------------------------------- DOT


@dataclass(frozen=True)
class Style:
    """What the caller wants to be seen in the tree; the same words as the arguments of `tree_dot`."""

    root_visits: int
    path: Path = ()
    new: Path | None = None
    phase: str | None = None
    differs: Collection[Path] = ()
    boards: int = 2
    result: str = ""

    @property
    def colour(self) -> str:
        """The colour of the running phase."""
        return PHASE_COLOURS[self.phase] if self.phase else INK

    def on_path(self, shown: Shown) -> bool:
        """Whether the bold path leads through this node."""
        return bool(self.path) and shown.path == tuple(self.path[: len(shown.path)])


def tree_dot(
    root: Node,
    *,
    max_nodes: int = 15,
    path: Sequence[Action] = (),
    new: Sequence[Action] | None = None,
    phase: str | None = None,
    differs: Collection[Path] = (),
    boards: int = 2,
    result: str = "",
) -> str:
    """The tree as DOT text, for Graphviz.

    max_nodes   how many nodes are drawn at most, 1…200
    path        actions from the root along the bold path
    new         path of the node just added: dashed
    phase       "select", "expand", "simulate", "backpropagate" or None
    differs     paths of nodes to mark as wrong: red, doubled, with the sign ≠
    boards      how many levels, from the root, show their board
    result      what the dotted playout of phase "simulate" ended with, in a word or two
    """
    if phase not in (None, *PHASE_NAMES):
        raise ValueError(f"phase must be one of {', '.join(PHASE_NAMES)} or None, not {phase!r}.")
    differs = {tuple(wrong) for wrong in differs}
    new = None if new is None else tuple(new)
    top = visible(root, max_nodes, [tuple(path), new or (), *sorted(differs, key=len)])
    style = Style(max(1, root.visits), tuple(path), new, phase, differs, boards, result)
    lines = [line for shown in top.all() for line in _drawn(shown, style)]
    return "\n".join([*_preamble(style), *lines, *_playout(top, style), "}"])


def _preamble(style: Style) -> list[str]:
    heading = HEADINGS.get(style.phase or "", "")
    label = f'label=<<B>{heading}</B>>, labelloc=t, fontcolor="{style.colour}", ' if heading else ""
    return [
        "digraph tree {",
        f'graph [{label}bgcolor="white", ranksep=0.35, nodesep=0.12, pad=0.12, '
        'ordering=out, fontname="Helvetica", fontsize=13];',
        'node [shape=box, style="rounded,filled", margin="0.05,0.03", fontname="Helvetica", fontsize=11, '
        f'fontcolor="{INK}", color="#555555", width=0.2, height=0.2];',
        'edge [dir=none, color="#777777", arrowsize=0.8];',
    ]


def _drawn(shown: Shown, style: Style) -> Iterator[str]:
    yield _node(shown, style)
    yield from (_edge(shown, child, style) for child in shown.children)
    if shown.hidden_nodes:
        yield _stub(shown)


def _attributes(values: dict[str, object]) -> str:
    """`key="value"` pairs; a value that starts with `<` is an HTML-like label and stands unquoted."""
    return ", ".join(f"{key}={v}" if str(v).startswith("<") else f'{key}="{v}"' for key, v in values.items())


def _node(shown: Shown, style: Style) -> str:
    look: dict[str, object] = {"label": _label(shown, style), "fillcolor": fill(shown.node)}
    if style.on_path(shown):
        look |= {"color": style.colour, "penwidth": 3}
    if shown.path == style.new:
        look |= {"style": "rounded,filled,dashed", "color": style.colour, "penwidth": 2.5}
    if shown.path in style.differs:
        look |= {"color": WRONG, "fontcolor": WRONG, "peripheries": 2, "penwidth": 2}
    return f"n{shown.number} [{_attributes(look)}];"


def fill(node: Node) -> str:
    """The colour of a value, from cream (0) to blue (1); white without visits."""
    if not node.visits:
        return "#ffffff"
    q = min(max(node.value, 0.0), 1.0)
    return "#" + "".join(f"{round(low + q * (high - low)):02x}" for low, high in zip(LOW, HIGH))


def _edge(parent: Shown, child: Shown, style: Style) -> str:
    look: dict[str, object] = {"penwidth": f"{0.8 + 6 * sqrt(child.node.visits / style.root_visits):.2f}"}
    if style.on_path(child):
        look |= {"color": style.colour, "penwidth": max(3.0, float(str(look["penwidth"])))}
        look |= {"dir": "back"} if style.phase == "backpropagate" else {"dir": "forward"}
    if child.path == style.new:
        look |= {"style": "dashed", "penwidth": 2.5, "color": style.colour}
    if child.path in style.differs:
        look |= {"color": WRONG}
    return f"n{parent.number} -> n{child.number} [{_attributes(look)}];"


def _stub(shown: Shown) -> str:
    words = hidden(shown).replace(", ", "<BR/>")
    return (
        f"s{shown.number} [label=<<I>{words}</I>>, shape=plain, style=\"\", fontsize=9, fontcolor=\"#555555\"];\n"
        f"n{shown.number} -> s{shown.number} [style=dotted, penwidth=1.2, arrowhead=none];"
    )


def _playout(top: Shown, style: Style) -> list[str]:
    """Phase 3: a dotted line from the end of the path to the result of the random game."""
    if style.phase != "simulate":
        return []
    end = style.new if style.new is not None else style.path
    start = next((shown for shown in top.all() if shown.path == end), top)
    words = entities(shorten(style.result or "random game", 40))
    return [
        f'play [label=<<I>{words}</I>>, shape=ellipse, style=dotted, penwidth=2, color="{style.colour}"];',
        f'n{start.number} -> play [style=dotted, dir=forward, penwidth=3, color="{style.colour}"];',
    ]


# ---------------------------------------------------------------------------- labels


def entities(words: str) -> str:
    """Words as ASCII for an HTML-like label: everything that is not a plain letter becomes an entity."""
    return "".join(c if c.isascii() and (c.isalnum() or c in " .,:+-=()/") else f"&#{ord(c)};" for c in words)


def _label(shown: Shown, style: Style) -> str:
    node = shown.node
    wrong = ' <FONT COLOR="' + WRONG + '"><B>&#8800;</B></FONT>' if shown.path in style.differs else ""
    rows = [f"<TR><TD><B>{entities(name(shown))}</B>{wrong}</TD></TR>"]
    if len(shown.path) < style.boards:
        rows += [f"<TR><TD>{table}</TD></TR>" for table in board_table(node, bool(shown.path))]
    value = f"{node.value:.2f}" if node.visits else "-"
    rows.append(f'<TR><TD><FONT POINT-SIZE="10">N {node.visits}<BR/>Q {value}</FONT></TD></TR>')
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1">{"".join(rows)}</TABLE>>'


def board_table(node: Node, mark_last: bool = True) -> Iterator[str]:
    """The board of a node as an HTML-like table; nothing for a game without `cells()`."""
    if not hasattr(node.state, "cells"):
        return
    cells, side = node.state.cells(), node.state.size
    unit = max(6, 54 // side)
    last = node.action if mark_last and mover(node) else None
    rows = (
        "".join(_cell(cells[k], unit, k == last) for k in range(start, start + side))
        for start in range(0, side * side, side)
    )
    body = "".join(f"<TR>{row}</TR>" for row in rows)
    yield f'<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0" CELLPADDING="0" COLOR="#777777">{body}</TABLE>'


def _cell(mark: str, unit: int, is_last: bool) -> str:
    paper = LAST if is_last else "#ffffff"
    size = f'FIXEDSIZE="TRUE" WIDTH="{unit}" HEIGHT="{unit}" BGCOLOR="{paper}"'
    if mark == ".":
        return f"<TD {size}></TD>"
    ink = MARK_COLOURS.get(mark, INK)
    return f'<TD {size}><FONT POINT-SIZE="{unit * 0.75:g}" COLOR="{ink}"><B>{entities(mark)}</B></FONT></TD>'
