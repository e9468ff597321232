"""`SpeedPlay`: play Connect Four against the readable or the compiled engine.

During the search the widget shows the engine's speed and the visits of each column.  Both engines
grow the same kind of tree, but the compiled engine makes more iterations in the same time.
"""

from collections.abc import Callable, Iterator
from html import escape
from importlib.util import find_spec
from typing import Any

import ipywidgets as W

from mctslib.course.ch12b.parts import (
    CHART,
    NARROW,
    SLIM,
    SpeedControls,
    Timing,
    root_for,
    speed_chart,
    timed_slices,
    visits_chart,
)
from mctslib.door.entrance import search
from mctslib.draw.show import board_svg, gallery
from mctslib.fast import MISSING
from mctslib.fast.xorshift import Xorshift
from mctslib.game import Action, State
from mctslib.games import ConnectFour
from mctslib.widgets.bar import Headline, room_for, two_widths
from mctslib.widgets.panel import safely
from mctslib.widgets.play.board import BoardWidget, Overlay, thoughts
from mctslib.widgets.play.game_panel import GamePanel, Look
from mctslib.widgets.play.parts import still
from mctslib.words import count

STATIC = 1_000  # the number of iterations of the search that a saved notebook shows
GLIMPSE = 200  # the number of iterations of the search that the chart shows before the first move
MOST = 9_999_999
LONGEST = Timing("compiled", MOST, 5.0, MOST, {"compiled": MOST}).words()
FIRST = (
    f"The chart shows a search of {count(GLIMPSE, 'iteration')} by the readable engine. "
    "Hint searches for the time that you set."
)
BOTH = "Both engines search for the time that you set."
TURN = "The engine, O, waits: press “Engine moves”."  # the longest first sentence
NO_SPEED = "No speed has been measured yet."
COMPILING = "The first search of the compiled engine may wait for the compiler."


class SpeedPlay(GamePanel):
    """Play Connect Four against an engine, and see the engine's speed.

    start    the position in which the game starts, by default the empty board
    engine   "readable" or "compiled"; without numba only "readable"
    seconds  the search time for each move in seconds, from 0.1 to 5
    human    0 if you move first, 1 if you move second, or None if the engine plays both sides
    moves    columns, counted from 0, that are played before the game begins
    seed     the seed of the engine's random numbers; games with the same seed may still differ,
             because the number of iterations in a second varies

    Raises TypeError if `start` is a position of another game, and ValueError for an unknown engine
    or player, or for a time that is not a number.

    For a widget `panel`, `panel.game` is the game so far, and `panel.timing` contains the speeds of
    the searches.
    """

    controls: SpeedControls

    def __init__(
        self,
        start: ConnectFour | None = None,
        *,
        engine: str = "compiled",
        seconds: float = 1.0,
        human: int | None = 0,
        moves: tuple[Action, ...] = (),
        seed: int = 0,
    ) -> None:
        if start is None:
            start = ConnectFour()
        if not isinstance(start, ConnectFour):
            raise TypeError(f"start should be a position of Connect Four, not {start!r}.")
        super().__init__(start, moves, Xorshift(seed))
        self.timing = Timing()
        self.first = self._searched(GLIMPSE)
        self.controls = SpeedControls(self.work, self.start, engine, seconds, human)
        self._lay_out()
        self._listen()
        self._offer(engine)
        self._proceed()

    def _lay_out(self) -> None:
        self.headline = Headline(longest=[(TURN, BOTH)])
        self.board = BoardWidget(self.game.state, self._heard)
        self.told = W.HTML()
        self.told.add_class("mcts-told")
        self.line = W.HTML()
        self.line.add_class("mcts-speed-line")
        self.visits = W.HTML()
        self.speeds = W.HTML()
        board_column = W.Layout(
            flex="0 0 auto", width="480px", max_width="100%", overflow="visible"
        )
        chart_column = W.Layout(flex="1 1 320px", max_width="490px")
        left = W.VBox([self.board], layout=board_column)
        right = W.VBox([self.told, self.line, self.speeds, self.visits], layout=chart_column)
        self.figure = W.HBox([left, right])
        self.figure.add_class("mcts-figure")
        self.add_class("mcts-framed")
        self.add_class("mcts-told-beside")
        self.add_class("mcts-speed-play")
        buttons = self.controls.buttons
        rare = [buttons["take back"], buttons["hint"], self.controls.seconds]
        self.controls.bar.fold(self, self.line, self.visits, *rare)
        self.children = [
            self.headline,
            self.figure,
            self.status,
            self.controls,
        ]

    def _searched(self, iterations: int) -> Look:
        """Return the findings of a search by the readable engine, always with the same seed."""
        state: State = self.game.state
        if state.is_terminal():
            return Look()
        found = search(state, iterations, seed=0)
        return Look(found.root, thoughts(found.root), found.action)

    def _shown(self) -> Look:
        """Return the findings for the chart, which is not empty before the first move either."""
        root = self.first.root
        if self.seen.root is not None or root is None or self._engine_to_move():
            return self.seen
        return self.first if root.state == self.game.state else self.seen

    def _listen(self) -> None:
        super()._listen()
        self.controls.engine.observe(self._engine_changed, "value")
        self.controls.human.observe(self._side_changed, "value")

    @safely
    def _engine_changed(self, change: Any) -> None:
        self._offer(change["new"])

    def _offer(self, engine: str) -> None:
        """Switch to the readable engine, and show a message, if numba is missing."""
        if engine == "compiled" and find_spec("numba") is None:
            self.controls.engine.value = "readable"
            self.status.say(f"{MISSING}.  Meanwhile the readable engine plays.")

    def _think(
        self, finish: Callable[[str], None], thinker: int | None, delay: float = 0, words: str = ""
    ) -> None:
        engine = self.controls.engine.value
        if engine == "compiled" and engine not in self.timing.rates:
            words = COMPILING
        super()._think(finish, thinker, delay, words)

    def _search(self) -> Iterator[float]:
        engine = self.controls.engine.value
        seconds = self.controls.seconds.value
        root = root_for(engine, self.game.root)
        self.game.root = root
        self.timing.begin(engine, root.visits)
        return timed_slices(root, seconds, self.rng, self.timing, self._grown)

    def _effort(self) -> str:
        return ""  # the line with the speed already shows the effort

    def refresh(self, words: str = "") -> None:
        game = self.game
        overlay = Overlay(
            game.last,
            game.before(),
            playable=not self._engine_to_move(),
            say=self._said(words),
        )
        self.board.show(game.state, overlay)
        self.headline.say(self.turn(), BOTH)
        self.controls.buttons["new game"].fill(game.state.is_terminal())
        shown = self._shown()
        told = f"{self.remark} {words}".strip() or (FIRST if shown is self.first else "")
        self.told.value = f"<div>{escape(told)}</div>"
        widths = (CHART, NARROW)
        visits = [visits_chart(shown.known, shown.best, width) for width in widths]
        self.visits.value = two_widths(*visits)
        speeds = [speed_chart(self.timing.rates, width) for width in (CHART, SLIM)]
        self.speeds.value = two_widths(*speeds)
        line = room_for(self.timing.words() or NO_SPEED, [LONGEST])
        self.line.value = f'<div style="line-height:1.4">{line}</div>'

    def static_picture(self) -> str:
        """Return the board and the visits of a short search, always the same picture."""
        state: State = self.game.state
        if state.is_terminal():
            return still(self.game, self.game.state, None, self.turn(), "")
        found = self._searched(STATIC)
        pictures = [board_svg(state, width=330), visits_chart(found.known, found.best)]
        iterations = count(STATIC, "iteration")
        words = [self.turn(), f"The visits of each column after {iterations}"]
        return gallery(pictures, words, spoken=True).svg

    def static_text(self) -> str:
        return f"{self.game.state}\n{self.turn()}"
