"""Write the labels of the nodes of a drawn tree in Graphviz's HTML-like form.

A label shows a node's name, board and numbers, and the changes in the numbers.  Every line has
enough room in any font, because `look.text_width` measures with the widest font.
"""

from collections.abc import Iterable, Sequence
from string import ascii_letters, digits
from typing import Any, NamedTuple

from mctslib.draw.look import (
    FIGURE,
    INK,
    NOTE,
    PAPER,
    SHADE,
    WRONG,
    mark_colour,
    text_width,
    wrapped,
)
from mctslib.draw.outline import ShownNode, name, value_in_words
from mctslib.games.board import cell_of, columns, sides
from mctslib.games.names import player_name
from mctslib.tree import Node
from mctslib.words import points

BOARD_WIDTH = 46  # the approximate width of a board, in pixels
WIDE_BOARD_WIDTH = 58  # the approximate width of a board with five columns or more, in pixels
LEAST_CELL = 7  # the smallest width of a cell with a mark, in pixels
LEAST_LETTER_CELL = 13  # the smallest width of a cell with a letter, in pixels
TITLE_WIDTH = 96  # a longer name of a node is broken into lines, in pixels
PLAIN = f"{ascii_letters}{digits} .,:+-=()/"  # these characters are not replaced by entities


class Span(NamedTuple):
    """The words of a part of a line, all in one style."""

    words: str
    bold: bool = False
    ink: str = INK


def entities(words: str) -> str:
    """Return words as ASCII text for an HTML-like label.

    Characters that are not in `PLAIN` are written as entities.
    """
    return "".join(letter if letter in PLAIN else f"&#{ord(letter)};" for letter in words)


# ---------------------------------------------------------------------------- the label of a node


def node_label(
    shown: ShownNode,
    *,
    board: bool,
    sums: bool,
    wrong: bool,
    before: tuple[int, float] | None,
    badge: str = "",
) -> str:
    """Return the label of a node, with its name, badge, board and numbers.

    board    whether to show the board, if the game has one
    sums     whether to show W beside N and Q
    wrong    whether to add the sign ≠ to the name
    before   (N, W) before backpropagation, to show the changes; None for the numbers alone
    badge    a short text below the name, or ""
    """
    node = shown.node
    tables = []
    if board and columns(node.state):
        tables.append(board_table(node, mark_last=bool(shown.path)))
    if before is None:
        tables.append(_table(_row(FIGURE, Span(line)) for line in figures(node, sums)))
    else:
        tables.append(changes(node, before))

    title = wrapped(name(shown), TITLE_WIDTH, NOTE, bold=True)  # such as "take 3 from heap 1"
    lines = [[Span(line, bold=True)] for line in title]
    if wrong:
        lines[-1].append(Span(" ≠", bold=True, ink=WRONG))
    rows = [_row(NOTE, *line) for line in lines]
    if badge:
        rows.append(_row(NOTE, Span(badge, bold=True)))

    rows.extend(f"<TR><TD>{table}</TD></TR>" for table in tables)
    return f"<{_table(rows)}>"


def figures(node: Node, sums: bool) -> list[str]:
    """Return the lines of text for N, W (if `sums` is true) and Q."""
    lines = [f"N {node.visits:,}"]
    if sums:
        lines.append(f"W {points(node.value_sum)}")
    lines.append(value_in_words(node))
    return lines


def changes(node: Node, before: tuple[int, float]) -> str:
    """Return a table of the changes that backpropagation made to a node.

    before   (N, W) before backpropagation

    The table shows, for example, "+½ for O", "N 6→7", "W 3½→4" and the new Q.  Its background is
    white, and new numbers have the colour of the player who moved into the node.
    """
    visits, value_sum = before
    who = player_name(node.state, node.player)
    ink = mark_colour(who)
    gain = node.value_sum - value_sum
    sign = "+" if gain >= 0 else ""
    rows = (
        _row(FIGURE, Span(f"{sign}{points(gain)} for {who}", True, ink)),
        _row(FIGURE, Span(f"N {visits:,}"), Span(f"→{node.visits:,}", True, ink)),
        _row(FIGURE, Span(f"W {points(value_sum)}"), Span(f"→{points(node.value_sum)}", True, ink)),
        _row(FIGURE, Span(value_in_words(node), True, ink)),
    )
    return _table(rows, f' BGCOLOR="{PAPER}"')


def _table(rows: Iterable[str], more: str = "") -> str:
    frame = 'BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1"'
    return f"<TABLE {frame}{more}>{''.join(rows)}</TABLE>"


def _row(size: int, *spans: Span, columns: int = 1) -> str:
    """Return a line of words that spans `columns` columns, with enough room in any font."""
    room = sum(text_width(span.words, size, span.bold) for span in spans)
    written = "".join(_written(span) for span in spans)
    place = f'COLSPAN="{columns}" WIDTH="{room:.0f}"'
    return f'<TR><TD {place}><FONT POINT-SIZE="{size}">{written}</FONT></TD></TR>'


def _written(span: Span) -> str:
    words = entities(span.words)
    if span.bold:
        words = f"<B>{words}</B>"
    return f'<FONT COLOR="{span.ink}">{words}</FONT>'


# ---------------------------------------------------------------------------- boards


def unit_of(state: Any) -> int:
    """Return the width of a cell of a board, in pixels.

    Cells with letters are wider than cells with marks.  On a slanting board, half the width is also
    a whole number of pixels.
    """
    side = columns(state)
    width = BOARD_WIDTH if side < 5 else WIDE_BOARD_WIDTH
    only_marks = set(state.cells()) <= set(".XO")
    unit = max(width // side, LEAST_CELL if only_marks else LEAST_LETTER_CELL)
    return unit + unit % 2 if sides(state) else unit


def board_table(node: Node, mark_last: bool = True) -> str:
    """Return the board of a node as an HTML-like table; a board of hexagons slants.

    mark_last   whether to mark the cell that was played last
    """
    state: Any = node.state
    side, unit = columns(state), unit_of(state)
    last = None
    if mark_last and node.parent is not None:
        last = cell_of(node.parent.state, node.action)
    cells = [_cell(mark, unit, k == last) for k, mark in enumerate(state.cells())]
    rows = [cells[start : start + side] for start in range(0, len(cells), side)]
    width = unit * side
    if sides(state):
        width += unit // 2 * (len(rows) - 1)
        lines = _slanting(rows, unit)
    else:
        lines = ["".join(row) for row in rows]
    body = "".join(f"<TR>{line}</TR>" for line in lines)
    frame = f'BORDER="0" CELLBORDER="1" CELLSPACING="0" CELLPADDING="0" COLOR="{SHADE}"'
    size = f'FIXEDSIZE="TRUE" WIDTH="{width}" HEIGHT="{unit * len(rows)}"'  # prevents stretching
    return f"<TABLE {frame} {size}>{body}</TABLE>"


def _slanting(rows: Sequence[Sequence[str]], unit: int) -> list[str]:
    """Return the rows of a slanting board, each half a cell to the right of the previous row.

    A cell is two table columns wide, and a gap is one column wide.
    """
    gap = f'<TD BORDER="0" FIXEDSIZE="TRUE" WIDTH="{unit // 2}" HEIGHT="{unit}"></TD>'
    lines = []
    for number, row in enumerate(rows):
        cells = "".join(row).replace("<TD", '<TD COLSPAN="2"')
        gaps_after = len(rows) - 1 - number
        lines.append(gap * number + cells + gap * gaps_after)
    return lines


def _cell(mark: str, unit: int, is_last: bool) -> str:
    frame = f'BORDER="2" COLOR="{INK}" ' if is_last else ""
    size = f'{frame}FIXEDSIZE="TRUE" WIDTH="{unit}" HEIGHT="{unit}" BGCOLOR="{PAPER}"'
    if mark == ".":
        return f"<TD {size}></TD>"
    ink = mark_colour(mark)
    letter = f"<B>{entities(mark)}</B>"
    return f'<TD {size}><FONT POINT-SIZE="{unit * 0.8:g}" COLOR="{ink}">{letter}</FONT></TD>'
