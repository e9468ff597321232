"""`check_game` and `check_tree` draw their lines where they say: at the last move, at one node."""

from types import SimpleNamespace
from typing import NamedTuple

from mctslib import IllegalAction
from mctslib.checks import check_game
from mctslib.checks.rules import TRIED, some_of
from mctslib.checks.trees import wrong_visits


class Walk(NamedTuple):
    """A game in which one player walks to place 4; the tests replace some of its methods."""

    place: int = 0

    num_players = 1
    current_player = 0

    def legal_actions(self):
        return [] if self.is_terminal() else [self.place * 10]

    def apply(self, action):
        if action not in self.legal_actions():
            raise IllegalAction(f"{action!r} is not legal here")
        return type(self)(self.place + 1)

    def is_terminal(self):
        return self.place >= 4

    def rewards(self):
        if not self.is_terminal():
            raise ValueError("The game is not over.")
        return (1.0,)


def walk(**changes):
    """Return `Walk` with some of its methods replaced."""
    return type("Changed", (Walk,), {"__slots__": (), **changes})()


def report(**changes):
    """Return the report on a changed `Walk`."""
    return str(check_game(walk(**changes), games=3, max_moves=20))


def test_the_walk_keeps_every_rule():
    assert check_game(Walk()).ok


# ---------------------------------------------------------------------------- moves and actions


def circle(self, action):
    """Apply an action so that the places are 0 → 1 → 2 → 1 → 2 …"""
    return type(self)(1 if self.place == 2 else self.place + 1)


def test_a_position_that_comes_again_is_found_away_from_the_start():
    assert "after 3 moves the position is the same as after 1 move" in report(apply=circle)


def test_a_game_of_exactly_the_most_moves_is_not_too_long():
    assert check_game(Walk(), games=1, max_moves=4).ok


def test_of_many_illegal_actions_a_few_are_tried_and_others_the_next_time():
    many = range(100)
    tried = [set(some_of(many, first)) for first in range(100)]
    assert max(map(len, tried)) <= TRIED
    assert set().union(*tried) == set(many)


# ---------------------------------------------------------------------------- chance


class OneOutcome(Walk):
    """A walk in which chance makes the second step, with a single possible outcome."""

    __slots__ = ()
    num_players = 2
    chance_player = 1
    probability = 1

    @property
    def current_player(self):
        return int(self.place == 1)

    def chance_outcomes(self):
        return [(self.place * 10, self.probability)]

    def rewards(self):
        return (*super().rewards(), 0.0)


def test_a_sure_outcome_is_an_outcome():
    assert check_game(OneOutcome()).ok


# ---------------------------------------------------------------------------- trees


def node(player, visits, value_sum, children=(), rewards=None):
    """Return an object with the attributes of a node that `wrong_sum` reads."""
    state = SimpleNamespace(is_terminal=lambda: rewards is not None, rewards=lambda: rewards)
    below = dict(enumerate(children))
    return SimpleNamespace(
        player=player, visits=visits, value_sum=value_sum, children=below, state=state
    )


def test_a_finished_game_has_no_children():
    end = node(1, 1, 1.0, [node(0, 1, 0.0)], rewards=(1.0, 0.0))
    end.parent = node(0, 1, 0.0, [end])
    words = "a node that is finished or was never visited cannot have children."
    assert list(wrong_visits(end)) == [words]
