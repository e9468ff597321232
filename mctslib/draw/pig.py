"""Draw a position of Pig: both players' points, and the points at stake in the current turn."""

from collections.abc import Sequence
from typing import Any

from mctslib.draw.look import INK, NOTE, RULE, SURFACE, WORDS, player_colour
from mctslib.draw.svg import document, element, text

# All sizes are in pixels.
LEFT = 74  # the x coordinate at which the roads (bars of points) begin
ROAD = 140  # the length of a road
TALL = 18  # the height of a road
ROW = 34  # the distance between two roads


def pig_svg(state: Any, names: Sequence[str]) -> str:
    """Draw a position of Pig: each player's bar of points, and the die while it is in the air.

    names   the names of the players

    At the end of the bar of the player to move, a dashed bar shows the points of the current turn.
    """
    parts = [_road(state, player, names[player]) for player in range(2)]
    if state.rolling:
        parts.append(_die(LEFT + ROAD + 50, 14 + ROW * state.mover))
    label = f"Pig, {'; '.join(state.in_words(names).splitlines())}"
    return document("".join(parts), LEFT + ROAD + 78, 2 * ROW + 14, label)


def _road(state: Any, player: int, name: str) -> str:
    """Draw a player's name, the bar of points, the bar of this turn's points, and both numbers."""
    moves = player == state.mover
    score = state.scores[player]
    turn = state.turn if moves else 0
    y = 12 + ROW * player
    colour = player_colour(player)

    done = ROAD * score / state.goal
    at_stake = ROAD * min(turn, state.goal - score) / state.goal
    bar: dict[str, Any] = {"y": y, "height": TALL}
    weight = "bold" if moves else "normal"
    parts = [
        text(name, 8, y + 13, WORDS, fill=colour, font_weight=weight),
        element("rect", x=LEFT, width=ROAD, fill="none", stroke=RULE, **bar),
        element("rect", x=LEFT, width=done, fill=colour, **bar),
    ]
    if turn:
        dashed: dict[str, Any] = {
            "fill": SURFACE,
            "stroke": colour,
            "stroke_dasharray": "3 2",
            "stroke_width": 1.5,
        }
        parts.append(element("rect", x=LEFT + done, width=at_stake, **dashed, **bar))
    numbers = f"{score} + {turn}" if turn else str(score)
    parts.append(text(numbers, LEFT + ROAD + 6, y + 13, NOTE))
    return "".join(parts)


def _die(x: float, y: float) -> str:
    """Draw a die that is still in the air."""
    turned = f"rotate(20 {x + 9} {y + 7})"
    box = element(
        "rect", x=x, y=y - 2, width=18, height=18, rx=4, fill="none", stroke=INK, transform=turned
    )
    return box + text("?", x + 9, y + 11, WORDS, text_anchor="middle", font_weight="bold")
