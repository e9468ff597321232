"""Draw a tree and a graph of one game: a column for each number of sticks that are left."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, NamedTuple

from mctslib.course.ch06b.joining import (
    START,
    Joined,
    Pair,
    Path,
    here,
    mover,
    parents,
    q,
    state_at,
    sticks,
)
from mctslib.draw.look import ACT, INK, LEAST, PAPER, RULE, SOFT, TOLD, value_colour
from mctslib.draw.svg import HALO, document, element, text
from mctslib.games.nim import Nim
from mctslib.methods.graph import Graph, Spot
from mctslib.words import count

COLUMNS = sticks(START) + 1
HEAD = 20  # the height of the line that names the columns
Point = tuple[float, float]


class Size(NamedTuple):
    """The sizes of a picture, in pixels."""

    column: float
    box: float
    high: int  # the height of a box
    row: float  # the distance of two rows of the tree
    apart: int  # the distance of the two rows of the graph
    tab: float  # the width of the tab at the left of a box, which shows who moves
    fields: tuple[float, ...]  # where N and Q stand in a box, from its middle; () without Q


WIDE = Size(column=80, box=68, high=23, row=29, apart=0, tab=15, fields=(-10, 17))
# a graph: with Q below N, or beside N where there is room for it
TALL = Size(column=48, box=44, high=38, row=38, apart=274, tab=13, fields=())
GRAND = Size(column=80, box=68, high=26, row=38, apart=274, tab=15, fields=(-9, 17))
NARROW = Size(column=36.5, box=34, high=36, row=36, apart=112, tab=11, fields=())
CLOSE = Size(column=120, box=112, high=68, row=68, apart=112, tab=0, fields=())
WIDEST = COLUMNS * NARROW.column  # the width of a picture on a phone


@cache
def rows(state: Nim = START, path: Path = (), start: float = 0) -> dict[Path, float]:
    """Return the row of each node of the complete tree; an end of the game has a row of its own.

    So a node has the same place in every tree.
    """
    found: dict[Path, float] = {}
    end = start
    for action in reversed(state.legal_actions()):
        below = rows(state.apply(action), (*path, action), end)
        found |= below
        end += sum(state_at(one).is_terminal() for one in below)
    found[path] = (start + max(end, start + 1) - 1) / 2
    return found


def middle(state: Nim, size: Size) -> float:
    """Return the middle of the column of a position."""
    return (COLUMNS - 1 - sticks(state) + 0.5) * size.column


def heads(size: Size) -> str:
    """Draw the number of sticks above each column."""
    words = []
    for left in range(COLUMNS):
        x = (COLUMNS - 1 - left + 0.5) * size.column
        named = f"{left} left" if size.fields else str(left)
        words.append(text(named, x, 13, LEAST, text_anchor="middle", fill=SOFT))
    return "".join(words)


def tree_picture(nodes: Joined, lit: Collection[Path], held: Collection[Path], size: Size) -> str:
    """Draw a tree, some of whose nodes may have been merged.

    lit   the paths of the nodes that stand out
    held  the paths of the nodes that the reader has touched
    """
    at = {}
    for path, spot in nodes.items():
        at[path] = (middle(here(spot), size), HEAD + (rows()[path] + 0.5) * size.row)
    keys = {id(spot): path for path, spot in nodes.items()}
    lines = []
    for path, spot in nodes.items():
        for edge in spot.edges.values():
            end = keys[id(edge.end)]
            label = edge.visits if edge.visits < edge.end.visits else 0
            lines.append(line(at[path], at[end], end in lit, label, size))
    parts = [heads(size), *drawn_lines(lines)]
    for path, spot in nodes.items():
        pick = "t" + "".join(map(str, path))
        parts.append(box(spot, at[path], pick, path in lit, path in held, size))
    kinds = len({spot.state for spot in nodes.values()})
    said = f"A tree with {len(nodes)} nodes for {kinds} positions."
    height = HEAD + (max(rows().values()) + 1) * size.row + 4
    return document("".join(parts), COLUMNS * size.column, height, said)


def close_up(
    nodes: Joined, before: Joined, shown: Sequence[Path], met: Pair | None, held: Collection[Path]
) -> str:
    """Draw copies of one position and the nodes above them for a phone, with N and Q in full.

    before  the nodes before the last merge
    shown   the paths of the copies
    met     the two copies that the last merge has joined into the one that is shown, or None
    held    the paths of the nodes that the reader has touched
    """
    ways = [(path, above) for path in shown for above in parents(nodes, nodes[path])]
    tops = list(dict.fromkeys(top for _, (top, _) in ways))
    if met:  # the nodes above keep their places
        tops.sort(key=lambda path: path != met[0][:-1])
    at = side_by_side(tops, CLOSE.high / 2 + 2) | side_by_side(shown, CLOSE.high / 2 + CLOSE.apart)
    lines = []
    for path, (top, edge) in ways:
        label = edge.visits if edge.visits < edge.end.visits else 0
        lines.append(line(at[top], at[path], True, label, CLOSE, upright=True))
    parts = drawn_lines(lines)
    for path in tops:
        said = [
            f"N {nodes[path].visits}",
            changed(path, nodes, before, bool(met) and len(tops) < 3),
        ]
        parts.append(near(nodes[path], at[path], path, said, CLOSE.column / max(1, len(tops) / 2)))
    for path in shown:
        said, wide = [f"N {nodes[path].visits}", changed(path, nodes, before, False)], CLOSE.box
        if met:
            said, wide = added(nodes[path], before[met[0]], before[met[1]]), 1.6 * CLOSE.column
        parts.append(near(nodes[path], at[path], path, said, wide, lit=True, held=path in held))
    said_of_all = f"{count(len(shown), 'node')} of one position, and the nodes above"
    return document("".join(parts), WIDEST, CLOSE.apart + CLOSE.high + 2, said_of_all)


def side_by_side(paths: Sequence[Path], y: float) -> dict[Path, Point]:
    """Return places for nodes in a row of the close-up."""
    return {path: ((k + 0.5) * WIDEST / len(paths), y) for k, path in enumerate(paths)}


def changed(path: Path, nodes: Joined, before: Joined, compared: bool) -> str:
    """Return Q of a node, and if `compared` also what it was before the last merge."""
    if not path:
        return ""
    old, new = (f"{q(tree[path]):.2f}" if path in tree else "" for tree in (before, nodes))
    return f"Q {old} → {new}" if compared and old not in ("", new) else f"Q {new}"


def added(spot: Spot, one: Spot, other: Spot) -> list[str]:
    """Return lines about N and Q of a node into which two copies were merged."""
    numbers = f"Q {q(one):.2f} and {q(other):.2f} → {q(spot):.2f}"
    return [f"N {one.visits} + {other.visits} = {spot.visits}", numbers]


def near(
    spot: Spot,
    at: Point,
    path: Path,
    lines: list[str],
    width: float,
    *,
    lit: bool = False,
    held: bool = False,
) -> str:
    """Draw a node of the close-up: its position, and lines with its numbers."""
    x, top = at[0], at[1] - CLOSE.high / 2
    over = spot.state.is_terminal()
    name = "the end" if over else f"{sticks(here(spot))} left, {'XO'[spot.state.current_player]}"
    ground = element(
        "rect",
        x=x - width / 2,
        y=top,
        width=width,
        height=CLOSE.high,
        rx=6,
        fill=value_colour(q(spot) if path else 0.5, mover(here(spot))),
        stroke=ACT if lit else SOFT,
        stroke_width=3 if lit else 1,
        stroke_dasharray="5 3" if held else "none",
    )
    words = text(name, x, top + 16, LEAST, text_anchor="middle", fill=INK)
    for k, words_below in enumerate(lines):
        words += text(words_below, x, top + 37 + 20 * k, TOLD, text_anchor="middle", fill=INK)
    return element(
        "g",
        ground + words,
        data_pick="t" + "".join(map(str, path)),
        aria_pressed="true" if lit else "false",
        aria_label=", ".join(filter(None, (name, *lines))),
    )


def graph_picture(graph: Graph, lit: Nim | None, size: Size, *, known: bool = True) -> str:
    """Draw a graph, in which each position has one box: X to move above, O to move below.

    known  whether the boxes and the lines have numbers, and the boxes colours
    """
    at = {}
    for spot in graph.spots.values():
        state = here(spot)
        y = HEAD + size.row / 2 + size.apart * state.current_player
        at[state] = (middle(state, size), y)
    lines = []
    for spot in graph.spots.values():
        for edge in spot.edges.values():
            end = here(edge.end)
            label = edge.visits if known and end == lit else 0
            lines.append(line(at[here(spot)], at[end], end == lit, label, size, upright=True))
    parts = [heads(size), *drawn_lines(lines)]
    for spot in graph.spots.values():
        state = here(spot)
        pick = f"g{sticks(state)}{state.current_player}"
        parts.append(box(spot, at[state], pick, state == lit, False, size, known=known))
    said = f"A graph with {len(graph.spots)} positions."
    height = HEAD + size.apart + size.row + 4
    return document("".join(parts), COLUMNS * size.column, height, said)


def drawn_lines(lines: list[tuple[bool, str, str]]) -> list[str]:
    """Return lines and then their labels, so that no line crosses a label; lit ones come last."""
    ordered = sorted(lines, key=lambda one: one[0])
    return [drawn for _, drawn, _ in ordered] + [label for _, _, label in ordered]


def line(
    start: Point, end: Point, lit: bool, visits: int, size: Size, *, upright: bool = False
) -> tuple[bool, str, str]:
    """Draw an edge, and how often it was taken unless `visits` is 0.

    upright  whether the edge leads from one row to the other, as in the graph

    Returns whether the edge is lit, the line and the label.
    """
    (x1, y1), (x2, y2) = start, end
    if upright:
        y1, y2 = (y + way * size.high / 2 for y, way in ((y1, sign(y2 - y1)), (y2, sign(y1 - y2))))
    else:
        x1, x2 = x1 + size.box / 2, x2 - size.box / 2
    pen, thick = (ACT, 2.5) if lit else (RULE, 1.5)
    drawn = element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=pen, stroke_width=thick)
    if not visits:
        return lit, drawn, ""
    share = 0.5 if size is NARROW else 0.34
    x, y = x2 + (x1 - x2) * share, y2 + (y1 - y2) * share + 4
    weight = "bold" if lit else "normal"
    label = text(visits, x, y, LEAST, text_anchor="middle", font_weight=weight, **HALO)
    return lit, drawn, label


def sign(number: float) -> int:
    """Return 1 for a number above 0, and −1 for other numbers."""
    return 1 if number > 0 else -1


def box(
    spot: Spot,
    at: Point,
    pick: str,
    lit: bool,
    held: bool,
    size: Size,
    *,
    known: bool = True,
) -> str:
    """Draw a position: who moves, and in a wide picture N and Q, if they are known."""
    x, y = at
    value = 0.5 if spot.state == START else q(spot)
    over = spot.state.is_terminal()
    player = "" if over else "XO"[spot.state.current_player]
    shown = "" if spot.state == START else f"{value:.2f}"
    left, top = x - size.box / 2, y - size.high / 2
    whole: dict[str, Any] = {"x": left, "y": top, "width": size.box, "height": size.high, "rx": 4}
    ground = element(
        "rect", **whole, fill=value_colour(value, mover(here(spot))) if known else PAPER
    )
    frame = element(
        "rect",
        **whole,
        fill="none",
        stroke=ACT if lit else SOFT,
        stroke_width=3 if lit else 1,
        stroke_dasharray="5 3" if lit and held else "none",
    )
    look = {"fill": INK, "text_anchor": "middle"}
    # Who moves next has a tab of its own, because N and Q belong to the other player's move.
    if known and player and size is not NARROW:
        way = f"M{left + size.tab} {top}h{4 - size.tab}q-4 0 -4 4v{size.high - 8}q0 4 4 4h{size.tab - 4}z"
        ground += element("path", d=way, fill=PAPER, stroke=SOFT)
        ground += text(player, left + size.tab / 2, y + 4, LEAST, **look)
    if not known or size is NARROW:
        below = shown if known else ""
        words = text(player or "end", x, y - 3 if below else y + 4, LEAST, **look)
        words += text(below, x, y + 13, LEAST, **look) if below else ""
    elif size.fields and shown:
        words = ""
        for field, at_x in zip((spot.visits, shown), size.fields, strict=True):
            words += text(field, x + at_x, y + 4, LEAST, **look)
    else:
        middle_x = x + (size.tab / 2 if player else 0)
        below = "" if size.fields else shown
        words = text(spot.visits, middle_x, y - 3 if below else y + 4, LEAST, **look)
        words += text(below, middle_x, y + 13, LEAST, **look)
    next_one = "the end" if over else f"{player} to move"
    said = f"{sticks(here(spot))} left, {next_one}"
    if known:
        said += f", N {spot.visits}" + ("" if spot.state == START else f", Q {value:.2f}")
    return element(
        "g",
        ground + words + frame,
        data_pick=pick,
        aria_pressed="true" if lit else "false",
        aria_label=said,
    )
