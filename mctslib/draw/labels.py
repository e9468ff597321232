"""What stands in the nodes of a drawn tree, as Graphviz' HTML-like labels: name, board, numbers, what changed.

Every line has room in any font: `look.text_width` measures for the widest.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from mctslib.draw.look import (
    FIGURE,
    INK,
    LAST,
    MARK_COLOURS,
    NOTE,
    PALE,
    PAPER,
    WORDS,
    WRONG,
    text_width,
)
from mctslib.draw.outline import ShownNode, name
from mctslib.games.board import cell_of, columns, sides
from mctslib.games.names import player_name
from mctslib.tree import Node
from mctslib.words import number, points


def entities(words: str) -> str:
    """Words as ASCII for an HTML-like label: everything that is not a plain letter becomes an entity."""
    return "".join(
        c if c.isascii() and (c.isalnum() or c in " .,:+-=()/") else f"&#{ord(c)};" for c in words
    )


def node_label(
    shown: ShownNode,
    *,
    board: bool,
    sums: bool,
    wrong: bool,
    before: tuple[int, float] | None,
    live: bool,
    badge: str = "",
) -> str:
    """The name of a node, its badge, its board and its numbers; `live`, where height is short, the two side by side."""
    size, node = figure_size(live), shown.node
    tables = list(board_table(node, bool(shown.path))) if board else []
    if before is None:
        tables.append(_table(_row(size, (line, False, INK)) for line in figures(node, sums)))
    else:
        tables.append(changes(node, before, size))
    words = [(name(shown), True, INK), *[(" ≠", True, WRONG)] * wrong]
    columns = len(tables) if live else 1
    titles = [_row(max(NOTE, size), *words, columns=columns)]
    titles += [_row(max(NOTE, size), (badge, True, INK), columns=columns)] * bool(badge)
    cells = [f"<TD>{table}</TD>" for table in tables]
    rows = ["".join(cells)] if live else cells
    return f"<{_table([*titles, *(f'<TR>{row}</TR>' for row in rows)])}>"


def figure_size(live: bool) -> int:
    """The size of the numbers: a live tree is often shrunk to its place."""
    return WORDS if live else FIGURE


def _table(rows: Iterable[str], more: str = "") -> str:
    return f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1"{more}>{"".join(rows)}</TABLE>'


def figures(node: Node, sums: bool) -> list[str]:
    """N, W (if wanted) and Q, a line each."""
    value = f"Q {number(node.value, 2)}" if node.visits else "Q -"
    return [f"N {node.visits:,}", *[f"W {points(node.value_sum)}"] * sums, value]


def changes(node: Node, before: tuple[int, float], size: int = FIGURE) -> str:
    """What backpropagation did to a node, on white, in the colour of its player: +½ for O, N 6→7, W 3½→4, the new Q."""
    visits, value_sum = before
    who, gain = player_name(node.state, node.player), node.value_sum - value_sum
    sign = "+" if gain >= 0 else ""
    ink = MARK_COLOURS.get(who, INK)
    value = f"Q {number(node.value, 2)}" if node.visits else "Q -"
    rows = (
        _row(size, (f"{sign}{points(gain)} for {who}", True, ink)),
        _row(size, (f"N {visits:,}", False, INK), (f"→{node.visits:,}", True, ink)),
        _row(
            size, (f"W {points(value_sum)}", False, INK), (f"→{points(node.value_sum)}", True, ink)
        ),
        _row(size, (value, True, ink)),
    )
    return _table(rows, f' BGCOLOR="{PAPER}"')


def _row(size: int, *spans: tuple[str, bool, str], columns: int = 1) -> str:
    """A line of words, each span with its weight and its ink, with room for it in any font."""
    room = sum(text_width(words, size, bold) for words, bold, _ in spans)
    written = (
        f'<FONT COLOR="{ink}">{f"<B>{entities(words)}</B>" if bold else entities(words)}</FONT>'
        for words, bold, ink in spans
    )
    place = f'COLSPAN="{columns}" WIDTH="{room:.0f}"'
    return f'<TR><TD {place}><FONT POINT-SIZE="{size}">{"".join(written)}</FONT></TD></TR>'


def unit_of(state: Any) -> int:
    """The side of a cell of a board, in pixels: letters want more room than marks; half of it is whole if slanting."""
    side = columns(state)
    unit = max((46 if side < 5 else 58) // side, 7 if set(state.cells()) <= set(".XO") else 13)
    return unit + unit % 2 if sides(state) else unit


def board_table(node: Node, mark_last: bool = True) -> Iterator[str]:
    """The board of a node as an HTML-like table, of hexagons slanting; nothing for a game that is no grid."""
    if not (side := columns(node.state)):
        return
    cells = node.state.cells()  # type: ignore[attr-defined]
    unit = unit_of(node.state)
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
