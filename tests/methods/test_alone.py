"""Searches for one player count steps correctly, refuse bad input, and agree with UCT and PUCT."""

import signal

import pytest
from small_games import Climb

from mctslib import UCB1, TicTacToe, record, search
from mctslib.course.ch19.judges import learned_judge, nearness
from mctslib.course.ch19.proposer import SHIPPED, Proposer, hands_to_learn_from, learned
from mctslib.games import TwentyFour
from mctslib.methods.alone import (
    Alone,
    MeanAndMax,
    beam,
    best_first,
    best_of_n,
    grow,
    likeliest_first,
)
from mctslib.methods.puct import Puct, even

HAND = TwentyFour(1, 2, 7, 7)


class WithBystander:
    """A one-player game with an added player 1, who never moves and gets 1 minus the reward."""

    num_players = 2
    current_player = 0

    def __init__(self, alone):
        self.alone = alone

    def legal_actions(self):
        return self.alone.legal_actions()

    def apply(self, action):
        return WithBystander(self.alone.apply(action))

    def is_terminal(self):
        return self.alone.is_terminal()

    def rewards(self):
        reward = self.alone.rewards()[0]
        return (reward, 1 - reward)

    def __eq__(self, other):
        return isinstance(other, WithBystander) and self.alone == other.alone

    def __hash__(self):
        return hash(self.alone)


def without_bystander(iterations):
    return [(i.path, i.expanded, i.rollout, i.rewards[:1]) for i in iterations]


OPTIONS = {
    "UCT": lambda: {"tree_policy": UCB1(1)},
    "PUCT": lambda: Puct(Proposer_of_both()).options(),
    "Alone": lambda: Alone(Proposer_of_both()).options(),
    "Alone with a judge": lambda: Alone(judge_of_both).options(),
    "mean and max": lambda: MeanAndMax(0.5, 0.5).options(),
}


def Proposer_of_both():
    """Return a proposer that also accepts positions of a game with a bystander."""
    proposer = Proposer()
    return lambda state: proposer(getattr(state, "alone", state))


def judge_of_both(state):
    return learned_judge()(getattr(state, "alone", state))


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("hand", [HAND, TwentyFour(4, 4, 10, 10)], ids=str)
def test_one_player_equals_two_of_whom_one_never_moves(name, hand):
    alone = record(hand, 300, seed=3, **OPTIONS[name]())
    watched = record(WithBystander(hand), 300, seed=3, **OPTIONS[name]())
    one = without_bystander(alone.iterations)
    assert one == without_bystander(watched.iterations)


def test_without_the_maximum_it_is_uct():
    uct = record(TicTacToe(), 300, seed=0, tree_policy=UCB1(0.7))
    mixed = record(TicTacToe(), 300, seed=0, **MeanAndMax(0.7, 0).options())
    assert uct.iterations == mixed.iterations


def test_rewards_for_nearly_do_not_count_as_solved():
    found = grow(HAND, 200, MeanAndMax(0.3, 1).options(), seed=0, reward=nearness)
    for line in found.lines:
        end = HAND
        for action in line.actions:
            end = end.apply(action)
        assert line.reward == (end.numbers == (24,))
    assert 0 < found.root.value < 1


# ---------------------------------------------------------- what is learned


def test_the_shipped_proposer_is_what_is_learned():
    assert [round(weight, 2) for weight in learned(hands_to_learn_from())] == list(SHIPPED)


# ---------------------------------------------------------- the stop button

LONG = {  # each of these searches would take minutes
    "best of n": lambda value: best_of_n(HAND, 10**9, 0, asking(value), until_solved=False),
    "beam": lambda value: beam(TwentyFour(2, 7, 8, 9, 11, 12, target=999), 10**6, asking(value)),
    "best first": lambda value: best_first(
        TwentyFour(2, 7, 8, 9, 11, 12, target=999), 10**9, value
    ),
    "likeliest first": lambda value: likeliest_first(
        TwentyFour(2, 7, 8, 9, 11, 12, target=999), 10**9, asking(value)
    ),
}


def asking(value):
    """Return a proposer that gives all actions equal shares and first calls `value`."""

    def proposer(state):
        value(state)
        return even(state)

    return proposer


@pytest.mark.parametrize("name", LONG)
def test_the_first_press_of_the_stop_button_keeps_the_lines(name):
    asked = []

    def pressing(state):
        asked.append(state)
        if len(asked) == 40:
            signal.raise_signal(signal.SIGINT)
        return 0.5

    before = signal.getsignal(signal.SIGINT)
    found = LONG[name](pressing)
    assert signal.getsignal(signal.SIGINT) is before
    assert found.steps < 10_000
    assert all(len(line.actions) <= 5 for line in found.lines)


def test_a_judge_is_asked_once_for_each_position():
    asked = []

    def judge(state):
        asked.append(state)
        return even(state)[0], 0.25

    method = Alone(judge)
    found = search(Climb(), 60, seed=1, **method.options())
    inner = [node for node in found.root.descendants() if not node.state.is_terminal()]
    assert sorted(asked) == sorted(node.state for node in inner)
