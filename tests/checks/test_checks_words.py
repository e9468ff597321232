"""The reports of `check_game` and `check_tree` name the right move, action and number.

Each test was written for a small change to `checks/` that no other test had noticed.
"""

from types import SimpleNamespace
from typing import NamedTuple

import pytest

from mctslib import IllegalAction, TicTacToe, search
from mctslib.checks import TreeError, check_game, check_tree
from mctslib.checks.notes import Seen
from mctslib.checks.rules import TRIED, some_of
from mctslib.checks.trees import slack, wrong_sum, wrong_visits


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


def failing(self):
    raise RuntimeError("broken")


def test_the_walk_keeps_every_rule():
    assert check_game(Walk()).ok


# ---------------------------------------------------------------------------- moves and actions


def test_the_action_is_named_that_led_to_something_else():
    found = report(
        apply=lambda self, action: [self.place] if self.place == 1 else type(self)(self.place + 1)
    )
    assert "after 1 move apply(10) returned [1], a list; it should be a Changed" in found


def test_a_wrong_number_of_players_is_found_behind_one_that_raises():
    @property
    def players(self):
        return failing(self) if self.place == 0 else 2.5

    assert "after 1 move it is 2.5" in report(num_players=players)


def test_actions_that_are_no_sequence_are_reported_once():
    rules = check_game(walk(legal_actions=lambda self: {})).broken
    assert any("it is a dict, not a list or tuple" in words for words in rules.values())
    assert not any("There are legal actions as long" in rule for rule in rules)


def circle(self, action):
    """Apply an action so that the places are 0 → 1 → 2 → 1 → 2 …"""
    return type(self)(1 if self.place == 2 else self.place + 1)


def test_a_position_that_comes_again_is_found_away_from_the_start():
    assert "after 3 moves the position is the same as after 1 move" in report(apply=circle)


def test_a_position_without_a_hash_does_not_hide_another_that_comes_again():
    found = report(
        apply=circle,
        __hash__=lambda self: failing(self) if self.place == 0 else self.place,
    )
    assert "after 3 moves the position is the same as after 1 move" in found


@pytest.mark.parametrize(("most", "words"), [(1, "1 move"), (7, "7 moves")])
def test_a_game_that_is_too_long_is_reported_with_its_moves(most, words):
    endless = walk(is_terminal=lambda self: False)
    found = str(check_game(endless, games=1, max_moves=most))
    assert f"a random game was not over after {words}\n" in found


def test_a_game_of_exactly_the_most_moves_is_not_too_long():
    assert check_game(Walk(), games=1, max_moves=4).ok


def test_of_many_illegal_actions_a_few_are_tried_and_others_the_next_time():
    many = range(100)
    tried = [set(some_of(many, first)) for first in range(100)]
    assert max(map(len, tried)) <= TRIED
    assert set().union(*tried) == set(many)


def test_an_accepted_illegal_action_is_shown_in_one_line():
    accepting = walk(
        apply=lambda self, action: type(self)(self.place + 1),
        __repr__=lambda self: f"place\n{self.place}",
    )
    assert "gave place 1" in str(check_game(accepting, games=1))


def test_equal_positions_with_different_hashes_are_different():
    hashes = {}
    found = report(__hash__=lambda self: hashes.setdefault(id(self), (len(hashes), self))[0])
    assert "the second time, [0] led to another position" in found


def test_addresses_in_memory_are_left_out_of_the_notes():
    state = walk(__str__=lambda self: "<thing at 0x7F12ab>")
    assert Seen.of(state).facts()["text"] == "'<thing at 0x…>'"


def test_a_name_that_is_no_text_is_shown():
    found = report(action_name=lambda self, action: action + 7)
    assert "after 0 moves action_name(0) is 7, not a string" in found


# ---------------------------------------------------------------------------- chance


def test_probabilities_without_chance_are_reported_even_before_a_move():
    finished = walk(is_terminal=lambda self: True, chance_outcomes=lambda self: [])
    words = "after 0 moves there is no chance_player, whose actions they are"
    assert words in check_game(finished).broken.values()


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


def test_a_probability_above_1_is_reported_as_such():
    class Likely(OneOutcome):
        __slots__ = ()
        probability = 1.5

    words = "after 1 move the probability of 10 is 1.5; it should be above 0 and at most 1"
    assert words in check_game(Likely()).broken.values()


# ---------------------------------------------------------------------------- trees


class Together(NamedTuple):
    """A game of three moves in which both players win, so that the rewards add up to 2."""

    moves: int = 0

    num_players = 2
    current_player = property(lambda self: self.moves % 2)

    def legal_actions(self):
        return [] if self.moves == 3 else [0, 1]

    def apply(self, action):
        return Together(self.moves + 1)

    def is_terminal(self):
        return self.moves == 3

    def rewards(self):
        return (1.0, 1.0)


@pytest.mark.parametrize("iterations", [3, 5, 60])
def test_whether_one_point_is_shared_can_be_found_out_or_said(iterations):
    root = search(Together(), iterations, seed=0).root
    check_tree(root)
    check_tree(root, shared=False)
    with pytest.raises(TreeError, match="W should be its own playout's reward"):
        check_tree(root, shared=True)


def test_a_node_below_the_root_has_a_playout_of_its_own():
    root = search(TicTacToe(), 100, seed=0).root
    child = next(iter(root.children.values()))
    child.visits -= 1
    with pytest.raises(TreeError, match="it is 0 \\+ them"):
        check_tree(root)


def node(player, visits, value_sum, children=(), rewards=None):
    """Return an object with the attributes of a node that `wrong_sum` reads."""
    state = SimpleNamespace(is_terminal=lambda: rewards is not None, rewards=lambda: rewards)
    below = dict(enumerate(children))
    return SimpleNamespace(
        player=player, visits=visits, value_sum=value_sum, children=below, state=state
    )


@pytest.mark.parametrize(
    ("others", "words"),
    [
        ([], "W should be its own playout's reward + its children's part; -1 is left over."),
        ([node(1, 1, 0.0)], "-1 is left over for 2 playouts."),
        ([node(1, 2, 0.0)], "-1 is left over for 3 playouts."),
    ],
)
def test_the_rest_of_w_is_reported_with_the_number_of_its_playouts(others, words):
    # The child has one win for player 0, so W of the node should be at least 1, but W is 0.
    won = node(1, 1, 0.0, rewards=(1.0, 0.0))
    visits = 2 + sum(other.visits for other in others)
    parent = node(0, visits, 0.0, [won, *others])
    assert wrong_sum(parent, shared=False).endswith(words)


def test_a_finished_game_has_no_children():
    end = node(1, 1, 1.0, [node(0, 1, 0.0)], rewards=(1.0, 0.0))
    end.parent = node(0, 1, 0.0, [end])
    words = "a node that is finished or was never visited cannot have children."
    assert list(wrong_visits(end)) == [words]


def test_the_slack_of_a_sum_grows_with_its_terms():
    assert slack(SimpleNamespace(visits=999)) == pytest.approx(1e-6)
    assert slack(SimpleNamespace(visits=0)) == pytest.approx(1e-9)
