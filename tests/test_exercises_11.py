"""Chapter 11: each checker takes the solution, and tells the stub and typical mistakes apart."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from mctslib.course import small_games
from mctslib.course.ch11.checkers import check_chomp, check_stairs, check_two_stones
from mctslib.course.small_games import STAIRS, Chomp, Stairs, TwoStones
from mctslib.game import illegal, not_over

# ---------------------------------------------------------------------------- mistakes


def changed(game, **methods):
    """`game` as a reader might write it, with some of its methods other than they should be."""
    made = type(game.__name__, (game,), {"__slots__": (), **methods})
    own = methods.get("apply") or game.apply
    made.apply = lambda self, action: made(*own(self, action))  # stay in the reader's class
    return made


def todo(self, *_):
    raise NotImplementedError("your turn")


def bites_the_square_only(self, action):
    return Chomp(self.left - {action}, 1 - self.current_player)


def checked_bite(self, action):
    if action not in self.left:
        raise illegal(self, action)
    return bites_the_square_only(self, action)


def right_or_below(self, action):
    if action not in self.left:
        raise illegal(self, action)
    row, column = divmod(action, 4)
    return Chomp(frozenset(k for k in self.left if k // 4 < row and k % 4 < column), 1 - self.current_player)


def loser_wins(self):
    return Chomp.rewards(self)[::-1]


def always_paid(self):
    return (1.0, 0.0) if self.current_player == 0 else (0.0, 1.0)


def a_number(self):
    if not self.is_terminal():
        raise not_over(self)
    return self.total / 30


def whole_sum(self):
    return tuple(30 * reward for reward in Stairs.rewards(self))


def last_step_only(self):
    Stairs.rewards(self)  # refuses too early
    return (STAIRS[self.row][self.place] / 30,)


def too_early(self):
    return self.row == 3


def straight_down(self, action):
    after = Stairs.apply(self, action)
    return after._replace(place=self.place)


def raises_later(self, action):
    return len(self.left) // len(self.left - {0}) and Chomp.apply(self, action)


class Rows(NamedTuple):
    """Chomp stored in another way, and answered in tuples, lists and numpy's numbers."""

    rows: tuple = (4, 4, 4)
    current_player: int = 0
    num_players = 2
    rewards = lambda self: list(Chomp(self.rows[0] and frozenset([0]), self.current_player).rewards())  # noqa: E731

    def legal_actions(self):
        return tuple(np.int64(4 * row + k) for row, left in enumerate(self.rows) for k in range(left))

    def apply(self, action):
        if action not in self.legal_actions():
            raise illegal(self, action)
        row, column = divmod(action, 4)
        return Rows((*self.rows[:row], *(min(int(column), n) for n in self.rows[row:])), 1 - self.current_player)

    def is_terminal(self):
        return np.bool_(not self.rows[0])


def mover(rule):
    return property(lambda self: rule(len(self.marks[0]) + len(self.marks[1])))


EQUAL = {"__eq__": lambda self, other: self.left == other.left, "__hash__": lambda self: hash(self.left)}
NO_POISON = changed(Chomp, legal_actions=lambda self: sorted(self.left - {0}))
STUCK = changed(Chomp, apply=lambda self, action: Chomp(self.left, 1 - self.current_player))


CASES = [
    (check_chomp, Chomp, "correct", "all positions of Chomp agree"),
    (check_chomp, ..., "pending", "Nothing here yet"),
    (check_chomp, changed(Chomp, legal_actions=todo), "pending", "write the methods"),
    (check_chomp, changed(Chomp, rewards=todo), "pending", "write the methods"),
    (check_chomp, Chomp(), "wrong", "without brackets"),
    (check_chomp, int, "wrong", "has no `legal_actions`"),
    (check_chomp, changed(Chomp, apply=bites_the_square_only), "wrong", "illegal action raises IllegalAction"),
    (check_chomp, changed(Chomp, apply=checked_bite), "wrong", "After the actions [0], `is_terminal()` is False"),
    (check_chomp, changed(Chomp, apply=right_or_below), "wrong", "After the actions [1], `is_terminal()` is True"),
    (check_chomp, changed(Chomp, rewards=loser_wins), "wrong", "should be (0.0, 1.0). Who ate the last square"),
    (check_chomp, changed(Chomp, rewards=always_paid), "wrong", "raises ValueError while the game goes on"),
    (check_chomp, NO_POISON, "wrong", "legal actions exactly while"),
    (check_chomp, STUCK, "wrong", "Every game comes to an end"),
    (check_chomp, changed(Chomp, **EQUAL), "wrong", "does == leave something out?"),
    (check_stairs, Stairs, "correct", "all ways down agree"),
    (check_stairs, changed(Stairs, is_terminal=todo), "pending", "Nothing here yet"),
    (check_stairs, changed(Stairs, rewards=a_number), "wrong", "one number for each player. In your game, after 4"),
    (check_stairs, changed(Stairs, rewards=whole_sum), "wrong", "Every reward lies between 0 and 1"),
    (check_stairs, changed(Stairs, rewards=last_step_only), "wrong", "the sum of the five numbers"),
    (check_stairs, changed(Stairs, is_terminal=too_early), "wrong", "over on the last row"),
    (check_two_stones, TwoStones, "correct", "all positions agree"),
    (check_two_stones, changed(TwoStones, current_player=property(todo)), "pending", "Nothing here yet"),
    (check_two_stones, changed(TwoStones, current_player=mover(lambda n: n % 2)), "wrong", "`current_player` is 0"),
    (check_two_stones, changed(TwoStones, current_player=mover(lambda n: n // 2 % 2)), "wrong", "After the actions ["),
    (check_two_stones, changed(TwoStones, current_player=mover(lambda n: (n + 1) // 2)), "wrong", "is 2; it should"),
    (check_two_stones, changed(TwoStones, current_player=mover("011001100".__getitem__)), "wrong", "is '0'; it should"),
    (check_two_stones, changed(TwoStones, current_player=mover(lambda n: n % 4 in (1, 2))), "correct", "all positions"),
    (check_stairs, changed(Stairs, is_terminal=lambda self: self.row == 5), "wrong", "on the last row, the fifth"),
    (check_stairs, changed(Stairs, apply=straight_down), "wrong", "Does `apply` step where it should"),
    (check_chomp, changed(Chomp, apply=raises_later), "wrong", "raised ZeroDivisionError"),
    (check_chomp, Rows, "correct", "all positions of Chomp agree"),
]


@pytest.mark.parametrize(("check", "answer", "status", "words"), CASES)
def test_each_answer_gets_its_own_words(check, answer, status, words):
    verdict = check(answer)
    assert (verdict.status, words in verdict.message) == (status, True), verdict


def test_the_first_difference_is_drawn():
    verdict = check_chomp(changed(Chomp, apply=checked_bite))
    assert verdict.picture.startswith("<svg") and "off" not in verdict.message


def test_the_best_way_down_beats_the_greedy_one():
    ways = {}

    def walk(state, path=()):
        if state.is_terminal():
            ways[path] = state.total
        for action in state.legal_actions():
            walk(state.apply(action), (*path, action))

    walk(Stairs())
    assert len(ways) == 16 and max(ways.values()) <= small_games.MOST
    best = max(ways, key=ways.get)
    assert best == (1, 1, 1, 1) and ways[best] == sum(row[-1] for row in STAIRS)
