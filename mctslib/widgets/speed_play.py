"""`SpeedPlay`: Connect Four against the readable or the compiled engine, with its speed and its visits, live.

Both engines grow the same kind of tree; what differs is how far they come in the seconds they are given.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from time import monotonic
from typing import Any

import ipywidgets as W

from mctslib.fast import MISSING
from mctslib.game import Action, State
from mctslib.games import ConnectFour
from mctslib.places import action_name, why_not
from mctslib.policies import most_visited
from mctslib.search import search
from mctslib.widgets.board import BoardWidget, Shown, Thought, thoughts
from mctslib.widgets.common import Panel, safely
from mctslib.widgets.play_parts import refusal, still
from mctslib.widgets.playing import Game
from mctslib.widgets.speed_parts import SpeedControls, Timing, root_for, speed_chart, timed_slices, visits_chart
from mctslib.xorshift import Xorshift

GLANCE = 0.2  # seconds between two looks at the engine's thoughts while it thinks
STATIC = 1_000  # iterations behind the picture of a saved notebook


class SpeedPlay(Panel):
    """Connect Four against an engine that says how fast it is.

    engine   "readable" or "compiled"; without numba only the first
    seconds  of search for a move, 0.1 to 5
    human    0 if you move first, 1 if second, None if the engine is to play itself
    moves    columns, from 0, that are played at once
    seed     of the engine's random numbers (in so many seconds it makes now more, now fewer iterations)

    `panel.game` is the game so far, `panel.timing` how fast the searches were.
    """

    def __init__(
        self, start: ConnectFour | None = None, *, engine: str = "compiled", seconds: float = 1.0,
        human: int | None = 0, moves: tuple[Action, ...] = (), seed: int = 0,
    ) -> None:  # fmt: skip
        super().__init__()
        self.start: Any = ConnectFour() if start is None else start
        self.rng, self.timing = Xorshift(seed), Timing()
        self._reset()
        for action in moves:
            self.game.play(action)
        self._make_controls(engine, seconds, human)
        self._lay_out()
        self._offer(engine)
        self._proceed()

    def _reset(self) -> None:
        self.game, self.held = Game(self.start), False
        self._forget()

    def _forget(self) -> None:
        self.known: dict[Action, Thought] = {}
        self.best: Action = None
        self.remark = ""

    # ------------------------------------------------------------------------ parts

    def _make_controls(self, engine: str, seconds: float, human: int | None) -> None:
        self.controls = SpeedControls(engine, seconds, human, lambda command: self._heard(command, None))
        self.commands: dict[str, Callable[[], Any]] = {
            "new game": self.new_game, "take back": self.take_back, "hint": self.hint,
            "engine moves": self.engine_moves, "stop": self.work.stop,
        }  # fmt: skip

    def _lay_out(self) -> None:
        wrap = W.Layout(flex_flow="row wrap", grid_gap="0 8px", align_items="flex-start")
        self.board = BoardWidget(self.game.state, self._heard)
        self.line, self.visits, self.speeds = W.HTML(), W.HTML(), W.HTML()
        self.controls.engine.observe(self._engine_changed, "value")
        self.controls.human.observe(self._side_changed, "value")
        left = W.VBox([self.board], layout=W.Layout(flex="0 0 auto", width="480px", max_width="100%"))
        right = W.VBox(
            [self.work, self.line, self.speeds, self.visits], layout=W.Layout(flex="1 1 320px", max_width="490px")
        )
        self.children = [self.controls, W.HBox([left, right], layout=wrap), self.status, self.controls.help]

    def _offer(self, engine: str) -> None:
        """Without numba, say so and go on with the readable engine."""
        if engine == "compiled" and find_spec("numba") is None:
            self.controls.engine.value = "readable"
            self.status.say(f"{MISSING}.  Meanwhile the readable engine plays.")

    # ------------------------------------------------------------------------ what a person does

    def _heard(self, command: str, action: Action) -> None:
        if command in ("play", "refused"):
            (self.play if command == "play" else self.refuse)(action)
        elif command in self.commands:
            self.commands[command]()

    @safely
    def play(self, action: Action) -> None:
        """Drop a disc into column `action` for the side to move."""
        refused = refusal(self.game.state, self._engine_to_move(), self.work.running)
        if refused:
            return self._show(refused)
        self.work.cancel()
        self.game.play(action)
        self._forget()
        self._proceed()

    @safely
    def refuse(self, cell: int) -> None:
        """Answer a click on a column in which nothing can be played now."""
        state = self.game.state
        self._show(refusal(state, self._engine_to_move(), self.work.running) or why_not(state, cell))

    @safely
    def new_game(self) -> None:
        """Back to the start."""
        self.work.cancel()
        self._reset()
        self._proceed()

    @safely
    def take_back(self) -> None:
        """Undo moves until it is your turn again."""
        self.work.cancel()
        if not self.game.actions:
            return self._proceed("There is nothing to take back.")
        self.game.undo()
        while self.game.actions and self._engine_to_move() and self.controls.human.value is not None:
            self.game.undo()
        self._forget()
        self.held = self._engine_to_move()
        self._proceed("Taken back.")

    @safely
    def hint(self) -> None:
        """Search for the side to move, without playing."""
        self._asked(self._hinted)

    @safely
    def engine_moves(self) -> None:
        """Let the engine move for the side to move; an engine that was stopped goes on."""
        self.held = False
        self._asked(self._replied)

    def _asked(self, finish: Callable[[str], None]) -> None:
        if self.game.state.is_terminal() or self.work.running:
            return self._show(refusal(self.game.state, True, True))
        self._think(finish)

    @safely
    def _engine_changed(self, change: Any) -> None:
        self._offer(change["new"])

    @safely
    def _side_changed(self, change: Any) -> None:
        self.work.cancel()
        self.held = False
        self._proceed()

    # ------------------------------------------------------------------------ the engine

    def _engine_to_move(self) -> bool:
        return not self.game.state.is_terminal() and self.game.state.current_player != self.controls.human.value

    def _proceed(self, words: str = "") -> None:
        self._show(words)
        if self._engine_to_move() and not self.held:
            self._think(self._replied)

    def _think(self, finish: Callable[[str], None]) -> None:
        game, engine = self.game, self.controls.engine.value
        game.root = root_for(engine, game.grow_from_here())
        self.timing.begin(engine, game.root.visits)
        self.work.start(self._slices(), finish)
        if self.work.running:
            first = engine == "compiled" and engine not in self.timing.rates
            self._show("The first search of the compiled engine may wait for the compiler." if first else "")

    def _slices(self) -> Iterator[float]:
        glance = monotonic()
        for fraction in timed_slices(self.game.root, self.controls.seconds.value, self.rng, self.timing, self._grown):
            if monotonic() - glance > GLANCE and self.game.root.children:
                glance, self.known, self.best = monotonic(), thoughts(self.game.root), None
                self._show()
            yield fraction

    def _grown(self, root: Any) -> None:
        self.game.root = root

    def _replied(self, outcome: str) -> None:
        """The engine has thought: play its move."""
        if self._concluded(outcome):
            who = self.game.mark(self.game.state.current_player)
            self.remark = f"The engine, {who}, played {self._described()}."
            self.game.play(self.best)
            self.held = outcome == "stop" and self.controls.human.value is None
            self._proceed()

    def _hinted(self, outcome: str) -> None:
        if self._concluded(outcome):
            self.remark = f"Hint: {self._described()}."
            self._show()

    def _concluded(self, outcome: str) -> bool:
        """Read off what the search found; False if that is nothing, and then the engine waits."""
        if outcome == "error" or not self.game.root.children:
            self.held = True
            self._show()
            return False
        self.known, self.best = thoughts(self.game.root), most_visited(self.game.root)
        return True

    def _described(self) -> str:
        return f"{action_name(self.game.root.state, self.best)}: {self.known[self.best]}"

    # ------------------------------------------------------------------------ what is seen

    def _show(self, words: str = "") -> None:
        game = self.game
        say = " ".join(filter(None, [self.remark, words, self.turn()]))
        shown = Shown(game.last, game.before(), playable=not self._engine_to_move(), say=say)
        self.board.show(game.state, shown)
        self.visits.value = visits_chart(self.known, self.best) if self.known else ""
        self.speeds.value = speed_chart(self.timing.rates)
        self.line.value = f'<div style="line-height:1.4;min-height:2.8em">{self.timing.words()}</div>'

    def turn(self) -> str:
        """Whose turn it is, or how the game ended, in words."""
        engine = "waits: press “Engine moves”." if self.held else "is thinking …"
        return self.game.turn(engine if self._engine_to_move() else "")

    def static_picture(self) -> str:
        """The board, and what a short search of the readable engine, always the same, thinks of it."""
        state: State = self.game.state
        if state.is_terminal():
            return still(self.game, state, {}, None, self.turn(), "")
        found = search(state, STATIC, seed=0)
        from mctslib.draw import board_svg, film_strip

        boards = [board_svg(state, width=330), visits_chart(thoughts(found.root), found.action)]
        return film_strip(boards, [self.turn(), f"What {STATIC:,} iterations think of each column"]).svg

    def static_text(self) -> str:
        return f"{self.game.state}\n{self.turn()}"
