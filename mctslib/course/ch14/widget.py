"""`BetaMap`: slide β from Q to AMAF, on the map of one search, beside the moves that win in
truth.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from statistics import fmean

import ipywidgets as W

from mctslib.course.ch14.maps import (
    BETAS,
    BUDGETS,
    SIZE,
    Means,
    known,
    mixed,
    pairs_right,
    sharpness,
    winning_openings,
)
from mctslib.draw.look import ACT, INK, PAPER, RULE, SHADE
from mctslib.draw.show import board_svg, gallery
from mctslib.draw.svg import document, element, text
from mctslib.games import Hex
from mctslib.widgets.panel import Panel, push_button, safely

SEEDS = 8  # searches behind the curve
CAPTIONS = "(1−β)·Q + β·AMAF", "in truth: 1 wins, 0 loses", "all β at once"
BOARD, WIDE, HIGH, LEFT, LOW = (
    236,
    300,
    230,
    40,
    190,
)  # pixels: a board; the chart, its left and lower edge


class BetaMap(Panel):
    """Sliders for the playouts and for β; the mixed values of all first moves, the truth, and the
    curve over all β.

    playouts  one of 10, 20, 50, 100, 200, 400, 800, 1600
    beta      0 (Q alone) to 1 (AMAF alone), in twentieths
    seed      of the search whose map is shown, 0 to 7
    """

    def __init__(self, playouts: int = 100, beta: float = 0.0, *, seed: int = 0) -> None:
        if playouts not in BUDGETS:
            raise ValueError(
                f"playouts must be one of {', '.join(map(str, BUDGETS))}, not {playouts!r}."
            )
        if isinstance(beta, bool) or not 0 <= beta <= 1:
            raise ValueError(f"beta must be a number from 0 to 1, not {beta!r}.")
        if isinstance(seed, bool) or seed not in range(SEEDS):
            raise ValueError(f"seed must be a whole number from 0 to {SEEDS - 1}, not {seed!r}.")
        super().__init__("searching")
        self.seed, self.seeds = seed, 0
        wide = W.Layout(width="98%", max_width="460px")
        self.beta = W.FloatSlider(
            value=round(20 * beta) / 20, min=0, max=1, step=0.05, description="β", layout=wide
        )
        self.playouts = W.SelectionSlider(
            options=BUDGETS, value=playouts, description="playouts", layout=wide
        )
        self.other = push_button("Other dice", "refresh", "The map of another search", self.again)
        self.beta.observe(self.moved, "value")
        self.playouts.observe(self.moved, "value")
        self.pictures, wrap = [W.HTML(), W.HTML(), W.HTML()], W.Layout(flex_flow="row wrap")
        buttons, pictures = (
            W.HBox(parts, layout=wrap) for parts in ([self.other, self.work], self.pictures)
        )
        self.children = [self.beta, self.playouts, buttons, self.status, pictures]
        self._draw()
        self.work.start(self._grow(), lambda outcome: self._draw())
        self.work.catch_up(2)

    def _grow(self) -> Iterator[float]:
        """The searches behind the curve, one after another."""
        while self.seeds < SEEDS:
            known(self.seeds)
            self.seeds += 1
            self._draw()
            yield self.seeds / SEEDS

    @safely
    def moved(self, change: object = None) -> None:
        """Another β, or another number of playouts."""
        self._draw()

    @safely
    def again(self, button: object = None) -> None:
        """The map of the next search."""
        self.seed = (self.seed + 1) % SEEDS
        self._draw()

    @property
    def scores(self) -> Means:
        """What the map shows."""
        return mixed(
            *known(self.seed)[self.playouts.value], Fraction(round(20 * self.beta.value), 20)
        )

    def _shares(self) -> list[list[Fraction]]:
        """For each β the share of right pairs in each search."""
        return [
            [sharpness(seed, self.playouts.value, beta) for seed in range(self.seeds)]
            for beta in BETAS
        ]

    def _pictures(self) -> list[str]:
        scores, empty, winning = self.scores, Hex(SIZE), winning_openings()
        best = _best(scores)
        shown = {action: float(score) for action, score in scores.items()}
        truth = {action: float(action in winning) for action in empty.legal_actions()}
        boards = [
            (shown, best, self._words()),
            (truth, winning, f"In truth: the first moves {_listed(winning)} win."),
        ]
        drawn = [
            board_svg(empty, values=v, highlight=ring, width=BOARD, label=words)
            for v, ring, words in boards
        ]
        return [*drawn, curve(self._shares(), self.beta.value, self.playouts.value)]

    def _words(self) -> str:
        scores, winning = self.scores, winning_openings()
        best = _best(scores)
        share = pairs_right(scores, winning)
        says = f"highest of all: {_listed(best)}, {float(max(scores.values())):.2f}"
        ends = {0: "Q alone", 1: "AMAF alone"}.get(self.beta.value, f"β = {self.beta.value:.2f}")
        right = f"{sum(action in winning for action in best)} of {len(best)} wins in truth"
        return (
            f"{ends} after {self.playouts.value:,} playouts: {says} ({right}); "
            f"{float(share):.0%} right pairs."
        )

    def _draw(self) -> None:
        for part, picture, caption in zip(self.pictures, self._pictures(), CAPTIONS):
            part.value = gallery([picture], [caption], spoken=True).svg
        self.status.say(self._words())

    def static_picture(self) -> str:
        return gallery(self._pictures(), CAPTIONS, columns=2, spoken=True).svg

    def static_text(self) -> str:
        return f"{self.status.text} (run this cell to move the sliders)"


def _best(scores: Means) -> list[int]:
    """The moves with the highest score."""
    return [action for action, score in scores.items() if score == max(scores.values())]


def _listed(actions: Sequence[int] | frozenset[int]) -> str:
    """The moves in words: 3, 6 and 9."""
    *some, last = map(str, sorted(actions))
    return f"{', '.join(some)} and {last}" if some else last


def curve(shares: Sequence[Sequence[Fraction]], beta: float, playouts: int) -> str:
    """The share of right pairs for every β: a dot a search, a line through their means, the
    slider's β upright.
    """
    searches = len(shares[0])
    means = [fmean(map(float, some)) if some else 0.5 for some in shares]
    parts = [text("pairs in the right order", 8, 16, 13, font_weight="bold")]
    for level in (0.25, 0.5, 0.75, 1):
        y = _y(level)
        parts.append(
            element("line", x1=LEFT, x2=_x(1), y1=y, y2=y, stroke=SHADE if level == 0.5 else RULE)
        )
        parts.append(text(f"{level:.0%}", LEFT - 6, y + 4, 11, text_anchor="end"))
    parts.append(
        element("line", x1=_x(beta), x2=_x(beta), y1=_y(1), y2=LOW, stroke=ACT, stroke_width=2)
    )
    if searches:
        dots = (
            (_x(float(b)), _y(float(share))) for b, some in zip(BETAS, shares) for share in some
        )
        parts += [element("circle", cx=x, cy=y, r=1.8, fill=SHADE) for x, y in dots]
        way = "L".join(f"{_x(float(b)):.1f} {_y(mean):.1f}" for b, mean in zip(BETAS, means))
        parts.append(element("path", d=f"M{way}", fill="none", stroke=INK, stroke_width=2.5))
    halo = {"stroke": PAPER, "stroke_width": 5, "paint_order": "stroke"}
    parts.append(text("guessing", LEFT + 4, _y(0.5) + 14, 11, **halo))
    for at in (0, 0.5, 1):
        parts.append(text(f"{at:g}", _x(at), LOW + 15, 11, text_anchor="middle"))
    parts.append(element("line", x1=LEFT, x2=_x(1), y1=LOW, y2=LOW, stroke=INK))
    parts.append(text("β: from Q to AMAF", _x(0.5), LOW + 32, 12, text_anchor="middle"))
    ends = f"{means[0]:.0%} at β = 0, {means[-1]:.0%} at β = 1" if searches else "nothing yet"
    said = (
        f"Pairs in the right order after {playouts:,} playouts, mean of {searches} searches: "
        f"{ends}."
    )
    return document("".join(parts), WIDE, HIGH, said)


def _x(beta: float) -> float:
    return LEFT + (WIDE - LEFT - 14) * beta


def _y(share: float) -> float:
    """The axis runs from 20 % to 100 %."""
    return LOW - (LOW - 30) * (share - 0.2) / 0.8
