"""Play against the search, or watch it play itself, and see what it thinks.

The numbers in the cells and the bars below them are what the last search found out about each move:
its visits N and its mean reward Q for the player who would make it.
"""
from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import ipywidgets as W

from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.policies import FinalMove, most_visited
from mctslib.search import Node
from mctslib.widgets.board import BoardWidget, TextBoard, Thought, is_grid, name, thoughts
from mctslib.widgets.common import Panel, in_background, safely, search_slices
from mctslib.widgets.play_parts import HELP, Controls, draw_tree, refusal, still
from mctslib.widgets.playing import Game

GLANCE = 0.2  # seconds between two looks at the engine's thoughts while it thinks
PAUSE = 0.6  # seconds between two moves of engines that play each other


class Play(Panel):
    """A game on a board: you against the engine, the engine against itself, or two people.

    start       the position to begin from; an empty board of `size` cells a side, if not given
    human       whom you play: 0 or "X", 1 or "O", "both", or None to watch
    iterations  the engine's strength: iterations a move, one number or one for each player
    moves       actions that are played at once, before you begin
    seed        the same seed and the same moves give the same replies
    thoughts    whether to show what the engine thinks; tree: whether to draw its tree
    options     more arguments for `search`: tree_policy, rollout_policy, phases

    `play.game` is the game so far: its `state`, its `actions`, and `root`, the tree last grown.
    """

    def __init__(
        self, start: State | None = None, *, size: int = 3, human: int | str | None = 0,
        iterations: int | tuple[int, ...] = 1_000, moves: tuple[Action, ...] = (), seed: int | None = None,
        thoughts: bool = True, tree: bool = True, final_move: FinalMove = most_visited, **options: Any,
    ) -> None:  # fmt: skip
        super().__init__()
        self.start = TicTacToe(size) if start is None else start
        self.rng, self.options, self.final_move = random.Random(seed), options, final_move
        self._reset()
        for action in moves:
            self.game.play(action)
        self.controls = Controls(self.game, human, iterations, thoughts, tree)
        self._lay_out()
        self._listen()
        self._proceed()

    def _reset(self) -> None:
        self.game = Game(self.start)
        self.held = False  # whether the engine waits to be told "Engine moves"
        self._forget()

    def _forget(self) -> None:
        self.known: dict[Action, Thought] = {}
        self.best: Action = None
        self.remark = ""

    def _lay_out(self) -> None:
        controls, wrap = self.controls, W.Layout(flex_flow="row wrap", align_items="flex-start")
        self.board = (BoardWidget if is_grid(self.start) else TextBoard)(self.game.state, self._heard)
        self.tree = W.HTML(layout=W.Layout(flex="1 1 360px", min_width="300px", overflow="auto"))
        left = [self.board, self.status, self.work, controls, W.HTML(HELP)]
        column = W.VBox(left, layout=W.Layout(flex="0 0 auto", width="430px", max_width="100%"))
        self.children = [W.HBox([column, self.tree], layout=wrap)]

    def _listen(self) -> None:
        controls = self.controls
        self.commands = {
            "new game": self.new_game, "take back": self.take_back, "hint": self.hint,
            "engine moves": self.engine_moves, "stop": self.work.stop,
        }  # fmt: skip
        for command, button in controls.buttons.items():
            button.on_click(lambda _, command=command: self._heard(command, None))
        for side in controls.sides:
            side.who.observe(self._side_changed, "value")
        for box in (controls.thoughts, controls.tree):
            box.observe(self._looks_changed, "value")
        controls.size.observe(self._size_changed, "value")

    def _heard(self, command: str, action: Action) -> None:
        if command == "play":
            self.play(action)
        elif command in self.commands:
            self.commands[command]()

    @safely
    def play(self, action: Action) -> None:
        """Play `action` for the side to move, as a click on the board does."""
        refused = refusal(self.game.state, action, self._engine_to_move(), self.work.running)
        if refused:
            return self._show(refused)
        self.work.cancel()
        self.game.play(action)
        self._forget()
        self._proceed()

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

    def _asked(self, finish: Callable[[str], None], words: str) -> None:
        if self.game.state.is_terminal() or self.work.running:
            return self._show(refusal(self.game.state, None, True, True))
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
            self._think(self._replied, PAUSE if self.controls.engines_alone() and self.game.actions else 0)
        elif not self.known:
            self._draw()

    def _think(self, finish: Callable[[str], None], delay: float = 0, words: str = "") -> None:
        self.game.grow_from_here()
        self.work.start(self._slices(), finish, delay)
        if self.work.running:
            self._show(words)

    def _slices(self) -> Iterator[float]:
        iterations = self.controls.sides[self.game.state.current_player].strength.value
        glance = time.monotonic()
        for fraction in search_slices(self.game.root, iterations, self.rng, **self.options):
            if time.monotonic() - glance > GLANCE:
                glance, self.known, self.best = time.monotonic(), thoughts(self.game.root), None
                self._show()
            yield fraction

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
        self.known, self.best = thoughts(self.game.root), self.final_move(self.game.root)
        return True

    def _described(self) -> str:
        return f"{name(self.game.root.state, self.best)}: {self.known[self.best]}"

    def _show(self, words: str = "") -> None:
        shown = self.controls.thoughts.value
        self.board.show(
            self.game.state,
            last=self.game.last,
            known=self.known if shown else {},
            best=self.best if shown else None,
            playable=not self._engine_to_move(),
            say=" ".join(filter(None, [self.remark, words, self.turn()])),
        )

    def turn(self) -> str:
        """Whose turn it is, or how the game ended, in words."""
        engine = "waits: press “Engine moves”." if self.held else "is thinking …"
        return self.game.turn(engine if self._engine_to_move() else "")

    def _draw(self) -> None:
        """Draw the tree, on another thread; nothing where nothing was searched."""
        root, best = self.game.root, self.best
        if not (self.controls.tree.value and self.known):
            self.tree.value = ""
            return
        make = lambda: draw_tree(root, best, self.lock, lambda: root is self.game.root)  # noqa: E731
        in_background(make, lambda picture: self._drawn(root, picture), self)

    def _drawn(self, root: Node, picture: str) -> None:
        if root is self.game.root and self.controls.tree.value:
            self.tree.value = picture

    def static_picture(self) -> str:
        """The board with the last thoughts, and the tree; a reply that is nearly there is waited for."""
        self.work.catch_up(0.25)
        tree = draw_tree(self.game.root, self.best, self.lock) if self.controls.tree.value and self.known else ""
        return still(self.game, self.known, self.best, f"{self.remark} {self.turn()}".strip(), tree)

    def static_text(self) -> str:
        return f"{self.game.state}\n{self.remark} {self.turn()}"
