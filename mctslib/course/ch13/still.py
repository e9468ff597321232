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
from mctslib.words import count

WIDTH, ON_A_PHONE = 364, 256  # the width of all moves side by side, in pixels
HEAD, HEAD_ON_A_PHONE = 40, 22  # the height of the title, and on a page of its note
ROW, ROW_ON_A_PHONE = 32, 21  # the distance of two rows
GAP = 3  # the space between two boxes
DRAWN = DARKEST_AMOUNT  # the colour of a draw elsewhere is nearly white, like a box not known yet
KEY = {
    "not known yet": PAPER,
    "= a draw": DRAWN,
    "X wins": value_colour(1.0),
    "O wins": value_colour(0.0),
}
SIGNS = "✓ won, ✗ lost, for", "whoever moved"
KEY_ROW, SWATCH = (
    18,
    14,
)  # the distance of two rows of the key, and the side of its squares, in pixels


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
            wide = (step if path else whole + GAP) - GAP
            parts += box_parts(spread, box, t, (column * step, head + row * down, wide, row - GAP))
    foot = head + row * (len(moves) + 1)
    label = f"{title}, {count(t, 'iteration')}: {spread.words(t)}."
    return document("".join(parts), whole, foot, label)


def legend() -> str:
    """Draw what the colours and the signs of the boxes mean."""
    parts = []
    for k, (words, fill) in enumerate(KEY.items()):
        y = 2 + KEY_ROW * k
        size: dict[str, Any] = {"x": 2, "y": y, "width": SWATCH, "height": SWATCH}
        parts.append(element("rect", fill=fill, stroke=RULE if fill == PAPER else INK, **size))
        parts.append(text(words, 2 + SWATCH + 6, y + 11, WORDS))
    for k, words in enumerate(SIGNS, len(KEY)):
        parts.append(text(words, 2, 13 + KEY_ROW * k, WORDS))
    high = KEY_ROW * (len(KEY) + len(SIGNS))
    return document("".join(parts), 132, high, "; ".join([*KEY, " ".join(SIGNS)]))


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
    badge = spread.badge(box, t)
    words = f"{box.node.action} {badge[:1]}" if box.depth else f"root {badge}"
    size_of_words = TITLE if high > ROW_ON_A_PHONE else WORDS
    return [
        element("rect", x=x + 0.5, y=y + 0.5, fill=fill, rx=2, **size, **frame),
        text(
            words.rstrip(), x + width / 2, y + high / 2 + 4.5, size_of_words, text_anchor="middle"
        ),
    ]
