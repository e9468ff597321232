"""Play against the search, or watch it play itself, and see what it thinks.

The numbers in the cells and the bars below them are what the last search found out about each move:
its visits N and its mean reward Q for the player who would make it.
"""
from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import ipywidgets as W

from mctslib import boards
from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.levels import iterations_of
from mctslib.places import is_grid, why_not
from mctslib.policies import FinalMove, most_visited
from mctslib.widgets.board import PIXELS, BoardWidget, Shown, TextBoard
from mctslib.widgets.common import safely
from mctslib.widgets.play_parts import BUTTONS_HELP, HELP, Controls, draw_tree, refusal, still
from mctslib.widgets.playing import Game
from mctslib.widgets.thinking import Thinking


class Play(Thinking):
    """A game on a board: you against the engine, the engine against itself, or two people.

    start       the position to begin from; an empty board of `size` cells a side, if not given
    human       whom you play: 0 or "X", 1 or "O", "both", or None to watch
    iterations  the engine's strength: iterations a move, one number or one for each player
    level       instead of iterations: 1 to 10, as measured in `levels.strengths()`
    moves       actions that are played at once, before you begin
    seed        the same seed and the same moves give the same replies
    thoughts    whether to show what the engine thinks; tree: whether to draw its tree
    options     more arguments for `search`: tree_policy, rollout_policy, phases

    `play.game` is the game so far: its `state`, its `actions`, and `root`, the tree last grown;
    `play.distribution()` and `play.probabilities` are what the engine last thought of each action.
    """

    def __init__(
        self, start: State | None = None, *, size: int = 3, human: int | str | None = 0,
        iterations: int | tuple[int, ...] = 1_000, level: int | None = None, moves: tuple[Action, ...] = (),
        seed: int | None = None, thoughts: bool = True, tree: bool = True,
        final_move: FinalMove = most_visited, **options: Any,
    ) -> None:  # fmt: skip
        super().__init__(random.Random(seed), final_move, options)
        self.start = TicTacToe(size) if start is None else start
        self._reset()
        for action in moves:
            self.game.play(action)
        strength = iterations if level is None else iterations_of(level)
        self.controls = Controls(self.game, human, strength, thoughts, tree)
        self._lay_out()
        self._listen()
        self._proceed()

    def _reset(self) -> None:
        self.game = Game(self.start)
        self.held = False  # whether the engine waits to be told "Engine moves"
        self._forget()

    def _lay_out(self) -> None:
        controls, wrap = self.controls, W.Layout(flex_flow="row wrap", align_items="flex-start")
        board, words = (BoardWidget, HELP) if is_grid(self.start) else (TextBoard, BUTTONS_HELP)
        self.board = board(self.game.state, self._heard)
        left = [self.board, self.status, self.work, self.shares, controls, W.HTML(words)]
        side = boards.columns(self.start)
        width = max(430, 14 + side * PIXELS.get(side, 0))
        column = W.VBox(left, layout=W.Layout(flex="0 0 auto", width=f"{width}px", max_width="100%"))
        self.children = [W.HBox([column, self.tree], layout=wrap)]

    def _listen(self) -> None:
        controls = self.controls
        self.commands = {
            "new game": self.new_game, "take back": self.take_back, "hint": self.hint,
            "engine moves": self.engine_moves, "pause": self.pause, "stop": self.work.stop,
        }  # fmt: skip
        for command, button in controls.buttons.items():
            button.on_click(lambda _, command=command: self._heard(command, None))
        for side in controls.sides:
            side.who.observe(self._side_changed, "value")
        for box in (controls.thoughts, controls.tree, controls.shares):
            box.observe(self._looks_changed, "value")
        controls.size.observe(self._size_changed, "value")

    def _heard(self, command: str, action: Action) -> None:
        if command in ("play", "refused"):
            (self.play if command == "play" else self.refuse)(action)
        elif command in self.commands:
            self.commands[command]()

    @safely
    def play(self, action: Action) -> None:
        """Play `action` for the side to move, as a click on the board does."""
        refused = refusal(self.game.state, self._engine_to_move(), self.work.running)
        if refused:
            return self._show(refused)
        self.work.cancel()
        self.game.play(action)
        self._forget()
        self._proceed()

    @safely
    def refuse(self, cell: int) -> None:
        """Answer a click on a cell in which nothing can be played now."""
        state = self.game.state
        self._show(refusal(state, self._engine_to_move(), self.work.running) or why_not(state, cell))

    @safely
    def take_back(self) -> None:
        """Undo moves until it is a person's turn again; with two engines, one move."""
        self.work.cancel()
        if not self.game.actions:
            return self._proceed("There is nothing to take back.")
        self.game.undo()
        while self.game.actions and self._engine_to_move() and not self.controls.engines_alone():
            self.game.undo()
        self._forget()
        self.held = self._engine_to_move()
        self._proceed("Taken back.")

    @safely
    def new_game(self) -> None:
        """Back to the starting position."""
        self.work.cancel()
        self._reset()
        self._proceed()

    @safely
    def hint(self) -> None:
        """Search for the side to move and show what was found, without playing."""
        self._asked(self._hinted, "Looking for a hint …")

    @safely
    def engine_moves(self) -> None:
        """Let the engine move for the side to move; engines that were stopped go on."""
        self.held = False
        self._asked(self._replied, "")

    @safely
    def pause(self) -> None:
        """Hold the two engines, or let them go on."""
        if not self.controls.engines_alone() or self.game.state.is_terminal():
            return self._show("Pause is for two engines that play each other.")
        self.work.cancel()
        self.held = not self.held
        self._proceed()

    def _asked(self, finish: Callable[[str], None], words: str) -> None:
        if self.game.state.is_terminal() or self.work.running:
            return self._show(refusal(self.game.state, True, True))
        self._think(finish, words=words)

    @safely
    def _side_changed(self, change: Any) -> None:
        self.work.cancel()
        self.held = False
        self._proceed()

    @safely
    def _looks_changed(self, change: Any) -> None:
        self._show()
        self._draw()

    @safely
    def _size_changed(self, change: Any) -> None:
        self.start = TicTacToe(change["new"])
        self.new_game()

    def _engine_to_move(self) -> bool:
        state = self.game.state
        return not state.is_terminal() and self.controls.is_engine(state.current_player)

    def _proceed(self, words: str = "") -> None:
        """Show the position, and let the engine think if it is its turn."""
        self._show(words)
        if self._engine_to_move() and not self.held:
            self._think(self._replied, self.controls.pause.value if self._watched() else 0)
        elif not self.known:
            self._draw()

    def _watched(self) -> bool:
        """Whether the move to come should wait a moment, so that it can be seen."""
        return bool(self.controls.engines_alone() and self.game.actions)

    def _replied(self, outcome: str) -> None:
        """The engine has thought: play its move."""
        if self._concluded(outcome):
            who = self.game.mark(self.game.state.current_player)
            self.remark = f"The engine, {who}, played {self._described()} for {who}."
            self.game.play(self.best)
            self.held = outcome == "stop" and self.controls.engines_alone()
            self._draw()
            self._proceed()

    def _hinted(self, outcome: str) -> None:
        if self._concluded(outcome):
            self.remark = f"Hint: {self._described()} for {self.game.mark(self.game.state.current_player)}."
            self._draw()
            self._show()

    def _concluded(self, outcome: str) -> bool:
        """Read off what the search found; False if that is nothing, and then the engine waits."""
        if outcome == "error" or not self.game.root.children:
            self.held = True
            self._show()
            return False
        self._found()
        return True

    def _show(self, words: str = "") -> None:
        game, thoughts = self.game, self.controls.thoughts.value
        known, best = (self.known, self.best) if thoughts else ({}, None)
        say = " ".join(filter(None, [self.remark, words, self.turn()]))
        shown = Shown(game.last, game.before(), known, best, self.searched, not self._engine_to_move(), say)
        self.board.show(game.state, shown)
        self.controls.show_pause(self.held)

    def turn(self) -> str:
        """Whose turn it is, or how the game ended, in words."""
        button = "Go on" if self.controls.engines_alone() else "Engine moves"
        engine = f"waits: press “{button}”." if self.held else "is thinking …"
        return self.game.turn(engine if self._engine_to_move() else "")

    def static_picture(self) -> str:
        """The board with the last thoughts, and the tree; a reply that is nearly there is waited for."""
        self.work.catch_up(0.25)
        tree = draw_tree(self.game.root, self.best, self.lock) if self.controls.tree.value and self.known else ""
        words = f"{self.remark} {self.turn()}".strip()
        return still(self.game, self.searched or self.game.state, self.known, self.best, words, tree)

    def static_text(self) -> str:
        return f"{self.game.state}\n{self.remark} {self.turn()}"
