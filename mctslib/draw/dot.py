"""A search tree as Graphviz text: what stands in the nodes, how they are linked, what the lines say.

The phase of an iteration is told by the style of its lines, so that it survives a printer without colours:

    select          the path is bold, arrows downwards
    expand          the new node and its edge are dashed
    simulate        a dotted line leads from the node to the random game (drawn below the tree by `draw/playout.py`)
    backpropagate   the path is bold, arrows upwards, and its nodes show what was added

What is not drawn is a wedge under its parent, with the number of its nodes: as wide as an edge, by the square root of
its visits against those of the root.
"""
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from mctslib.draw.look import (
    ACCENTS,
    FIGURE,
    INK,
    LAST,
    MARK_COLOURS,
    MEASURED,
    MIDDLE,
    NOTE,
    PALE,
    PAPER,
    SOFT,
    WEDGE,
    WRONG,
    text_width,
    value_colour,
)
from mctslib.draw.outline import ShownNode, name, pictured
from mctslib.game import Action
from mctslib.games.board import cell_of, columns, sides
from mctslib.games.names import player_name, points
from mctslib.tree import PHASE_NAMES, Node, Path

PHASE_COLOURS = dict(zip(PHASE_NAMES, ACCENTS))
HEADINGS = {
    "select": ("Selection", "walk down the bold path"),
    "expand": ("Expansion", "add the dashed node"),
    "simulate": ("Simulation", "play on at random, dotted"),
    "backpropagate": ("Backpropagation", "carry the result up"),
}


@dataclass(frozen=True)
class Style:
    """What the caller wants to be seen in the tree; the same words as the arguments of `tree_dot`."""

    root_visits: int
    path: Path = ()
    new: Path | None = None
    phase: str | None = None
    differs: Collection[Path] = ()
    boards: int = 2
    sums: bool = False
    before: Mapping[Path, tuple[int, float]] = field(default_factory=dict)
    live: bool = False
    deepest: int = 0  # level on which a node is drawn

    @property
    def colour(self) -> str:
        """The colour of the running phase."""
        return PHASE_COLOURS[self.phase] if self.phase else INK

    @property
    def edge_colour(self) -> str:
        """The colour of an ordinary edge: paler where a path is to stand out."""
        return PALE if self.path or self.phase else MIDDLE

    def on_path(self, shown: ShownNode) -> bool:
        """Whether the bold path leads through this node."""
        return bool(self.path or self.phase) and shown.path == tuple(self.path[: len(shown.path)])


def tree_dot(
    root: Node, *, max_nodes: int = 15, path: Sequence[Action] = (), new: Sequence[Action] | None = None,
    phase: str | None = None, differs: Collection[Path] = (), boards: int = 2, sums: bool = False,
    before: Mapping[Path, tuple[int, float]] | None = None, live: bool = False,
) -> str:
    """The tree as DOT text, for Graphviz.

    max_nodes   how many nodes are drawn at most, 1…200
    path        actions from the root along the bold path
    new         path of the node just added: dashed
    phase       "select", "expand", "simulate", "backpropagate" or None
    differs     paths of nodes to mark as wrong: red, doubled, with the sign ≠
    boards      how many levels, from the root, show their board
    sums        whether nodes show W, too
    before      path → (N, W) of the nodes that are to show what they were before, as in N 6→7
    live        for a page that says itself which phase this is, and has to find the nodes: see `place`

    Raises ValueError for another phase, or for more nodes.
    """
    if phase not in (None, *PHASE_NAMES):
        raise ValueError(f"phase must be one of {', '.join(PHASE_NAMES)} or None, not {phase!r}.")
    differs = {tuple(wrong) for wrong in differs}
    new = None if new is None else tuple(new)
    top = pictured(root, max_nodes, path, new, differs)
    deepest = max(len(shown.path) for shown in top.all())
    style = Style(max(1, root.visits), tuple(path), new, phase, differs, boards, sums, before or {}, live, deepest)
    lines = [line for shown in top.all() for line in _drawn(shown, style)]
    return "\n".join([*_preamble(style), *lines, "}"])


def _preamble(style: Style) -> list[str]:
    return [
        "digraph tree {",
        'graph [bgcolor="transparent", ranksep=0.5, nodesep=0.1, pad=0.1, splines=line, ordering=out];',
        f'node [shape=box, style="rounded,filled", class=valued, margin="0.05,0.03", fontname="{MEASURED}", '
        f'fontsize={NOTE}, fontcolor="{INK}", color="{SOFT}", width=0.2, height=0.2];',
        f'edge [dir=none, color="{style.edge_colour}", arrowsize=0.8, tailport=s, headport=n];',
    ]


def _drawn(shown: ShownNode, style: Style) -> Iterator[str]:
    yield _node(shown, style)
    yield from (_edge(shown, child, style) for child in shown.children)
    if shown.hidden_nodes:
        yield _wedge(shown, style)


def _attributes(values: dict[str, object]) -> str:
    """`key="value"` pairs; a value that starts with `<` is an HTML-like label and stands unquoted."""
    return ", ".join(f"{key}={v}" if str(v).startswith("<") else f'{key}="{v}"' for key, v in values.items())


def _node(shown: ShownNode, style: Style) -> str:
    look: dict[str, object] = {"label": _label(shown, style), "fillcolor": fill(shown.node)}
    if style.on_path(shown):
        look |= {"color": style.colour, "penwidth": 3}
    if shown.path == style.new:
        look |= {"style": "rounded,filled,dashed", "color": style.colour, "penwidth": 2.5}
    if shown.path in style.differs:
        look |= {"color": WRONG, "peripheries": 2, "penwidth": 2}
    end = style.phase is not None and shown.path == (style.path if style.new is None else style.new)
    if names := ["leaf"] * end + [place(shown)] * style.live:
        look |= {"class": " ".join([*names, "valued"])}
    return f"n{shown.number} [{_attributes(look)}];"


def place(shown: ShownNode) -> str:
    """Where in the tree a node is, as a class of its picture: "at-0-3" is the root's first action, then the fourth."""
    node, steps = shown.node, []
    for _ in shown.path:
        assert node.parent is not None, "below the drawn root every node has one"
        steps.append(order(node.parent, node.action))
        node = node.parent
    return "-".join(["at", *reversed(steps)])


def order(parent: Node, action: Action) -> str:
    """The number of an action among the legal ones, from 0."""
    return str([*parent.state.legal_actions(), action].index(action))


def fill(node: Node) -> str:
    """The colour of a node's value; white without visits."""
    return value_colour(node.value) if node.visits else PAPER


def _edge(parent: ShownNode, child: ShownNode, style: Style) -> str:
    look: dict[str, object] = {"penwidth": f"{0.8 + 6 * sqrt(child.node.visits / style.root_visits):.2f}"}
    if style.on_path(child) or child.path == style.new:
        look |= {"class": "path"}
    if style.on_path(child):
        look |= {"color": style.colour, "penwidth": max(3.5, float(str(look["penwidth"])))}
        look |= {"dir": "back"} if style.phase == "backpropagate" else {"dir": "forward"}
    if child.path == style.new:
        look |= {"style": "dashed", "penwidth": 2.5, "color": style.colour}
    if child.path in style.differs:
        look |= {"color": WRONG}
    return f"n{parent.number} -> n{child.number} [{_attributes(look)}];"


def _wedge(shown: ShownNode, style: Style) -> str:
    """What is hidden under a node: an edge that `layout` widens to a wedge, and the number of nodes below it."""
    words = f"+{shown.hidden_nodes:,}"
    base = 3 + 40 * sqrt(shown.hidden_visits / style.root_visits)
    size = f'FIXEDSIZE="TRUE" WIDTH="{max(base, text_width(words, FIGURE)):.0f}" HEIGHT="{_beside(shown, style)}"'
    table = f'<TABLE BORDER="0" CELLSPACING="0" CELLPADDING="0"><TR><TD {size} VALIGN="TOP">{words}</TD></TR></TABLE>'
    weight = 1 if shown.children else 20
    return (
        f's{shown.number} [label=<{table}>, shape=plain, style="", class="", fontsize={FIGURE}, fontcolor="{SOFT}"];\n'
        f'n{shown.number} -> s{shown.number} [class=wedge, penwidth="{base:.1f}", color="{WEDGE}", weight={weight}];'
    )


def _beside(shown: ShownNode, style: Style) -> int:
    """The height of the nodes in the row below: as high a neighbour begins where they begin."""
    depth = len(shown.path) + 1
    if depth > style.deepest:
        return FIGURE + 4
    state: Any = shown.node.state
    side = columns(state) if depth < style.boards else 0
    return 19 + 14 * (2 + style.sums) + (len(state.cells()) // side * _unit(state) if side else 0)


# ---------------------------------------------------------------------------- labels

def entities(words: str) -> str:
    """Words as ASCII for an HTML-like label: everything that is not a plain letter becomes an entity."""
    return "".join(c if c.isascii() and (c.isalnum() or c in " .,:+-=()/") else f"&#{ord(c)};" for c in words)


def _label(shown: ShownNode, style: Style) -> str:
    node = shown.node
    wrong = [(" ≠", True, WRONG)] * (shown.path in style.differs)
    rows = [_row(NOTE, (name(shown), True, INK), *wrong)]
    if len(shown.path) < style.boards:
        rows += [f"<TR><TD>{table}</TD></TR>" for table in board_table(node, bool(shown.path))]
    if shown.path in style.before:
        rows.append(f"<TR><TD>{changes(node, style.before[shown.path])}</TD></TR>")
    else:
        rows += [_row(FIGURE, (line, False, INK)) for line in figures(node, style.sums)]
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1">{"".join(rows)}</TABLE>>'


def figures(node: Node, sums: bool) -> list[str]:
    """N, W (if wanted) and Q, a line each."""
    value = f"Q {node.value:.2f}" if node.visits else "Q -"
    return [f"N {node.visits:,}", *[f"W {points(node.value_sum)}"] * sums, value]


def changes(node: Node, before: tuple[int, float]) -> str:
    """What backpropagation did to a node, on white, in the colour of its player: +½ for O, N 6→7, W 3½→4, the new Q."""
    visits, value_sum = before
    who, gain = player_name(node.state, node.player), node.value_sum - value_sum
    ink = MARK_COLOURS.get(who, INK)
    value = f"Q {node.value:.2f}" if node.visits else "Q -"
    rows = (
        _row(FIGURE, (f"{'+' * (gain >= 0)}{points(gain)} for {who}", True, ink)),
        _row(FIGURE, (f"N {visits:,}", False, INK), (f"→{node.visits:,}", True, ink)),
        _row(FIGURE, (f"W {points(value_sum)}", False, INK), (f"→{points(node.value_sum)}", True, ink)),
        _row(FIGURE, (value, True, ink)),
    )
    return f'<TABLE BORDER="0" CELLSPACING="0" CELLPADDING="1" BGCOLOR="{PAPER}">{"".join(rows)}</TABLE>'


def _row(size: int, *spans: tuple[str, bool, str]) -> str:
    """A line of words, each span with its weight and its ink, with room for it in any font."""
    room = sum(text_width(words, size, bold) for words, bold, _ in spans)
    written = (
        f'<FONT COLOR="{ink}">{f"<B>{entities(words)}</B>" if bold else entities(words)}</FONT>'
        for words, bold, ink in spans
    )
    return f'<TR><TD WIDTH="{room:.0f}"><FONT POINT-SIZE="{size}">{"".join(written)}</FONT></TD></TR>'


def _unit(state: Any) -> int:
    """The side of a cell of a board, in pixels: letters want more room than marks; half of it is whole if slanting."""
    side = columns(state)
    unit = max((46 if side < 5 else 58) // side, 7 if set(state.cells()) <= set(".XO") else 13)
    return unit + unit % 2 if sides(state) else unit


def board_table(node: Node, mark_last: bool = True) -> Iterator[str]:
    """The board of a node as an HTML-like table, of hexagons slanting; nothing for a game that is no grid."""
    if not (side := columns(node.state)):
        return
    cells = node.state.cells()  # type: ignore[attr-defined]
    unit = _unit(node.state)
    last = cell_of(node.parent.state, node.action) if mark_last and node.parent else None
    rows = [
        "".join(_cell(cells[k], unit, k == last) for k in range(start, start + side))
        for start in range(0, len(cells), side)
    ]
    wide = unit * side
    if sides(node.state):
        wide += unit * (len(rows) - 1) // 2
        gap = f'<TD BORDER="0" FIXEDSIZE="TRUE" WIDTH="{unit // 2}" HEIGHT="{unit}"></TD>'
        rows = [row.replace("<TD", '<TD COLSPAN="2"') for row in rows]
        rows = [gap * k + row + gap * (len(rows) - 1 - k) for k, row in enumerate(rows)]
    body = "".join(f"<TR>{row}</TR>" for row in rows)
    size = f'FIXEDSIZE="TRUE" WIDTH="{wide}" HEIGHT="{unit * len(rows)}"'  # never drawn out
    yield f'<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0" CELLPADDING="0" COLOR="{PALE}" {size}>{body}</TABLE>'


def _cell(mark: str, unit: int, is_last: bool) -> str:
    paper = LAST if is_last else PAPER
    size = f'FIXEDSIZE="TRUE" WIDTH="{unit}" HEIGHT="{unit}" BGCOLOR="{paper}"'
    if mark == ".":
        return f"<TD {size}></TD>"
    ink = MARK_COLOURS.get(mark, INK)
    return f'<TD {size}><FONT POINT-SIZE="{unit * 0.8:g}" COLOR="{ink}"><B>{entities(mark)}</B></FONT></TD>'
