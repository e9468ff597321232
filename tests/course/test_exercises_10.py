"""Answers that test the checkers of chapter 10, and tests of the chapter's stored matches."""

import random
import re
from functools import partial

import pytest
from repository import ROOT

from mctslib import TicTacToe, uniform
from mctslib.course.ch10 import checkers as ch10
from mctslib.course.ch10.checkers import (
    check_shortest,
)
from mctslib.course.ch10.sizes import first_chances, shape, size, winning_actions
from mctslib.course.stored import measured
from mctslib.games import SudoTicTacToe
from mctslib.oracle import TooLarge, value


def greedy(state, rng, whose=lambda state, after: state.current_player, pick=min, other=uniform):
    actions = state.legal_actions()
    nexts = {action: state.apply(action) for action in actions}
    ended = [a for a, after in nexts.items() if after.is_terminal()]
    winning = [a for a in ended if nexts[a].rewards()[whose(state, nexts[a])] == 1]
    return pick(winning) if winning else other(state, rng)


def first(state, rng):
    return state.legal_actions()[0]


def any_win(state, rng):
    """Return any winning move, not necessarily the first."""
    after = [(action, state.apply(action)) for action in state.legal_actions()]
    winning = [
        action for action, s in after if s.is_terminal() and s.rewards()[state.current_player] == 1
    ]
    return winning[int(rng.random() * len(winning))] if winning else uniform(state, rng)


def looks_at(most):
    def policy(state, rng):
        after = [(action, state.apply(action)) for action in state.legal_actions()[:most]]
        winning = [
            action
            for action, s in after
            if s.is_terminal() and s.rewards()[state.current_player] == 1
        ]
        return winning[0] if winning else uniform(state, rng)

    return policy


def wins_by(rule):
    def policy(state, rng):
        nexts = {action: state.apply(action) for action in state.legal_actions()}
        taken = [
            action for action, after in nexts.items() if after.is_terminal() and rule(state, after)
        ]
        return taken[0] if taken else uniform(state, rng)

    return policy


CHECKS = {"10": {"shortest": check_shortest}}


def greedy_by_choice(state, rng):
    return greedy(state, rng, other=lambda state, rng: rng.choice(state.legal_actions()))


def reseeded(rng):
    """Seed Python's shared generator with a number drawn from `rng`; return the module `random`."""
    random.seed(rng.random())
    return random


def first_is_likelier(actions, rng):
    """Draw from a list of the actions that contains the first action twice."""
    return rng.choice([actions[0], *actions])


def rounded_place(actions, rng):
    """Draw an index by rounding, so that the first and the last index are half as likely."""
    return actions[round(rng.random() * (len(actions) - 1))]


BIASED = (first_is_likelier, rounded_place)


def zero_is_false(state, rng):
    """Overlook the winning action 0, because `or` treats 0 as false."""
    won = None
    for action in state.legal_actions():
        after = state.apply(action)
        if after.is_terminal() and after.rewards()[state.current_player] == 1:
            won = action
            break
    return won or uniform(state, rng)


RIGHT = [
    ("shortest", (11, 19, 14, 46, 17)),
    ("greedy", greedy),
    ("greedy", greedy_by_choice),
]


WRONG = [
    ("shortest", [1, 9, 4, 36], "not over"),
    ("shortest", [1, 9, 4, 36, 7, 63], "over before move 6"),
    ("shortest", [1, 2, 4], "not legal"),
    ("shortest", [1, 10, 9, 1], "not legal"),
    ("shortest", "1 9 4", "should be a list"),
    ("greedy", lambda state, rng: greedy_by_choice(state, reseeded(rng)), "shared random numbers"),
    *(
        (
            "greedy",
            partial(
                greedy, other=lambda state, rng, pick=pick: pick(list(state.legal_actions()), rng)
            ),
            "every legal action should be equally likely",
        )
        for pick in BIASED
    ),
    ("greedy", lambda s, rng: greedy(s, rng, whose=lambda s, after: 0), "O to move wins at once"),
    ("greedy", lambda s, rng: greedy(s, rng, other=first), "`uniform(state, rng)`"),
    ("greedy", lambda s, rng: greedy(s, random.Random()), "Draw from `rng`"),
    (
        "greedy",
        lambda s, rng: next(
            (a for a in s.legal_actions() if s.apply(a).is_terminal()), uniform(s, rng)
        ),
        "This is not a win",
    ),
    (
        "greedy",
        wins_by(lambda s, after: after.rewards()[s.current_player] > 0.5),
        "This is not a win",
    ),
    ("greedy", any_win, "return the first"),
    ("greedy", zero_is_false, "treats the action 0 as False"),
    ("greedy", looks_at(38), "wins at once with 80; your answer was"),
    (
        "greedy",
        wins_by(lambda s, after: max(after.rewards()) == 1),
        "a reward of 0.00 for player 1",
    ),
]


def test_a_win_may_come_last_among_77_actions():
    state = ch10.late_win()
    winning = [action for action in state.legal_actions() if state.apply(action).is_terminal()]
    assert len(state.legal_actions()) == 77 and winning == [80] and greedy(state, None) == 80


def test_a_draw_can_be_had_where_greedy_must_not_take_it():
    for state in ch10.drawing():
        ends = [state.apply(action) for action in state.legal_actions()]
        assert [end.rewards()[0] for end in ends if end.is_terminal()] and not ends[0].is_terminal()
        assert {end.rewards() for end in ends if end.is_terminal()} == {(0.5, 0.5)}


@pytest.mark.long
def test_three_moves_earlier_minimax_refuses():
    """Three moves before the last position of the chapter's game, `value` refuses the position.

    No cell of the chapter shows this, because the attempt takes too long.
    """
    source = (ROOT / "notebooks/src/10_sudo_tic_tac_toe.py").read_text(encoding="utf-8")
    line = [
        int(n)
        for part in re.findall(r"^moves_so_far \+?= \[(.*)\]$", source, re.M)
        for n in part.split(",")
    ]
    assert len(line) == 39
    state = SudoTicTacToe(2)
    for action in line[:-3]:
        state = state.apply(action)
    with pytest.raises(TooLarge):
        value(state)


def test_a_game_of_tic_tac_toe_has_nine_choices_then_eight():
    moves, choices = shape(TicTacToe(), random.Random(3))
    assert choices == sum(range(9, 9 - moves, -1))
    assert size(TicTacToe(), 1, 3) == (moves, choices / moves)


def test_the_first_chance_is_a_position_with_a_winning_action():
    start = TicTacToe.from_text("XX./OO./...")
    assert winning_actions(start) == [2]
    found = first_chances(start, 50)
    assert found.moves == 0 and 0 < found.missed < 1


STORED = measured("ch10/heavy_playouts")


@pytest.mark.parametrize("row", STORED["rows"], ids=lambda row: row["game"])
def test_a_stored_match_adds_up(row):
    for what in ("equal iterations", "equal time"):
        assert sum(row[what].values()) == row["games"] >= 100
    assert row["light iterations at equal time"] == round(row["heavy iterations"] * row["slowdown"])
