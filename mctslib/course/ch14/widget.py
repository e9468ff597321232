"""`BetaMap`: mix Q and AMAF with the weight β, and see whether the favourite move wins."""

from fractions import Fraction

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
from mctslib.widgets.bar import two_widths
from mctslib.widgets.explorer import Explorer, OneOf, Slide, View, button
from mctslib.widgets.picking import second, titled
from mctslib.words import listing, percent

SEEDS = 8  # the number of searches whose board can be shown
MIXTURE, TRUTH = "mixture", "truth"
WHOLE = "\N{NO-BREAK SPACE}"  # a line never ends here


def named(beta: Fraction | float) -> str:
    """Return "β = 0.5" for a share of AMAF; a line never ends inside this text."""
    return WHOLE.join(("β", "=", f"{float(beta):g}"))


def place(playouts: int, beta: float, seed: int) -> str:
    """Return words for the search and the settings that the board shows."""
    search = f"Hex 4×4, X moves first. Search {seed + 1} of {SEEDS}"
    return f"{search}, {playouts:,} playouts, {named(beta)}."


def sentence(playouts: int, beta: float) -> str:
    """Return sentences about one cell of the table and about its row."""
    row = crossing.shares(playouts)
    best = WHOLE.join(("β", "=", listing(f"{one:g}" for one in crossing.best_betas(playouts))))
    low, high = crossing.interval(playouts, float(beta))
    return (
        f"At {named(beta)} after {playouts:,} playouts the favourite wins in "
        f"{percent(row[float(beta)])} of {crossing.searches()} searches ({percent(low)} "
        f"to {percent(high)}). Q alone reaches {percent(row[0.0])}, AMAF alone "
        f"{percent(row[1.0])}. Best in this row: {best}."
    )


CELLS = {
    f"{playouts} {float(beta):g}": (playouts, float(beta)) for playouts in BUDGETS for beta in BETAS
}


class BetaMap(Explorer):
    """Show a board with mixtures of Q and AMAF in one search, and a table of many searches.

    The reader picks a cell of the table.  The row of the cell stands for the number of playouts,
    and its column stands for β.

    playouts  the number of playouts: 10, 20, 50, 100, 200, 400, 800, 1600 or 3200
    beta      the share of AMAF, from 0 (Q alone) to 1 (AMAF alone), in tenths
    seed      the seed of the search whose board is shown, from 0 to 7
    """

    lives_as = "sliders"
    folds = True
    kept = "beta"
    headlines = (("The favourite is 12: ✗ it loses.", place(BUDGETS[-1], 0.5, SEEDS - 1)),)

    playouts = OneOf(BUDGETS)
    beta = Slide(0, 1, 0.1, label="β")
    seed = OneOf(range(SEEDS))
    board = OneOf((MIXTURE, TRUTH), ("the mixture", "exact winners"), "What the board shows")

    def __init__(self, playouts: int = 200, beta: float = 0.5, *, seed: int = 0) -> None:
        longest = sorted((sentence(*cell) for cell in CELLS.values()), key=len)[-3:]
        super().__init__(playouts=playouts, beta=beta, seed=seed, board=MIXTURE, longest=longest)
        self.layout.max_width = "980px"  # hardly wider than the figure

    def picked(self, words: str) -> None:
        """Show the cell that the reader picked; "200 0.5" stands for 200 playouts and β = 0.5."""
        if words in CELLS:
            playouts, beta = CELLS[words]
            self.set(playouts=playouts, beta=beta)

    @button("More playouts", "forward", "Go to the next row of the table, same β", filled=True)
    def more(self) -> None:
        """Go to the next row of the table, or from the last row to the first."""
        self.set(playouts=BUDGETS[(BUDGETS.index(self.playouts) + 1) % len(BUDGETS)])

    @button("↻ Other seed", "", "Show another search")
    def other(self) -> None:
        """Show the board of the next search."""
        self.set(seed=(self.seed + 1) % SEEDS)

    @property
    def scores(self) -> Means:
        """The mixture of Q and AMAF for each first move in the current search."""
        return mixed(*known(self.seed)[self.playouts], Fraction(round(10 * self.beta), 10))

    def view(self) -> View:
        """Return the headline, the sentences, the board, the table and the chart."""
        best = favourite(self.scores)
        verdict = "✓ it wins" if best in winning_openings() else "✗ it loses"
        board, table, chart = self.pictures()
        note = "X’s mean reward in %; framed: favourite; ✓: wins"
        if self.board == TRUTH:
            note = "100: X wins, 0: O wins"
        wide = crossing.chart(self.playouts, crossing.ROW)
        column = two_widths(chart, crossing.chart(self.playouts, crossing.PHONE))
        charts = (
            f'<div class="mcts-in-a-column">{column}</div><div class="mcts-in-a-row">{wide}</div>'
        )
        share = f"% of {crossing.searches()} searches; underlined: best of its row"
        return View(
            f"The favourite is {best}: {verdict}.",
            place(self.playouts, self.beta, self.seed),
            sentence(self.playouts, self.beta),
            second(titled("One search", board, note))
            + second(titled("Does the favourite win?", table, share))
            + titled("The crossing", charts, "% whose favourite wins, with 95% bands"),
        )

    def pictures(self) -> list[str]:
        """Return the board, the table and the chart as SVG text."""
        scores = self.scores
        winning = winning_openings()
        shown = {action: float(score) for action, score in scores.items()}
        words = f"The favourite is {favourite(scores)}. {sentence(self.playouts, self.beta)}"
        if self.board == TRUTH:
            shown = {action: float(action in winning) for action in range(SIZE * SIZE)}
            words = f"With perfect play the first moves {listing(sorted(winning))} win."
        board = hex_map(SIZE, shown, {favourite(scores)}, winning, words)
        table = crossing.table(self.playouts, self.beta)
        return [board, table, crossing.chart(self.playouts)]

    def static_picture(self) -> str:
        captions = (
            "One search: the favourite has a frame",
            "How often the favourite wins, in %",
            "The crossing",
        )
        return gallery(self.pictures(), captions, columns=2, spoken=True).svg
