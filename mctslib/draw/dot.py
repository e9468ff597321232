"""Write a search tree as DOT text for Graphviz: the nodes' labels, the edges and the line styles.

The style of the lines shows the phase of an iteration, so that readers can recognise the phase even
in a picture without colours:

    select          the path is bold, with arrows downwards
    expand          the new node and its edge are dashed
    simulate        a dotted line leads from the node to the playout (`draw/playout.py` draws the
                    playout below the tree)
    backpropagate   the path is bold, with arrows upwards, and its nodes show the changes in their
                    numbers

A wedge under a node represents the hidden nodes below, and shows their number.  The width of a
wedge or an edge grows with the square root of its share of the root's visits.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from mctslib.chance import seats
from mctslib.draw import labels
from mctslib.draw.look import (
    ACT,
    FIGURE,
    INK,
    MEASURED,
    NOTE,
    PAPER,
    RULE,
    SHADE,
    SOFT,
    WRONG,
    text_width,
    value_colour,
)
from mctslib.draw.outline import MOST, ShownNode, pictured
from mctslib.game import Action
from mctslib.games.board import columns
from mctslib.tree import PHASE_NAMES, Node, Path

HEADINGS = {
    "select": ("Selection", "walk down the bold path"),
    "expand": ("Expansion", "add the dashed node"),
    "simulate": ("Simulation", "play on at random, dotted"),
    "backpropagate": ("Backpropagation", "carry the result up"),
}


@dataclass(frozen=True)
class Style:
    """The options of a picture, most of which are arguments of `tree_dot` with the same names.

    root_visits   the number of visits of the drawn root, at least 1; the width of an edge shows a
                  share of this number
    deepest       the depth of the deepest drawn node; the root has depth 0
    """

    root_visits: int
    deepest: int
    path: Path
    new: Path | None
    phase: str | None
    differs: Collection[Path]
    boards: int
    sums: bool
    before: Mapping[Path, tuple[int, float]]
    badge: Callable[[Node], str] | None

    @property
    def colour(self) -> str:
        """The colour of the running phase, or ink if no phase is running."""
        return ACT if self.phase else INK

    def on_path(self, shown: ShownNode) -> bool:
        """Return whether the bold path leads through a node."""
        if not self.path and not self.phase:
            return False
        return shown.path == self.path[: len(shown.path)]

    def is_leaf(self, shown: ShownNode) -> bool:
        """Return whether a node is the current end of the running phase.

        The current end is the new node, or the end of the path if there is no new node.
        """
        if self.phase is None:
            return False
        return shown.path == (self.path if self.new is None else self.new)

    def badge_of(self, node: Node) -> str:
        """Return the badge of a node, which is a short text in the node, or "" without a badge."""
        return self.badge(node) if self.badge else ""


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
    keep: Collection[Path] = (),
    badge: Callable[[Node], str] | None = None,
    most_leaves: int = MOST,
    most_levels: int = MOST,
) -> str:
    """Return the tree as DOT text, for Graphviz.

    max_nodes   the largest number of drawn nodes, 1 to 200
    path        the actions from the root along the bold path
    new         the path of the node that was just added, whose frame is dashed
    phase       "select", "expand", "simulate", "backpropagate" or None
    differs     the paths of nodes to mark as wrong, with a red double frame and the sign ≠
    boards      the number of levels, counted from the root, that show their boards
    sums        whether the nodes also show W
    before      path → the old (N, W) of a node; the node shows the old numbers beside the new
                numbers, as in N 6→7
    keep        the paths of nodes that are drawn in preference to others, parents first
    badge       a function that returns a short text for a node, such as "✓ won", or "".  The text
                is on a line of its own, and the node has a bold frame
    most_leaves the largest number of drawn nodes without drawn children; see `outline.visible`
    most_levels the largest number of drawn levels below the root; see `outline.visible`

    Raises ValueError if `phase` or `max_nodes` is invalid.
    """
    if phase not in (None, *PHASE_NAMES):
        raise ValueError(f"phase must be one of {', '.join(PHASE_NAMES)} or None, not {phase!r}.")
    wrong = {tuple(one) for one in differs}
    added = None if new is None else tuple(new)
    top = pictured(
        root,
        max_nodes=max_nodes,
        path=path,
        new=added,
        differs=wrong,
        keep=keep,
        most_leaves=most_leaves,
        most_levels=most_levels,
    )
    nodes = list(top.all())
    style = Style(
        root_visits=max(1, root.visits),
        deepest=max(len(shown.path) for shown in nodes),
        path=tuple(path),
        new=added,
        phase=phase,
        differs=wrong,
        boards=boards,
        sums=sums,
        before=before or {},
        badge=badge,
    )
    lines = _preamble(style)
    for shown in nodes:
        lines.append(_node(shown, style))
        lines.extend(_edge(shown, child, style) for child in shown.children)
        if shown.hidden_nodes:
            lines.append(_wedge(shown, style))
    return "\n".join([*lines, "}"])


def _preamble(style: Style) -> list[str]:
    """Return the first lines: the settings of the whole picture, of all nodes and of all edges."""
    return [
        "digraph tree {",
        'graph [bgcolor="transparent", ranksep=0.5, nodesep=0.1, pad=0.1, '
        "splines=line, ordering=out];",
        'node [shape=box, style="rounded,filled", margin="0.05,0.03", '
        f'fontname="{MEASURED}", fontsize={NOTE}, fontcolor="{INK}", color="{SOFT}", '
        "width=0.2, height=0.2];",
        f'edge [dir=none, color="{SHADE}", arrowsize=0.8, tailport=s, headport=n];',
    ]


def _attributes(values: Mapping[str, object]) -> str:
    """Return `key="value"` pairs.

    A value that starts with `<` is an HTML-like label, so it is not quoted.
    """
    pairs = []
    for key, value in values.items():
        written = str(value) if str(value).startswith("<") else f'"{value}"'
        pairs.append(f"{key}={written}")
    return ", ".join(pairs)


# ---------------------------------------------------------------------------- nodes


def _node(shown: ShownNode, style: Style) -> str:
    look: dict[str, object] = {"label": _label(shown, style), "fillcolor": fill(shown.node)}
    if style.badge_of(shown.node):
        look |= {"color": INK, "penwidth": 2.5}
    if style.on_path(shown):
        look |= {"color": style.colour, "penwidth": 3}
    if shown.path == style.new:
        look |= {"style": "rounded,filled,dashed", "color": style.colour, "penwidth": 2.5}
    if shown.path in style.differs:
        # The node gets a double frame; `labels.py` writes ≠ after its name.
        look |= {"color": WRONG, "peripheries": 2, "penwidth": 2}
    if style.is_leaf(shown):
        look |= {"class": "leaf"}
    return f"n{shown.number} [{_attributes(look)}];"


def _label(shown: ShownNode, style: Style) -> str:
    return labels.node_label(
        shown,
        board=len(shown.path) < style.boards,
        sums=style.sums,
        wrong=shown.path in style.differs,
        before=style.before.get(shown.path),
        badge=style.badge_of(shown.node),
    )


def place(node: Node, depth: int) -> str:
    """Return the place of a node, `depth` levels below the drawn root, as the name of a CSS class.

    For example, the first legal action at the root followed by the fourth legal action leads to the
    node "at_0_3".
    """
    steps: list[str] = []
    while len(steps) < depth and node.parent is not None:
        actions = [*node.parent.state.legal_actions(), node.action]
        steps.append(str(actions.index(node.action)))  # an illegal action is counted as the last
        node = node.parent
    return "_".join(["at", *reversed(steps)])


def path_to(root: Node, place: str) -> Path | None:
    """Return the actions that lead to a place such as "at_0_3", or None if no node is there."""
    node = root
    path: Path = ()
    for step in place.split("_")[1:]:
        rank = int(step) if step.isdecimal() else -1
        legal = list(node.state.legal_actions())
        actions = legal + [action for action in node.children if action not in legal]
        if not 0 <= rank < len(actions) or actions[rank] not in node.children:
            return None
        node = node.children[actions[rank]]
        path = (*path, node.action)
    return path


def fill(node: Node) -> str:
    """Return the colour of a node's value; white without visits, or after a move of chance."""
    players = seats(node.state)
    if not node.visits or node.player not in players:
        return PAPER
    return value_colour(node.value, node.player, len(players))


# ---------------------------------------------------------------------------- edges


def _edge(parent: ShownNode, child: ShownNode, style: Style) -> str:
    width = 0.8 + 6 * sqrt(child.node.visits / style.root_visits)
    look: dict[str, object] = {"penwidth": f"{width:.2f}"}
    if style.on_path(child) or child.path == style.new:
        look |= {"class": "path"}
    if style.on_path(child):
        upwards = style.phase == "backpropagate"
        look |= {"color": style.colour, "penwidth": max(3.5, round(width, 2))}
        look |= {"dir": "back" if upwards else "forward"}
    if child.path == style.new:
        look |= {"style": "dashed", "penwidth": 2.5, "color": style.colour}
    if child.path in style.differs:
        look |= {"color": WRONG}
    return f"n{parent.number} -> n{child.number} [{_attributes(look)}];"


def _wedge(shown: ShownNode, style: Style) -> str:
    """Return the DOT text of the wedge under a node, with the number of hidden nodes.

    The text contains an edge that `layout` turns into a wedge.
    """
    words = f"+{shown.hidden_nodes:,}"
    width = 3 + 40 * sqrt(shown.hidden_visits / style.root_visits)
    room = max(width, text_width(words, FIGURE))
    size = f'FIXEDSIZE="TRUE" WIDTH="{room:.0f}" HEIGHT="{height_beside(shown, style)}"'
    cell = f'<TR><TD {size} VALIGN="TOP">{words}</TD></TR>'
    table = f'<TABLE BORDER="0" CELLSPACING="0" CELLPADDING="0">{cell}</TABLE>'
    weight = 1 if shown.children else 20  # puts a wedge without siblings directly below its node
    number = shown.number
    return (
        f's{number} [label=<{table}>, shape=plain, style="", class="", '
        f'fontsize={FIGURE}, fontcolor="{SOFT}"];\n'
        f'n{number} -> s{number} [class=wedge, penwidth="{width:.1f}", '
        f'color="{RULE}", weight={weight}];'
    )


def height_beside(shown: ShownNode, style: Style) -> int:
    """Return the height of the nodes in the row below the node `shown`, in pixels."""
    depth = len(shown.path) + 1
    if depth > style.deepest:
        return FIGURE + 4
    line = 1.2 * FIGURE + 2
    numbers = line * (3 if style.sums else 2)
    badge = line if style.badge else 0
    board = 0
    state: Any = shown.node.state
    side = columns(state)
    if side and depth < style.boards:
        board = len(state.cells()) // side * labels.unit_of(state)
    return round(19 + badge + board + numbers)
