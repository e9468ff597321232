"""Draw what a mixture of chance does: to the prior of each move, and to the choice of a move."""

from collections.abc import Mapping
from typing import Any

from mctslib.draw.look import (
    ACT,
    ACT_PAPER,
    FRAME_ROUND,
    INK,
    NOTE,
    PAPER,
    ROUND,
    RULE,
    SHADE,
    SOFT,
    TITLE,
    WORDS,
)
from mctslib.draw.svg import document, element, text

WIDTH, HEIGHT = 116, 104
LOW, TALL = 82, 96  # where the bars stand, and the height of a share of 1, in pixels
LEFT, RIGHT, STEP, BAR = 10, 66, 11, 8  # the two groups of bars
PRIOR, NOISE, PART = (0.55, 0.2, 0.15, 0.1), (0.05, 0.25, 0.1, 0.6), 0.25
VISITS = (0.5, 0.2, 0.12, 0.18)
PIPS = ((4, 4), (12, 4), (8, 8), (4, 12), (12, 12))


def card(name: str, options: Mapping[str, Any], chosen: bool) -> str:
    """Draw an example of four moves: their priors, and the choice of a move by their visits.

    options  what a learner with this mixture gets: no noise, or no drawn moves
    """
    frame: dict[str, Any] = {"stroke": ACT if chosen else RULE, "stroke_width": 2 if chosen else 1}
    size: dict[str, Any] = {
        "x": 1,
        "y": 1,
        "width": WIDTH - 2,
        "height": HEIGHT - 2,
        "rx": FRAME_ROUND,
    }
    parts = [element("rect", fill=ACT_PAPER if chosen else PAPER, **size, **frame)]
    parts.append(text(name, WIDTH / 2, 19, WORDS, text_anchor="middle", font_weight="bold"))
    parts += priors(options.get("noise", PART))
    parts.append(text("→", WIDTH / 2, LOW - 8, TITLE, text_anchor="middle", fill=SOFT))
    parts += visits(options.get("warm", 1) > 0)
    for words, x in (("prior", LEFT), ("move", RIGHT)):
        parts.append(text(words, x + 2 * STEP, HEIGHT - 9, NOTE, text_anchor="middle", fill=SOFT))
    return document("".join(parts), WIDTH, HEIGHT, name)


def bar(x: float, low: float, share: float, fill: str, **pen: Any) -> str:
    """Draw a bar that stands on the share `low`."""
    top = LOW - TALL * (low + share)
    return element("rect", x=x, y=top, width=BAR, height=TALL * share, fill=fill, **pen)


def priors(part: float) -> list[str]:
    """Draw the priors; what noise adds is open, and has a dashed frame."""
    drawn = []
    for k, (prior, noise) in enumerate(zip(PRIOR, NOISE, strict=True)):
        x, own = LEFT + STEP * k, (1 - part) * prior
        drawn.append(bar(x, 0, own, SOFT))
        if part:
            pen = {"stroke": INK, "stroke_dasharray": "2 1.5"}
            drawn.append(bar(x, own, part * noise, PAPER, **pen))
    return drawn


def visits(drawn: bool) -> list[str]:
    """Draw the visits: a die draws a move, or the most visited move has a mark."""
    parts = []
    for k, share in enumerate(VISITS):
        parts.append(bar(RIGHT + STEP * k, 0, share, INK if k == 0 or drawn else SHADE))
    if drawn:
        parts.append(die(RIGHT + 2 * STEP, LOW - 50))
    else:
        parts.append(text("▼", RIGHT + BAR / 2, LOW - TALL * VISITS[0] - 4, text_anchor="middle"))
    return parts


def die(x: float, y: float) -> str:
    """Draw the face of a die, 16 pixels wide."""
    face = element("rect", x=x, y=y, width=16, height=16, rx=ROUND / 2, fill=PAPER, stroke=INK)
    return face + "".join(element("circle", cx=x + a, cy=y + b, r=1.5, fill=INK) for a, b in PIPS)
