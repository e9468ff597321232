"""A search tree as Graphviz text: what stands in the nodes, how they are linked, what the lines say.

The phase of an iteration is told by the style of its lines, so that it survives a printer without colours:

    select          the path is bold, arrows downwards
    expand          the new node and its edge are dashed
    simulate        a dotted line leads from the node to the random game (drawn below the tree by `draw/playout.py`)
    backpropagate   the path is bold, arrows upwards, and its nodes show what was added

What is not drawn is a wedge under its parent, with the number of its nodes: as wide as an edge, by the square root of
its visits against those of the root.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from mctslib.draw import labels
from mctslib.draw.look import (
    ACCENTS,
    INK,
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
from mctslib.draw.outline import ShownNode, pictured
from mctslib.game import Action
from mctslib.games.board import columns
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
    badge: Callable[[Node], str] | None = None
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
    root: Node,
    *,
    max_nodes: int = 15,
    path: Sequence[Action] = (),
    new: Sequence[Action] | None = None,
    phase: str | None = None,
    differs: Collection[Path] = (),
    boards: int = 2,
    sums: bool = False,
    before: Mapping[Path, tuple[int, float]] | None = None,
    live: bool = False,
    keep: Collection[Path] = (),
    badge: Callable[[Node], str] | None = None,
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
    badge       node → a word that stands in it on a line of its own, as "✓ won"; its frame is bold.  "" for none

    Raises ValueError for another phase, or for more nodes.
    """
    if phase not in (None, *PHASE_NAMES):
        raise ValueError(f"phase must be one of {', '.join(PHASE_NAMES)} or None, not {phase!r}.")
    differs = {tuple(wrong) for wrong in differs}
    new = None if new is None else tuple(new)
    top = pictured(root, max_nodes, path, new, differs, keep)
    deepest = max(len(shown.path) for shown in top.all())
    style = Style(
        max(1, root.visits),
        tuple(path),
        new,
        phase,
        differs,
        boards,
        sums,
        before or {},
        live,
        badge,
        deepest,
    )
    lines = [line for shown in top.all() for line in _drawn(shown, style)]
    return "\n".join([*_preamble(style), *lines, "}"])


def _preamble(style: Style) -> list[str]:
    return [
        "digraph tree {",
        f'graph [bgcolor="transparent", ranksep={0.3 if style.live else 0.5}, nodesep=0.1, pad=0.1, '
        "splines=line, ordering=out];",
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
    return ", ".join(
        f"{key}={v}" if str(v).startswith("<") else f'{key}="{v}"' for key, v in values.items()
    )


def _node(shown: ShownNode, style: Style) -> str:
    look: dict[str, object] = {"label": _label(shown, style), "fillcolor": fill(shown.node)}
    if style.badge and style.badge(shown.node):
        look |= {"color": INK, "penwidth": 2.5}
    if style.on_path(shown):
        look |= {"color": style.colour, "penwidth": 3}
    if shown.path == style.new:
        look |= {"style": "rounded,filled,dashed", "color": style.colour, "penwidth": 2.5}
    if shown.path in style.differs:
        look |= {"color": WRONG, "peripheries": 2, "penwidth": 2}
    end = style.phase is not None and shown.path == (style.path if style.new is None else style.new)
    if names := ["leaf"] * end + [place(shown.node, len(shown.path))] * style.live:
        look |= {"class": " ".join([*names, "valued"])}
    return f"n{shown.number} [{_attributes(look)}];"


def _label(shown: ShownNode, style: Style) -> str:
    path = shown.path
    return labels.node_label(
        shown,
        board=len(path) < style.boards,
        sums=style.sums,
        wrong=path in style.differs,
        before=style.before.get(path),
        live=style.live,
        badge=style.badge(shown.node) if style.badge else "",
    )


def place(node: Node, depth: int) -> str:
    """Where a node is, `depth` below the drawn root, as a class: "at_0_3" is the first action, then the fourth."""
    steps: list[str] = []
    while len(steps) < depth and node.parent is not None:
        steps.append(str([*node.parent.state.legal_actions(), node.action].index(node.action)))
        node = node.parent
    return "_".join(["at", *reversed(steps)])


def fill(node: Node) -> str:
    """The colour of a node's value; white without visits."""
    return value_colour(node.value) if node.visits else PAPER


def _edge(parent: ShownNode, child: ShownNode, style: Style) -> str:
    look: dict[str, object] = {
        "penwidth": f"{0.8 + 6 * sqrt(child.node.visits / style.root_visits):.2f}"
    }
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
    letters = labels.figure_size(style.live)
    size = f'FIXEDSIZE="TRUE" WIDTH="{max(base, text_width(words, letters)):.0f}" HEIGHT="{_beside(shown, style)}"'
    table = f'<TABLE BORDER="0" CELLSPACING="0" CELLPADDING="0"><TR><TD {size} VALIGN="TOP">{words}</TD></TR></TABLE>'
    weight = 1 if shown.children else 20
    return (
        f's{shown.number} [label=<{table}>, shape=plain, style="", class="", fontsize={letters}, fontcolor="{SOFT}"];\n'
        f'n{shown.number} -> s{shown.number} [class=wedge, penwidth="{base:.1f}", color="{WEDGE}", weight={weight}];'
    )


def _beside(shown: ShownNode, style: Style) -> int:
    """The height of the nodes in the row below: as high a neighbour begins where they begin."""
    depth = len(shown.path) + 1
    if depth > style.deepest:
        return labels.figure_size(style.live) + 4
    state: Any = shown.node.state
    side = columns(state) if depth < style.boards else 0
    board = len(state.cells()) // side * labels.unit_of(state) if side else 0
    lines = (1.2 * labels.figure_size(style.live) + 2) * (2 + style.sums)
    badge = 1.2 * labels.figure_size(style.live) + 2 if style.badge else 0
    return round(19 + badge + (max(board, lines) if style.live else board + lines))
