"""Draw the still picture of `Trap`: the board, and where the engine's games began."""

from typing import Any

from mctslib.course.ch00.trap import FILE, SHORT, TIMES, key
from mctslib.course.puzzles import A
from mctslib.course.stored import measured
from mctslib.draw.look import HEADLINE as HEADLINE_SIZE
from mctslib.draw.look import INK, PAGE, PAPER, SHADE, SOFT, TITLE, TOLD, mark_colour
from mctslib.draw.show import board_svg
from mctslib.draw.svg import document, element, text
from mctslib.game import Action
from mctslib.machine import in_browser
from mctslib.words import number

HEADLINE = "You are X. O has just walked into a trap: you can beat it."
OFFER = "This picture is still: click on it and press Shift+Enter, and you can play."
STARTING = "This picture is still: Python is starting."  # in a browser, the chapter runs by itself
BOARD = 200  # the width of the board, in pixels
TOP = 80
BARS = 250  # the x coordinate of the small boards
CELL = 12  # the width of a cell of a small board
STEP = 42


def still_svg() -> str:
    """Return the picture as SVG text."""
    visits = measured(FILE)["visits"][0][TIMES.index(SHORT)]
    moves = A.state.legal_actions()
    first = max(moves, key=lambda move: visits[moves.index(move)])
    offer = STARTING if in_browser() else OFFER
    parts = [
        text(HEADLINE, 8, 24, HEADLINE_SIZE, font_weight="bold"),
        text(offer, 8, 48, TOLD),
        placed(board_svg(A.state.apply(first), last=first, width=BOARD), 8, TOP),
        text(f"Where O's {SHORT} games began, before its move:", BARS, TOP, TITLE),
    ]
    for place, (move, games) in enumerate(zip(moves, visits, strict=True)):
        y = TOP + 12 + STEP * place
        chosen = move == first
        fill = INK if chosen else SHADE
        parts.append(small_board(move, BARS, y))
        length = 5 * games
        parts.append(element("rect", x=BARS + 48, y=y + 6, width=length, height=24, fill=fill))
        said = f"{number(games)}: it played there" if chosen else number(games)
        look = {"font_weight": "bold"} if chosen else {"fill": SOFT}
        parts.append(text(said, BARS + 56 + length, y + 23, TITLE, **look))
    height = TOP + 16 + STEP * len(moves)
    return document("".join(parts), PAGE, height, f"{HEADLINE} {offer}")


def small_board(move: Action, x: float, y: float) -> str:
    """Return position A as a small board, on which O's move stands in a black cell."""
    parts = []
    for cell, mark in enumerate(key(A.state)):
        left, top = x + CELL * (cell % 3), y + CELL * (cell // 3)
        middle: dict[str, Any] = {"cx": left + CELL / 2, "cy": top + CELL / 2, "r": 3.5}
        look: dict[str, Any] = {"fill": "none", "stroke_width": 2}
        fill = INK if cell == move else PAPER
        parts.append(
            element("rect", x=left, y=top, width=CELL, height=CELL, fill=fill, stroke=SHADE)
        )
        if cell == move:
            parts.append(element("circle", **middle, **look, stroke=PAPER))
        elif mark == "O":
            parts.append(element("circle", **middle, **look, stroke=mark_colour(mark)))
        elif mark == "X":
            strokes = f"M{left + 3} {top + 3}l6 6m0 -6l-6 6"
            parts.append(element("path", d=strokes, **look, stroke=mark_colour(mark)))
    return "".join(parts)


def placed(picture: str, x: float, y: float) -> str:
    """Return a picture at a place inside another picture."""
    return picture.replace("<svg", f'<svg x="{x}" y="{y}"', 1)
