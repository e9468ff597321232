"""How long the playouts of one round are: their mean length, and the longest, for which all wait."""

import random
from statistics import mean

from mctslib.game import State
from mctslib.policies import uniform
from mctslib.search import simulate


def playout_lengths(
    state: State, workers: int, rounds: int = 200, seed: int = 0
) -> dict[str, float]:
    """Return the mean length of a playout and the mean length of the longest one of a round.

    state    where all playouts begin
    workers  playouts in each round, ≥ 1
    rounds   rounds over which both means are taken
    seed     of the playouts

    A length is the number of moves that are drawn.  A round is over when its longest playout is.
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
    return {"mean": mean(lengths), "longest of a round": mean(longest)}
