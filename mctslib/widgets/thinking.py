"""The thinking half of the play widget: the search in slices, what it found, and the pictures of that."""
from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import ipywidgets as W

from mctslib.game import Action, State
from mctslib.places import action_name
from mctslib.policies import FinalMove
from mctslib.search import Node
from mctslib.widgets.board import Thought, thoughts
from mctslib.widgets.common import Panel, in_background, search_slices
from mctslib.widgets.play_parts import Controls, draw_tree, shares_html
from mctslib.widgets.playing import Game

GLANCE = 0.2  # seconds between two looks at the engine's thoughts while it thinks


class Thinking(Panel):
    """A game and an engine that thinks about it.

    known   what the last search found out about each action of `searched`, a position; best: the action it chose
    remark  what was last found, in words
    """

    game: Game
    controls: Controls

    def __init__(self, rng: random.Random, final_move: FinalMove, options: dict[str, Any]) -> None:
        super().__init__()
        self.rng, self.final_move, self.options = rng, final_move, options
        self.tree = W.HTML(layout=W.Layout(flex="1 1 360px", min_width="300px", overflow="auto"))
        self.shares = W.HTML()
        self._forget()

    def _forget(self) -> None:
        self.known: dict[Action, Thought] = {}
        self.best: Action = None
        self.searched: State | None = None  # the root has moved on as soon as the next search begins
        self.remark = ""

    def distribution(self) -> dict[Action, float]:
        """The engine's answer: the share of the visits that each legal action got; they sum to 1.  Empty before."""
        return {action: thought.share for action, thought in self.known.items()}

    @property
    def probabilities(self) -> Any:
        """The same as a numpy array, in the order of the legal actions of the position that was searched."""
        import numpy as np

        return np.array(list(self.distribution().values()))

    def _show(self, words: str = "") -> None:
        raise NotImplementedError

    def _think(self, finish: Callable[[str], None], delay: float = 0, words: str = "") -> None:
        self.game.grow_from_here()
        self.work.start(self._slices(), finish, delay)
        if self.work.running:
            self._show(words)

    def _iterations(self) -> int:
        return self.controls.sides[self.game.state.current_player].strength.value

    def _slices(self) -> Iterator[float]:
        glance = time.monotonic()
        for fraction in search_slices(self.game.root, self._iterations(), self.rng, **self.options):
            if time.monotonic() - glance > GLANCE:
                glance = time.monotonic()
                self._see(None)
                self._show()
            yield fraction

    def _found(self) -> None:
        """Read off what the search found."""
        self._see(self.final_move(self.game.root))

    def _see(self, best: Action) -> None:
        self.known, self.best, self.searched = thoughts(self.game.root), best, self.game.root.state

    def _described(self) -> str:
        return f"{action_name(self.game.root.state, self.best)}: {self.known[self.best]}"

    def _draw(self) -> None:
        """Draw the tree, on another thread; nothing where nothing was searched."""
        root, best, known = self.game.root, self.best, self.known
        shown = self.controls.shares.value and known
        self.shares.value = shares_html(self.searched or root.state, known, best) if shown else ""
        if not (self.controls.tree.value and known):
            self.tree.value = ""
            return
        make = lambda: draw_tree(root, best, self.lock, lambda: root is self.game.root)  # noqa: E731
        in_background(make, lambda picture: self._drawn(root, picture), self)

    def _drawn(self, root: Node, picture: str) -> None:
        if root is self.game.root and self.controls.tree.value:
            self.tree.value = picture
