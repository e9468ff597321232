"""`TwelveViews`: show how often an engine bets in each of the twelve views of Kuhn poker."""

import random
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import log10
from typing import Any, NamedTuple

import ipywidgets as W

from mctslib.course.ch17.purse import HANDS, Evening, known_evening
from mctslib.course.stored import measured
from mctslib.door.limits import whole_number
from mctslib.draw.cards import LETTERS, open_card
from mctslib.draw.look import (
    ACT,
    HEADLINE,
    INK,
    NOTE,
    PAPER,
    ROUND,
    RULE,
    SHADE,
    SOFT,
    SURFACE,
    TITLE,
)
from mctslib.draw.show import gallery
from mctslib.draw.svg import document, element, text
from mctslib.games import Kuhn
from mctslib.games.kuhn import CARDS
from mctslib.methods.hidden import iterate
from mctslib.methods.poker import (
    VIEWS,
    View,
    counterfactual_regret,
    determinized_strategy,
    exploitability,
    most_visited_strategy,
    nash,
    nearest_bluff,
    share_strategy,
)
from mctslib.widgets.bar import ActButton, ControlBar, Headline, choice, two_widths
from mctslib.widgets.menus import Menu
from mctslib.widgets.panel import Panel, safely
from mctslib.words import number, percent, signed, worked

BUDGETS = (100, 1_000, 10_000, 30_000)
C = 0.7  # the exploration constant of the search
SAID = {"": "first action", "p": "after a pass", "b": "after a bet", "pb": "after pass, bet"}
SHORT = {"": "first", "p": "pass", "b": "bet", "pb": "pass, bet"}  # on a phone
PLAYERS = ("visit shares", "most visited", "determinization")
Bets = Mapping[View, Any]
"""A dict: view → the probability with which an engine bets in this view."""

# Sizes in the pictures, in pixels.
GRID, CELL_HEIGHT, HEAD = 560, 92, 34
LEFT, COLUMN = 52, 126
SIDE, NARROW_SIDE = 480, 256  # the width of the dial and of the purse
DIAL_HEIGHT, PURSE_HEIGHT = 142, 190
SEEDS_OF = {"visit shares": "shares", "most visited": "most visited"}  # engine → stored results
WORST, BEST = 0.5, 0.005  # the exploitability at the two ends of the dial


@lru_cache(maxsize=50)
def strategies(seed: int) -> dict[tuple[str, int], dict[View, Fraction]]:
    """Return a dict from (player, iterations) to the strategy. A single search runs to the largest
    budget, and its strategy is kept at each budget.
    """
    found = {}
    table: Any = {}
    rng = random.Random(seed)
    done = 0
    for budget in BUDGETS:
        for _ in range(budget - done):
            iterate(Kuhn(), table, rng, C)
        done = budget
        found["visit shares", budget] = share_strategy(table)
        found["most visited", budget] = most_visited_strategy(table)
        found["determinization", budget] = determinized_strategy()
    return found


@lru_cache(maxsize=1)
def milestones() -> dict[str, float]:
    """Return a dict from the name of each milestone on the dial to its exploitability."""
    coin_flips = dict.fromkeys(VIEWS, Fraction(1, 2))
    return {
        "coin flips": float(exploitability(coin_flips)),
        "determinization": float(exploitability(determinized_strategy())),
        "CFR, 100 iterations": float(exploitability(counterfactual_regret(100))),
    }


class TwelveViews(Panel):
    """Show how often an engine bets in each of the twelve views, and how often perfect play bets.

    iterations  the initial number of iterations of the search: 100, 1,000, 10,000 or 30,000
    seed        the seed of the search and of the evening that is shown
    """

    def __init__(self, iterations: int = 30_000, *, seed: int = 0) -> None:
        if iterations not in BUDGETS:
            listed = ", ".join(map(number, BUDGETS))
            raise ValueError(f"iterations must be one of {listed}, not {iterations!r}.")
        super().__init__()
        self.seed = whole_number("seed", seed + 1) - 1
        options = [(number(n), n) for n in BUDGETS]
        self.iterations = choice("Iterations of the search", options, iterations)
        self.player = Menu(options=list(PLAYERS), description="engine")
        self.bluff = W.FloatSlider(
            min=0, max=1 / 3, step=1 / 60, description="α: J bets first", readout_format=".2f"
        )
        self.other = ActButton(
            self.work, "Other seed", "refresh", "Search with other random numbers", self.again
        )
        self.headline = Headline()
        self.grid, self.dial, self.purse = W.HTML(), W.HTML(), W.HTML()
        self._lay_out()
        for control in (self.iterations, self.player):
            control.observe(self.changed, "value")
        self.bluff.observe(self.slid, "value")
        self._show()

    def _lay_out(self) -> None:
        self.add_class("mcts-framed")
        side = W.VBox([self.dial, self.purse], layout=W.Layout(flex="1 1 480px", min_width="0px"))
        grid = W.VBox([self.grid], layout=W.Layout(flex="1 1 560px", min_width="0px"))
        figure = W.HBox([grid, side])
        figure.add_class("mcts-figure")
        self.status.reserve([told(0.999, 1.0)])
        wrapped = W.Layout(flex_flow="row wrap", align_items="center", grid_gap="0 8px")
        self.effort = W.HBox([W.Label("iterations"), self.iterations], layout=wrapped)
        bar = ControlBar(self.other, [self.bluff], [self.player, self.effort])
        bar.fold(self, self.dial, self.purse, self.bluff, self.effort)
        self.children = [self.headline, figure, self.status, bar]

    @property
    def strategy(self) -> dict[View, Fraction]:
        """Return the strategy for the chosen engine and number of iterations."""
        return strategies(self.seed)[self.player.value, self.iterations.value]

    @safely
    def again(self, button: object = None) -> None:
        """Search with the next seed."""
        self.seed += 1
        self._show()

    @safely
    def changed(self, change: object = None) -> None:
        """Show the strategy that the reader has chosen."""
        self._show()

    @safely
    def slid(self, change: object = None) -> None:
        """Compare the engine with the perfect strategy for the chosen α."""
        self.grid.value = both_grids(self.strategy, perfect_of(self.bluff.value))

    def _show(self) -> None:
        strategy = self.strategy
        with self.bluff.hold_trait_notifications():
            self.bluff.value = float(nearest_bluff(strategy))
        bets = tuple((view, float(bet)) for view, bet in strategy.items())
        evening = known_evening(bets, self.seed)
        self.grid.value = both_grids(strategy, perfect_of(self.bluff.value))
        gain = float(exploitability(strategy))
        dials = [dial_svg(gain, self.player.value, width) for width in (SIDE, NARROW_SIDE)]
        purses = [purse_svg(evening, width) for width in (SIDE, NARROW_SIDE)]
        self.pictures = [dials[0], purses[0]]  # for a page without Python
        self.dial.value = two_widths(*dials)
        self.purse.value = two_widths(*purses)
        self.headline.say(heading(strategy), self.described())
        self.status.say(told(gain, evening.ahead))
        # Determinization solves every deal exactly, without iterations.
        has_iterations = self.player.value in SEEDS_OF
        self.effort.layout.visibility = "visible" if has_iterations else "hidden"

    def described(self) -> str:
        """Return a sentence that names the strategy."""
        if self.player.value == "determinization":
            return "Determinization with every deal solved exactly."
        iterations = number(self.iterations.value)
        return f"{self.player.value.capitalize()} of {iterations} iterations, seed {self.seed}."

    def static_picture(self) -> str:
        grid = grid_svg(self.strategy, perfect_of(self.bluff.value))
        pictures = [grid, *self.pictures]
        words = [heading(self.strategy), self.described(), self.status.text]
        return gallery(pictures, words, spoken=True)._repr_html_()

    def static_text(self) -> str:
        return f"{heading(self.strategy)} {self.status.text} (run this cell to change the settings)"


def perfect_of(bluff: float) -> dict[View, float]:
    """Return the perfect strategy with this probability of a bluff, from 0 to 1/3."""
    share = min(Fraction(bluff).limit_denominator(300), Fraction(1, 3))
    return {view: float(bet) for view, bet in nash(share).items()}


def heading(strategy: Bets) -> str:
    """Return sentences that compare a strategy's share of bluffs with perfect play."""
    bluff = float(strategy[0, "p"])
    words = f"With the jack, after a pass, this engine bets in {percent(bluff)} of the hands."
    return f"{words} A perfect player bets in 33% of them."


def told(gain: float, ahead: float) -> str:
    """Return a sentence about the dial and the purse.

    ahead   the share of the evenings after which the opponent is ahead
    """
    return (
        f"A perfect opponent who knows this strategy wins {worked(gain)} coins per hand, "
        f"and is ahead after {HANDS} hands on {percent(ahead)} of the evenings."
    )


# ---------------------------------------------------------------------------- the twelve views


class GridSizes(NamedTuple):
    """The sizes of the grid, in pixels."""

    width: float
    left: float  # the x coordinate of the left edge of the first column
    column: float  # width of a column
    card: float  # width of the cards at the left
    bar: float  # width of a bar


WIDE = GridSizes(GRID, LEFT, COLUMN, 34, 26)
NARROW = GridSizes(256, 28, 57, 20, 14)  # on a phone


def both_grids(strategy: Bets, perfect: Bets) -> str:
    """Return the grid as HTML, in two widths."""
    wide, narrow = (grid_svg(strategy, perfect, sizes) for sizes in (WIDE, NARROW))
    return two_widths(wide, narrow)


def grid_svg(strategy: Bets, perfect: Bets, sizes: GridSizes = WIDE) -> str:
    """Draw the grid: in each view a bar for the engine's share of bets, and a mark for perfect
    play.
    """
    parts = []
    names = SAID if sizes is WIDE else SHORT
    for column, (said, words) in enumerate(names.items()):
        x = sizes.left + sizes.column * column
        parts.append(text(words, x + 2, 22, NOTE, font_weight="bold"))
        for card in range(3):
            y = HEAD + CELL_HEIGHT * card
            view = (card, said)
            parts.append(view_svg(x, y, float(strategy[view]), perfect[view], view, sizes))
    for card in range(3):
        parts.append(open_card(2, HEAD + CELL_HEIGHT * card + 14, sizes.card, LETTERS[card]))
    shares = []
    for (card, said), bet in strategy.items():
        shares.append(f"{CARDS[card]} {SAID[said]} {percent(bet)}")
    height = HEAD + 3 * CELL_HEIGHT + 42
    first, second = "bar: share of bets", "◆ perfect play (α) · │ all perfect strategies"
    parts.append(text(first, sizes.left, height - 26, NOTE, fill=SOFT))
    parts.append(text(second, sizes.left, height - 9, NOTE, fill=SOFT))
    return document("".join(parts), sizes.width, height, f"Shares of bets: {', '.join(shares)}.")


def ranges() -> dict[View, tuple[float, float]]:
    """Return the lowest and the highest probability of a bet in perfect play, for each view."""
    least, most = nash(Fraction(0)), nash(Fraction(1, 3))
    return {view: (float(least[view]), float(most[view])) for view in VIEWS}


RANGES = ranges()


def view_svg(x: float, y: float, bet: float, perfect: float, view: View, sizes: GridSizes) -> str:
    """Draw one view: a bar for the engine's share of bets, and a mark for perfect play."""
    is_wide = sizes is WIDE
    height = CELL_HEIGHT - (24 if is_wide else 42)
    low = y + height + 10
    ground: dict[str, Any] = {"width": sizes.column - 8, "height": CELL_HEIGHT - 6, "rx": ROUND}
    parts = [element("rect", x=x, y=y, fill=SURFACE, stroke=RULE, **ground)]
    bar: dict[str, Any] = {"x": x + 8, "width": sizes.bar}
    parts.append(element("rect", y=low - height, height=height, fill=PAPER, stroke=RULE, **bar))
    parts.append(element("rect", y=low - height * bet, height=height * bet, fill=SOFT, **bar))
    parts.append(perfect_svg(x + 18 + sizes.bar, low, height, perfect, view))
    if is_wide:
        end: dict[str, Any] = {"text_anchor": "end"}
        right = x + sizes.column - 16
        parts.append(text(percent(bet), right, y + 32, HEADLINE, font_weight="bold", **end))
        parts.append(text(f"◆ {percent(perfect)}", right, y + 54, NOTE, fill=SOFT, **end))
    else:
        parts.append(text(percent(bet), x + 8, low + 20, TITLE, font_weight="bold"))
    return "".join(parts)


def perfect_svg(x: float, low: float, height: float, perfect: float, view: View) -> str:
    """Draw the mark of perfect play, and a line for the range of all perfect strategies."""
    least, most = RANGES[view]
    ends: dict[str, Any] = {"y1": low - height * most, "y2": low - height * least}
    line = element("line", x1=x, x2=x, stroke=SHADE, stroke_width=2, **ends)
    at = low - height * perfect
    return line + element("path", d=f"M{x:g} {at - 6:.1f}l6 6-6 6-6-6z", fill=INK)


# ---------------------------------------------------------------------------- the dial


def on_dial(gain: float, width: float = SIDE) -> float:
    """Return the x coordinate of an exploitability on the dial, in pixels; smaller values are
    further right.

    width   the width of the dial, in pixels
    """
    share = (log10(WORST) - log10(max(gain, BEST))) / (log10(WORST) - log10(BEST))
    return 12 + (width - 24) * min(max(share, 0.0), 1.0)


def dial_svg(gain: float, player: str, width: float = SIDE) -> str:
    """Draw an exploitability on the dial, with the worst value at the left; return the SVG text."""
    y = 76
    parts = [text("Exploitability, in coins per hand", 8, 16, TITLE, font_weight="bold")]
    parts.append(element("line", x1=12, x2=width - 12, y1=y, y2=y, stroke=RULE, stroke_width=2))
    for mark in (0.5, 0.2, 0.1, 0.05, 0.02, 0.005):
        x = on_dial(mark, width)
        anchor = {WORST: "start", BEST: "end"}.get(mark, "middle")
        parts.append(element("line", x1=x, x2=x, y1=y - 4, y2=y + 4, stroke=SOFT))
        parts.append(text(number(mark), x, y + 20, NOTE, text_anchor=anchor, fill=SOFT))
    for place, (name, at) in enumerate(milestones().items()):
        x = on_dial(at, width)
        top = 52 if place == 1 else 36
        look: dict[str, Any] = {"stroke": SOFT, "stroke_dasharray": "2 3"}
        parts.append(element("line", x1=x, x2=x, y1=top, y2=y, **look))
        anchor = "middle"
        if place == 0:
            anchor = "start"
        elif x >= width - 70:
            anchor = "end"
        parts.append(text(name, x, top - 2, NOTE, text_anchor=anchor, fill=SOFT))
    parts += seeds_on_dial(player, y, width)
    x = on_dial(gain, width)
    parts.append(element("circle", cx=x, cy=y, r=9, fill="none", stroke=ACT, stroke_width=3))
    anchor = "middle"
    if x > width - 60:
        anchor = "end"
    elif x < 60:
        anchor = "start"
    words: dict[str, Any] = {"fill": ACT, "font_weight": "bold", "text_anchor": anchor}
    parts.append(text(worked(gain), x, y + 40, TITLE, **words))
    if player in SEEDS_OF:
        legend = "dots: 10 seeds for each number of iterations"
        parts.append(text(legend, 12, DIAL_HEIGHT - 8, NOTE, fill=SOFT))
    said = f"Exploitability {worked(gain)} coins per hand; perfect play has 0."
    return document("".join(parts), width, DIAL_HEIGHT, said)


def seeds_on_dial(player: str, y: float, width: float) -> list[str]:
    """Draw a dot for each budget and each of ten stored seeds."""
    name = SEEDS_OF.get(player)
    if name is None:
        return []
    dots = []
    for row in measured("ch17/hidden")["kuhn"]:
        if row["iterations"] in BUDGETS:
            for gain in row[name]:
                dots.append(element("circle", cx=on_dial(gain, width), cy=y, r=3.5, fill=SHADE))
    return dots


# ---------------------------------------------------------------------------- the purse


def purse_svg(evening: Evening, width: float = SIDE) -> str:
    """Draw a perfect opponent's purse in one evening, and a band for 90% of all evenings."""
    most = 24
    left, right, top, low = 40, width - 48, 30, PURSE_HEIGHT - 34

    def across(hand: float) -> float:
        return left + (right - left) * hand / HANDS

    def up(coins: float) -> float:
        inside = min(max(coins, -most), most)
        return (top + low) / 2 - (low - top) / 2 * inside / most

    title = "A perfect opponent's purse, in coins"
    parts = [text(title, 8, 16, TITLE, font_weight="bold")]
    for coins in (-20, 0, 20):
        y = up(coins)
        parts.append(element("line", x1=left, x2=right, y1=y, y2=y, stroke=RULE))
        parts.append(text(signed(coins), left - 6, y + 4, NOTE, text_anchor="end", fill=SOFT))
    upper = [f"{across(hand):.1f} {up(coins):.1f}" for hand, coins in enumerate(evening.high)]
    lower = [f"{across(hand):.1f} {up(coins):.1f}" for hand, coins in enumerate(evening.low)]
    band = "M" + "L".join([*upper, *reversed(lower)]) + "Z"
    parts.append(element("path", d=band, fill=SHADE, opacity=0.3))
    line = " ".join(f"{across(hand):.1f},{up(coins):.1f}" for hand, coins in enumerate(evening.one))
    parts.append(element("polyline", points=line, fill="none", stroke=INK, stroke_width=2.4))
    end = evening.one[-1]
    at = up(end) + 4
    parts.append(text(signed(end), right + 6, at, TITLE, font_weight="bold"))
    for hand in (0, 25, HANDS):
        words = f"{hand} hands" if hand == HANDS else hand
        parts.append(text(words, across(hand), low + 16, NOTE, text_anchor="middle", fill=SOFT))
    words = "line: one evening · band: 90 of 100 evenings"
    parts.append(text(words, min(left, width - 248), low + 31, NOTE, fill=SOFT))
    said = f"The opponent is ahead after {HANDS} hands on {percent(evening.ahead)} of the evenings."
    return document("".join(parts), width, PURSE_HEIGHT, said)
