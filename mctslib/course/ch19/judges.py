"""Judges of unfinished lines: one that learned from step labels, and two that can be fooled.

A step label is the share of playouts from a position that solve the hand (Wang et al., 2024, call
the training set Math-Shepherd).  In chapter 03 this share is called Q.  A small network learns to
guess the label without the playouts.
"""

from __future__ import annotations

import random
from functools import cache
from math import log1p, tanh
from pathlib import Path

import numpy as np

from mctslib.course.ch19.proposer import MOST, Proposer, exam
from mctslib.games.twentyfour import Numbers, TwentyFour, can_make
from mctslib.methods.alone import drawn_by, finished
from mctslib.methods.network import Net
from mctslib.methods.puct import Judge, Priors

FILE = Path(__file__).with_name("judge.npz")
PLACES = 3  # of numbers that a judged position has at most
LARGEST = 36  # numbers up to this one have an input of their own
HIDDEN = (64, 32)
WIDTH = 3 + LARGEST  # inputs for each place


def encoded(numbers: Numbers) -> np.ndarray:
    """Return one to three numbers as the inputs of the network.

    Each number has a place: whether there is one, its size on two scales, and which it is.
    """
    planes = np.zeros((PLACES, WIDTH), np.float32)
    for place, number in enumerate(numbers):
        planes[place, 0] = 1
        planes[place, 1] = tanh(number / 24)
        planes[place, 2] = log1p(number) / 4
        if number <= LARGEST:
            planes[place, 2 + number] = 1
    return planes.ravel()


def label(state: TwentyFour, playouts: int, rng: random.Random, proposer: Judge) -> float:
    """Return the step label of a position: the share of playouts from it that solve the hand."""
    policy = drawn_by(proposer)
    solved = 0.0
    for _ in range(playouts):
        _, end = finished(state, policy, rng)
        solved += end.rewards()[0]
    return solved / playouts


def lessons(hands: int = 400, playouts: int = 8, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return the inputs and the labels of positions one or two steps below hands not in the exam.

    hands     how many hands
    playouts  for each label
    """
    rng = random.Random(seed)
    asked = {hand.numbers for hand in exam()}
    proposer = Proposer()
    met: dict[Numbers, float] = {}
    used = 0
    while used < hands:
        numbers = tuple(sorted(1 + int(rng.random() * MOST) for _ in range(4)))
        if numbers in asked or not can_make(numbers, 24):
            continue
        used += 1
        hand = TwentyFour(*numbers)
        for action in hand.legal_actions():
            after = hand.apply(action)
            replies = after.legal_actions()
            below = [after.apply(replies[int(rng.random() * len(replies))]) for _ in range(4)]
            for state in [after, *below]:
                if state.numbers not in met:
                    met[state.numbers] = label(state, playouts, rng, proposer)
    inputs = np.array([encoded(one) for one in met])
    return inputs, np.array(list(met.values()), np.float32)


def trained(
    inputs: np.ndarray, labels: np.ndarray, rounds: int = 2000, seed: int = 0
) -> tuple[Net, list[float]]:
    """Return a network that has learned the labels, and its cross-entropy after each 100 rounds.

    rounds  steps of Adam with 256 lessons each
    """
    net = Net(inputs.shape[1], 1, HIDDEN, seed=seed)
    rng = np.random.default_rng(seed)
    legal = np.ones((256, 1), bool)
    shares = np.ones((256, 1), np.float32)
    losses = []
    for number in range(rounds):
        rows = rng.integers(len(inputs), size=256)
        _, loss = net.learn(inputs[rows], legal, shares, labels[rows], 1e-3)
        if number % 100 == 99:
            losses.append(loss)
    return net, losses


class LearnedJudge:
    """A judge: state → (shares of a proposer, the label that the network guesses).

    net       the network
    proposer  gives the shares
    """

    def __init__(self, net: Net, proposer: Proposer | None = None) -> None:
        self.net = net
        self.proposer = proposer or Proposer()
        self.known: dict[Numbers, float] = {}

    def value(self, state: TwentyFour) -> float:
        """Return the guessed label of a position with at most three numbers.

        Raises ValueError for a position with more of them.
        """
        if len(state.numbers) > PLACES:
            raise ValueError(
                f"This judge has learned to judge up to {PLACES} numbers, not "
                f"{len(state.numbers)}: take a hand of at most {PLACES + 1} numbers."
            )
        known = self.known.get(state.numbers)
        if known is None:
            rows = encoded(state.numbers)[None]
            _, values = self.net.forward(rows, np.ones((1, 1), bool))
            known = self.known[state.numbers] = float(values[0])
        return known

    def __call__(self, state: TwentyFour) -> tuple[Priors, float]:
        """Return the shares and the guessed label."""
        if len(state.numbers) > PLACES:
            return self.proposer.shares(state), 0.0
        return self.proposer.shares(state), self.value(state)


@cache
def learned_judge() -> LearnedJudge:
    """Return the judge that `python -m tests.bench.twentyfour` has trained."""
    return LearnedJudge(Net.load(FILE))


def likes_small(state: TwentyFour) -> float:
    """Return the value of a judge that can be fooled: the smaller the numbers left, the better.

    In lines of a good proposer small last numbers are often right, because most wrong lines end
    high above the target.
    """
    return 24 / (24 + sum(state.numbers) / len(state.numbers))


def nearness(state: TwentyFour) -> float:
    """Return a reward for nearly: 1 for the target, at most ½ for another last number."""
    last = state.numbers[0]
    if last == state.target:
        return 1.0
    return 0.5 * max(0.0, 1 - abs(last - state.target) / state.target)
