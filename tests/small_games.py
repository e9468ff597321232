"""Small games for the tests, with all their rules; their values can be computed by hand."""

from typing import NamedTuple

from mctslib.game import illegal, not_over


class Nim(NamedTuple):
    """Nim: take 1 to 3 sticks; the player who takes the last stick wins."""

    sticks: int
    current_player: int = 0
    num_players = 2

    def legal_actions(self):
        return tuple(range(1, min(3, self.sticks) + 1))

    def apply(self, action):
        if action not in self.legal_actions():
            raise illegal(self, action)
        return Nim(self.sticks - action, 1 - self.current_player)

    def is_terminal(self):
        return self.sticks == 0

    def rewards(self):
        if self.sticks:
            raise not_over(self)
        return (0.0, 1.0) if self.current_player == 0 else (1.0, 0.0)


class Ten(NamedTuple):
    """A game without a board: say a number from 1 to 3; the player who makes the sum 10 wins."""

    total: int = 0
    current_player: int = 0
    num_players = 2

    def legal_actions(self):
        return list(range(1, min(3, 10 - self.total) + 1))

    def apply(self, action):
        if action not in self.legal_actions():
            raise illegal(self, action)
        return type(self)(self.total + action, 1 - self.current_player)

    def is_terminal(self):
        return self.total == 10

    def rewards(self):
        if self.total < 10:
            raise not_over(self)
        return (0.0, 1.0) if self.current_player == 0 else (1.0, 0.0)

    def __str__(self):
        return f"The sum is {self.total}; the player who makes it 10 wins."


class Climb(NamedTuple):
    """A game in which one player takes three steps of 0 or 1; the reward is the share of ones."""

    steps: int = 0
    height: int = 0
    current_player = 0
    num_players = 1

    def legal_actions(self):
        return () if self.steps == 3 else (0, 1)

    def apply(self, action):
        if action not in self.legal_actions():
            raise illegal(self, action)
        return Climb(self.steps + 1, self.height + action)

    def is_terminal(self):
        return self.steps == 3

    def rewards(self):
        if self.steps < 3:
            raise not_over(self)
        return (self.height / 3,)


class _Said(NamedTuple):
    """A game in which the players say `many` numbers in all, each chosen from `choices`."""

    said: tuple[int, ...] = ()

    def legal_actions(self):
        return () if self.is_terminal() else self.choices

    def apply(self, action):
        if action not in self.legal_actions():
            raise illegal(self, action)
        return type(self)((*self.said, action))

    def is_terminal(self):
        return len(self.said) == self.many


class ThreeWay(_Said):
    """A game in which each of three players says 0 or 1 in turn.

    The first player gets 1 if the third player says 0.  The second player gets ½ for a number that
    differs from the first player's.  The third player gets 1 for a number that differs from the
    second player's.
    """

    num_players, many, choices = 3, 3, (0, 1)
    current_player = property(lambda self: len(self.said) % 3)

    def rewards(self):
        if not self.is_terminal():
            raise not_over(self)
        a, b, c = self.said
        return (float(c == 0), 0.5 * (a != b), float(b != c))


class MovesTwice(_Said):
    """A game in which each of two players says two numbers from 0 to 2; the larger sum wins."""

    num_players, many, choices = 2, 4, (0, 1, 2)
    current_player = property(lambda self: len(self.said) // 2 % 2)

    def rewards(self):
        if not self.is_terminal():
            raise not_over(self)
        first, second = sum(self.said[:2]), sum(self.said[2:])
        if first == second:
            return (0.5, 0.5)
        return (1.0, 0.0) if first > second else (0.0, 1.0)


class Urn(NamedTuple):
    """A game with one ball from an urn, which wins (probability 0.7), draws (0.2) or loses (0.1).

    Instead of drawing a ball, player 0 may keep a reward of 0.4.  Player 1 is chance.  A ball is
    worth 0.7 · 1 + 0.2 · 0.5 + 0.1 · 0 = 0.8 on average.
    """

    step: str = "choose"
    reward: float = 0.4
    num_players = 2
    chance_player = 1

    @property
    def current_player(self):
        return 1 if self.step == "draw" else 0

    def legal_actions(self):
        return {"choose": ("keep", "try"), "draw": ("draw", "loss", "win"), "over": ()}[self.step]

    def chance_outcomes(self):
        return [("draw", 0.2), ("loss", 0.1), ("win", 0.7)]

    def apply(self, action):
        if action not in self.legal_actions():
            raise illegal(self, action)
        if self.step == "draw":
            return Urn("over", {"win": 1.0, "draw": 0.5, "loss": 0.0}[action])
        return Urn("draw") if action == "try" else Urn("over", 0.4)

    def is_terminal(self):
        return self.step == "over"

    def rewards(self):
        if self.step != "over":
            raise not_over(self)
        return (self.reward, 0.0)
