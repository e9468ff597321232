"""`CExplorer`: a map of c and the budget, and the visits of one search with both."""

from functools import cache

from mctslib.course.ch07.heat import (
    BUDGETS,
    GRID,
    MIDDLE,
    NARROW,
    PHONE_ROWS,
    SEEDS,
    WIDE,
    heat_map,
    name_of,
    stored,
)
from mctslib.course.puzzles import A
from mctslib.door.entrance import search
from mctslib.draw.boards import MARGIN, Squares
from mctslib.draw.look import SOFT, WORDS
from mctslib.draw.show import board_svg, gallery
from mctslib.draw.svg import text
from mctslib.games.names import action_name
from mctslib.policies import UCB1
from mctslib.widgets.bar import two_widths
from mctslib.widgets.explorer import Explorer, Held, OneOf, View, button
from mctslib.widgets.menus import following
from mctslib.widgets.picking import titled
from mctslib.words import number

CELLS = {name_of(c, budget): (c, budget) for c in GRID for budget in BUDGETS}
MAP = "Right searches of 100"
BEST = "Drag on the map. Underlined: best of its column."
FEWER = f"{len(PHONE_ROWS)} of {len(GRID)} c. Underlined: best of all {len(GRID)}."  # on a phone
VISITS = "% and bars: its visits · ✓: a right move"
BOARDS = 312, 204  # the width of the board on a page and on a phone, in pixels
LONGER = "Think longer", "play", "Go to the next column"
AGAIN = "From 25 on", "refresh", "Go to the first column"


@cache
def shares(c: float, budget: int, seed: int) -> dict[int, float]:
    """Return each move's share of the visits in a search of position A."""
    return search(A.state, budget, seed=seed, tree_policy=UCB1(c)).distribution()


class CExplorer(Explorer):
    """Choose a cell of a map, which is a value of c and a budget; a board shows one search with both.

    The map counts the right searches of position A, among 100 for each cell.

    c       the exploration constant, one of `GRID`
    budget  the number of iterations: 25, 50, 100, 200, 400, 800, 1,600 or 3,200
    seed    the seed of the search that the board shows, from 0 to 99
    """

    lives_as = "sliders"
    kept = "budget"
    headlines = (("c = 0.18, 800 iterations: 100 of 100 are right. And 1,600?", ""),)
    folds = True

    c = OneOf(GRID)
    budget = OneOf(BUDGETS)
    seed = OneOf(range(SEEDS))
    reached = Held()  # the last column that is shown; later ones have question marks

    def __init__(self, c: float = 1.5, budget: int = 400, *, seed: int = 1) -> None:
        super().__init__(c=c, budget=budget, seed=seed, reached=budget)
        self.add_class("mcts-averages")

    def picked(self, words: str) -> None:
        """Move the frame to a cell; a page may send any words."""
        if words in CELLS:
            c, budget = CELLS[words]
            self.set(c=c, budget=budget, reached=max(self.reached, budget))

    @button(*LONGER, filled=True, again=AGAIN)
    def more(self) -> None:
        """Go to the next column of the map, and from the last one to the first."""
        budget = following(BUDGETS, self.budget)
        self.set(budget=budget, reached=max(self.reached, budget))

    @button("Other seed", "refresh", "Show another search of this cell")
    def other(self) -> None:
        """Show the search with the next seed."""
        self.set(seed=(self.seed + 1) % SEEDS)

    def view(self) -> View:
        """Return the headline, the map and the bars."""
        headline = self.right()
        later = following(BUDGETS, self.budget)
        if later > self.known:
            headline += f" And {number(later)}?"
        return View(headline, figure=self.maps() + self.search())

    @property
    def at_end(self) -> bool:
        return self.budget == BUDGETS[-1]

    def right(self) -> str:
        """Say how many searches with the chosen cell are right."""
        right = stored()[GRID.index(self.c)][BUDGETS.index(self.budget)]
        return f"{self.setting}: {right} of {SEEDS} are right."

    def static_headline(self) -> tuple[str, str]:
        """Return the count alone, because a still picture shows the whole map."""
        return self.right(), ""

    def page_words(self) -> str:
        """Return the count alone, because a page shows the whole map, too."""
        return self.right()

    @property
    def known(self) -> int:
        """The largest budget whose column is shown."""
        return max(self.reached, self.budget)

    @property
    def setting(self) -> str:
        """The chosen cell in words."""
        return f"c = {number(self.c)}, {number(self.budget)} iterations"

    def map(self, wide: int = WIDE) -> str:
        """Return the map up to the last column that is shown, as SVG text."""
        columns = BUDGETS.index(self.known) + 1
        return heat_map([row[:columns] for row in stored()], (self.c, self.budget), wide)

    def maps(self) -> str:
        """Return the map in three widths with its title; the page shows the widest that fits."""
        small = f'<div class="mcts-small-chart">{self.map(MIDDLE)}</div>'
        wider = f'<div class="mcts-middle-chart mcts-large-chart">{self.map()}</div>'
        phone = titled(MAP, self.map(NARROW), FEWER)
        return f"<div>{two_widths(titled(MAP, small + wider, BEST), phone)}</div>"

    def search(self) -> str:
        """Return the board with the chosen move and the visits, with a title as HTML."""
        both = two_widths(*map(self.board, BOARDS))
        return titled(self.one(), f'<div style="min-width:250px">{both}</div>', VISITS)

    @property
    def chosen(self) -> int:
        """The move that the search with the chosen cell and seed chooses."""
        visits = shares(self.c, self.budget, self.seed)
        return max(visits, key=visits.__getitem__)

    def one(self) -> str:
        """Return the title of the bars: the move that the search chooses, and whether it is right."""
        sign = "✓" if A.solved_by(self.chosen) else "✗"
        return f"O to move: seed {self.seed} chooses {action_name(A.state, self.chosen)} {sign}"

    def board(self, width: int = BOARDS[0]) -> str:
        """Return the board with each move's share of the visits in one search as SVG text."""
        visits = shares(self.c, self.budget, self.seed)
        label = f"Share of the visits, {self.setting}, seed {self.seed}: {said(visits)}."
        drawn = board_svg(A.state, shares=visits, highlight=[self.chosen], width=width, label=label)
        places = Squares(3, (width - 2 * MARGIN) / 3)
        names = ""
        for move in visits:
            x, y = places.corner(move)
            words = f"{move} ✓" if A.solved_by(move) else f"{move}"
            names += text(
                words, x + 0.15 * places.unit, y + 9 + 0.13 * places.unit, WORDS, fill=SOFT
            )
        return drawn.replace("</svg>", f"{names}</svg>")

    def static_picture(self) -> str:
        whole = heat_map(stored(), (self.c, self.budget))
        return gallery([whole, self.board()], [MAP, f"{self.one()}; {VISITS}"], spoken=True).svg


def said(visits: dict[int, float]) -> str:
    """Return the shares in words."""
    return ", ".join(f"{move} {share:.0%}" for move, share in visits.items())
