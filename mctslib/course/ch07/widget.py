"""`CExplorer`: a map of c and the budget, and the visits of one search with both."""

from functools import cache

from mctslib.course.ch07.heat import BUDGETS, GRID, SEEDS, heat_map, name_of, stored
from mctslib.course.puzzles import A
from mctslib.door.entrance import search
from mctslib.draw.charts import share_chart
from mctslib.draw.show import gallery
from mctslib.games.names import action_name
from mctslib.policies import UCB1
from mctslib.widgets.explorer import Explorer, OneOf, View, button
from mctslib.widgets.menus import following
from mctslib.widgets.picking import titled
from mctslib.words import number

CELLS = {name_of(c, budget): (c, budget) for c in GRID for budget in BUDGETS}
MAP = "Right searches of 100"
VISITS = "shares of its visits"


@cache
def shares(c: float, budget: int, seed: int) -> dict[int, float]:
    """Return each move's share of the visits in a search of position A."""
    return search(A.state, budget, seed=seed, tree_policy=UCB1(c)).distribution()


class CExplorer(Explorer):
    """Choose a cell of a map, which is a value of c and a budget; bars show one search with both.

    The map counts the right searches of position A, among 100 for each cell.

    c       the exploration constant, one of `GRID`
    budget  the number of iterations: 25, 50, 100, 200, 400, 800, 1,600 or 3,200
    seed    the seed of the search that the bars show, from 0 to 99
    """

    kept = "budget"
    headlines = (("c = 0.18, 3,200 iterations: 100 of 100 searches are right.", ""),)

    c = OneOf(GRID)
    budget = OneOf(BUDGETS)
    seed = OneOf(range(SEEDS))

    def __init__(self, c: float = 1.5, budget: int = 400, *, seed: int = 1) -> None:
        super().__init__(c=c, budget=budget, seed=seed)

    def picked(self, words: str) -> None:
        """Move the frame to a cell; a page may send any words."""
        if words in CELLS:
            c, budget = CELLS[words]
            self.set(c=c, budget=budget)

    @button("Think longer", "play", "Go to the next column, and at last to the first", filled=True)
    def more(self) -> None:
        """Go to the next column of the map, and from the last one to the first."""
        self.set(budget=following(BUDGETS, self.budget))

    @button("Other seed", "refresh", "Show another search of this cell")
    def other(self) -> None:
        """Show the search with the next seed."""
        self.set(seed=(self.seed + 1) % SEEDS)

    def view(self) -> View:
        """Return the headline, the map and the bars."""
        right = stored()[GRID.index(self.c)][BUDGETS.index(self.budget)]
        headline = f"{self.setting}: {right} of {SEEDS} searches are right."
        figure = titled(MAP, self.map()) + titled(self.one(), self.bars(), VISITS)
        return View(headline, figure=figure)

    @property
    def setting(self) -> str:
        """The chosen cell in words."""
        return f"c = {number(self.c)}, {number(self.budget)} iterations"

    def map(self) -> str:
        """Return the map as SVG text."""
        return heat_map(stored(), (self.c, self.budget))

    def one(self) -> str:
        """Return the title of the bars: the move that the search chooses, and whether it is right."""
        visits = shares(self.c, self.budget, self.seed)
        chosen = max(visits, key=visits.__getitem__)
        sign = "✓" if A.solved_by(chosen) else "✗"
        return f"Seed {self.seed} chooses {action_name(A.state, chosen)} {sign}"

    def bars(self) -> str:
        """Return each move's share of the visits in one search as SVG text."""
        visits = shares(self.c, self.budget, self.seed)
        names = [f"{move} ✓" if A.solved_by(move) else f"{move}" for move in visits]
        label = f"Share of the visits, {self.setting}, seed {self.seed}"
        return share_chart(
            names, {"": list(visits.values())}, label=f"{label}: {said(visits)}.", width=250
        )

    def static_picture(self) -> str:
        return gallery([self.map(), self.bars()], [MAP, f"{self.one()}: {VISITS}"], spoken=True).svg


def said(visits: dict[int, float]) -> str:
    """Return the shares in words."""
    return ", ".join(f"{move} {share:.0%}" for move, share in visits.items())
