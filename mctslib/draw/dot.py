"""A search tree as Graphviz text: what stands in the nodes, how they are linked, what the lines say.

The phase of an iteration is told by the style of its lines, so that it survives a printer without colours:

    select          the path is bold, arrows downwards
    expand          the new node and its edge are dashed
    simulate        a dotted line leads from the node to the random game (drawn below the tree by `draw/playout.py`)
    backpropagate   the path is bold, arrows upwards, and its nodes show what was added
"""
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from mctslib.draw.outline import ShownNode, hidden, name, visible
from mctslib.draw.svg import INK, LAST, MARK_COLOURS
from mctslib.game import Action
from mctslib.games.board import cell_of, columns
from mctslib.games.names import player_name, points
from mctslib.tree import PHASE_NAMES, Node, Path

PHASE_COLOURS = dict(zip(PHASE_NAMES, ("#0063a6", "#00785a", "#a3497c", "#c04e00")))
HEADINGS = {
    "select": "1 Selection: walk down the bold path",
    "expand": "2 Expansion: add the dashed node",
    "simulate": "3 Simulation: play on at random, dotted",
    "backpropagate": "4 Backpropagation: carry the result up",
}
WRONG = "#c1001f"
LOW, HIGH = (255, 250, 235), (104, 176, 222)  # fill at Q = 0 and at Q = 1; a grey printer keeps the order


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

    @property
    def colour(self) -> str:
        """The colour of the running phase."""
        return PHASE_COLOURS[self.phase] if self.phase else INK

    @property
    def edge_colour(self) -> str:
        """The colour of an ordinary edge: paler where a path is to stand out."""
        return "#b4b4b4" if self.path or self.phase else "#777777"

    def on_path(self, shown: ShownNode) -> bool:
        """Whether the bold path leads through this node."""
        return bool(self.path or self.phase) and shown.path == tuple(self.path[: len(shown.path)])


def tree_dot(
    root: Node, *, max_nodes: int = 15, path: Sequence[Action] = (), new: Sequence[Action] | None = None,
    phase: str | None = None, differs: Collection[Path] = (), boards: int = 2, sums: bool = False,
    before: Mapping[Path, tuple[int, float]] | None = None, live: bool = False, keep: Collection[Path] = (),
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
    keep        paths of nodes that are drawn before others, parents first

    Raises ValueError for another phase, or for more nodes.
    """
    if phase not in (None, *PHASE_NAMES):
        raise ValueError(f"phase must be one of {', '.join(PHASE_NAMES)} or None, not {phase!r}.")
    differs = {tuple(wrong) for wrong in differs}
    new = None if new is None else tuple(new)
    top = visible(root, max_nodes, [tuple(path), new or (), *sorted(differs, key=len), *keep])
    style = Style(max(1, root.visits), tuple(path), new, phase, differs, boards, sums, before or {}, live)
    lines = [line for shown in top.all() for line in _drawn(shown, style)]
    return "\n".join([*_preamble(style), *lines, "}"])


def _preamble(style: Style) -> list[str]:
    heading = "" if style.live else HEADINGS.get(style.phase or "", "")
    label = f'label=<<B>{heading}</B>>, labelloc=t, fontcolor="{style.colour}", ' if heading else ""
    return [
        "digraph tree {",
        f'graph [{label}bgcolor="white", ranksep={0.3 if style.live else 0.5}, nodesep=0.1, pad=0.1, splines=line, '
        'ordering=out, fontname="Helvetica", fontsize=13];',
        'node [shape=box, style="rounded,filled", margin="0.05,0.03", fontname="Helvetica", '
        f'fontsize={12 if style.live else 11}, '
        f'fontcolor="{INK}", color="#555555", width=0.2, height=0.2];',
        f'edge [dir=none, color="{style.edge_colour}", arrowsize=0.8, tailport=s, headport=n];',
    ]


def _drawn(shown: ShownNode, style: Style) -> Iterator[str]:
    yield _node(shown, style)
    yield from (_edge(shown, child, style) for child in shown.children)
    if shown.hidden_nodes:
        yield _stub(shown)


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
    if names := ["leaf"] * end + [place(shown.node, len(shown.path))] * style.live:
        look |= {"class": " ".join(names)}
    return f"n{shown.number} [{_attributes(look)}];"


def place(node: Node, depth: int) -> str:
    """Where a node is, `depth` below the drawn root, as a class: "at_0_3" is the first action, then the fourth."""
    steps: list[str] = []
    while len(steps) < depth and node.parent is not None:
        steps.append(str([*node.parent.state.legal_actions(), node.action].index(node.action)))
        node = node.parent
    return "_".join(["at", *reversed(steps)])


def fill(node: Node) -> str:
    """The colour of a value, from cream (0) to blue (1); white without visits."""
    if not node.visits:
        return "#ffffff"
    q = min(max(node.value, 0.0), 1.0)
    return "#" + "".join(f"{round(low + q * (high - low)):02x}" for low, high in zip(LOW, HIGH))


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


def _stub(shown: ShownNode) -> str:
    words = hidden(shown).replace(", ", "<BR/>")
    return (
        f"s{shown.number} [label=<<I>{words}</I>>, shape=plain, style=\"\", fontsize=9, fontcolor=\"#555555\"];\n"
        f"n{shown.number} -> s{shown.number} [style=dotted, penwidth=1.2, weight={1 if shown.children else 20}];"
    )


# ---------------------------------------------------------------------------- labels

def entities(words: str) -> str:
    """Words as ASCII for an HTML-like label: everything that is not a plain letter becomes an entity."""
    return "".join(c if c.isascii() and (c.isalnum() or c in " .,:+-=()/") else f"&#{ord(c)};" for c in words)


def _label(shown: ShownNode, style: Style) -> str:
    node = shown.node
    wrong = ' <FONT COLOR="' + WRONG + '"><B>&#8800;</B></FONT>' if shown.path in style.differs else ""
    title, size = f"<B>{entities(name(shown))}</B>{wrong}", 13 if style.live else 10
    parts = list(board_table(node, bool(shown.path))) if len(shown.path) < style.boards else []
    if shown.path in style.before:
        parts.append(changes(node, style.before[shown.path]))
    else:
        parts.append(f'<FONT POINT-SIZE="{size}">{figures(node, style.sums)}</FONT>')
    cells = [f"<TD>{part}</TD>" for part in parts]
    if style.live:  # wide rather than high: the board stands beside the numbers
        rows = [f'<TR><TD COLSPAN="{len(cells)}">{title}</TD></TR>', f"<TR>{''.join(cells)}</TR>"]
    else:
        rows = [f"<TR>{cell}</TR>" for cell in [f"<TD>{title}</TD>", *cells]]
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1">{"".join(rows)}</TABLE>>'


def figures(node: Node, sums: bool) -> str:
    """N, W (if wanted) and Q, a line each."""
    value = f"Q {node.value:.2f}" if node.visits else "Q -"
    return "<BR/>".join([f"N {node.visits}", *[f"W {_sum(node.value_sum)}"] * sums, value])


def changes(node: Node, before: tuple[int, float]) -> str:
    """What backpropagation did to a node, on white, in the colour of its player: +½ for O, N 6→7, W 3½→4, the new Q."""
    visits, value_sum = before
    who, gain = player_name(node.state, node.player), node.value_sum - value_sum
    ink = MARK_COLOURS.get(who, INK)
    lines = [
        _new(f"{'+' * (gain >= 0)}{points(gain)} for {who}", ink),
        f"N {visits}{_new(f'→{node.visits}', ink)}",
        f"W {_sum(value_sum)}{_new(f'→{points(node.value_sum)}', ink)}",
        _new(f"Q {node.value:.2f}" if node.visits else "Q -", ink),
    ]
    rows = "".join(f"<TR><TD>{line}</TD></TR>" for line in lines)
    return f'<TABLE BORDER="0" CELLSPACING="0" CELLPADDING="1" BGCOLOR="#ffffff">{rows}</TABLE>'


def _sum(value: float) -> str:
    """Points; a space after ½, for which Graphviz leaves the room of a narrower letter."""
    return entities(points(value)).replace("&#189;", "&#189; ")


def _new(words: str, ink: str) -> str:
    return f'<FONT COLOR="{ink}"><B>{entities(words)}</B></FONT>'


def board_table(node: Node, mark_last: bool = True) -> Iterator[str]:
    """The board of a node as an HTML-like table; nothing for a game that is no grid."""
    if not (side := columns(node.state)):
        return
    cells = node.state.cells()  # type: ignore[attr-defined]
    unit = max(9 if side > 6 else 6, (54 if side < 5 else 66) // side)
    last = cell_of(node.parent.state, node.action) if mark_last and node.parent else None
    rows = (
        "".join(_cell(cells[k], unit, k == last) for k in range(start, start + side))
        for start in range(0, len(cells), side)
    )
    body = "".join(f"<TR>{row}</TR>" for row in rows)
    size = f'FIXEDSIZE="TRUE" WIDTH="{unit * side}" HEIGHT="{unit * len(cells) // side}"'  # never drawn out
    yield f'<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0" CELLPADDING="0" COLOR="#777777" {size}>{body}</TABLE>'


def _cell(mark: str, unit: int, is_last: bool) -> str:
    paper = LAST if is_last else "#ffffff"
    size = f'FIXEDSIZE="TRUE" WIDTH="{unit}" HEIGHT="{unit}" BGCOLOR="{paper}"'
    if mark == ".":
        return f"<TD {size}></TD>"
    ink = MARK_COLOURS.get(mark, INK)
    return f'<TD {size}><FONT POINT-SIZE="{unit * 0.75:g}" COLOR="{ink}"><B>{entities(mark)}</B></FONT></TD>'
