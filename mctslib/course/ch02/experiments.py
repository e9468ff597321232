"""The experiments of chapter 02: many runs of several policies on one machine."""

from collections.abc import Mapping, Sequence
from math import sqrt

import numpy as np

from mctslib.course.ch02.bandit import (
    EpsilonGreedy,
    Policy,
    Runs,
    UCB1Arm,
    greedy,
    play_runs,
    random_arm,
)
from mctslib.words import count, number


def compare_policies(means: Sequence[float], moments: Sequence[int]) -> dict[str, Runs]:
    """Play 1,000 runs with each of the four policies of chapter 02.

    means    the probability of a win for each arm, from 0 to 1
    moments  the numbers of pulls after which the regret is recorded, in increasing order

    Returns a dictionary from the name of each policy to its runs.
    """
    policies: dict[str, Policy] = {
        "random": random_arm,
        "greedy": greedy,
        "ε-greedy, ε = 0.1": EpsilonGreedy(0.1),
        "UCB1, c = √2": UCB1Arm(sqrt(2)),
    }
    return {name: play_runs(policy, means, moments) for name, policy in policies.items()}


def final_regrets(runs: Mapping[str, Runs], best_arm: int) -> dict[str, str]:
    """Return a dictionary from each policy's name to a summary of its runs.

    runs      dict from the name of a policy to its runs
    best_arm  index of the arm with the highest true mean

    Each summary contains the mean final regret, half the width of its 95% interval, and the number
    of runs in which the best arm was pulled more often than any other arm.
    """
    sentences = {}
    for name, one in runs.items():
        regret = f"regret {number(one.mean[-1], 0)} ± {number(one.margin[-1], 0)}"
        favourite = count(one.favourite(best_arm), "run")
        sentences[name] = f"{regret}, best arm most pulled in {favourite}"
    return sentences


def share_too_low(flips: int, distance: float, tries: int, seed: int) -> float:
    """Return the share of `tries` means that are too low.

    Each mean is the share of heads in `flips` flips of a fair coin.

    flips     number of flips for each mean
    distance  a mean is too low if it is at least this much below ½
    tries     number of means
    seed      the seed of the random numbers
    """
    heads = np.random.default_rng(seed).random((tries, flips)) < 0.5
    return float((heads.sum(axis=1) <= flips * (0.5 - distance)).mean())
