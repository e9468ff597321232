"""A search tree as Graphviz text: what stands in the nodes, how they are linked, what the lines say.

The phase of an iteration is told by the style of its lines, so that it survives a printer without colours:

    select          the path is bold, arrows downwards
    expand          the new node and its edge are dashed
    simulate        a dotted edge leads from the node to the result of the playout
    backpropagate   the path is bold, arrows upwards
"""
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from mctslib.draw.look import ACCENTS, INK, LAST, MARK_COLOURS, PAPER, WRONG, value_colour
from mctslib.draw.outline import ShownNode, hidden, name, visible
from mctslib.draw.svg import shorten
from mctslib.game import Action
from mctslib.games.board import cell_of, columns
from mctslib.tree import PHASE_NAMES, Node, Path

PHASE_COLOURS = dict(zip(PHASE_NAMES, ACCENTS))
HEADINGS = {
    "select": "1 Selection: walk down the bold path",
    "expand": "2 Expansion: add the dashed node",
    "simulate": "3 Simulation: play on at random, dotted",
    "backpropagate": "4 Backpropagation: carry the result up",
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
    result: str = ""

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
    phase: str | None = None, differs: Collection[Path] = (), boards: int = 2, result: str = "",
) -> str:
    """The tree as DOT text, for Graphviz.

    max_nodes   how many nodes are drawn at most, 1…200
    path        actions from the root along the bold path
    new         path of the node just added: dashed
    phase       "select", "expand", "simulate", "backpropagate" or None
    differs     paths of nodes to mark as wrong: red, doubled, with the sign ≠
    boards      how many levels, from the root, show their board
    result      what the dotted playout of phase "simulate" ended with, in a word or two

    Raises ValueError for another phase, or for more nodes.
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
        f'graph [{label}bgcolor="white", ranksep=0.5, nodesep=0.1, pad=0.1, splines=line, '
        'ordering=out, fontname="Helvetica", fontsize=13];',
        'node [shape=box, style="rounded,filled", margin="0.05,0.03", fontname="Helvetica", fontsize=11, '
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
    return f"n{shown.number} [{_attributes(look)}];"


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


def _stub(shown: ShownNode) -> str:
    words = hidden(shown).replace(", ", "<BR/>")
    return (
        f"s{shown.number} [label=<<I>{words}</I>>, shape=plain, style=\"\", fontsize=9, fontcolor=\"#555555\"];\n"
        f"n{shown.number} -> s{shown.number} [style=dotted, penwidth=1.2, weight={1 if shown.children else 20}];"
    )


def _playout(top: ShownNode, style: Style) -> list[str]:
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


def _label(shown: ShownNode, style: Style) -> str:
    node = shown.node
    wrong = ' <FONT COLOR="' + WRONG + '"><B>&#8800;</B></FONT>' if shown.path in style.differs else ""
    rows = [f"<TR><TD><B>{entities(name(shown))}</B>{wrong}</TD></TR>"]
    if len(shown.path) < style.boards:
        rows += [f"<TR><TD>{table}</TD></TR>" for table in board_table(node, bool(shown.path))]
    value = f"{node.value:.2f}" if node.visits else "-"
    rows.append(f'<TR><TD><FONT POINT-SIZE="10">N {node.visits}<BR/>Q {value}</FONT></TD></TR>')
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1">{"".join(rows)}</TABLE>>'


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
    yield f'<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0" CELLPADDING="0" COLOR="#777777">{body}</TABLE>'


def _cell(mark: str, unit: int, is_last: bool) -> str:
    paper = LAST if is_last else "#ffffff"
    size = f'FIXEDSIZE="TRUE" WIDTH="{unit}" HEIGHT="{unit}" BGCOLOR="{paper}"'
    if mark == ".":
        return f"<TD {size}></TD>"
    ink = MARK_COLOURS.get(mark, INK)
    return f'<TD {size}><FONT POINT-SIZE="{unit * 0.75:g}" COLOR="{ink}"><B>{entities(mark)}</B></FONT></TD>'
