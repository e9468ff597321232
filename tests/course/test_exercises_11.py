"""Right and wrong answers that test the checkers of chapter 11."""

from copy import deepcopy
from typing import NamedTuple

import numpy as np
import pytest

from mctslib.course.ch11.checkers import check_chomp, check_two_stones
from mctslib.course.small_games import Chomp, TwoStones
from mctslib.game import illegal, not_over


def changed(game, **methods):
    """Return `game` with some of its methods replaced by wrong ones."""
    made = type(game.__name__, (game,), {"__slots__": (), **methods})
    own = methods.get("apply") or game.apply
    made.apply = lambda self, action: made(*own(self, action))  # results stay in the reader's class
    return made


def keeping(game, field):
    """Return an `apply` that leaves one field unchanged."""
    return lambda self, action: game.apply(self, action)._replace(**{field: getattr(self, field)})


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
    return Chomp(
        frozenset(k for k in self.left if k // 4 < row and k % 4 < column), 1 - self.current_player
    )


def right_or_below_only(self, action):
    """Take the squares to the right in this row and those below, but not in the bitten column."""
    if action not in self.left:
        raise illegal(self, action)
    row, column = divmod(action, 4)
    left = frozenset(k for k in self.left if k // 4 < row or k % 4 <= column)
    return Chomp(left, 1 - self.current_player)


class Rows(NamedTuple):
    """Chomp stored as rows; its methods return tuples, lists and numpy's True."""

    rows: tuple = (4, 4, 4)
    current_player: int = 0
    num_players = 2

    def rewards(self):
        return list(Chomp(self.rows[0] and frozenset([0]), self.current_player).rewards())

    def legal_actions(self):
        return tuple(4 * row + k for row, left in enumerate(self.rows) for k in range(left))

    def apply(self, action):
        if action not in self.legal_actions():
            raise illegal(self, action)
        row, column = divmod(action, 4)
        return Rows(
            (*self.rows[:row], *(min(int(column), n) for n in self.rows[row:])),
            1 - self.current_player,
        )

    def is_terminal(self):
        return np.bool_(not self.rows[0])


class Listed(NamedTuple):
    """Two Stones stored as the list of marked cells, in the order of play."""

    cells: tuple = ()
    num_players = 2

    @property
    def current_player(self):
        return int("0110011001"[len(self.cells)])

    def won(self):
        marks = [{c for c, who in zip(self.cells, "011001100") if who == me} for me in "01"]
        lines = [set(line) for line in ("012", "345", "678", "036", "147", "258", "048", "246")]
        return [any(line <= {str(c) for c in own} for line in lines) for own in marks]

    def legal_actions(self):
        return [] if any(self.won()) else [c for c in range(9) if c not in self.cells]

    def apply(self, action):
        if action not in self.legal_actions():
            raise illegal(self, action)
        return Listed((*self.cells, action))

    def is_terminal(self):
        return not self.legal_actions()

    def rewards(self):
        if not self.is_terminal():
            raise not_over(self)
        first, second = self.won()
        return (0.5 + (first - second) / 2, 0.5 + (second - first) / 2)

    def __eq__(self, other):
        return hash(self) == hash(other)

    def __hash__(self):
        return hash(frozenset(zip(self.cells, "011001100")))


def mover(rule):
    return property(lambda self: rule(len(self.marks[0]) + len(self.marks[1])))


def by_a_copy(game, move):
    before = deepcopy(game)
    game.apply(move)
    return np.bool_(game != before)


def by_its_dictionary(game, move):
    before = deepcopy(game.__dict__)
    game.apply(move)
    return game.__dict__ != before


EQUAL = {
    "__eq__": lambda self, other: self.left == other.left,
    "__hash__": lambda self: hash(self.left),
}
NO_POISON = changed(Chomp, legal_actions=lambda self: sorted(self.left - {0}))

NOT_ITSELF = changed(Chomp, apply=right_or_below_only)

LONG_WAY = changed(  # the poison may be eaten only when nothing else is left, or at the start
    Chomp,
    legal_actions=lambda self: sorted(self.left if len(self.left) in (1, 12) else self.left - {0}),
    apply=lambda self, action: Chomp.apply(self, action),
)

CHECKS = {"11": {"Chomp": check_chomp, "TwoStones": check_two_stones}}
RIGHT = [
    ("lies", by_a_copy),
    ("lies", lambda game, move: game.apply(move).free is game.free),
    ("lies", by_its_dictionary),
    ("Chomp", Rows),
    ("TwoStones", Listed),
]
PENDING = [
    ("Chomp", ..., "Nothing here yet"),
    ("Chomp", changed(Chomp, legal_actions=todo), "write the methods"),
    ("Chomp", changed(Chomp, rewards=todo), "write the methods"),
    ("TwoStones", changed(TwoStones, current_player=property(todo)), "Nothing here yet"),
]
WRONG = [
    ("lies", lambda game, move: len(game.free) < 16, "Ask the position a question"),
    ("lies", lambda game, move: game.apply(move).free != game.free, "they share one set"),
    (
        "Chomp",
        changed(Chomp, apply=checked_bite),
        "After the actions [0], `is_terminal()` is False",
    ),
    (
        "Chomp",
        changed(Chomp, apply=right_or_below),
        "After the actions [1], `is_terminal()` is True",
    ),
    (
        "Chomp",
        changed(Chomp, rewards=lambda self: Chomp.rewards(self)[::-1]),
        "should be (0.0, 1.0). The player who ate the last square",
    ),
    ("Chomp", NO_POISON, "remaining square may be bitten, even the poisoned square."),
    ("Chomp", LONG_WAY, "even the poisoned square."),
    ("Chomp", NOT_ITSELF, "Did `apply` take too much or too little?"),
    ("Chomp", changed(Chomp, **EQUAL), "does == leave something out?"),
    (
        "TwoStones",
        changed(TwoStones, current_player=mover(lambda n: n % 2)),
        "After the actions [0, 1], `current_player` is 0",
    ),
]


@pytest.mark.parametrize(("name", "answer", "words"), PENDING)
def test_a_class_of_which_a_method_is_missing_waits(name, answer, words):
    verdict = CHECKS["11"][name](answer)
    assert (verdict.status, words in verdict.message) == ("pending", True), verdict


DRAWN = {  # the mistakes whose message comes with a picture of the first counterexample
    ("Chomp", "After the actions [0], `is_terminal()` is False"),
}
SLOW = {"TwoStones"}  # these checkers take seconds


def test_apply_is_blamed_only_where_the_fields_differ():
    """If the mistake is in `legal_actions`, the message does not blame `apply`."""
    for own in (NO_POISON, LONG_WAY):
        assert "apply" not in check_chomp(own).message
    for own in (changed(Chomp, apply=checked_bite), changed(Chomp, apply=right_or_below)):
        assert "Did `apply` take too much or too little?" in check_chomp(own).message


def test_the_message_names_the_field_that_apply_sets_wrongly():
    """The message names the field that is wrong, such as the player to move, not a wrong bite."""
    own = changed(Chomp, apply=keeping(Chomp, "current_player"))
    message = check_chomp(own).message
    assert "After `apply` the other player is to move." in message
    assert "too much or too little" not in message
