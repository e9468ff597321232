"""Chapters 07 and 08: the answers that their checkers are tried with."""

import random
from functools import cache, partial
from math import log, log2, sqrt

import numpy as np
import pytest

from mctslib import UCB1, best_value, most_visited
from mctslib.arena import play_pair
from mctslib.course.ch02 import checkers as ch02
from mctslib.course.ch05 import checkers as ch05
from mctslib.course.ch06 import checkers as ch06
from mctslib.course.ch07 import checkers as ch07
from mctslib.course.ch08 import checkers as ch08
from mctslib.course.ch09 import checkers as ch09
from mctslib.course.ch12 import checkers as ch12
from mctslib.fast.choice import grow, new_root
from mctslib.oracle import value


@cache
def action(state, c, iterations, seed):
    """What a search finds; most answers below ask for the same searches."""
    rng, options = random.Random(seed), {"tree_policy": UCB1(c)}
    return most_visited(
        grow(new_root(state, iterations, rng, **options), iterations, seed=rng, **options).root
    )


def remembered(share):
    """The checker works out the same shares for every answer."""
    known = {}

    def again(puzzle, c, iterations, seeds):
        key = puzzle.name, c, iterations, tuple(seeds)
        return (
            known[key]
            if key in known
            else known.setdefault(key, share(puzzle, c, iterations, seeds))
        )

    return again


ch07._share = remembered(ch07._share)


def correct_share(state, correct, c, iterations, seeds):
    return sum(action(state, c, iterations, seed) in correct for seed in seeds) / len(seeds)


def secure_child(root, a, sign=-1):
    return secure_by(lambda child, a: child.value + sign * a / sqrt(child.visits))(root, a)


def secure_by(bound):
    return lambda root, a: max(root.children.values(), key=lambda child: bound(child, a)).action


def bound(child, a):
    return child.value - a / sqrt(child.visits)


SECURE = [  # the same rule in other words
    lambda root, a: (
        max(root.children.values(), key=lambda child: (bound(child, a), child.visits)).action
    ),
    lambda root, a: sorted(root.children.values(), key=lambda child: bound(child, a))[-1].action,
    lambda root, a: max((bound(child, a), action) for action, child in root.children.items())[1],
    lambda root, a: np.array([*root.children])[
        np.argmax([bound(child, a) for child in root.children.values()])
    ],
    lambda root, a: max(
        root.state.legal_actions(), key=lambda action: bound(root.children[action], a)
    ),
    lambda root, a: max(
        root.children,
        key=lambda k: (w := root.children[k]).value_sum / w.visits - a * w.visits**-0.5,
    ),
]


def keeps_one_child(root, a):
    action = most_visited(root)
    root.children = {action: root.children[action]}
    return action


def minimax(state, player, mine=max, other=min):
    if state.is_terminal():
        return state.rewards()[player]
    values = [minimax(state.apply(action), player, mine, other) for action in state.legal_actions()]
    return mine(values) if state.current_player == player else other(values)


def mean(values):
    return sum(values) / len(values)


def failure_rate(pick, games):
    return sum(pick(game) not in right for game, right in games) / len(games)


def empties_the_list(pick, games):
    many = len(games)
    return sum(pick(game) not in right for game, right in [games.pop() for _ in range(many)]) / many


def only_nine_cells(state, player):
    if state.is_terminal():
        return state.rewards()[player]
    values = [
        only_nine_cells(state.apply(action), player)
        for action in range(9)
        if action in state.legal_actions()
    ]
    return max(values) if state.current_player == player else min(values)


def cut_off(state, player, depth, guess):
    if state.is_terminal() or not depth:
        return state.rewards()[player] if state.is_terminal() else guess
    values = [
        cut_off(state.apply(action), player, depth - 1, guess) for action in state.legal_actions()
    ]
    return max(values) if state.current_player == player else min(values)


GAMES = ch08.games_with_a_choice(40, branching=4, depth=3)
PROMISED = {letter: right for letter, (right, _) in ch08.PROMISES.items()}

CHECKS = {
    "07": {
        "correct_share": ch07.check_correct_share,
        "my_c": ch07.check_choose_c,
        "rescale_c": ch07.check_rescale_c,
        "secure_child": ch07.check_secure_child,
    },
    "08": {
        "minimax": ch08.check_minimax,
        "failure_rate": ch08.check_failure_rate,
        "promised": ch08.check_theorem,
    },
}
RIGHT = [*(("secure_child", own) for own in SECURE), *(("my_c", c) for c in (0.35, 0.5, 0.55, 0.6))]
WRONG = [
    ("correct_share", lambda *a: correct_share(*a) * len(a[4]), "divide it by the number of seeds"),
    ("correct_share", lambda *a: 100 * correct_share(*a), "in percent"),
    ("correct_share", lambda *a: 1 - correct_share(*a), "share of wrong moves"),
    (
        "correct_share",
        lambda s, good, c, n, seeds: correct_share(s, good, 1, n, seeds),
        "tree_policy=UCB1(c)",
    ),
    (
        "correct_share",
        lambda s, good, c, n, seeds: correct_share(s, good, c, n, [seeds[0]]),
        "own seed",
    ),
    ("correct_share", lambda *a: None, "returned None"),
    (
        "correct_share",
        lambda s, g, c, n, seeds: correct_share(s, g, c, n, range(len(seeds))),
        "in `seeds`",
    ),
    (
        "correct_share",
        lambda s, g, c, n, seeds: correct_share(s, g, c, n + 1, seeds),
        "number of iterations",
    ),
    (
        "correct_share",
        lambda s, g, c, n, seeds: correct_share(s, g, c, 300, seeds),
        "number of iterations",
    ),
    (
        "correct_share",
        lambda s, g, c, n, seeds: correct_share(s, {2, 8}, c, n, seeds),
        "action compared",
    ),
    (
        "correct_share",
        lambda s, g, c, n, seeds: correct_share(s, g, c, n, range(min(seeds), max(seeds) + 1)),
        "from the first to the last",
    ),
    ("correct_share", lambda *a: correct_share(*a) * len(a[4]) / 60, "not always 60 seeds"),
    (
        "correct_share",
        lambda s, g, c, n, seeds: correct_share(s, g, c or 1, n, seeds),
        "off by -0.4167",
    ),
    (
        "correct_share",
        lambda s, g, c, n, seeds: correct_share(s, g, c, n, [k + 1 for k in seeds]),
        "is 0.75",
    ),
    ("rescale_c", lambda c, low, high: c * (high + abs(low)), "from 2 to 5 it is 3"),
    ("rescale_c", lambda c, low, high: c * (high - min(low, 0)), "from 2 to 5 it is 3"),
    ("rescale_c", lambda c, low, high: c, "cannot stay the same"),
    ("rescale_c", lambda c, low, high: c / (high - low), "other way round"),
    ("rescale_c", lambda c, low, high: c * high, "width of the range"),
    ("rescale_c", lambda c, low, high: c * (high - low) / 2, "do the same to c"),
    ("rescale_c", lambda c, low, high: "2c", "should be a number"),
    ("secure_child", lambda root, a: best_value(root), "nothing was subtracted"),
    ("secure_child", lambda root, a: most_visited(root), "most visited child"),
    ("secure_child", partial(secure_child, sign=1), "pessimist"),
    (
        "secure_child",
        lambda root, a: root.children[secure_child(root, a)],
        "should be its `action`",
    ),
    ("secure_child", secure_by(lambda child, a: child.value - a / child.visits), "not a / N"),
    (
        "secure_child",
        secure_by(lambda child, a: child.value - a / sqrt(child.visits + 1)),
        "1/√400 = 0.350",
    ),
    (
        "secure_child",
        secure_by(lambda child, a: child.value - a / child.visits**0.45),
        "1/√5 = 0.355",
    ),
    (
        "secure_child",
        secure_by(lambda child, a: child.value * (1 - a / sqrt(child.visits))),
        "√400 = 0.350",
    ),
    (
        "secure_child",
        secure_by(lambda child, a: child.value - a / log(1 + child.visits)),
        "square root of",
    ),
    (
        "secure_child",
        secure_by(lambda child, a: child.value - a / log2(1 + child.visits)),
        "square root of",
    ),
    (
        "secure_child",
        secure_by(lambda child, a: child.value - 1 / sqrt(child.visits)),
        "Where is a?",
    ),
    (
        "secure_child",
        secure_by(lambda child, a: child.value - a / sqrt(child.parent.visits)),
        "same as from",
    ),
    (
        "secure_child",
        secure_by(lambda n, a: n.value - a * sqrt(log(n.parent.visits) / n.visits)),
        "logarithm",
    ),
    ("secure_child", lambda root, a: None, "returned None"),
    ("secure_child", keeps_one_child, "changed the tree"),
    *(("my_c", c, "Try a larger c") for c in (0, 0.18, 0.3)),
    *(("my_c", c, "Try a smaller c") for c in (0.7, sqrt(2), 2, 5, 1000)),
    ("my_c", -1, "0 or more"),
    ("my_c", "0.5", "should be a number"),
    ("minimax", partial(minimax, mine=mean, other=mean), "That is the mean"),
    ("minimax", partial(minimax, other=max), "opponent would be helping"),
    ("minimax", partial(minimax, mine=min), "`min` all the way down"),
    ("minimax", partial(minimax, mine=min, other=max), "are exchanged"),
    (
        "minimax",
        lambda s, p: s.rewards()[p] if s.is_terminal() else value(s),
        "for the player to move",
    ),
    ("minimax", lambda s, p: minimax(s, p if s.is_terminal() else 1 - p), "other player's value"),
    ("minimax", partial(minimax, other=mean), "Best for whoever is to move"),
    (
        "minimax",
        lambda state, player: 0.5 if state.is_terminal() else minimax(state, player),
        "the game is over",
    ),
    (
        "minimax",
        lambda state, player: float(minimax(state, player) == 1),
        "it should be 0.5, off by -0.5",
    ),
    ("minimax", only_nine_cells, "max() "),
    *(
        ("minimax", partial(cut_off, depth=d, guess=g), "do not stop")
        for d in (6, 9, 15)
        for g in (0, 0.5, 1)
    ),
    ("minimax", partial(cut_off, depth=5, guess=0.5), "do not stop"),
    ("minimax", lambda s, p: print(), "returned None"),
    ("failure_rate", lambda p, g: failure_rate(p, g) * len(g), "divide by the number of games"),
    ("failure_rate", lambda p, g: 1 - failure_rate(p, g), "share of right moves"),
    ("failure_rate", lambda p, g: 100 * failure_rate(p, g), "in percent"),
    (
        "failure_rate",
        lambda pick, games: sum(pick(game) != min(right) for game, right in games) / len(games),
        "several moves",
    ),
    (
        "failure_rate",
        lambda p, g: sum(p(x) not in right or p(x) not in right for x, right in g) / len(g),
        "once for each game",
    ),
    ("failure_rate", empties_the_list, "changed the list"),
    ("failure_rate", lambda p, g: sum({p(x)} != right for x, right in g) / len(g), "several moves"),
    (
        "failure_rate",
        lambda p, g: sum(p(x) != right for x, right in g) / len(g),
        "is not in `right`",
    ),
    ("failure_rate", lambda p, g: failure_rate(p, g[:-1]), "divide by `len(games)`"),
    *(
        ("promised", {**PROMISED, key: not PROMISED[key]}, f"Statement {key} is ")
        for key in "abcdef"
    ),
    ("promised", {**PROMISED, "d": "no"}, "True or False"),
    ("promised", {"a": True}, "Still to be answered: b, c"),
]


TABLES = [table for table in ch02.TABLES + ch02._random_tables(300) if 0 not in table[0]]
CHOICES = [
    (lambda *table, score=score: ch02._best(score, *table), words)
    for score, words in ch02.CHOICE_MISTAKES
]
SHARES = [(share, factor) for share in (0.2, 0.5, 0.9) for factor in (2.0, 10.0)]
STARTS = [(opening, seed) for opening in ch09.OPENINGS for seed in range(12)]
DIAGNOSED = {  # what is taken for a mistake, the cases, and the right answer
    "02 choice": (
        CHOICES,
        TABLES,
        lambda counts, sums, c: [],
    ),  # that of the first is right, but for which of equals
    "05 score": (ch05.FORMS, ch05.CASES, ch05._ucb1),
    "06 count": (
        ch06.COUNT_MISTAKES,
        [*zip(ch06.BOARDS)],
        lambda state: len([*ch06.all_paths(state)]),
    ),
    "06 shape": (
        ch06.SHAPE_MISTAKES,
        [(ch06._grown(*tree),) for tree in ch06.SHAPES],
        ch06.nodes_by_depth,
    ),
    "06 recent": (ch06.RECENT_MISTAKES, ch06.LOOKS, lambda b, a: (a[1] - b[1]) / (a[0] - b[0])),
    "07 share": (ch07.SHARE_MISTAKES, ch07.SHARE_CASES, ch07._share),
    "07 bound": (ch07.BOUND_MISTAKES, ch07.BOUND_CASES, ch07._secure),
    "08 minimax": (
        ch08.MINIMAX_MISTAKES,
        [(s, p) for s in [*ch08._sample(12), ch08.A.state] for p in (0, 1)],
        value,
    ),
    "09 pair": (ch09.PAIR_MISTAKES, STARTS, partial(play_pair, ch09.A, ch09.B)),
    "12 speedup": (ch12.AMDAHL_MISTAKES, SHARES, ch12.amdahl),
    "08 failure": (
        ch08.FAILURE_MISTAKES,
        [(pick, GAMES) for pick in ch08.PICKS.values()],
        failure_rate,
    ),
}


@pytest.mark.parametrize("name", DIAGNOSED)
def test_every_mistake_that_is_diagnosed_gives_a_different_answer(name):
    mistakes, cases, right = DIAGNOSED[name]
    answers = [
        str([function(*case) for case in cases])
        for function in (right, *(mistake for mistake, _ in mistakes))
    ]
    assert len(set(answers)) == len(answers)


DRAWN = {  # those that come with a picture: the first counterexample
    ("minimax", "opponent would be helping"),
}
SLOW = {"my_c"}  # their checkers take seconds
