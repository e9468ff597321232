"""Measure the mean length of all playouts, and the mean length of each round's longest playout."""

import random
from statistics import mean
from typing import NamedTuple

from mctslib.game import State
from mctslib.policies import uniform
from mctslib.search import simulate


class Lengths(NamedTuple):
    """Lengths of random playouts, in moves.

    mean     the mean length of a playout
    longest  the length of the longest playout of a round, as a mean over the rounds
    speed    the speed-up: the number of playouts that all workers make together, divided by the
             number that a single worker makes in the same time
    """

    mean: float
    longest: float
    speed: float


def playout_lengths(state: State, workers: int, rounds: int = 200, seed: int = 0) -> Lengths:
    """Measure the mean lengths of playouts and rounds, and compute the speed-up from them.

    state    the position in which all playouts begin
    workers  the number of playouts in each round, ≥ 1
    rounds   the number of rounds over which the means are taken
    seed     the seed of the playouts

    A round is over when its longest playout is over.
    """
    rng = random.Random(seed)
    lengths = []
    longest = []
    for _ in range(rounds):
        in_this_round = []
        for _ in range(workers):
            in_this_round.append(len(simulate(state, rng, uniform).actions))
        lengths += in_this_round
        longest.append(max(in_this_round))
    return Lengths(mean(lengths), mean(longest), workers * mean(lengths) / mean(longest))
