"""`BetaMap`: mix Q and AMAF with the weight β, and see whether the favourite move wins."""

from fractions import Fraction
from typing import Any

import ipywidgets as W

from mctslib.course.ch14 import crossing
from mctslib.course.ch14.hexmap import hex_map
from mctslib.course.ch14.maps import (
    BETAS,
    BUDGETS,
    SIZE,
    Means,
    favourite,
    known,
    mixed,
    winning_openings,
)
from mctslib.draw.show import gallery
from mctslib.widgets.bar import ActButton, ControlBar, Headline, choice
from mctslib.widgets.moments import Moments
from mctslib.widgets.panel import Panel, push_button, safely
from mctslib.widgets.picking import PickingPicture, titled
from mctslib.words import listing, percent

SEEDS = 8  # the number of searches whose board can be shown
MIXTURE, TRUTH = "mixture", "truth"
VIEWS = (("the mixture", MIXTURE), ("exact winners", TRUTH))
WHOLE = "\N{NO-BREAK SPACE}"  # a line never ends here


def named(beta: Fraction | float) -> str:
    """Return "β = 0.5" for a share of AMAF; a line never ends inside this text."""
    return WHOLE.join(("β", "=", f"{float(beta):g}"))


LONGEST = (
    (
        "The favourite is 12: ✗ it loses.",
        f"Hex 4×4, X moves first. Search {SEEDS} of {SEEDS}, {BUDGETS[-1]:,} playouts, "
        f"{named(0.5)}.",
    ),
)


def sentence(playouts: int, beta: Fraction) -> str:
    """Return sentences about one cell of the table and about its row."""
    row = crossing.shares(playouts)
    best = crossing.best_betas(playouts)
    low, high = crossing.interval(playouts, float(beta))
    return (
        f"At {named(beta)} after {playouts:,} playouts the favourite wins in "
        f"{percent(row[float(beta)])} of {crossing.searches()} searches ({percent(low)} "
        f"to {percent(high)}). Q alone reaches {percent(row[0.0])}, AMAF alone "
        f"{percent(row[1.0])}. Best in this row: "
        f"{WHOLE.join(('β', '=', listing(f'{beta:g}' for beta in best)))}."
    )


def longest_sentences() -> list[str]:
    """Return the three longest of all texts that `sentence` may return."""
    every = (sentence(playouts, beta) for playouts in BUDGETS for beta in BETAS)
    return sorted(every, key=len)[-3:]


class BetaMap(Panel):
    """Show a board with mixtures of Q and AMAF in one search, and a table of many searches.

    The reader picks a cell of the table.  The row of the cell stands for the number of playouts,
    and its column stands for β.

    playouts  the number of playouts: 10, 20, 50, 100, 200, 400, 800, 1600 or 3200
    beta      the share of AMAF, from 0 (Q alone) to 1 (AMAF alone), in tenths
    seed      the seed of the search whose board is shown, from 0 to 7
    """

    lives_as = "sliders"

    def __init__(self, playouts: int = 200, beta: float = 0.5, *, seed: int = 0) -> None:
        if isinstance(playouts, bool) or playouts not in BUDGETS:
            allowed = ", ".join(map(str, BUDGETS))
            raise ValueError(f"playouts must be one of {allowed}, not {playouts!r}.")
        if isinstance(beta, bool) or not 0 <= beta <= 1:
            raise ValueError(f"beta must be a number from 0 to 1, not {beta!r}.")
        if isinstance(seed, bool) or seed not in range(SEEDS):
            raise ValueError(f"seed must be a whole number from 0 to {SEEDS - 1}, not {seed!r}.")
        super().__init__("searching")
        self.playouts = playouts
        self.beta = Fraction(round(10 * beta), 10)
        self.seed = seed
        self.before: list[
            tuple[int, Fraction]
        ] = []  # the cells that were picked earlier, for the button Undo
        self.headline = Headline(longest=LONGEST)
        self.status.reserve(longest_sentences())
        self.figure = PickingPicture(self.picked)
        self.more = ActButton(
            self.work,
            "More playouts",
            "forward",
            "Go to the next row of the table, same β",
            self.double,
        )
        # Undo stands last, so that it leaves no gap while it is hidden.
        self.undo = push_button("Undo", "undo", "Back to the previous cell", self.go_back)
        self.other = push_button("↻ Other seed", "", "Show another search", self.again)
        self.mix = W.FloatSlider(
            min=0,
            max=1,
            step=0.1,
            value=float(self.beta),
            description="β",
            readout_format=".1f",
            layout=W.Layout(width="220px"),
        )
        self.mix.observe(self.slid, "value")
        self.view = choice("What the board shows", VIEWS, MIXTURE)
        self.view.observe(self.changed, "value")
        self.add_class("mcts-framed")
        self.layout.max_width = "980px"  # hardly wider than the figure
        self.bar = ControlBar(self.more, [self.other, self.undo], [self.mix, self.view])
        self.children = [self.headline, self.status, self.figure, self.bar]
        self._draw()

    @safely
    def picked(self, words: str) -> None:
        """Show the cell that the reader picked; "200 0.5" stands for 200 playouts and β = 0.5."""
        cells = {
            f"{playouts} {float(beta):g}": (playouts, beta)
            for playouts in BUDGETS
            for beta in BETAS
        }
        if words in cells:
            self._go(*cells[words])

    @safely
    def double(self, button: object = None) -> None:
        """Go to the next row of the table, or from the last row to the first."""
        row = (BUDGETS.index(self.playouts) + 1) % len(BUDGETS)
        self._go(BUDGETS[row], self.beta)

    @safely
    def slid(self, change: Any) -> None:
        """Go to the slider's β in the same row of the table."""
        beta = Fraction(round(10 * change["new"]), 10)
        if beta != self.beta:
            self._go(self.playouts, beta)

    @safely
    def go_back(self, button: object = None) -> None:
        """Go back to the cell that was picked before."""
        if self.before:
            self.playouts, self.beta = self.before.pop()
            self._draw()

    @safely
    def again(self, button: object = None) -> None:
        """Show the board of the next search."""
        self.seed = (self.seed + 1) % SEEDS
        self._draw()

    @safely
    def changed(self, change: Any = None) -> None:
        """Show the mixture or the exact results, whichever the reader has chosen."""
        self._draw()

    def _go(self, playouts: int, beta: Fraction) -> None:
        self.before.append((self.playouts, self.beta))
        self.playouts = playouts
        self.beta = beta
        self._draw()

    @property
    def scores(self) -> Means:
        """The mixture of Q and AMAF for each first move in the current search."""
        return mixed(*known(self.seed)[self.playouts], self.beta)

    def _draw(self) -> None:
        best = favourite(self.scores)
        verdict = "✓ it wins" if best in winning_openings() else "✗ it loses"
        self.headline.say(
            f"The favourite is {best}: {verdict}.",
            f"Hex 4×4, X moves first. Search {self.seed + 1} of {SEEDS}, "
            f"{self.playouts:,} playouts, {named(self.beta)}.",
        )
        self.status.say(sentence(self.playouts, self.beta))
        board, table, chart = self.pictures()
        self.figure.value = (
            titled("One search", board, self._caption())
            + titled(
                "Does the favourite win?",
                table,
                f"% of {crossing.searches()} searches; underlined: best of its row",
            )
            + titled(
                "The crossing", self._crossing(chart), "% whose favourite wins, with 95% bands"
            )
        )
        self.mix.value = float(self.beta)
        self.undo.layout.visibility = "visible" if self.before else "hidden"

    def _crossing(self, chart: str) -> str:
        """Return the chart twice: for one column of three, and for a row of its own."""
        wide = crossing.chart(self.playouts, wide=True)
        return f'<div class="mcts-in-a-column">{chart}</div><div class="mcts-in-a-row">{wide}</div>'

    def _caption(self) -> str:
        if self.view.value == TRUTH:
            return "100: X wins, 0: O wins"
        return "X’s mean reward in %; framed: favourite; ✓: wins"

    def pictures(self) -> list[str]:
        """Return the board, the table and the chart as SVG text."""
        scores = self.scores
        winning = winning_openings()
        if self.view.value == TRUTH:
            shown = {action: float(action in winning) for action in range(SIZE * SIZE)}
            words = f"With perfect play the first moves {listing(sorted(winning))} win."
        else:
            shown = {action: float(score) for action, score in scores.items()}
            words = f"{self.headline.words} {sentence(self.playouts, self.beta)}"
        board = hex_map(SIZE, shown, {favourite(scores)}, winning, words)
        table = crossing.table(self.playouts, float(self.beta))
        return [board, table, crossing.chart(self.playouts)]

    def page_moments(self) -> Moments:
        """Return the moments of the current row of the table, one moment for each β."""
        labels = [f"{float(beta):g}" for beta in BETAS]

        def show(place: int) -> None:
            self.beta = BETAS[place]
            self._draw()

        return Moments("β", labels, BETAS.index(self.beta), show)

    def static_picture(self) -> str:
        captions = (
            "One search: the favourite has a frame",
            "How often the favourite wins, in %",
            "The crossing",
        )
        return gallery(self.pictures(), captions, columns=2, spoken=True).svg

    def static_text(self) -> str:
        return f"{self.headline.words} {self.status.text} (run this cell to pick another cell)"
