"""Right and wrong answers that test the checkers of chapters 01 and 02."""

import random
from functools import partial
from itertools import combinations
from math import ceil, inf, log, sqrt

import numpy as np

from mctslib import simulate, uniform
from mctslib.course.ch01 import checkers as ch01
from mctslib.course.ch02 import checkers as ch02
from mctslib.course.paper_scores import SLIPS, ucb1


def flat_means(state, playouts, rng, whose=None, divide=None, start=True, games=None):
    player = state.current_player if whose is None else whose(state)
    total = {}
    for action in state.legal_actions():
        first = state.apply(action) if start else state
        rewards = [simulate(first, rng, uniform).rewards[player] for _ in range(games or playouts)]
        total[action] = sum(rewards) / (divide or games or playouts)
    return total


def shared_out(state, playouts, rng, share):
    return flat_means(state, share(playouts / len(state.legal_actions())), rng)


SCORES = {0: 1.46, 1: 1.65, 2: 1.69}
COUNTS, SUMS, C = ch02.COUNTS, ch02.SUMS, sqrt(2)


def choose(counts, sums, c, score=lambda s, n, t, c: s / n + c * sqrt(log(t) / n), unpulled=inf):
    t = sum(counts)
    scores = [score(s, n, t, c) if n else unpulled for n, s in zip(counts, sums)]
    return scores.index(max(scores))


def counts_itself(counts, sums, c):
    arm = choose(counts, sums, c)
    counts[arm] += 1
    return arm


def empties_its_lists(means, counts):
    best = max(means)
    return sum(counts.pop() * (best - means.pop()) for _ in range(len(means)))


def scores_on_paper(mistake):
    """Return the scores of all arms according to the wrong formula `mistake`."""
    return {arm: mistake(s / n, n, sum(COUNTS), C) for arm, (n, s) in enumerate(zip(COUNTS, SUMS))}


CHECKS = {
    "01": {"flat_means": ch01.check_flat_means},
    "02": {
        "scores": lambda own: ch02.check_scores(own, 2),
        "next_arm": lambda own: ch02.check_scores(SCORES, own),
        "machine": ch02.check_machine,
    },
}


RIGHT = [
    ("playouts_needed", lambda gap: ceil(4 / gap**2)),
    ("playouts_needed", lambda gap: next(n for n in range(1, 10**6) if gap * sqrt(n) + 1e-9 >= 2)),
    *[("machine", own) for own in ((0, 0.08), [0.02] * 9 + [0.09])],
    ("machine", np.array([0.01, 0.05])),
    (
        "flat_means",
        lambda *a: {action: np.float32(mean) for action, mean in flat_means(*a).items()},
    ),
    ("scores", {arm: np.float32(score) for arm, score in SCORES.items()}),
    ("next_arm", np.int64(2)),
]
WRONG = [
    *[("scores", scores_on_paper(slip), words) for words, slip in SLIPS.items()],
    (
        "flat_means",
        partial(flat_means, whose=lambda s: 1 - s.current_player),
        "the opponent's rewards",
    ),
    ("flat_means", partial(flat_means, divide=1), "Your numbers are sums"),
    ("flat_means", partial(flat_means, start=False), "Start each playout with"),
    (
        "flat_means",
        lambda *a: dict(list(flat_means(*a).items())[1:]),
        "one entry for each legal action",
    ),
    ("flat_means", partial(flat_means, games=1000), "not the mean of 101 rewards"),
    (
        "flat_means",
        lambda *a: {action: round(mean, 3) for action, mean in flat_means(*a).items()},
        "without rounding",
    ),
    ("flat_means", lambda s, n, rng: flat_means(s, n - 1, rng), "not the mean of 101 rewards"),
    (
        "flat_means",
        lambda state, playouts, rng: flat_means(
            state, playouts, rng, games=playouts - 1, divide=playouts
        ),
        "the mean 1. Your mean is 0.99",
    ),
    (
        "flat_means",
        lambda s, n, rng: flat_means(s, n, rng, games=n + 1, divide=n),
        "Your mean is 1.0",
    ),
    ("flat_means", partial(shared_out, share=ceil), "after *each* action"),
    ("flat_means", lambda s, n, rng: flat_means(s, n, random.Random(n)), "do not make another"),
    (
        "flat_means",
        lambda state, playouts, rng: flat_means(state, playouts, random.Random(random.random())),
        "all random numbers from `rng`",
    ),
    (
        "flat_means",
        lambda s, n, rng: dict.fromkeys(s.legal_actions(), float("nan")),
        "must be a number, not nan",
    ),
    ("playouts_needed", lambda gap: 9_000, "Each bar reaches 1/√n"),
    ("playouts_needed", lambda gap: 4.1 / gap**2, "off by"),
    ("playouts_needed", lambda gap: str(4 / gap**2), "should be a number"),
    ("playouts_needed", lambda gap: 4 / 0, "raised ZeroDivisionError"),
    ("scores", {0: 1.46, 1: 1.65}, "one entry for each of them"),
    ("scores", {**SCORES, 2: "1.69"}, "should be a number"),
    ("scores", {**SCORES, 2: 1.7}, "too high"),
    ("scores", {**SCORES, 2: True}, "should be a number"),
    ("next_arm", 0, "not the arm with the highest mean"),
    ("next_arm", 1.5, "should be a whole number"),
    ("next_arm", "2", "is '2', a str"),
    ("choose", counts_itself, "changed its argument"),
    ("choose", lambda *a: choose(*a) + 0.5, "should be a whole number"),
    ("choose", lambda *a: choose(*a) + 1, "the arms are 0 to"),
    ("regret", empties_its_lists, "changed its argument"),
    ("machine", [0.2, 0.5, 0.6, 0.3], "the probability of this is 0.6"),
    ("machine", [0, 0.1], "in 121 of 1,000 runs, more than 100. Too often"),
    ("machine", [0, 0.2], "the probability of this is 0.2"),
    ("machine", [0.1, 0], "which place should the best arm have"),
    ("machine", [0.1] * 40 + [0.11], "a best arm that stands out more"),
    ("machine", [0.5, 0.5], "a single best arm"),
    ("machine", [0.5], "from 2 to 50 arms"),
    ("machine", [5, 60], "from 0 to 1"),
    ("machine", [0, "0.05"], "should be a number"),
    ("machine", {0: 0.05}, "should be a list"),
]


def test_no_two_slips_give_the_same_score_on_paper():
    for (one, a), (other, b) in combinations({"right": ucb1, **SLIPS}.items(), 2):
        shifts = [abs(scores_on_paper(a)[arm] - scores_on_paper(b)[arm]) for arm in SCORES]
        assert max(shifts) > 2 * ch02.NEAR, (one, other)


DRAWN = {  # the mistakes whose message comes with a picture of the first counterexample
    ("flat_means", "Your numbers are sums"),
}
SLOW = {"flat_means"}  # these checkers take seconds
