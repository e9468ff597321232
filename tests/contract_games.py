"""Small games that test the contract: they have unusual actions, players or chance moves.

`ACCEPTED` are games that `check_game` passes, so the whole library has to work with these games.
`REFUSED` are games that `check_game` refuses, each with the words of the report that name the
fault.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from small_games import Urn

from mctslib.game import illegal, not_over


class Rounds(NamedTuple):
    """A game of three rounds, in each of which the player to move picks one of the choices.

    The indices of the picked choices are added, and the sum is divided by 3.  The first player
    wins if the remainder is 0, the second if it is 1; otherwise the game is drawn.
    """

    picked: tuple = ()
    num_players = 2
    length = 3
    choices = (0, 1)

    @property
    def current_player(self):
        return len(self.picked) % self.num_players

    def legal_actions(self):
        return () if self.is_terminal() else self.choices

    def apply(self, action):
        if action not in self.legal_actions():
            raise illegal(self, action)
        return type(self)((*self.picked, action))

    def is_terminal(self):
        return len(self.picked) == self.length

    def remainder(self):
        if not self.is_terminal():
            raise not_over(self)
        return sum(self.choices.index(action) for action in self.picked) % 3

    def rewards(self):
        return {0: (1.0, 0.0), 1: (0.0, 1.0), 2: (0.5, 0.5)}[self.remainder()]

    def __str__(self):
        return f"picked: {', '.join(map(str, self.picked)) or 'nothing'}"


class Plain(Rounds):
    """A game whose actions are whole numbers."""

    __slots__ = ()


class Markup(Rounds):
    """A game whose actions are strings with markup, which must not become part of a page."""

    __slots__ = ()
    choices = ('"a" & b', "<img src=x onerror=alert(1)>", "a, b", "🎲 {x} \\n %s")


class Tuples(Rounds):
    """A game whose actions are tuples (from, to), as in chess."""

    __slots__ = ()
    choices = (("a1", (0, 1)), ("a1", (1, 0)), ("b2", (0, 0)))


class Floats(Rounds):
    """A game whose actions are fractions and negative numbers."""

    __slots__ = ()
    choices = (-2.5, 0.1, 1e20)


class Direction(IntEnum):
    """Whole numbers with names, used by `Enums`."""

    LEFT = -1
    RIGHT = 1


class Enums(Rounds):
    """A game whose actions are members of an enumeration of whole numbers."""

    __slots__ = ()
    choices = (Direction.LEFT, Direction.RIGHT)


class Forty(Rounds):
    """A game with more actions than the buttons can show."""

    __slots__ = ()
    length = 2
    choices = tuple(range(40))


class Thousands(Rounds):
    """A game of one move with more actions than a board's field lists, or a search here can try."""

    __slots__ = ()
    length = 1
    choices = range(2_100)


class Capitals(Rounds):
    """A game with actions that differ only in case or in a comma, or that cannot be printed."""

    __slots__ = ()
    choices = ("A", "B", "a", "a b", "a,b", "c\x00")


class Alone(Rounds):
    """A game for one player."""

    __slots__ = ()
    num_players = 1

    def rewards(self):
        return (self.remainder() / 2,)


class Three(Rounds):
    """A game for three players, one of whom wins."""

    __slots__ = ()
    num_players = 3

    def rewards(self):
        rewards = [0.0, 0.0, 0.0]
        rewards[self.remainder()] = 1.0
        return tuple(rewards)


class Passing(Rounds):
    """A game whose second player can only pass."""

    __slots__ = ()
    choices = ("pass", "play", "stay")

    def legal_actions(self):
        if self.is_terminal():
            return ()
        return ("pass",) if self.current_player == 1 else ("play", "stay")


class Twice(Rounds):
    """A game in which the first player moves once, then the second player twice."""

    __slots__ = ()

    @property
    def current_player(self):
        return (0, 1, 1, 1)[len(self.picked)]


class Together(Rounds):
    """A cooperative game: both players win, or both lose."""

    __slots__ = ()

    def rewards(self):
        return (1.0, 1.0) if self.remainder() == 0 else (0.0, 0.0)


class Coin(Rounds):
    """A game in which player 1 is a fair coin."""

    __slots__ = ()
    chance_player = 1

    def rewards(self):
        return (self.remainder() / 2, 0.0)


class WithBoard(Rounds):
    """A game that is drawn as a board of one row and has names for its actions."""

    __slots__ = ()
    columns = 3

    def cells(self):
        return "".join("XO"[number % 2] for number in range(len(self.picked))).ljust(3, ".")

    def action_name(self, action):
        return f"pick <{action}>, please"


class NumpyEnd(Rounds):
    """A game whose `is_terminal` returns numpy's True."""

    __slots__ = ()

    def is_terminal(self):
        return np.bool(len(self.picked) == 3)


class TruthPlayer(Rounds):
    """A game whose players are True and False."""

    __slots__ = ()

    @property
    def current_player(self):
        return len(self.picked) % 2 == 1


ACCEPTED = [
    Plain(),
    Markup(),
    Tuples(),
    Floats(),
    Enums(),
    Forty(),
    Thousands(),
    Capitals(),
    Alone(),
    Three(),
    Passing(),
    Twice(),
    Together(),
    Coin(),
    Urn(),
    WithBoard(),
    NumpyEnd(),
    TruthPlayer(),
]


class NumpyActions(Rounds):
    __slots__ = ()
    choices = (np.int64(0), np.int64(1))


class NumpyPlayer(Rounds):
    __slots__ = ()

    @property
    def current_player(self):
        return np.int64(len(self.picked) % 2)


class FinishedStart(Rounds):
    __slots__ = ()
    length = 0


class Generator(Rounds):
    __slots__ = ()

    def legal_actions(self):
        return (action for action in super().legal_actions())


class NumpyArray(Rounds):
    __slots__ = ()

    def legal_actions(self):
        return np.array(super().legal_actions())


class Mixed(Rounds):
    __slots__ = ()
    choices = (0, 1, "a", "b")

    def legal_actions(self):
        if self.is_terminal():
            return ()
        return ("a", "b") if self.current_player else (0, 1)


class Lists(Rounds):
    __slots__ = ()
    choices = ([0, 1], [1, 0])


REFUSED = [
    (NumpyActions(), "write int(…)"),
    (NumpyPlayer(), "write int(…)"),
    (FinishedStart(), "is_terminal() is True at the start"),
    (Generator(), "it is a generator, not a list or tuple"),
    (NumpyArray(), "it is an ndarray, not a list or tuple"),
    (Lists(), "[0, 1], a list; write tuple(…)"),
    (Mixed(), "there are other kinds of actions"),
]
