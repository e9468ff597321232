"""Right and wrong answers that test the checkers of chapters 07 and 08."""

import random
from collections import OrderedDict
from fractions import Fraction
from functools import cache, partial
from math import log, log2, sqrt

import numpy as np
import pytest
from named_mistakes import declared

from mctslib import UCB1, best_value, most_visited
from mctslib.checks import check_game
from mctslib.course.ch02 import checkers as ch02
from mctslib.course.ch05 import checkers as ch05
from mctslib.course.ch06 import checkers as ch06
from mctslib.course.ch07 import checkers as ch07
from mctslib.course.ch08 import checkers as ch08
from mctslib.course.ch08.written_out import UNUSUAL
from mctslib.fast.choice import grow, new_root
from mctslib.oracle import value


@cache
def action(state, c, iterations, seed):
    """Return the action of a search from a cache, because most answers need the same searches."""
    rng = random.Random(seed)
    policy = UCB1(c)
    root = new_root(state, iterations, rng, tree_policy=policy)
    return most_visited(grow(root, iterations, seed=rng, tree_policy=policy).root)


def remembered(share):
    """Return the function `share` with a cache, because many answers need the same shares."""
    known = {}

    def again(puzzle, c, iterations, seeds):
        key = puzzle.name, c, iterations, tuple(seeds)
        if key not in known:
            known[key] = share(puzzle, c, iterations, seeds)
        return known[key]

    return again


ch07.share = remembered(ch07.share)
PUZZLES = {puzzle.state: puzzle for puzzle, *_ in ch07.SHARE_CASES}


def share_as_answer(mistake):
    """Turn a mistaken rule, which takes a puzzle, into an answer function, which takes a state."""
    return lambda state, correct, c, iterations, seeds: mistake(
        PUZZLES[state], c, iterations, seeds
    )


def bounds_as_answer(mistake):
    """Turn a mistaken rule, which takes a `Bounds`, into an answer function, which takes a tree."""

    def choose(root, a):
        children = {}
        for action, child in root.children.items():
            children[action] = ch07.Child(child.visits, child.value)
        return mistake(ch07.Bounds(children, a, root.state))

    return choose


def starts_from_zero(root, a):
    """Apply the right rule, but in a loop that overlooks children whose bound is below 0."""
    best = 0
    best_action = None
    for action, child in root.children.items():
        if bound(child, a) > best:
            best = bound(child, a)
            best_action = action
    return best_action


def correct_share(state, correct, c, iterations, seeds):
    return sum(action(state, c, iterations, seed) in correct for seed in seeds) / len(seeds)


def secure_child(root, a, sign=-1):
    return secure_by(lambda child, a: child.value + sign * a / sqrt(child.visits))(root, a)


def secure_by(bound):
    return lambda root, a: max(root.children.values(), key=lambda child: bound(child, a)).action


def bound(child, a):
    return child.value - a / sqrt(child.visits)


SECURE = [  # answers with the right rule, written in different ways
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


def by_a_generator(state, correct, c, iterations, seeds):
    hits = (action(state, c, iterations, seed) in correct for seed in iter(seeds))
    return Fraction(sum(hits), len(seeds))


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


def right_at_the_end(mistake):
    """Return the mistaken function with a correction for finished games."""
    return lambda state, player: (
        state.rewards()[player] if state.is_terminal() else mistake(state, player)
    )


def by_the_number_of_marks(state, player):
    """Find the player to move by counting the free cells, which is right for tic-tac-toe."""
    if state.is_terminal():
        return state.rewards()[player]
    mover = str(getattr(state, "board", state)).count(".") % 2 == 0
    values = [by_the_number_of_marks(state.apply(a), player) for a in state.legal_actions()]
    return max(values) if mover == player else min(values)


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
RIGHT = [
    *(("secure_child", own) for own in SECURE),
    *(("my_c", c) for c in (0.35, 0.5, 0.55, 0.6, np.float32(0.5), Fraction(1, 2))),
    ("rescale_c", lambda c, low, high: sqrt(c * c * (high - low) ** 2)),  # its last digits differ
    ("rescale_c", lambda c, low, high: np.float64(c * high) - c * low),
    ("rescale_c", lambda c, low, high: Fraction(c) * Fraction(high - low)),
    ("correct_share", lambda *a: np.float32(correct_share(*a))),
    ("correct_share", by_a_generator),
    ("minimax", by_negation),
    ("minimax", lambda state, player: Fraction(value(state, player))),
    ("minimax", lambda state, player: np.float64(value(state, player)) + 1e-16),
    ("failure_rate", lambda pick, games: np.mean([pick(game) not in good for game, good in games])),
    ("failure_rate", lambda pick, games: 1 - mean([pick(game) in good for game, good in games])),
    ("promised", {letter: np.bool_(right) for letter, right in PROMISED.items()}),
    ("promised", OrderedDict((letter, letter in "ac") for letter in reversed("abcdef"))),
    ("promised", {**PROMISED, "note": "only the limit"}),
]
WRONG = [
    *declared("correct_share", ch07.SHARE_MISTAKES, share_as_answer),
    *declared("rescale_c", ch07.RANGE_MISTAKES),
    *declared("secure_child", ch07.BOUND_MISTAKES, bounds_as_answer),
    *declared("minimax", ch08.MINIMAX_MISTAKES, right_at_the_end),
    *declared("failure_rate", ch08.FAILURE_MISTAKES),
    (
        "correct_share",
        lambda s, good, c, n, seeds: correct_share(s, good, c, n, [seeds[0]]),
        "own seed",
    ),
    ("correct_share", lambda *a: None, "returned None"),
    (
        "correct_share",
        lambda s, g, c, n, seeds: correct_share(s, {2, 8}, c, n, seeds),
        "test whether its action",
    ),
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
    (
        "correct_share",
        lambda s, g, c, n, seeds: correct_share(s, g, c, n, seeds) if len(seeds) > 1 else 0.0,
        "Count the seeds",
    ),
    ("rescale_c", lambda c, low, high: c * (high - low) / 2, "Multiply c by the same factor"),
    (
        "rescale_c",
        lambda c, low, high: 0.5,
        "Multiply c by the same factor",
    ),  # by chance, this equals c / (high - low) here
    ("rescale_c", lambda c, low, high: "2c", "should be a number"),
    ("secure_child", lambda root, a: best_value(root), "You subtracted nothing"),
    ("secure_child", lambda root, a: most_visited(root), "most visited child"),
    (
        "secure_child",
        lambda root, a: root.children[secure_child(root, a)],
        "of this node",
    ),
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
        secure_by(lambda child, a: child.value - a / sqrt(child.parent.visits)),
        "or the same number from every child",
    ),
    (
        "secure_child",
        secure_by(lambda n, a: n.value - a * sqrt(log(n.parent.visits) / n.visits)),
        "logarithm",
    ),
    ("secure_child", lambda root, a: None, "returned None"),
    ("secure_child", starts_from_zero, "All bounds are below 0"),
    ("secure_child", keeps_one_child, "changed the tree"),
    *(("my_c", c, "Try a larger c") for c in (0, 0.18, 0.3)),
    *(("my_c", c, "Try a smaller c") for c in (0.66, 0.7, sqrt(2), 2, 5, 1000)),
    ("my_c", -1, "must not be negative"),
    ("my_c", float("-inf"), "must not be negative"),
    ("my_c", float("inf"), "Q would have no effect"),
    ("my_c", float("nan"), "nan, which is not a number"),
    ("my_c", "0.5", "should be a number"),
    ("minimax", partial(minimax, other=mean), "Take `max` at the turns of"),
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
    (
        "minimax",
        lambda state, player: round(value(state, player), 2),
        "Return the value without rounding it",
    ),
    (
        "minimax",
        lambda state, player: round(value(state, player), 6),
        "Return the value without rounding it",
    ),
    ("minimax", only_nine_cells, "max() "),
    ("minimax", always_the_other, "a player moves twice in a row"),
    ("minimax", by_the_number_of_marks, "right on the 3 × 3 board"),
    ("minimax", lambda s, p: round(2 * value(s, p)) / 2, "not for this other game"),
    *(
        ("minimax", partial(cut_off, depth=d, guess=g), "Do not stop")
        for d in (6, 9, 15)
        for g in (0, 0.5, 1)
    ),
    ("minimax", partial(cut_off, depth=5, guess=0.5), "Do not stop"),
    ("minimax", lambda s, p: print(), "returned None"),
    (
        "failure_rate",
        lambda p, g: sum(p(x) not in right or p(x) not in right for x, right in g) / len(g),
        "once for each game",
    ),
    (
        "failure_rate",
        lambda p, g: sum([p(x) not in right, p(x), p(x)][0] for x, right in g) / len(g),
        "once for each game",
    ),
    ("failure_rate", empties_the_list, "changed the list"),
    (
        "failure_rate",
        lambda p, g: sum(p(x) != right for x, right in g) / len(g),
        "is not in `right`",
    ),
    *(
        ("promised", {**PROMISED, key: not PROMISED[key]}, f"Statement {key} is ")
        for key in "abcdef"
    ),
    ("promised", {**PROMISED, "d": "no"}, "True or False"),
    ("promised", {"a": True}, "have no answer yet: b, c"),
]


TABLES = [table for table in ch02.TABLES + ch02.random_tables(300, 2, 4) if 0 not in table[0]]
CHOICES = [
    (lambda *table, score=score: ch02.best_arms(score, *table), words)
    for score, words in ch02.CHOICE_MISTAKES
]
DIAGNOSED = {  # name → functions that may be mistakes, the cases, and the right function
    # The first function is right, although it may choose a different one of several equal actions.
    "02 choice": (
        CHOICES,
        TABLES,
        lambda counts, sums, c: [],
    ),
    "05 score": (ch05.SCORE_MISTAKES, ch05.CASES, ch05.ucb1_of_sum),
    "06 count": (
        ch06.COUNT_MISTAKES,
        [*zip(ch06.BOARDS)],
        lambda state: len([*ch06.all_paths(state)]),
    ),
    "06 shape": (
        ch06.SHAPE_MISTAKES,
        [(ch06.grown(*tree),) for tree in ch06.SHAPES],
        ch06.nodes_by_depth,
    ),
    "06 recent": (ch06.RECENT_MISTAKES, ch06.LOOKS, lambda b, a: (a[1] - b[1]) / (a[0] - b[0])),
}


@pytest.mark.parametrize("name", DIAGNOSED)
def test_every_mistake_that_is_diagnosed_gives_a_different_answer(name):
    mistakes, cases, right = DIAGNOSED[name]
    functions = [right, *(mistake for mistake, _ in mistakes)]
    answers = []
    for function in functions:
        answers.append(str([function(*case) for case in cases]))
    assert len(set(answers)) == len(answers)


def test_the_game_that_is_written_out_keeps_the_contract_and_has_its_value():
    assert check_game(UNUSUAL)
    assert value(UNUSUAL, 0) == 2 / 3 and value(UNUSUAL, 1) == 1 - 2 / 3


DRAWN = {  # the mistakes whose message comes with a picture of the first counterexample
    ("minimax", words) for mistake, words in ch08.MINIMAX_MISTAKES
}
SLOW = {"my_c"}  # these checkers take seconds
