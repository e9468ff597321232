"""Draw the workers of `Workers` on the board, for a phone: each first move is a cell."""

from typing import Any

from mctslib.course.ch15.icicle import COLOURS, crowds, flags, goes, name
from mctslib.course.ch15.one_round import Round
from mctslib.draw.boards import drawn_mark
from mctslib.draw.look import (
    ACT,
    ACT_PAPER,
    INK,
    PAPER,
    RULE,
    SOFT,
    TITLE,
    WORDS,
    text_width,
    value_colour,
)
from mctslib.draw.svg import document, element, text
from mctslib.games.names import action_name
from mctslib.tree import Node, Path
from mctslib.words import number

WIDTH, HEIGHT = 82, 74  # of a cell, in pixels; three flags fit below the name of the move
FLAG = 16  # the height of a flag's frame
EDGE = 2
NOTES = ("a move, its playouts, ⚑ a worker", "a frame: the replies (dashed: a new node)", COLOURS)


def board_picture(now: Round, step: int, label: str, guess: Path | None) -> str:
    """Draw the board after `step` workers have chosen; return the SVG text.

    Each frame in a cell is a node below the cell's move, with the workers who stand there.

    guess  the first move that the reader expects of the next worker, () before the reader has
           chosen one, or None if the cells cannot be picked
    """
    parts = []
    state: Any = now.root.state  # it has cells
    for cell, mark in enumerate(state.cells()):
        x, y = EDGE + WIDTH * (cell % 3), EDGE + HEIGHT * (cell // 3)
        if cell in now.root.children:
            parts.append(_move(now, step, now.root.children[cell], (x, y), guess))
        else:
            parts.append(
                element("rect", x=x, y=y, width=WIDTH, height=HEIGHT, fill=PAPER, stroke=RULE)
            )
            parts.append(drawn_mark(mark, x + WIDTH / 2, y + HEIGHT / 2, 20))
    low = 2 * EDGE + 3 * HEIGHT
    for line, note in enumerate(NOTES):
        parts.append(text(note, EDGE, low + 14 + 16 * line, WORDS, fill=SOFT))
    return document("".join(parts), 2 * EDGE + 3 * WIDTH, low + 4 + 16 * len(NOTES), label)


def _move(
    now: Round, step: int, child: Node, corner: tuple[float, float], guess: Path | None
) -> str:
    """Draw the cell of a first move, with the flags of the workers below it."""
    (x, y), path = corner, child.path()
    is_guess, last = path == guess, now.leaves[step - 1] if step else ()
    colour = value_colour(child.value, child.player, child.state.num_players)
    look: dict[str, Any] = {"fill": ACT_PAPER if is_guess else colour, "stroke": RULE}
    bold: dict[str, Any] = {"font_weight": "bold"}
    drawn = element("rect", x=x, y=y, width=WIDTH, height=HEIGHT, **look)
    drawn += text(name(child), x + 6, y + 16, WORDS, **bold)
    drawn += text(number(child.visits), x + WIDTH - 6, y + 16, WORDS, text_anchor="end")
    if is_guess:
        drawn += text("?", x + WIDTH / 2, y + 17, TITLE, text_anchor="middle", fill=ACT, **bold)
    top = y + 21
    for leaf, workers in crowds(now, step).items():
        if leaf[:1] == path:
            here = flags(workers).replace("⚑ ", "⚑")
            drawn += _flag(replies(leaf, here), leaf == last, _is_new(now, leaf), (x, top))
            top += FLAG + 1
    if guess is None:
        return drawn
    said = f"{action_name(now.root.state, path[0])}: N {number(child.visits)}"
    pressed = "true" if is_guess else "false"
    return element("g", drawn, data_pick=goes(path), aria_pressed=pressed, aria_label=said)


def replies(leaf: Path, flag: str) -> str:
    """Return the moves of a node after the first one and its flag, such as "X8 O2 ⚑3"; if they
    are too long, the last move alone.
    """
    moves = [f"{'XO'[k % 2]}{action}" for k, action in enumerate(leaf[1:])]
    room = WIDTH - 10
    for said in (" ".join(moves), *(f"… {move}" for move in moves[-1:]), ""):
        words = f"{said} {flag}".strip()
        if text_width(words, WORDS, bold=True) <= room:
            break
    return words


def _is_new(now: Round, leaf: Path) -> bool:
    """Return whether a worker of this round has added the node."""
    return now.new[now.leaves.index(leaf)]


def _flag(words: str, is_last: bool, is_new: bool, corner: tuple[float, float]) -> str:
    """Draw the frame of a node with the flag of its workers."""
    x, y = corner
    frame: dict[str, Any] = {"stroke": ACT if is_last else INK, "stroke_width": 2 if is_last else 1}
    if is_new:
        frame["stroke_dasharray"] = "4 2"
    box = element("rect", x=x + 3, y=y, width=WIDTH - 6, height=FLAG, rx=4, fill=PAPER, **frame)
    middle = x + WIDTH / 2
    look: dict[str, Any] = {"text_anchor": "middle", "fill": ACT, "font_weight": "bold"}
    return box + text(words, middle, y + 12.5, WORDS, **look)
