"""`BetaMap`: mix Q and AMAF with the weight β, and see how often the favourite move wins."""

from mctslib.course.ch14 import crossing
from mctslib.course.ch14.maps import BETAS, BUDGETS
from mctslib.draw.show import gallery
from mctslib.widgets.bar import two_widths
from mctslib.widgets.explorer import Explorer, OneOf, View, button
from mctslib.widgets.picking import titled
from mctslib.words import percent

CELLS = {
    f"{playouts} {float(beta):g}": (playouts, float(beta)) for playouts in BUDGETS for beta in BETAS
}
TITLE = "Searches whose favourite wins"
DOWN = "More playouts", "play", "Go to the next row of the table, same β"
UP = "From the top", "refresh", "Go to the first row of the table, same β"


class BetaMap(Explorer):
    """Show how often Q, AMAF and their mixtures have a winning favourite, up to some playouts.

    The reader goes on to more playouts, or picks a cell of the table.  The row of the cell stands
    for the number of playouts, and its column stands for β.

    playouts  the number of playouts: 10, 20, 50, 100, 200, 400, 800, 1600 or 3200
    beta      the share of AMAF, from 0 (Q alone) to 1 (AMAF alone), in tenths
    """

    lives_as = "sliders"
    kept = "playouts"
    headlines = (
        (
            "After 3,200 playouts: your β = 0.8 has 83%, the best (0.9) 85%. And after 3,200?",
            "AMAF leads Q by 77% to 57%.",
        ),
    )

    playouts = OneOf(BUDGETS)
    beta = OneOf([float(beta) for beta in BETAS])

    def __init__(self, playouts: int = 800, beta: float = 0.8) -> None:
        self.has_chosen = False  # whether the reader has picked a β
        super().__init__(playouts=playouts, beta=beta)
        self.buttons["more"].layout.min_width = "150px"  # one row of a phone, with Undo

    @property
    def at_end(self) -> bool:
        return self.playouts == BUDGETS[-1]

    def picked(self, words: str) -> None:
        """Show the cell that the reader picked; "200 0.5" stands for 200 playouts and β = 0.5."""
        if words in CELLS:
            playouts, beta = CELLS[words]
            self.has_chosen = True
            self.set(playouts=playouts, beta=beta)

    @button(*DOWN, filled=True, again=UP)
    def more(self) -> None:
        """Go to the next row of the table, or from the last row to the first."""
        self.set(playouts=BUDGETS[(BUDGETS.index(self.playouts) + 1) % len(BUDGETS)])

    def view(self) -> View:
        """Return the headline and the table."""
        row = crossing.shares(self.playouts)
        low, high = crossing.interval(self.playouts, self.beta)
        chosen = (
            f"Violet, β = {self.beta:g}: {percent(row[self.beta])} ({percent(low)} to "
            f"{percent(high)}). Black, underlined: best of its row."
        )
        where = self.playouts, self.beta
        tables = two_widths(crossing.table(*where), crossing.table(*where, crossing.NARROW))
        small = f'<div style="font-size:var(--mcts-title)">{chosen}</div>'
        figure = f'<div class="mcts-grows">{titled(TITLE, tables + small, two_notes())}</div>'
        later = [playouts for playouts in BUDGETS if playouts > self.playouts]
        asks = f" And after {later[0]:,}?" if later else ""
        scored = f"After {self.playouts:,} playouts: {self._scored()}{asks}"
        return View(scored, f"{leads(self.playouts)}.", figure=figure)

    def _scored(self) -> str:
        """Return how good the chosen β is, and which is the best."""
        row = crossing.shares(self.playouts)
        best = max(row, key=row.__getitem__)
        name = f"your β = {self.beta:g}" if self.has_chosen else f"β = {self.beta:g}"
        if percent(row[self.beta]) == percent(row[best]):
            return f"{name} has {percent(row[best])}: none is better."
        yours = f"{name} has {percent(row[self.beta])}"
        return f"{yours}, the best ({best:g}) {percent(row[best])}."

    def static_headline(self) -> tuple[str, str]:
        """Return the result with the most playouts, which the picture shows."""
        return told(BUDGETS[-1]), ""

    def static_picture(self) -> str:
        with self.as_if(playouts=BUDGETS[-1]):
            return self.page_picture()

    def page_words(self) -> str:
        """Return the headline for a page, where no β can be chosen."""
        return told(self.playouts)

    def page_picture(self) -> str:
        """Return the picture for a page without Python, whose slider sets the playouts."""
        picture = crossing.table(self.playouts, self.beta)
        return gallery([picture], [f"{TITLE}, {note()}"], spoken=True).svg


def note() -> str:
    """Return the unit of the table, and what its rows and columns are."""
    return f"in % of {crossing.searches()} · rows: playouts · columns: β"


def two_notes() -> str:
    """Return the note, which says on a phone that some columns are left out."""
    some = f"% of {crossing.searches()} · rows: playouts · {len(crossing.FEW)} of {len(BETAS)} β"
    wide = f'<span class="mcts-for-wide">{note()}</span>'
    return f'{wide}<span class="mcts-for-narrow">{some}</span>'


def told(playouts: int) -> str:
    """Return the headline of a picture for a number of playouts."""
    return f"After {playouts:,} playouts {leads(playouts)}."


def leads(playouts: int) -> str:
    """Return how AMAF alone and Q alone compare, such as "AMAF leads Q by 82% to 75%"."""
    row = crossing.shares(playouts)
    marks = sorted([(row[1.0], "AMAF"), (row[0.0], "Q")], reverse=True)
    (most, first), (least, second) = marks
    return f"{first} leads {second} by {percent(most)} to {percent(least)}"
