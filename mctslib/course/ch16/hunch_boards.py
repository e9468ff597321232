"""Draw the priors of several generations of a network: a small board for each."""

from collections.abc import Mapping
from typing import Any

from mctslib.draw.boards import MARGIN, Squares, state_board
from mctslib.draw.look import FRAME_ROUND, INK, RULE, TITLE
from mctslib.draw.strip import placed
from mctslib.draw.svg import dimensions, document, element, text
from mctslib.game import Action
from mctslib.games.board import by_column, cell_of, columns
from mctslib.games.names import action_name
from mctslib.methods.puct import Priors
from mctslib.widgets.bar import two_widths
from mctslib.words import listing, percent

WIDE, NARROW = 98, 236  # the width of a board; on a phone, the width of all boards
GAPS = 10, 4  # between two boards, in pixels
BELOW = 24  # the room for a number below a board
TALL = 0.6  # the height of the columns, as a share of the width of all


def hunches_html(state: Any, hunches: Mapping[int, Priors], chosen: int, words: str) -> str:
    """Return words above the boards of all generations, for a wide page and for a phone."""
    narrow = (NARROW + GAPS[1]) / len(hunches) - GAPS[1]
    drawn = two_widths(
        hunches_svg(state, hunches, chosen), hunches_svg(state, hunches, chosen, narrow, GAPS[1])
    )
    return f"<p>{words}</p>{drawn}"


def hunches_svg(
    state: Any,
    hunches: Mapping[int, Priors],
    chosen: int,
    width: float = WIDE,
    gap: float = GAPS[0],
) -> str:
    """Draw a board for each generation, with a bar or a dot as large as each prior.

    hunches  generation → the priors of the actions of `state`
    chosen   the generation whose board has a dark frame

    All boards have the same scale.  Where pieces fall, each column has a bar; in other games each
    cell has a dot, whose area is proportional to the prior.
    """
    draw = _bars if by_column(state) else _dots
    highest = max((prior for priors in hunches.values() for prior in priors.values()), default=1)
    parts = []
    height = 0.0
    for place, (generation, priors) in enumerate(hunches.items()):
        shares = {action: prior / highest for action, prior in priors.items()}
        drawn, height = draw(state, shares, width)
        look: dict[str, Any] = {
            "transform": f"translate({place * (width + gap) + 1:g} 1)",
            "data_pick": generation,
            "aria_pressed": "true" if generation == chosen else "false",
            "aria_label": in_words(state, generation, priors),
        }
        parts.append(element("g", drawn + _name(generation, chosen, width, height), **look))
    across = len(hunches) * (width + gap) - gap + 2
    return document("".join(parts), across, height + BELOW + 2, "The priors of each generation")


def _dots(state: Any, shares: Mapping[Action, float], width: float) -> tuple[str, float]:
    """Return the board with a dot in each cell, and its height."""
    places = Squares(columns(state), (width - 2 * MARGIN) / columns(state))
    board = state_board(state, width=width)
    size = dimensions(board)
    parts = [placed(board, 0, 0, *size)]
    for action, share in shares.items():
        x, y = places.middle(cell_of(state, action))
        parts.append(element("circle", cx=x, cy=y, r=0.42 * places.unit * share**0.5, fill=INK))
    return "".join(parts), size[1]


def _bars(state: Any, shares: Mapping[Action, float], width: float) -> tuple[str, float]:
    """Return a frame for each column with a bar inside, and the height of all."""
    unit = (width - 2 * MARGIN) / columns(state)
    tall = TALL * width
    parts = []
    for column in range(columns(state)):
        x = MARGIN + column * unit
        level = tall * shares.get(column, 0)
        frame: dict[str, Any] = {"x": x, "y": MARGIN, "width": unit, "height": tall, "stroke": RULE}
        bar: dict[str, Any] = {
            "x": x + 1.5,
            "y": MARGIN + tall - level,
            "width": unit - 3,
            "height": level,
        }
        parts += [element("rect", fill="none", **frame), element("rect", fill=INK, **bar)]
    return "".join(parts), tall + MARGIN + 2


def _name(generation: int, chosen: int, width: float, height: float) -> str:
    """Draw the frame of a board, with the number of its generation at the bottom."""
    is_chosen = generation == chosen
    pen: dict[str, Any] = {"stroke": RULE}
    if is_chosen:
        pen = {"stroke": INK, "stroke_width": 2.5}
    look: dict[str, Any] = {"font_weight": "bold"} if is_chosen else {}
    box: dict[str, Any] = {"width": width, "height": height + BELOW, "rx": FRAME_ROUND / 2}
    return element("rect", fill="transparent", **box, **pen) + text(
        generation, width / 2, height + BELOW - 7, TITLE, text_anchor="middle", **look
    )


def in_words(state: Any, generation: int, priors: Priors) -> str:
    """Describe the priors of a generation, the highest first."""
    ordered = sorted(priors.items(), key=lambda pair: -pair[1])
    told = [f"{action_name(state, action)} {percent(prior)}" for action, prior in ordered]
    return f"generation {generation}: {listing(told)}" if told else f"generation {generation}"
