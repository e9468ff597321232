"""`SpeedPlay`: Connect Four against the readable or the compiled engine, with its speed and its
visits, live.

Both engines grow the same kind of tree; what differs is how far they come in the seconds they are
given.
"""

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import ipywidgets as W

from mctslib.course.ch12.parts import (
    SpeedControls,
    Timing,
    root_for,
    speed_chart,
    timed_slices,
    visits_chart,
)
from mctslib.draw.show import board_svg, gallery
from mctslib.fast import MISSING
from mctslib.fast.xorshift import Xorshift
from mctslib.game import Action, State
from mctslib.games import ConnectFour
from mctslib.search import search
from mctslib.widgets.panel import safely
from mctslib.widgets.play.board import BoardWidget, Overlay, thoughts
from mctslib.widgets.play.game_panel import GamePanel
from mctslib.widgets.play.parts import still

STATIC = 1_000  # iterations behind the picture of a saved notebook
COMPILING = "The first search of the compiled engine may wait for the compiler."


class SpeedPlay(GamePanel):
    """Connect Four against an engine that says how fast it is.

    engine   "readable" or "compiled"; without numba only the first
    seconds  of search for a move, 0.1 to 5
    human    0 if you move first, 1 if second, None if the engine is to play itself
    moves    columns, from 0, that are played at once
    seed     of the engine's random numbers (in so many seconds it makes now more, now fewer
             iterations)

    `panel.game` is the game so far, `panel.timing` how fast the searches were.
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
        super().__init__(ConnectFour() if start is None else start, moves, Xorshift(seed))
        self.timing = Timing()
        self.controls = SpeedControls(self.start, engine, seconds, human)
        self._lay_out()
        self._listen()
        self._offer(engine)
        self._proceed()

    def _lay_out(self) -> None:
        wrap = W.Layout(flex_flow="row wrap", grid_gap="0 8px", align_items="flex-start")
        self.board = BoardWidget(self.game.state, self._heard)
        self.line, self.visits, self.speeds = W.HTML(), W.HTML(), W.HTML()
        left = W.VBox(
            [self.board], layout=W.Layout(flex="0 0 auto", width="480px", max_width="100%")
        )
        right = W.VBox(
            [self.work, self.line, self.speeds, self.visits],
            layout=W.Layout(flex="1 1 320px", max_width="490px"),
        )
        self.children = [
            self.controls,
            W.HBox([left, right], layout=wrap),
            self.status,
            self.controls.help,
        ]

    def _listen(self) -> None:
        super()._listen()
        self.controls.engine.observe(self._engine_changed, "value")
        self.controls.human.observe(self._side_changed, "value")

    @safely
    def _engine_changed(self, change: Any) -> None:
        self._offer(change["new"])

    def _offer(self, engine: str) -> None:
        """Without numba, say so and go on with the readable engine."""
        if engine == "compiled" and find_spec("numba") is None:
            self.controls.engine.value = "readable"
            self.status.say(f"{MISSING}.  Meanwhile the readable engine plays.")

    def _think(
        self, finish: Callable[[str], None], thinker: int | None, delay: float = 0, words: str = ""
    ) -> None:
        engine = self.controls.engine.value
        first = engine == "compiled" and engine not in self.timing.rates
        super()._think(finish, thinker, delay, COMPILING if first else words)

    def _search(self) -> Iterator[float]:
        game, engine = self.game, self.controls.engine.value
        game.root = root_for(engine, game.root)
        self.timing.begin(engine, game.root.visits)
        return timed_slices(
            game.root, self.controls.seconds.value, self.rng, self.timing, self._grown
        )

    def _effort(self) -> str:
        return ""  # stands in the line of the speed

    def refresh(self, words: str = "") -> None:
        game, playable = self.game, not self._engine_to_move()
        self.board.show(
            game.state, Overlay(game.last, game.before(), playable=playable, say=self._said(words))
        )
        self.visits.value = visits_chart(self.known, self.best) if self.known else ""
        self.speeds.value = speed_chart(self.timing.rates)
        self.line.value = (
            f'<div style="line-height:1.4;min-height:2.8em">{self.timing.words()}</div>'
        )

    def static_picture(self) -> str:
        """The board, and what a short search of the readable engine, always the same, thinks of
        it.
        """
        state: State = self.game.state
        if state.is_terminal():
            return still(self.game, state, {}, None, self.turn(), "")
        found = search(state, STATIC, seed=0)
        boards = [board_svg(state, width=330), visits_chart(thoughts(found.root), found.action)]
        return gallery(
            boards, [self.turn(), f"What {STATIC:,} iterations think of each column"], spoken=True
        ).svg

    def static_text(self) -> str:
        return f"{self.game.state}\n{self.turn()}"
