"""`Workers`: show one round of parallel search in one tree, worker by worker."""

from collections.abc import Collection

from mctslib.course.ch15 import charts
from mctslib.course.ch15.board import board_picture
from mctslib.course.ch15.icicle import goes, tree_picture
from mctslib.course.ch15.one_round import Round, one_round
from mctslib.course.puzzles import A
from mctslib.draw.show import gallery
from mctslib.games.names import player_name
from mctslib.tree import Path
from mctslib.widgets.bar import two_widths
from mctslib.widgets.explorer import Explorer, Held, OneOf, View, button
from mctslib.widgets.moments import Moments
from mctslib.widgets.picking import titled
from mctslib.words import count, number

WORKERS = (2, 4, 8, 16)
LOSSES = range(4)
FIRST = 1  # the workers that have chosen at first
TITLE = "A waiting worker counts as …"
ABOUT = "Position A, O to move."
GUESS = f"{ABOUT} Touch your guess, then press Next worker."
CHANGE = f"{ABOUT} Touch a bar: another number of lost games."
NEXT = "Next worker", "play", "Let the next worker choose a leaf"
AGAIN = "Again", "refresh", "Begin the round again"


class Workers(Explorer):
    """Let the reader guess where the workers of a round go in a tree, one worker after another.

    workers  the number of workers: 2, 4, 8 or 16
    loss     the number of virtual losses that each waiting worker adds, from 0 to 3

    The tree is that of position A after 40 iterations; a phone shows its first moves on the board.
    The bars show the number of different nodes for each virtual loss; a click on a bar chooses it.
    N and Q in the picture count only finished playouts, and no virtual losses.
    """

    lives_as = "sliders"
    kept = "step"
    folds = True
    headlines = (
        ("✗ Not O 0. Worker 16 went to O 1, X 2, O 4, X 6. Where does worker 16 go?", GUESS),
    )

    workers = OneOf(WORKERS, menu="workers")
    loss = OneOf(LOSSES)
    step = Held()  # the number of workers that have chosen
    guess = Held()  # the first move that the reader expects of the next worker, as a path
    verdict = Held()  # whether the last guess was right

    def __init__(self, workers: int = 8, *, loss: int = 1) -> None:
        self.made: dict[tuple[int, int], Round] = {}  # workers and loss → the round
        self.tried = {loss}  # the numbers of lost games whose bars are shown
        super().__init__(workers=workers, loss=loss, step=FIRST, guess=(), verdict="")

    @property
    def now(self) -> Round:
        """The round with the current settings."""
        return self.round(self.loss)

    def round(self, loss: int) -> Round:
        """Return the round with a number of virtual losses."""
        key = self.workers, loss
        if key not in self.made:
            self.made[key] = one_round(*key)
        return self.made[key]

    @property
    def shown(self) -> int:
        """The number of workers that have chosen, of those that there are."""
        return min(self.step, self.workers)

    def go_to(self, step: int, verdict: str = "") -> None:
        """Show the round after some choices, and drop the guess."""
        self.set(step=step, guess=(), verdict=verdict)

    @button(*NEXT, filled=True, again=AGAIN)
    def go_on(self) -> None:
        """Let one more worker choose; after the last worker, begin again."""
        if self.shown == self.workers:
            self.go_to(min(FIRST, self.workers - 1))
            return
        step = self.shown + 1
        verdict = ""
        if self.guess:
            is_right = self.now.leaves[step - 1][:1] == self.guess
            verdict = "✓ Right. " if is_right else f"✗ Not {_said(self.guess)}. "
        self.go_to(step, verdict)

    @button("Whole round", "forward", "Let all workers choose")
    def whole_round(self) -> None:
        """Let all workers choose."""
        self.go_to(self.workers)

    def picked(self, words: str) -> None:
        """Show the virtual loss or keep the guess that the reader picked: "loss 2", "goes 4"."""
        for loss in LOSSES:
            if words == f"loss {loss}":
                self.tried.add(loss)
                self.set(loss=loss, guess=(), verdict="")
        for child in self.now.root.children.values():
            if words == goes(child.path()) and self.shown < self.workers:
                self.set(guess=child.path())

    def view(self) -> View:
        """Return the question about the next worker, the tree and the bars."""
        guess = self.guess if self.shown < self.workers else None
        tree = two_widths(self._tree(guess), self._board(guess))
        bars = two_widths(*(self._chart(one, self.tried) for one in (charts.WIDE, charts.NARROW)))
        figure = f"<div>{tree}</div>{titled(TITLE, bars, self._bars_show())}"
        asked = GUESS if self.shown < self.workers else CHANGE
        return View(self._headline(), asked, figure=figure)

    def _headline(self) -> str:
        if self.shown == self.workers:
            return self.verdict + self.page_words()
        following = f"worker {self.shown + 1}"
        if self.guess:
            return f"You say that {following} takes {_said(self.guess)}. Go on."
        return f"{self.verdict}{self._sentence()} Where does {following} go?"

    def page_words(self) -> str:
        """Return on how many nodes the workers stand, also for a page without Python."""
        nodes = self.now.nodes(self.shown)
        where = "one node" if nodes == 1 else f"{number(nodes)} different nodes"
        stand = "stands" if self.shown == 1 else "stand"
        return f"{count(self.shown, 'worker')} {stand} on {where}."

    def _sentence(self) -> str:
        return f"Worker {self.shown} went to {_said(self.now.leaves[self.shown - 1])}."

    @property
    def at_end(self) -> bool:
        return self.shown == self.workers

    def _tree(self, guess: Path | None = None) -> str:
        """Return the tree as SVG text; without a guess, not even (), nothing can be picked."""
        label = f"The tree while the workers wait. {self.page_words()} {self._sentence()}"
        return tree_picture(self.now, self.shown, label, guess)

    def _board(self, guess: Path | None = None) -> str:
        """Return the first moves on the board, for a phone."""
        label = f"The first moves while the workers wait. {self.page_words()} {self._sentence()}"
        return board_picture(self.now, self.shown, label, guess)

    def _chart(self, width: int = charts.WIDE, shown: Collection[int] = LOSSES) -> str:
        """Return the bars as SVG text: the different nodes so far with each virtual loss.

        shown  the virtual losses with a bar; the others have a "?"
        """
        nodes = {}
        for loss in LOSSES:
            found = self.round(loss).nodes(self.shown) if loss in shown else None
            nodes[f"loss {loss}"] = (count(loss, "lost game"), found)
        return charts.spread_picture(nodes, f"loss {self.loss}", self.shown, width)

    def _bars_show(self) -> str:
        return f"Bars: different nodes, out of {count(self.shown, 'worker')}."

    def page_moments(self) -> Moments:
        """Return the moments of the round, one after each worker's choice."""
        places = range(1, self.workers + 1)

        def show(place: int) -> None:
            self.values = {**self.values, "step": places[place]}
            self._draw()

        return Moments("workers that have chosen", list(map(str, places)), self.shown - 1, show)

    def page_picture(self) -> str:
        """Return HTML for a page: the tree and the bars."""
        bars = two_widths(self._chart(charts.WIDE), self._chart(charts.NARROW))
        tree = two_widths(self._tree(), self._board())
        own = titled("The tree while the workers wait", tree)
        return own + titled(TITLE, bars, self._bars_show())

    def static_picture(self) -> str:
        with self.as_if(step=self.workers):
            captions = "The tree while the workers wait", f"{TITLE} {self._bars_show()}"
            pictures = [self._tree(), self._chart()]
            return gallery(pictures, captions, columns=1, spoken=True).svg

    def static_headline(self) -> tuple[str, str]:
        """Return the headline of the whole round, which the picture shows."""
        with self.as_if(step=self.workers):
            return self.page_words(), ABOUT

    def static_text(self) -> str:
        with self.as_if(step=self.workers):
            return f"{self.page_words()} {self._sentence()} (run this cell to continue)"


def _way(path: Path) -> str:
    """Return the moves that lead to a node, each with its player, such as "O 6, X 4, O 8"."""
    state = A.state
    moves = []
    for action in path:
        moves.append(f"{player_name(state, state.current_player)} {action}")
        state = state.apply(action)
    return ", ".join(moves) or "the root"


def _said(path: Path) -> str:
    """Return a path in words whose moves are not torn apart at the end of a line."""
    return _way(path).replace(" ", "\u00a0").replace(",\u00a0", ", ")
