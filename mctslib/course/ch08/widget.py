"""`Race`: tree search and pure random playouts estimate the moves of one position.

The estimates of the tree converge to the values under perfect play (minimax), and the estimates of
pure random playouts converge to the values under random play.
"""

from collections.abc import Iterator
from typing import Any

from mctslib.course.ch08.lines import PHONE, WIDTHS, race_chart
from mctslib.course.ch08.racers import MARKS, METHODS, Racers, verdict
from mctslib.course.puzzles import A
from mctslib.draw.show import board_svg, gallery
from mctslib.machine import in_browser
from mctslib.widgets.bar import three_widths, two_widths
from mctslib.widgets.explorer import Explorer, Marks, OneOf, View, button
from mctslib.widgets.menus import following
from mctslib.widgets.picking import pressable
from mctslib.words import number, worth

REACHED = MARKS[:7] if in_browser() else MARKS  # a browser is slower
SEEDS = 8
RACE_ON = "Race on", "play", "Let both methods make twice as many playouts"
AGAIN = "Race again", "refresh", "Go back to the first mark"
BOARD = 146  # the width of the board in pixels
KEY = "Dashed, and black lines: the right moves. Red ✗: a wrong move that is played. Grey: others."
FIRST = "Race on: which finds 2 or 8 first?"  # while both methods play a wrong move
GAP = "{} still gives {} to {}, but {} to {}. Will that turn round?"  # while one of them does


class Race(Explorer):
    """Compare MCTS with the same number of pure random playouts, mark by mark, in position A.

    Pointing at a cell of the board lights its line in both charts, and the reverse.

    playouts  the number of playouts of each method, one of `MARKS`
    seed      the seed of both methods, from 0 to 7
    """

    kept = "playouts"
    headlines = (
        (
            "After 25,600 playouts each: random plays 0 ✗, MCTS 0 ✗.",
            GAP.format("Random", "0.88", "0 ✗", "0.88", "8 ✓"),
        ),
    )
    folds = True

    playouts = Marks(REACHED, words="playouts")
    seed = OneOf(range(SEEDS))

    def __init__(self, playouts: int = 400, *, seed: int = 0) -> None:
        self.races: dict[int, Racers] = {}  # seed → its race
        super().__init__(playouts=playouts, seed=seed)
        self.add_class("mcts-averages")

    @button(*RACE_ON, filled=True, again=AGAIN)
    def race(self) -> None:
        """Go to the next mark, and from the last one to the first."""
        self.set(playouts=following(REACHED, self.playouts))

    @property
    def at_end(self) -> bool:
        return self.playouts == REACHED[-1]

    @button("Other seed", "refresh", "Race with other random numbers")
    def other(self) -> None:
        """Show the race with the next seed."""
        self.set(seed=(self.seed + 1) % SEEDS)

    def prepare(self, values: dict[str, Any]) -> Iterator[float]:
        """Let the methods race until they have made the playouts of the new settings."""
        needed = MARKS.index(values["playouts"]) + 1
        seed = values["seed"]
        race = self.races.setdefault(seed, Racers(seed))
        while race.marks < needed:
            race.advance()
            yield race.marks / needed

    def close(self) -> None:
        """Close the panel, and drop the trees, because the notebook keeps closed widgets."""
        self.races = {}
        super().close()

    def view(self) -> View:
        """Return the headline, the board and the two charts."""
        said = {method: verdict(self.seen(method)[-1].move) for method in METHODS}
        both = f"random plays {said['flat']}, MCTS {said['tree']}"
        headline = f"After {number(self.playouts)} playouts each: {both}."
        charts = [f"<div>{self.chart(one)}</div>" for one in METHODS]
        return View(headline, self.asked(), figure=self.board() + "".join(charts))

    def asked(self) -> str:
        """Return the question that more playouts answer."""
        wrong = [one for one in METHODS if not A.solved_by(self.seen(one)[-1].move)]
        if self.playouts == REACHED[-1] or not wrong:
            return ""
        if len(wrong) > 1:
            return FIRST
        values, move = self.seen(wrong[0])[-1]
        best = max(A.correct, key=values.__getitem__)
        name = {"flat": "Random", "tree": "MCTS"}[wrong[0]]
        one, other = ((worth(values[k]), verdict(k)) for k in (move, best))
        return GAP.format(name, *one, *other)

    def seen(self, method: str) -> Any:
        """Return the estimates of a method up to the chosen mark."""
        return self.races[self.seed].seen[method][: MARKS.index(self.playouts) + 1]

    def board(self) -> str:
        """Return the position and its key as HTML."""
        cells = A.free_cells()
        board = board_svg(A.state, width=BOARD, highlight=sorted(A.correct), numbers=cells)
        return f'<div class="mcts-story">{pressable(board, A.state, cells)}<div>{KEY}</div></div>'

    def chart(self, method: str) -> str:
        """Return the chart of a method in four widths; the page shows the widest that fits."""
        wide = [race_chart(self.seen(method), method, width) for width in WIDTHS]
        return two_widths(three_widths(*wide), race_chart(self.seen(method), method, PHONE))

    def static_picture(self) -> str:
        charts = [race_chart(self.seen(method), method) for method in METHODS]
        return gallery(charts, ["", ""], spoken=True).svg
