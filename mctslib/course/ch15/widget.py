"""`Workers`: show one round of parallel search in one tree, worker by worker."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import ipywidgets as W

from mctslib.course.ch15 import charts
from mctslib.course.ch15.icicle import NARROW, WIDE, Sizes, goes, tree_picture
from mctslib.course.ch15.one_round import SCHEMES, Round, one_round
from mctslib.course.puzzles import PUZZLES, choose
from mctslib.draw.show import gallery
from mctslib.game import State
from mctslib.games.names import player_name
from mctslib.given import check_one_of
from mctslib.tree import Path
from mctslib.widgets.bar import ActButton, ControlBar, Headline, two_widths
from mctslib.widgets.menus import Menu
from mctslib.widgets.moments import Moments
from mctslib.widgets.panel import Panel, push_button, safely
from mctslib.widgets.picking import PickingPicture, titled
from mctslib.words import count, number

WORKERS = (1, 2, 4, 8, 16, 32, 64)
LOSSES = range(4)
ROUNDS = 10
ROUNDS_KEPT = (
    64  # the cache holds at most this many rounds, so that a setting chosen again appears at once
)
SEEDS = range(1000)
FIRST = 2  # the workers that have chosen at first: with two of them the bars differ
TOUCH = " Touch a move."
COUNTS_AS = "A waiting worker counts as"
RULES = {  # scheme → what it does; the bars say what a virtual loss does
    "leaf": "All workers start their playouts at the same leaf.",
    "unobserved": f"{COUNTS_AS} a visit in the exploration term, but Q does not change.",
}


class Workers(Panel):
    """Let the reader guess where the workers of a round go in a tree, one worker after another.

    puzzle   the position to search: "A", "S" or "W", or a position of your own small game
    workers  the number of workers: 1, 2, 4, 8, 16, 32 or 64
    scheme   how waiting workers count: "tree" (virtual loss), "unobserved" (WU-UCT) or "leaf" (all
             workers share a leaf)
    loss     the number of virtual losses that each waiting worker adds, from 0 to 3
    seed     the seed of the search, from 0 to 999

    The bars show the number of different nodes for each virtual loss; a click on a bar chooses it.
    N and Q in the picture count only finished playouts, and no virtual losses.
    """

    lives_as = "sliders"

    def __init__(
        self,
        puzzle: str | State = "A",
        *,
        workers: int = 8,
        scheme: str = "tree",
        loss: int = 1,
        seed: int = 0,
    ) -> None:
        check_one_of("workers", workers, WORKERS)
        check_one_of("scheme", scheme, SCHEMES)
        check_one_of("loss", loss, LOSSES)
        check_one_of("seed", seed, SEEDS)
        self.puzzles, name = choose(PUZZLES, puzzle)
        super().__init__("searching")
        self.made: dict[Any, Round] = {}  # from the settings of a round to the round
        self.loss = loss
        self.rounds = 0  # the number of finished rounds
        self.step = min(FIRST, workers)  # the number of workers that have chosen
        self.guess: Path = ()  # the first move that the reader expects of the next worker
        self.verdict = ""  # whether the last guess was right
        self._make_controls(name, workers, scheme, seed)
        self.headline = Headline(longest=self._longest())
        self.status.reserve([f"Worker {WORKERS[-1]} went to O 1, X 2, O 4, X 6."])
        self.figure = PickingPicture(self.picked)
        self.add_class("mcts-framed")
        self.children = [self.headline, self.status, self.figure, self.bar]
        self._draw()

    def _make_controls(self, puzzle: str, workers: int, scheme: str, seed: int) -> None:
        narrow = W.Layout(width="auto")
        self.next = ActButton(
            self.work, "Next worker", "play", "Let the next worker choose a leaf", self.go_on
        )
        self.back = push_button("Back", "undo", "Go back one worker", self.go_back)
        self.whole = push_button(
            "Whole round", "forward", "Let all workers of the next round choose", self.whole_round
        )
        self.workers = Menu(
            options=list(WORKERS),
            value=workers,
            description="workers",
            style={"description_width": "initial"},
            layout=narrow,
        )
        self.scheme = Menu(
            options=[(words, name) for name, words in SCHEMES.items()],
            value=scheme,
            description="share",
            style={"description_width": "initial"},
            layout=narrow,
        )
        self.puzzle = Menu(options=list(self.puzzles), value=puzzle, description="position")
        self.seed = W.BoundedIntText(value=seed, min=0, max=SEEDS[-1], description="seed")
        for control in (self.workers, self.scheme, self.puzzle, self.seed):
            control.observe(self.changed, "value")
        self.bar = ControlBar(
            self.next,
            [self.whole, self.back],
            [self.workers, self.scheme],
            [self.puzzle, self.seed],
        )
        self.bar.fold(self, self.whole, self.back, self.workers, self.scheme)

    @safely
    def changed(self, change: Any = None) -> None:
        """Show the first round with the new settings, with as many workers as before, or all."""
        self.rounds = 0
        self._forget()
        all_had_chosen = self.step == len(self.now.leaves)
        self.step = self.workers.value if all_had_chosen else min(self.step, self.workers.value)
        self._draw()

    @safely
    def go_on(self, button: object = None) -> None:
        """Let one more worker choose; after the last worker, begin the next round."""
        guess = self.guess
        self._forget()
        if self.step < self.workers.value:
            self.step += 1
            if guess:
                right = self.now.leaves[self.step - 1][:1] == guess
                self.verdict = "✓ Right. " if right else f"✗ You said {self._said(guess)}. "
        else:
            self.rounds = (self.rounds + 1) % ROUNDS
            self.step = 1
        self._draw()

    @safely
    def go_back(self, button: object = None) -> None:
        """Take back one worker's choice, or go back to the end of the previous round."""
        self._forget()
        if self.step > 1:
            self.step -= 1
        elif self.rounds:
            self.rounds -= 1
            self.step = self.workers.value
        self._draw()

    @safely
    def whole_round(self, button: object = None) -> None:
        """Let all workers choose, in this round or, if it is complete, in the next round."""
        self._forget()
        if self.step == self.workers.value:
            self.rounds = (self.rounds + 1) % ROUNDS
        self.step = self.workers.value
        self._draw()

    @safely
    def picked(self, words: str) -> None:
        """Show the virtual loss or keep the guess that the reader picked: "loss 2", "goes 4"."""
        for loss in LOSSES:
            if words == f"loss {loss}":
                self.loss = loss
                self.scheme.value = "tree"
                self.changed()
        for child in self.now.root.children.values():
            if words == goes(child.path()) and self.step < self.workers.value:
                self.guess = child.path()
                self._draw()

    def _forget(self) -> None:
        """Drop the guess and what was said about the last one."""
        self.guess, self.verdict = (), ""

    def _round(self, scheme: str, loss: int) -> Round:
        """Return the current round with this scheme and this number of virtual losses."""
        state = self.puzzles[self.puzzle.value].state
        used = loss if scheme == "tree" else 0
        settings = (state, scheme, self.workers.value, used, self.rounds, self.seed.value)
        if settings not in self.made:
            if len(self.made) >= ROUNDS_KEPT:
                self.made.clear()
            self.made[settings] = one_round(*settings)
        return self.made[settings]

    def _draw(self) -> None:
        self.now = self._round(self.scheme.value, self.loss)
        self.headline.say(self._headline(), self._moment())
        self.status.say(self._sentence())
        guess = self.guess if self.step < self.workers.value else None
        tree = two_widths(self._tree(WIDE, guess), self._tree(NARROW, guess))
        bars = two_widths(self._chart(charts.WIDE), self._chart(charts.NARROW))
        self.figure.value = f"<div>{tree}</div>{titled(f'{COUNTS_AS} …', bars, self._bars_show())}"
        at_start = self.step == 1 and not self.rounds
        self.back.layout.visibility = "hidden" if at_start else "visible"

    def _headline(self) -> str:
        if self.step == self.workers.value:
            return self.verdict + self.page_words()
        following = f"worker {self.step + 1}"
        if self.guess:
            return f"You say that {following} takes {self._said(self.guess)}. Go on."
        touch = "" if self.verdict else TOUCH
        return f"{self.verdict}Where does {following} go?{touch}"

    def page_words(self) -> str:
        """Return on how many nodes the workers stand, also for a page without Python."""
        nodes = self.now.nodes(self.step)
        where = "one node" if nodes == 1 else f"{number(nodes)} different nodes"
        stand = "stands" if self.step == 1 else "stand"
        return f"{count(self.step, 'worker')} {stand} on {where}."

    def _moment(self) -> str:
        return self._about(self.puzzle.value, self.rounds)

    def _about(self, name: str, rounds: int) -> str:
        """Return a position and the number of a round in words; `rounds` are finished."""
        state = self.puzzles[name].state
        mover = player_name(state, state.current_player)
        return f"Position {name}, {mover} to move, round {rounds + 1}."

    def _longest(self) -> list[tuple[str, str]]:
        """Return the longest headlines, one for each position."""
        most = WORKERS[-1]
        longest = f"✗ You said O 0. {most} workers stand on {most} different nodes."
        return [(longest, self._about(name, ROUNDS - 1)) for name in self.puzzles]

    def _sentence(self) -> str:
        went = f"Worker {self.step} went to {self._way(self.now.leaves[self.step - 1])}."
        return f"{went} {RULES.get(self.scheme.value, '')}".strip()

    def _way(self, path: Path) -> str:
        """Return the moves that lead to a node, each with its player, such as "O 6, X 4, O 8"."""
        state = self.puzzles[self.puzzle.value].state
        moves = []
        for action in path:
            moves.append(f"{player_name(state, state.current_player)} {action}")
            state = state.apply(action)
        return ", ".join(moves) or "the root"

    def _said(self, guess: Path) -> str:
        """Return a guess in words that stay on one line."""
        return self._way(guess).replace(" ", "\u00a0")

    def _tree(self, sizes: Sizes, guess: Path | None = None) -> str:
        """Return the tree as SVG text; without a guess, not even (), nothing can be picked."""
        label = f"The tree while the workers wait. {self.page_words()} {self._sentence()}"
        return tree_picture(self.now, self.step, label, sizes, guess=guess)

    def _chart(self, width: int = charts.WIDE) -> str:
        """Return the bars as SVG text: the different nodes so far with each virtual loss."""
        nodes = {}
        for loss in LOSSES:
            found = self._round("tree", loss).nodes(self.step)
            nodes[f"loss {loss}"] = (_lost(loss), found)
        chosen = f"loss {self.loss}" if self.scheme.value == "tree" else ""
        return charts.spread_picture(nodes, chosen, self.workers.value, width)

    def _bars_show(self) -> str:
        return f"Bars: the different nodes of {count(self.step, 'worker')}."

    def page_moments(self) -> Moments:
        """Return the moments of the current round, one after each worker's choice."""
        places = range(1, self.workers.value + 1)

        def show(place: int) -> None:
            self.step = places[place]
            self._draw()

        return Moments("workers that have chosen", list(map(str, places)), self.step - 1, show)

    def static_headline(self) -> tuple[str, str]:
        """Return the headline of the whole round, which the picture shows."""
        with self._complete():
            return self._headline(), self._moment()

    def static_picture(self) -> str:
        with self._complete():
            pictures = [self._tree(WIDE), self._chart()]
            return gallery(pictures, self._captions(), columns=1, spoken=True).svg

    def page_picture(self) -> str:
        """Return HTML for a page: the tree and the bars."""
        own, below = self._captions()
        bars = two_widths(self._chart(charts.WIDE), self._chart(charts.NARROW))
        return titled(own, two_widths(self._tree(WIDE), self._tree(NARROW))) + titled(below, bars)

    def _captions(self) -> tuple[str, str]:
        return (
            "The tree while the workers wait",
            f"{COUNTS_AS} so many lost games. {self._bars_show()}",
        )

    @contextmanager
    def _complete(self) -> Iterator[None]:
        """Let all workers of the round have chosen for a while, for a picture that stands still."""
        step, self.step = self.step, self.workers.value
        try:
            yield
        finally:
            self.step = step

    def static_text(self) -> str:
        with self._complete():
            words = f"{self._headline()} {self._moment()} {self._sentence()}"
        return f"{words} (run this cell to continue)"


def _lost(loss: int) -> str:
    """Return the lost games as which a waiting worker counts, such as "1 lost game"."""
    return count(loss, "lost game")
