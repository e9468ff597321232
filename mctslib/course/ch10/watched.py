"""Record the games played from a position, so that a reader's results can be checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from mctslib.game import Action, State


class PlayedGame(NamedTuple):
    """The record of one game.

    actions  the moves, in order
    choices  the number of legal actions at each turn, in order
    """

    actions: tuple[Action, ...] = ()
    choices: tuple[int, ...] = ()


class Watched:
    """A position that behaves like `state` and records each finished game.

    state  the position
    ended  a list to which each finished game is added
    game   the record of the moves that led to this position

    A deep copy of the object is the object itself, so that games played from the copy are also
    recorded.
    """

    def __init__(
        self, state: State, ended: list[PlayedGame], game: PlayedGame = PlayedGame()
    ) -> None:
        self.state = state
        self.ended = ended
        self.game = game

    @property
    def num_players(self) -> int:
        return self.state.num_players

    @property
    def current_player(self) -> int:
        return self.state.current_player

    def legal_actions(self) -> Sequence[Action]:
        """Return the legal actions of the position."""
        return self.state.legal_actions()

    def apply(self, action: Action) -> Watched:
        """Return the position after an action; its record includes the action."""
        actions = (*self.game.actions, action)
        choices = (*self.game.choices, len(self.state.legal_actions()))
        after = Watched(self.state.apply(action), self.ended, PlayedGame(actions, choices))
        if after.is_terminal():
            self.ended.append(after.game)
        return after

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.state.is_terminal()

    def rewards(self) -> Sequence[float]:
        """Return the rewards of the position."""
        return self.state.rewards()

    def __deepcopy__(self, memory: dict[int, Any]) -> Watched:
        return self

    def __repr__(self) -> str:
        return repr(self.state)
