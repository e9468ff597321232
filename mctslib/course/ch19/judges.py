"""Define three judges of lines: one has learned from step labels, and the other two can be fooled.

A step label is the share of playouts from a position that solve the hand.  Wang et al. (2024), who
trained Math-Shepherd with labels from playouts, call this share the soft label; chapter 03 calls
it Q.  A small network learns to predict the label without playouts.
"""

from __future__ import annotations

import random
from functools import cache
from math import log1p, tanh
from pathlib import Path

import numpy as np

from mctslib.course.ch19.proposer import MOST, Proposer, exam
from mctslib.games.twentyfour import Numbers, TwentyFour, can_make
from mctslib.methods.alone import drawn_by
from mctslib.methods.network import Net
from mctslib.methods.puct import Judge, Priors
from mctslib.search import simulate

FILE = Path(__file__).with_name("judge.npz")
PLACES = 3  # a judged position has at most this many numbers
LARGEST = 36  # each number up to this limit has an input of its own
HIDDEN = (64, 32)
WIDTH = 3 + LARGEST  # the number of inputs for each place


def encoded(numbers: Numbers) -> np.ndarray:
    """Encode one to three numbers as the inputs of the network.

    Each of the three places has a group of inputs: one for whether there is a number, two for the
    number's size on two scales, and one for each value up to `LARGEST`.
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
    """Return the step label: the share of playouts from a position that solve the hand."""
    policy = drawn_by(proposer)
    solved = 0.0
    for _ in range(playouts):
        solved += simulate(state, rng, policy).rewards[0]
    return solved / playouts


def lessons(hands: int = 400, playouts: int = 8, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return the inputs and labels of positions one or two steps after the start of hands that are
    not in the exam.

    hands     the number of hands
    playouts  the number of playouts for each label
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
    """Train a network on the labels; return the network and its cross-entropy after every 100
    rounds.

    rounds  the number of Adam steps, each on 256 positions
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
    """A judge that returns the shares of the proposer and the label that a network predicts."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.proposer = Proposer()
        self.known: dict[Numbers, float] = {}

    def value(self, state: TwentyFour) -> float:
        """Return the predicted label of a position with at most three numbers.

        Raises ValueError if the position has more than three numbers.
        """
        if len(state.numbers) > PLACES:
            raise ValueError(
                f"This judge was trained on positions with at most {PLACES} numbers, not "
                f"{len(state.numbers)}: take a hand of at most {PLACES + 1} numbers."
            )
        known = self.known.get(state.numbers)
        if known is None:
            rows = encoded(state.numbers)[None]
            _, values = self.net.forward(rows, np.ones((1, 1), bool))
            known = self.known[state.numbers] = float(values[0])
        return known

    def __call__(self, state: TwentyFour) -> tuple[Priors, float]:
        """Return the shares and the predicted label.  If there are more than three numbers, the
        label is 0.
        """
        if len(state.numbers) > PLACES:
            return self.proposer.shares(state), 0.0
        return self.proposer.shares(state), self.value(state)


@cache
def learned_judge() -> LearnedJudge:
    """Return the judge with the network that `python -m tests.bench.twentyfour` trained."""
    return LearnedJudge(Net.load(FILE))


def likes_small(state: TwentyFour) -> float:
    """Return a value that is higher for smaller remaining numbers. This judge can be fooled.

    In the lines of a good proposer a small last number is often right, because most wrong lines end
    far above the target.
    """
    return 24 / (24 + sum(state.numbers) / len(state.numbers))


def nearness(state: TwentyFour) -> float:
    """Return 1 if the last number is the target, and otherwise at most ½: the nearer the number,
    the higher the value.
    """
    last = state.numbers[0]
    if last == state.target:
        return 1.0
    return 0.5 * max(0.0, 1 - abs(last - state.target) / state.target)
