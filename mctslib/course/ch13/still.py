"""Draw a still picture of one moment of a search, for pages without a kernel."""

from typing import Any

from mctslib.course.ch13.spread import Box, Spreading
from mctslib.draw.look import (
    DARKEST_AMOUNT,
    INK,
    PAPER,
    RULE,
    SOFT,
    TITLE,
    WORDS,
    value_colour,
)
from mctslib.draw.svg import document, element, text
from mctslib.games.names import player_name
from mctslib.words import count

WIDTH, ON_A_PHONE = 364, 256  # the width of all moves side by side, in pixels
HEAD, HEAD_ON_A_PHONE = 40, 22  # the height of the title, and on a page of its note
ROW, ROW_ON_A_PHONE = 30, 22  # the distance of two rows
BETWEEN = 15  # the height of the words between the moves and the replies
GAP = 3  # the space between two boxes
DRAWN = DARKEST_AMOUNT  # the colour of a draw elsewhere is nearly white, like a box not known yet
SIGNS = {0.0: "O", 1 / 2: "=", 1.0: "X"}  # the result for X → its sign
KEY = {
    "not known yet": ("", PAPER),
    "a draw": ("=", DRAWN),
    "X wins": ("X", value_colour(1.0)),
    "O wins": ("O", value_colour(0.0)),
}
KEY_ROW, SWATCH = 23, 18  # the distance of two rows of the key, and the side of its squares


def still(spread: Spreading, t: int, title: str, *, narrow: bool = False) -> str:
    """Draw the root, its moves and below each move the replies, after `t` iterations, as SVG text.

    A box that the search has not tried is left out; if `narrow`, the picture fits on a phone.
    """
    whole, row, head = WIDTH, ROW, HEAD
    if narrow:
        whole, row, head = ON_A_PHONE, ROW_ON_A_PHONE, HEAD_ON_A_PHONE
    moves = spread.root.state.legal_actions()
    step = (whole + GAP) / len(moves)
    nodes, known = spread.counts(t)
    note = "" if narrow else f"{known:,} of {count(nodes, 'node')} known"
    parts = [text(title, 0, 14, TITLE, font_weight="bold"), text(note, 0, 31, WORDS, fill=SOFT)]
    for box in spread.boxes:
        if box.born <= t and box.depth <= 2:
            path = box.node.path()
            column = moves.index(path[0]) if path else 0
            beneath = [move for move in moves if move != path[0]] if path else []
            down = box.depth + (beneath.index(path[1]) if len(path) == 2 else 0)
            y = head + row * down + (BETWEEN if box.depth == 2 else 0)
            wide = (step if path else whole + GAP) - GAP
            parts += box_parts(spread, box, t, (column * step, y, wide, row - GAP))
    state = spread.root.state
    other = player_name(state, 1 - state.current_player)
    below = head + 2 * row + BETWEEN - 4
    parts.append(text(f"{other} answers, below each move:", 0, below, WORDS, fill=SOFT))
    foot = head + row * (len(moves) + 1) + BETWEEN
    label = f"{title}, {count(t, 'iteration')}: {spread.words(t)}."
    return document("".join(parts), whole, foot, label)


def legend() -> str:
    """Draw what the colours and the signs of the boxes mean."""
    parts = []
    for k, (words, (sign, fill)) in enumerate(KEY.items()):
        y = 2 + KEY_ROW * k
        size: dict[str, Any] = {"x": 2, "y": y, "width": SWATCH, "height": SWATCH}
        parts.append(element("rect", fill=fill, stroke=RULE if fill == PAPER else INK, **size))
        parts.append(text(sign, 2 + SWATCH / 2, y + 13.5, WORDS, text_anchor="middle"))
        parts.append(text(words, 2 + SWATCH + 8, y + 13.5, WORDS))
    return document("".join(parts), 132, KEY_ROW * len(KEY), "; ".join(KEY))


def said_of_root(spread: Spreading, sign: str) -> str:
    """Return who moves at the root, and its result if it is known, such as "O to move: a draw"."""
    state = spread.root.state
    result = next((f": {words}" for words, (one, _) in KEY.items() if sign and one == sign), "")
    return f"{player_name(state, state.current_player)} to move{result}"


def box_parts(
    spread: Spreading, box: Box, t: int, place: tuple[float, float, float, float]
) -> list[str]:
    """Draw one box and its words; `place` is its left and upper edge, its width and its height."""
    x, y, width, high = place
    result = spread.result(box)
    known = box.is_known(t) and result is not None
    fill = PAPER
    if known and result is not None:
        fill = DRAWN if result == 1 / 2 else value_colour(result)
    frame: dict[str, Any] = {"stroke": INK if known else RULE, "stroke_width": 1}
    size: dict[str, Any] = {"width": width - 1, "height": high - 1}
    sign = SIGNS.get(result, "") if known and result is not None else ""
    words = f"{box.node.action} {sign}" if box.depth else said_of_root(spread, sign)
    size_of_words = TITLE if high > ROW_ON_A_PHONE else WORDS
    return [
        element("rect", x=x + 0.5, y=y + 0.5, fill=fill, rx=2, **size, **frame),
        text(
            words.rstrip(), x + width / 2, y + high / 2 + 4.5, size_of_words, text_anchor="middle"
        ),
    ]
