"""The checkers of chapters 00 to 03 correctly judge answers that nobody had in mind when the
checkers were written.

These answers use other games and random numbers, and are right or wrong in unusual ways.
"""

from collections import Counter
from functools import partial
from itertools import permutations
from math import inf, log, sqrt

import numpy as np
import pytest
from toys import Script

from mctslib import UCB1, Node, TicTacToe, record
from mctslib.course.ch00 import checkers as ch00
from mctslib.course.ch02 import checkers as ch02
from mctslib.course.ch03 import checkers as ch03
from mctslib.games import Nim
from mctslib.policies import ucb1

THEORY = UCB1(sqrt(2))

RIGHT = []
"""Right answers in other styles: (chapter, name, answer).  test_exercises.py tries them."""


def passes(verdict):
    assert verdict.status == "correct", verdict


def fails(verdict, words):
    assert verdict.status == "wrong" and words in verdict.message, verdict


# ---------------------------------------------------------- chapter 00


RIGHT += [
    ("00", "plan", (6, 8, 4, 2, 1)),
    ("00", "plan", np.array([6, 8, 4, 1, 2])),
    ("00", "plan", [0, 6, 6, 8, 4, 1, 2]),  # a cell that is taken does no harm
]


def test_every_other_plan_is_refused_with_its_own_reason():
    """Of the 120 orders two win, and each of the other 118 gets a reason that is true."""
    reasons = Counter()
    for plan in permutations(ch00.CORNER.legal_actions()):
        verdict = ch00.check_plan(list(plan))
        for reason in ("throws the win away", "have won at once with 8", "two threats at once"):
            reasons[reason] += verdict.status == "wrong" and reason in verdict.message
    assert list(reasons.values()) == [96, 18, 4]


# ---------------------------------------------------------- chapter 01


def by_recursion(state, rng):
    if state.is_terminal():
        return state
    return by_recursion(state.apply(rng.choice(state.legal_actions())), rng)


def in_turn(state, playouts, rng):
    """Return the mean rewards of the actions, with one game after each action in every round."""
    player = state.current_player
    sums = dict.fromkeys(state.legal_actions(), 0)
    for _ in range(playouts):
        for action in sums:
            sums[action] += by_recursion(state.apply(action), rng).rewards()[player]
    return {action: total / playouts for action, total in sums.items()}


def running_mean(state, playouts, rng):
    """Return the mean rewards, updated after each game, so that their last digits differ."""
    player = state.current_player
    means = {}
    for action in state.legal_actions():
        mean = 0.0
        for number in range(1, playouts + 1):
            reward = by_recursion(state.apply(action), rng).rewards()[player]
            mean += (reward - mean) / number
        means[action] = mean
    return means


MEANS = {
    "in turn": in_turn,
    "a running mean": running_mean,
    "another order": lambda *a: dict(reversed(in_turn(*a).items())),
}


RIGHT += [("01", "flat_means", own) for own in MEANS.values()]


# ---------------------------------------------------------- chapter 02


def choosing(score, counts, sums, c, unpulled=inf):
    N = sum(counts)
    scores = [score(s, n, N, c) if n else unpulled for n, s in zip(counts, sums)]
    return scores.index(max(scores))


def theory(s, n, N, c):
    return s / n + c * sqrt(log(N) / n)


def by_numpy(counts, sums, c):
    counts, sums = np.array(counts), np.array(sums)
    if (counts == 0).any():
        return np.argmin(counts)
    return np.argmax(sums / counts + c * np.sqrt(np.log(counts.sum()) / counts))


def by_loop(counts, sums, c):
    best, most = 0, -inf
    for arm, (n, total) in enumerate(zip(counts, sums)):
        if n == 0:
            return arm
        score = ucb1(total / n, n, sum(counts), c)
        if score > most:
            best, most = arm, score
    return best


RIGHT += [
    ("02", "choose", own)
    for own in [
        by_numpy,
        by_loop,
        partial(choosing, lambda s, n, N, c: s / n + sqrt(c * c * log(N) / n)),
    ]
]


def first_below(highest):
    """Return a wrong UCB1 whose best score so far starts at `highest`, not below all scores."""

    def own(counts, sums, c):
        best, most = 0, highest
        for arm, (n, total) in enumerate(zip(counts, sums)):
            score = theory(total, n, sum(counts), c) if n else inf
            if score > most:
                best, most = arm, score
        return best

    return own


def counts_of_nearly_0(counts, sums, c):
    return choosing(theory, [max(n, 1e-9) for n in counts], sums, c)


def one_win_and_one_pull_more(counts, sums, c):
    total = sum(counts) + 1

    def score(arm):
        pulls = counts[arm] + 1
        return (sums[arm] + 1) / pulls + c * sqrt(log(total) / pulls)

    return max(range(len(counts)), key=score)


def one_pull_more_in_the_mean(counts, sums, c):
    def score(wins, pulls, total, c):
        return (wins + 1) / (pulls + 1) + c * sqrt(log(total) / pulls)

    return choosing(score, counts, sums, c)


NEARLY = {
    "a count of nearly 0": counts_of_nearly_0,
    "one win more and one pull more": one_win_and_one_pull_more,
    "one pull more where there is none": one_pull_more_in_the_mean,
    "1,000 for infinity": partial(choosing, theory, unpulled=1000),
    "only four arms": lambda counts, sums, c: by_loop(counts[:4], sums[:4], c),
    "scores from 0 on": first_below(0),
    "scores from -1 on": first_below(-1),
    "the logarithm of one pull more": partial(
        choosing, lambda s, n, N, c: s / n + c * sqrt(log(N + 1) / n)
    ),
    "rewards cut to 0…1": partial(
        choosing, lambda s, n, N, c: min(max(s / n, 0), 1) + c * sqrt(log(N) / n)
    ),
}


@pytest.mark.parametrize("name", NEARLY)
def test_what_is_nearly_ucb1_does_not_pass(name):
    assert ch02.check_choose(NEARLY[name]).status == "wrong"


def regret_by_numpy(means, counts):
    return np.array(counts) @ (max(means) - np.array(means))


RIGHT += [
    ("02", "regret", own)
    for own in [
        regret_by_numpy,
    ]
]


def whole_means(s, n, N, c):
    return s // n + c * sqrt(log(N) / n)


def test_different_scores_look_different_in_a_message():
    message = ch02.check_choose(partial(choosing, whole_means)).message
    scores = message.partition("the scores are ")[2].partition(", `choose")[0].split(", ")
    assert len(set(scores)) == len(scores) > 1, message
    assert ch02.in_decimals([0.5, 0.5]) == "0.500, 0.500"


# ---------------------------------------------------------- chapter 03

O_FIRST = record(TicTacToe.from_text("XO./.X./..O", to_move="O"), 12, seed=5, tree_policy=THEORY)
THREE_PLAYERS = record(
    Script.of(
        {0: {0: (1, 0.25, 0), 1: (0, 1, 0.5)}, 1: {0: (0, 0, 1), 1: (0.75, 0, 0)}}, [0, 2, 1]
    ),
    7,
    seed=1,
    tree_policy=THEORY,
)
NIM = record(Nim(5), 12, seed=1, tree_policy=THEORY)
FOREIGN = {"O first": O_FIRST, "three players": THREE_PLAYERS, "Nim": NIM}


def pairs(root):
    return {action: (child.visits, child.value_sum) for action, child in root.children.items()}


def way_back(trace, t):
    tree, path = trace.tree(t), trace.iterations[t - 1].path
    found = {}
    for length in range(len(path) + 1):
        node = tree
        for action in path[:length]:
            node = node.children[action]
        found[path[:length]] = (node.visits, node.value_sum)
    return found


@pytest.mark.parametrize("name", FOREIGN)
def test_the_paper_of_another_game_is_checked_too(name):
    trace = FOREIGN[name]
    for t in range(1, len(trace) + 1):
        root = trace.tree(t)
        passes(ch03.check_children(pairs(root), root))
        passes(ch03.check_backpropagation(way_back(trace, t), trace, t))
        full = len(root.children) == len(root.state.legal_actions())
        scores = {
            action: child.value + sqrt(2 * log(root.visits) / child.visits)
            for action, child in root.children.items()
        }
        if full:
            best = THEORY(root).action
            passes(ch03.check_scores({a: round(s, 3) for a, s in scores.items()}, best, root))


def test_who_moved_is_named_as_in_that_game():
    root = O_FIRST.tree(9)
    others = {a: (n, n - w) for a, (n, w) in pairs(root).items()}
    fails(ch03.check_children(others, root), "the other player's rewards. O moved into this node")
    wrong = {path: (n, w + 0.25) for path, (n, w) in way_back(NIM, 7).items()}
    fails(
        ch03.check_backpropagation(wrong, NIM, 7),
        "The root counts for player 0",
    )


@pytest.mark.parametrize(
    "pair", [(2,), (2, 1.5, 0), "21", 2, (2, "1.5"), {2: 1.5}, np.zeros(3), (n for n in (2, 1.5))]
)
def test_what_is_no_pair_is_told_so(pair):
    root = Node(TicTacToe())
    root = record(TicTacToe.from_text("X../XOO/OX."), 5, seed=22, tree_policy=THEORY).tree()
    fails(ch03.check_children({**pairs(root), 2: pair}, root), "For cell 2, write a pair (N, W)")
