"""Draw the table of `BetaMap`: the share of searches whose favourite move wins."""

from functools import cache
from typing import Any, NamedTuple

from mctslib.arena import wilson
from mctslib.course.ch14.maps import BETAS, BUDGETS
from mctslib.course.ch14.stored import favourites
from mctslib.draw.look import ACT, INK, SOFT, SURFACE, TITLE, WORDS, amount_colour
from mctslib.draw.svg import document, element, text
from mctslib.words import hundredths, percent

TOP = 8  # the y coordinate of the table's cells, in pixels


class Sizes(NamedTuple):
    """The sizes of the table, in pixels: of its cells, and of the space to their left."""

    cell: int
    high: int
    left: int


WIDE, NARROW = Sizes(50, 27, 46), Sizes(36, 40, 36)
# the values of β on a phone, where a finger needs large cells; in each row one of them is the best
FEW = (0.0, 0.4, 0.6, 0.8, 0.9, 1.0)


@cache
def shares(playouts: int) -> dict[float, float]:
    """Return, for each β, the share of searches whose favourite wins after `playouts` playouts."""
    return {beta: sum(right) / len(right) for beta, right in favourites()[playouts].items()}


@cache
def interval(playouts: int, beta: float) -> tuple[float, float]:
    """Return the 95% interval of the share of searches whose favourite wins, for one β."""
    right = favourites()[playouts][beta]
    return wilson(sum(right), len(right))


def searches() -> int:
    """Return the number of searches from which each share is computed."""
    return len(favourites()[BUDGETS[0]][0.0])


def table(playouts: int, beta: float, sizes: Sizes = WIDE) -> str:
    """Return the SVG text of the table, with a frame around the cell of `playouts` and `beta`.

    sizes  `WIDE`, or `NARROW` for a phone

    The rows with more playouts are empty, with a ? for the cell that comes next: they are shown when
    the reader gets there.
    """
    cell, high, left = sizes
    betas = [float(step) for step in BETAS] if sizes is WIDE else few(beta)
    parts = []
    for row, budget in enumerate(BUDGETS):
        y = TOP + row * high
        weight = "bold" if budget == playouts else "normal"
        words = text(
            f"{budget:,}", left - 6, y + high / 2 + 5, WORDS, text_anchor="end", font_weight=weight
        )
        parts.append(words)
        best = max(shares(budget)[step] for step in betas)
        for column, step in enumerate(betas):
            share = shares(budget)[step]
            chosen = budget == playouts and step == beta
            shown = share if budget <= playouts else None
            is_best = percent(share) == percent(best)  # as a reader sees it
            parts.append(_cell((row, column), step, shown, is_best, chosen, sizes))
            if step == beta and row and BUDGETS[row - 1] == playouts:
                middle = left + (column + 0.5) * cell, y + high / 2 + 5
                look: dict[str, Any] = {"fill": ACT, "text_anchor": "middle"}
                look |= {"font_weight": "bold", "pointer_events": "none"}
                parts.append(text("?", *middle, TITLE, **look))
    foot = TOP + len(BUDGETS) * high
    for column, step in enumerate(betas):
        x = left + (column + 0.5) * cell
        parts.append(text(f"{step:g}", x, foot + 16, WORDS, text_anchor="middle"))
    width = left + len(betas) * cell + 4
    parts.append(text("β = 0: Q", left, foot + 34, WORDS, fill=SOFT))
    end = text("β = 1: AMAF", width - 4, foot + 34, WORDS, fill=SOFT, text_anchor="end")
    parts.append(end)
    label = "Share of searches whose favourite wins, for each number of playouts and each β."
    return document("".join(parts), width, foot + 42, label)


def few(beta: float) -> list[float]:
    """Return the values of β that a phone shows, with `beta` in place of the nearest one."""
    near = min(FEW, key=lambda step: abs(step - beta))
    return [beta if step == near else step for step in FEW]


def _cell(
    place: tuple[int, int],
    beta: float,
    share: float | None,
    best: bool,
    chosen: bool,
    sizes: Sizes,
) -> str:
    """Draw a cell of the table, darker for a larger share; the best share of a row has a frame.

    place  the row and the column
    share  None for a share that is not shown yet
    """
    row, column = place
    cell, high, left = sizes
    x = left + column * cell
    y = TOP + row * high
    fill = SURFACE if share is None else amount_colour(share**3)  # steep, so that neighbours differ
    ground = element("rect", x=x, y=y, width=cell - 1, height=high - 1, fill=fill, rx=2)
    style: dict[str, Any] = {"font_weight": "bold", "text_decoration": "underline"} if best else {}
    words = "" if share is None else hundredths(share)
    number = text(words, x + cell / 2, y + high / 2 + 5, WORDS, text_anchor="middle", **style)
    frame = ""
    for framed, colour, thick in ((chosen, ACT, 4), (best and share is not None, INK, 1.5)):
        if framed:
            box: dict[str, Any] = {"x": x, "y": y, "width": cell - 1, "height": high - 1, "rx": 3}
            frame += element("rect", fill="none", stroke=colour, stroke_width=thick, **box)
    playouts = BUDGETS[row]
    shown = "not shown yet" if share is None else percent(share)
    words = f"{playouts:,} playouts, β = {beta:g}: {shown}"
    return element(
        "g",
        ground + number + frame,
        data_pick=f"{playouts} {beta:g}",
        aria_pressed="true" if chosen else "false",
        aria_label=words,
    )
