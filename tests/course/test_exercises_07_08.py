"""Right and wrong answers that test the checkers of chapters 07 and 08."""

from fractions import Fraction
from functools import partial
from math import sqrt

import numpy as np

from mctslib import UCB1, search
from mctslib.checks import check_game
from mctslib.course.ch07 import checkers as ch07
from mctslib.course.ch08 import checkers as ch08
from mctslib.course.ch08.written_out import UNUSUAL
from mctslib.oracle import value


def chosen(state, correct, c, iterations, seeds, seed):
    """Return whether one search chooses a right move."""
    return search(state, iterations, seed=seed, tree_policy=UCB1(c)).action in correct


def minimax(state, player, mine=max):
    if state.is_terminal():
        return state.rewards()[player]
    values = [minimax(state.apply(action), player, mine) for action in state.legal_actions()]
    return mine(values) if state.current_player == player else min(values)


def cut_off(state, player, depth, guess):
    if state.is_terminal() or not depth:
        return state.rewards()[player] if state.is_terminal() else guess
    values = [
        cut_off(state.apply(action), player, depth - 1, guess) for action in state.legal_actions()
    ]
    return max(values) if state.current_player == player else min(values)


def by_negation(state, player):
    """Return the value, found by minimax with values for the player to move."""
    if state.is_terminal():
        return state.rewards()[player]
    mover = state.current_player
    best = max(by_negation(state.apply(action), mover) for action in state.legal_actions())
    return best if mover == player else 1 - best


def always_the_other(state, player):
    """Return the value as 1 minus the next value, as if the players always alternated."""

    def worth(state):
        if state.is_terminal():
            return state.rewards()[state.current_player]
        return max(1 - worth(state.apply(action)) for action in state.legal_actions())

    return worth(state) if state.current_player == player else 1 - worth(state)


def by_the_number_of_marks(state, player):
    """Find the player to move by counting the free cells, which is right for tic-tac-toe."""
    if state.is_terminal():
        return state.rewards()[player]
    mover = str(getattr(state, "board", state)).count(".") % 2 == 0
    values = [by_the_number_of_marks(state.apply(a), player) for a in state.legal_actions()]
    return max(values) if mover == player else min(values)


TRAP = {"left": [(0, 0), (1, 1), (1, 1)], "right": [(1, 0), (1, 0), (1, 0)]}

CHECKS = {"07": {"my_c": ch07.check_choose_c}, "08": {"trap": ch08.check_trap}}
RIGHT = [
    *(("my_c", c) for c in (0.35, 0.5, 0.55, 0.6, np.float32(0.5), Fraction(1, 2))),
    ("rescale_c", lambda c, low, high: sqrt(c * c * (high - low) ** 2)),  # its last digits differ
    ("rescale_c", lambda c, low, high: np.float64(c * high) - c * low),
    ("correct_share", lambda *a: np.mean([chosen(*a, seed) for seed in a[-1]])),
    ("minimax", by_negation),
    ("minimax", lambda state, player: np.float64(value(state, player)) + 1e-16),
    ("trap", TRAP),
    ("trap", {"left": ((1, 1), (0, 0), (1, 1)), "right": [[0, 1], [True, False], (1, 0)]}),
    ("trap", {side: np.array(ends) for side, ends in TRAP.items()}),
]
WRONG = [
    *(("my_c", c, "Try a larger c") for c in (0, 0.18, 0.3)),
    *(("my_c", c, "Try a smaller c") for c in (0.66, 0.7, sqrt(2), 2, 5, 1000)),
    ("my_c", -1, "must not be negative"),
    ("my_c", float("-inf"), "must not be negative"),
    ("my_c", float("inf"), "Q would have no effect"),
    ("my_c", float("nan"), "nan, which is not a number"),
    ("my_c", "0.5", "should be a number"),
    (
        "minimax",
        lambda state, player: round(value(state, player), 6),
        "do not round",
    ),
    ("minimax", always_the_other, "a player moves twice in a row"),
    ("minimax", by_the_number_of_marks, "it should be"),
    *(
        ("minimax", partial(cut_off, depth=d, guess=g), "it should be")
        for d in (6, 9, 15)
        for g in (0, 0.5, 1)
    ),
    ("trap", {**TRAP, "left": [(1, 0), (1, 1), (1, 1)]}, "*left* wins"),
    ("trap", {**TRAP, "right": [(0, 0), (1, 1), (1, 1)]}, "*right* loses"),
    ("trap", {**TRAP, "left": [(0, 0), (1, 0), (1, 1)]}, "win 3 of 6 after *left* and 3 of 6"),
    ("trap", {**TRAP, "right": [(1, 0), (1, 0), (1, 1)]}, "win 4 of 6 after *left* and 4 of 6"),
    ("trap", {"left": TRAP["left"]}, "three pairs"),
    ("trap", {**TRAP, "right": [(1, 0), (1, 0)]}, "three pairs"),
    ("trap", {**TRAP, "right": [(1, 0), (1, 0), (1, 0.5)]}, "three pairs"),
]


def test_the_game_that_is_written_out_keeps_the_contract_and_has_its_value():
    assert check_game(UNUSUAL)
    assert value(UNUSUAL, 0) == 2 / 3 and value(UNUSUAL, 1) == 1 - 2 / 3


SLOW = {"my_c"}  # these checkers take seconds
