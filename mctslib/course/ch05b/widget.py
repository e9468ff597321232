"""`PlayYourEngine`: play the game of coins against the search that the reader has written."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from mctslib.course.ch05b.checkers import check_best_move
from mctslib.course.ch05b.coins import CoinRow
from mctslib.course.ch05b.engines import best_move as library_best_move
from mctslib.course.ch05b.pressing import PressedCoins
from mctslib.game import Action
from mctslib.games.names import action_name
from mctslib.widgets import Play
from mctslib.widgets.play.board import Overlay
from mctslib.widgets.play.game_panel import Look

FIRST_ACT = "You are X. Press the coin at one end."
RULE = "After an odd coin (double rim) you move again. More than half of the money wins."
COINS = (3, 2, 5, 4, 1, 6, 2, 3)


class PlayYourEngine(Play):
    """Play a game of coins as X against your own `best_move`, which plays O.

    best_move   the reader's function; the library's engine plays until this function passes its
                checker
    coins       the values of the coins in the first row
    iterations  the number of iterations of the engine for each move
    seed        the seed of the engine's random numbers; equal seeds and equal moves give equal
                replies
    """

    finds_visits = False  # the reader's function returns only a move

    def __init__(
        self,
        best_move: Callable[[Any, int, random.Random], Action] | None = None,
        coins: tuple[int, ...] = COINS,
        iterations: int = 400,
        seed: int | None = None,
    ) -> None:
        self.is_yours = False
        self.best_move: Callable[[Any, int, random.Random], Action] = library_best_move
        if best_move is not None and check_best_move(best_move):
            self.is_yours = True
            self.best_move = best_move
        self.chosen: Action = None
        start = CoinRow(tuple(coins))
        super().__init__(start, iterations=iterations, seed=seed, thoughts=False, tree=False)
        self.controls.hide_findings()  # the reader's function returns only a move
        self.add_class("mcts-coins")

    def _make_board(self, shown: Overlay) -> PressedCoins:
        return PressedCoins(self.shown_state(), self._heard, shown)

    def _asks_for_opponent(self) -> bool:
        return False  # the reader has written the opponent, and plays X

    def _may_change_seats(self) -> bool:
        return self._awaits_first_move() and self.seen.root is None

    def turn(self) -> str:
        is_engine = self.controls.is_engine
        you_begin = self._is_fresh() and is_engine(1) and not is_engine(0)
        return FIRST_ACT if you_begin else super().turn()

    def _you_are(self) -> str:
        return RULE

    def _search(self) -> Iterator[float]:
        strength = self.controls.sides[self.game.state.current_player].strength.value
        self.chosen = self.best_move(self.game.state, strength, self.rng)
        yield 1.0

    def _concluded(self, outcome: str) -> bool:
        """Adopt the move that the function returned, or stop the engine after an error."""
        if outcome == "error" or self.chosen is None:
            self.held = True
            self.refresh()
            return False
        self.seen = Look(self.game.root, {}, self.chosen)
        return True

    def _described(self, who: str) -> str:
        return action_name(self.game.root.state, self.chosen)

    def _told_move(self, who: str) -> str:
        return f"The engine, {who}, chose to {self._described(who)}."

    def _said(self, words: str) -> str:
        return f"{super()._said(words)} {self.whose()}"

    def _promise(self) -> str:
        return self.whose()

    def whose(self) -> str:
        """Return a sentence that says whether the reader's or the library's engine plays."""
        if self.is_yours:
            return "The engine is your own function."
        return "The library’s engine plays until your function passes its checker."

    def static_text(self) -> str:
        return f"{super().static_text()} {self.whose()}"
