"""Play against the search, or watch it play itself, and see what it thinks.

The numbers in the cells and the bars below them are what the last search found out about each move:
its visits N and its mean reward Q for the player who would make it.
"""

import random
from collections.abc import Iterator
from typing import Any

import ipywidgets as W

from mctslib.arena.levels import iterations_of
from mctslib.draw.show import board_svg, gallery
from mctslib.game import Action, State, as_state, chance_to_move, hides
from mctslib.games import TicTacToe
from mctslib.games.board import is_grid
from mctslib.policies import FinalMove, most_visited
from mctslib.tree import Node
from mctslib.widgets.panel import in_background, safely, search_slices
from mctslib.widgets.play.board import BoardWidget, Overlay, TextBoard, board_width
from mctslib.widgets.play.game_panel import GamePanel
from mctslib.widgets.play.parts import Controls, draw_tree, help_html, shares_html, still
from mctslib.widgets.play.veil import DealTable, hidden_slices, mixed, seen


class Play(GamePanel):
    """A game on a board: you against the engine, the engine against itself, or two people.

    start       the position to begin from; an empty board of `size` cells a side, if not given.
                Any number of players; dice fall by themselves; where cards are hidden
                (`determinizations`) each side sees its own, and no thoughts
    human       whom you play: 0 or "X", 1 or "O", "both", or None to watch
    iterations  the engine's strength: iterations a move, one number or one for each player.  Each
                side's engine keeps what its own tree knows from its last move, and says how much; a
                hint begins from nothing
    level       instead of iterations: 1 to 10, as measured in `levels.strengths()`
    moves       actions that are played at once, before you begin
    seed        the same seed and the same moves give the same replies
    thoughts    whether to show what the engine thinks; tree: whether to draw its tree
    options     more arguments for `search`: tree_policy, rollout_policy, phases

    `play.game` is the game so far: its `state`, its `actions`, and `root`, the tree last grown;
    `play.distribution()` and `play.probabilities` are the shares of the visits that each action got
    in it.
    """

    controls: Controls

    def __init__(
        self,
        start: State | None = None,
        *,
        size: int = 3,
        human: int | str | None = 0,
        iterations: int | tuple[int, ...] = 1_000,
        level: int | None = None,
        moves: tuple[Action, ...] = (),
        seed: int | None = None,
        thoughts: bool = True,
        tree: bool = True,
        final_move: FinalMove = most_visited,
        **options: Any,
    ) -> None:
        start, rng = TicTacToe(size) if start is None else as_state(start), random.Random(seed)
        if hides(start) and options:
            raise ValueError(
                f"Where cards are hidden the engine takes no {', '.join(options)}: leave that out."
            )
        mixing = hides(start) and final_move is most_visited
        super().__init__(start, moves, rng, mixed(rng) if mixing else final_move)
        self.options = options
        self.tables: dict[int, DealTable] = {}  # iterations → what an engine knows of hidden cards
        strength = iterations if level is None else iterations_of(level)
        self.controls = Controls(self.game, human, strength, thoughts, tree)
        for box in (self.controls.thoughts, self.controls.tree, self.controls.shares):
            box.layout.display = (
                "none" if hides(start) else ""
            )  # what the engine thinks tells its card
        self._lay_out()
        self._listen()
        self._proceed()

    def _lay_out(self) -> None:
        controls, wrap = self.controls, W.Layout(flex_flow="row wrap", align_items="flex-start")
        self.board = (BoardWidget if is_grid(self.start) else TextBoard)(
            self.shown_state(), self._heard
        )
        self.tree = W.HTML(layout=W.Layout(flex="1 1 360px", min_width="300px", overflow="auto"))
        self.shares, self.help = W.HTML(), W.HTML()
        left = [self.board, self.status, self.work, self.shares, controls, self.help]
        width = max(430, 14 + (board_width(self.start) if is_grid(self.start) else 0))
        column = W.VBox(
            left, layout=W.Layout(flex="0 0 auto", width=f"{width}px", max_width="100%")
        )
        self.children = [W.HBox([column, self.tree], layout=wrap)]

    def _listen(self) -> None:
        super()._listen()
        self.commands["pause"] = self.pause
        controls = self.controls
        for side in controls.sides:
            side.who.observe(self._side_changed, "value")
        for box in (controls.thoughts, controls.tree, controls.shares):
            box.observe(self._looks_changed, "value")
        controls.size.observe(self._size_changed, "value")

    @safely
    def pause(self) -> None:
        """Hold the two engines, or let them go on."""
        if not self.controls.engines_alone() or self.game.state.is_terminal():
            return self.refresh("Pause is for two engines that play each other.")
        self.work.cancel()
        self.held = not self.held
        self._proceed()

    @safely
    def _looks_changed(self, change: Any) -> None:
        self.refresh()
        self._draw()

    @safely
    def _size_changed(self, change: Any) -> None:
        self.start = TicTacToe(change["new"])
        self.new_game()

    def _delay(self) -> float:
        """Two engines wait a moment before each move but the first, so that it can be seen."""
        return (
            self.controls.pause.value if self.controls.engines_alone() and self.game.actions else 0
        )

    def _search(self) -> Iterator[float]:
        iterations = self.controls.sides[self.game.state.current_player].strength.value
        if hides(self.start):
            return hidden_slices(self.game.root, self._table(iterations), iterations, self.rng)
        return search_slices(self.game.root, iterations, self.rng, use=self._grown, **self.options)

    def _table(self, iterations: int) -> DealTable:
        """Return the table of an engine of this strength, in a game with hidden cards.

        It is kept as long as the widget, because it begins before the deal; a game that begins
        after the deal gets a new one for each move.
        """
        if not chance_to_move(self.start):
            return DealTable(self.game.root.state)
        return self.tables.setdefault(iterations, DealTable(self.start))

    def distribution(self) -> dict[Action, float]:
        """The engine's answer: the share of the visits that each legal action got; they sum to 1.

        Empty before.
        """
        return {action: thought.share for action, thought in self.known.items()}

    @property
    def probabilities(self) -> Any:
        """The same as a numpy array, in the order of the legal actions of the position that was
        searched.
        """
        import numpy as np

        return np.array(list(self.distribution().values()))

    def refresh(self, words: str = "") -> None:
        game, thoughts = self.game, self.controls.thoughts.value and not hides(self.start)
        known, best = (self.known, self.best) if thoughts else ({}, None)
        playable = not self._engine_to_move()
        shown = Overlay(
            game.last, game.before(), known, best, self.searched, playable, self._said(words)
        )
        self.board.show(self.shown_state(), shown)
        self.controls.show_pause(self.held)
        self.help.value = help_html(self.start, self.controls.engines_alone())

    def shown_state(self) -> Any:
        """The position, or what the person at the board may see of it."""
        return seen(self.game, self.controls.is_engine)

    def _go_on(self) -> str:
        return "Go on" if self.controls.engines_alone() else super()._go_on()

    def _draw(self) -> None:
        """Draw the tree, on another thread.

        Nothing where nothing was searched, or where it would tell a card.
        """
        if hides(self.start):
            return
        root, known, best = self.seen
        shown = self.controls.shares.value and root
        self.shares.value = shares_html(root.state, known, best) if shown and root else ""
        if not (self.controls.tree.value and root):
            self.tree.value = ""
            return
        make = lambda: draw_tree(root, best, self.lock, lambda: self._on_show(root))  # noqa: E731
        in_background(make, lambda picture: self._drawn(root, picture), self)

    def _on_show(self, root: Node) -> bool:
        """Whether this is the tree last seen, as it was seen."""
        return root is self.seen.root and self.game.holds(root)

    def _drawn(self, root: Node, picture: str) -> None:
        if self._on_show(root) and self.controls.tree.value:
            self.tree.value = picture

    def static_picture(self) -> str:
        """The board with the last thoughts, and the tree.

        A reply that is nearly there is waited for.
        """
        self.work.catch_up(0.25)
        if self.work.running and self.game.root.children:
            self._see(None)  # the next search has begun
        if hides(self.start):
            return gallery(
                [board_svg(self.shown_state())],
                [f"{self.remark} {self.turn()}".strip()],
                spoken=True,
            ).svg
        root, known, best = self.seen
        tree = (
            draw_tree(root, best, self.lock)
            if self.controls.tree.value and root and self._on_show(root)
            else ""
        )
        words = f"{self.remark} {self.turn()}".strip()
        return still(self.game, self.searched or self.game.state, known, best, words, tree)

    def static_text(self) -> str:
        return f"{self.shown_state()}\n{self.remark} {self.turn()}"
