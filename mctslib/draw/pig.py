"""A position of Pig as a picture: how far both players are, and the points that are at stake in this turn."""

from typing import Any

from mctslib.draw.look import BLUE, HAIR, INK, LAST, NOTE, VERMILION, WORDS
from mctslib.draw.svg import document, element, text

LEFT, ROAD, ROW, TALL = 74, 220, 34, 18  # pixels
COLOURS = (BLUE, VERMILION)


def pig_svg(state: Any) -> str:
    """A road of points for each player; the turn's points dashed at its end; the die while it is in the air."""
    rows = "".join(_row(state, player) for player in range(2))
    die = _die(LEFT + ROAD + 50, 14 + ROW * state.mover) if state.rolling else ""
    return document(
        rows + die, LEFT + ROAD + 78, 2 * ROW + 14, f"Pig, {'; '.join(str(state).splitlines())}"
    )


def _row(state: Any, player: int) -> str:
    score, y = state.scores[player], 12 + ROW * player
    turn = state.turn if player == state.mover else 0
    first, more = (ROAD * points / state.goal for points in (score, min(turn, state.goal - score)))
    colour, weight = COLOURS[player], "bold" if player == state.mover else "normal"
    bar: dict[str, Any] = {"y": y, "height": TALL}
    parts = [text(f"player {player}", 8, y + 13, WORDS, fill=colour, font_weight=weight)]
    parts.append(element("rect", x=LEFT, width=ROAD, fill="none", stroke=HAIR, **bar))
    parts.append(element("rect", x=LEFT, width=first, fill=colour, **bar))
    if turn:
        dashed: dict[str, Any] = {
            "fill": LAST,
            "stroke": colour,
            "stroke_dasharray": "3 2",
            "stroke_width": 1.5,
        }
        parts.append(element("rect", x=LEFT + first, width=more, **dashed, **bar))
    parts.append(text(f"{score}" + f" + {turn}" * bool(turn), LEFT + ROAD + 6, y + 13, NOTE))
    return "".join(parts)


def _die(x: float, y: float) -> str:
    turned = f"rotate(20 {x + 9} {y + 7})"
    box = element(
        "rect", x=x, y=y - 2, width=18, height=18, rx=4, fill="none", stroke=INK, transform=turned
    )
    return box + text("?", x + 9, y + 11, WORDS, text_anchor="middle", font_weight="bold")
