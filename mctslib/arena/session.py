"""The game behind the play widget: the moves so far, whose turn it is, and the tree the engine keeps.

No widget and no drawing here; everything can be tried without a browser.
"""
from __future__ import annotations

from mctslib.game import Action, State
from mctslib.games.names import player_name, result, where
from mctslib.search import reuse
from mctslib.tree import Node


class Game:
    """A game in progress, from `start`, with the tree last grown.

    states  all positions so far, the start first; actions: the moves between them
    root    the root of the tree last grown; at: the moves that lead from the start to it
    """

    def __init__(self, start: State) -> None:
        self.start = start
        self.states = [start]
        self.actions: list[Action] = []
        self.root, self.at = Node(start), tuple(self.actions)

    @property
    def state(self) -> State:
        """The position on the board."""
        return self.states[-1]

    @property
    def last(self) -> Action:
        """The move just played, or None."""
        return self.actions[-1] if self.actions else None

    def play(self, action: Action) -> None:
        """Play for the side to move.  Raises `IllegalAction` and changes nothing if that cannot be."""
        self.states.append(self.state.apply(action))
        self.actions.append(action)

    def undo(self) -> None:
        """Take the last move back."""
        self.actions.pop()
        self.states.pop()

    def grow_from_here(self) -> Node:
        """Make the present position the root: what the last tree knows below it is kept.

        After a move was taken back, or another line was played, the old tree does not lead here and a
        new one begins; so it does where nothing is known, and its root counts for the player to move.
        """
        played = tuple(self.actions)
        led_here = played[: len(self.at)] == self.at
        self.root = reuse(self.root, *played[len(self.at) :]) if led_here else Node(self.state)
        if not self.root.visits:
            self.root = Node(self.state)
        self.at = played
        return self.root

    def mark(self, player: int) -> str:
        """What a player is called: X, O, or a number."""
        return player_name(self.start, player)

    def before(self) -> State:
        """The position in which the last move was played."""
        return self.states[-2] if self.actions else self.start

    def turn(self, engine: str = "") -> str:
        """Whose turn it is, or how the game ended, in words; `engine` says what it does if it is the engine's."""
        if self.state.is_terminal():
            return result(self.state, self.start)
        mark = self.mark(self.state.current_player)
        if engine:
            return f"The engine, {mark}, {engine}"
        return " ".join(filter(None, [f"Your turn: {mark} to move.", where(self.state)]))
