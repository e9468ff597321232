"""Chapters 01 and 02: each checker takes the solution, and tells stub and typical mistakes apart."""
from __future__ import annotations

import random
import re
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import ceil, inf, log, log2, log10, sqrt

import pytest

import build
from mctslib import simulate, uniform
from mctslib.course.ch01 import checkers as ch01
from mctslib.course.ch02 import checkers as ch02
from mctslib.oracle import optimal_actions, value

# ---------------------------------------------------------------------------- chapter 01


def flat_means(state, playouts, rng, whose=None, divide=None, start=True, games=None):
    player = state.current_player if whose is None else whose(state)
    total = {}
    for action in state.legal_actions():
        first = state.apply(action) if start else state
        rewards = [simulate(first, rng, uniform).rewards[player] for _ in range(games or playouts)]
        total[action] = sum(rewards) / (divide or games or playouts)
    return total


def means_with_own_dice(state, playouts, rng):
    return flat_means(state, playouts, random.Random(random.random()))


def one_game_fewer(state, playouts, rng):
    return flat_means(state, playouts, rng, games=playouts - 1, divide=playouts)


def shared_out(state, playouts, rng, share):
    return flat_means(state, share(playouts / len(state.legal_actions())), rng)


def random_value(state, player, combine=lambda values, state: sum(values) / len(values)):
    if state.is_terminal():
        return state.rewards()[player]
    values = [random_value(state.apply(a), player, combine) for a in state.legal_actions()]
    return combine(values, state)


def perfect_value(state, player):
    return float(value(state, player))


def whoever_moves(state, player):
    return random_value(state, player if state.is_terminal() else state.current_player)


def playouts_needed(error):
    return ceil(round(1 / error**2, 6))


def is_blunder(state, action):
    return value(state.apply(action), state.current_player) < value(state)


def after_it(state, action):
    return value(state.apply(action), state.current_player)


def forgets_whose(state, action):
    after = state.apply(action)
    return not after.is_terminal() and value(after) < value(state)


# ---------------------------------------------------------------------------- chapter 02

SCORES = {0: 1.46, 1: 1.65, 2: 1.69}
COUNTS, SUMS, C = ch02.COUNTS, ch02.SUMS, sqrt(2)


def all_scores(formula):
    return {arm: formula(s / n, n, sum(COUNTS)) for arm, (n, s) in enumerate(zip(COUNTS, SUMS))}


def check_scores(answers, arm=2):
    return ch02.check_scores(answers, arm)


def check_next_arm(arm):
    return ch02.check_scores(SCORES, arm)


def choose(counts, sums, c, score=lambda s, n, t, c: s / n + c * sqrt(log(t) / n), pick=max, unpulled=inf):
    t = sum(counts)
    scores = [score(s, n, t, c) if n else unpulled for n, s in zip(counts, sums)]
    return scores.index(pick(scores))


def last_of_equals(counts, sums, c):
    arms = len(counts)
    return arms - 1 - choose(counts[::-1], sums[::-1], c)


def counts_itself(counts, sums, c):
    arm = choose(counts, sums, c)
    counts[arm] += 1
    return arm


def any_unpulled(counts, sums, c):
    rest = [arm for arm, count in enumerate(counts) if not count]
    return random.Random(1).choice(rest) if rest else choose(counts, sums, c)


def empties_its_lists(means, counts):
    best = max(means)
    return sum(counts.pop() * (best - means.pop()) for _ in range(len(means)))


def regret(means, counts):
    return sum(count * (max(means) - mean) for mean, count in zip(means, counts))


def against_the_favourite(means, counts):
    top = means[counts.index(max(counts))]
    return sum(count * (top - mean) for mean, count in zip(means, counts))


RESCALED = {"cents": 100 * C, "win or lose": 2 * C, "plus five": C, "half": C / 2}


def stub(*arguments):
    raise NotImplementedError("your turn")


SOLUTIONS = [
    (ch01.check_flat_means, flat_means),
    (ch01.check_random_value, random_value),
    (ch01.check_playouts_needed, playouts_needed),
    (ch01.check_is_blunder, is_blunder),
    (check_scores, SCORES),
    (check_next_arm, 2),
    (ch02.check_choose, choose),
    (ch02.check_regret, regret),
    (ch02.check_rescaled, RESCALED),
]
STUBS = {check_scores: {0: ...}, check_next_arm: ..., ch02.check_rescaled: dict.fromkeys(RESCALED, ...)}

MISTAKES = [
    (ch01.check_flat_means, partial(flat_means, whose=lambda s: 1 - s.current_player), "opponent's view"),
    (ch01.check_flat_means, partial(flat_means, divide=1), "That is a sum"),
    (ch01.check_flat_means, partial(flat_means, start=False), "does each playout start"),
    (ch01.check_flat_means, lambda *a: dict(list(flat_means(*a).items())[1:]), "one entry a legal action"),
    (ch01.check_flat_means, partial(flat_means, games=1000), "not the mean of 101 rewards"),
    (ch01.check_flat_means, lambda s, n, rng: flat_means(s, n - 1, rng), "not the mean of 101 rewards"),
    (ch01.check_flat_means, one_game_fewer, "the mean 1; yours is 0.9901"),
    (ch01.check_flat_means, lambda s, n, rng: flat_means(s, n, rng, games=n + 1, divide=n), "yours is 1.01"),
    (ch01.check_flat_means, partial(shared_out, share=ceil), "after *each* action"),
    (ch01.check_flat_means, partial(shared_out, share=int), "after *each* action"),
    (ch01.check_flat_means, lambda s, n, rng: flat_means(s, n, random.Random(0)), "make none"),
    (ch01.check_flat_means, lambda s, n, rng: flat_means(s, n, random.Random(n)), "make none"),
    (ch01.check_flat_means, means_with_own_dice, "all chance from `rng`"),
    (ch01.check_flat_means, lambda s, n, rng: dict.fromkeys(s.legal_actions(), float("nan")), "is nan"),
    (ch01.check_random_value, perfect_value, "perfect play"),
    (ch01.check_random_value, lambda s, p: random_value(s, 1 - p), "the game is over"),
    (ch01.check_random_value, whoever_moves, "other player's"),
    (ch01.check_random_value, partial(random_value, combine=lambda values, s: sum(values)), "divide by the number"),
    (ch01.check_random_value, partial(random_value, combine=lambda values, s: values[0]), "after each legal action"),
    (ch01.check_playouts_needed, lambda error: ceil(round(1 / error, 6)), "*square root*"),
    (ch01.check_playouts_needed, lambda error: int(1 / error**2 + 1e-9), "round up"),
    (ch01.check_playouts_needed, lambda error: 1 / error**2, "should be a whole number"),
    (ch01.check_playouts_needed, lambda error: playouts_needed(error) + 1, "One playout fewer"),
    (ch01.check_playouts_needed, lambda error: ceil(0.25 / error**2), "Solve 1/√n"),
    (ch01.check_playouts_needed, lambda error: 0, "At least one"),
    (ch01.check_is_blunder, lambda s, a: after_it(s, a) < 1, "whether the move wins"),
    (ch01.check_is_blunder, lambda s, a: after_it(s, a) == 0, "whether the move loses"),
    (ch01.check_is_blunder, forgets_whose, "*same* player"),
    (ch01.check_is_blunder, lambda s, a: value(s.apply(a)) < value(s), "say whose value you want"),
    (ch01.check_is_blunder, lambda s, a: value(s.apply(a), 0) < value(s, 0), "asks for X always"),
    (ch01.check_is_blunder, lambda s, a: is_blunder(s, a) or after_it(s, a) == 0, "In a lost position"),
    (ch01.check_is_blunder, lambda s, a: is_blunder(s, a) and value(s) == 1, "A draw can be thrown away"),
    (ch01.check_is_blunder, lambda s, a: is_blunder(s, a) and after_it(s, a) == 0, "for a draw is a blunder, too"),
    (ch01.check_is_blunder, lambda s, a: after_it(s, a) <= value(s), "every move a blunder"),
    (ch01.check_is_blunder, lambda s, a: after_it(s, a) > value(s), "no blunder anywhere"),
    (ch01.check_is_blunder, lambda s, a: a in optimal_actions(s), "other way round"),
    (ch01.check_is_blunder, lambda s, a: is_blunder(s, a) and a != 8, "in any position"),
    (ch01.check_is_blunder, lambda s, a: int(is_blunder(s, a)), "should be a bool"),
    (check_scores, all_scores(lambda q, n, t: q), "the mean alone"),
    (check_scores, all_scores(lambda q, n, t: C * sqrt(log(t) / n)), "the bonus alone"),
    (check_scores, all_scores(lambda q, n, t: q + sqrt(log(t) / n)), "multiplied by c"),
    (check_scores, all_scores(lambda q, n, t: q + C * sqrt(log(n) / n)), "*all* arms"),
    (check_scores, all_scores(lambda q, n, t: q + C * sqrt(log10(t) / n)), "base 10"),
    (check_scores, all_scores(lambda q, n, t: q + C * log(t) / n), "square root is missing"),
    (check_scores, all_scores(lambda q, n, t: q + C * sqrt(log(t)) / n), "whole fraction"),
    (check_scores, all_scores(lambda q, n, t: q * n + C * sqrt(log(t) / n)), "sum of the rewards"),
    (check_scores, {0: 1.46, 1: 1.65}, "One entry an arm"),
    (check_scores, {"0": 1.46, 1: 1.65, 2: 1.69}, "One entry an arm"),
    (check_scores, {**SCORES, 2: "1.69"}, "should be a number"),
    (check_scores, {**SCORES, 2: 1.7}, "off by"),
    (check_scores, {**SCORES, 2: True}, "should be a number"),
    (check_next_arm, 0, "whatever its mean"),
    (check_next_arm, 2.0, "should be a whole number"),
    (check_next_arm, "2", "is '2', a str"),
    (ch02.check_choose, partial(choose, score=lambda s, n, t, c: s / n), "where is the bonus"),
    (ch02.check_choose, partial(choose, score=lambda s, n, t, c: s / n + C * sqrt(log(t) / n)), "`c` that was given"),
    (ch02.check_choose, partial(choose, score=lambda s, n, t, c: s / n + c * sqrt(2 * log(t) / n)), "too many"),
    (ch02.check_choose, partial(choose, score=lambda s, n, t, c: s / n + c * sqrt(log(n) / n)), "*all* arms"),
    (ch02.check_choose, partial(choose, score=lambda s, n, t, c: s + c * sqrt(log(t) / n)), "Divide the sum"),
    (ch02.check_choose, partial(choose, score=lambda s, n, t, c: s / n + c * sqrt(log(t)) / n), "whole fraction"),
    (ch02.check_choose, partial(choose, score=lambda s, n, t, c: s / n + c * log(t) / n), "square root is missing"),
    (ch02.check_choose, partial(choose, score=lambda s, n, t, c: s / n + c * sqrt(log10(t) / n)), "not ln"),
    (ch02.check_choose, partial(choose, score=lambda s, n, t, c: s / n + c * sqrt(log2(t) / n)), "term by term"),
    (ch02.check_choose, partial(choose, score=lambda s, n, t, c: s / n + c * sqrt(log(t + 1) / n)), "term by term"),
    (ch02.check_choose, partial(choose, unpulled=0.0), "comes first"),
    (ch02.check_choose, partial(choose, pick=min, unpulled=-inf), "takes the highest"),
    (ch02.check_choose, last_of_equals, "comes first"),
    (ch02.check_choose, any_unpulled, "comes first"),
    (ch02.check_choose, counts_itself, "changed what it was given"),
    (ch02.check_choose, lambda *a: float(choose(*a)), "should be a whole number"),
    (ch02.check_choose, lambda *a: choose(*a) + 1, "the arms are 0 to"),
    (ch02.check_regret, lambda m, n: sum(a * b for a, b in zip(m, n)), "bring on average"),
    (ch02.check_regret, lambda m, n: -regret(m, n), "other way round"),
    (ch02.check_regret, lambda m, n: regret(m, n) / sum(n), "do not divide"),
    (ch02.check_regret, against_the_favourite, "*is* best"),
    (ch02.check_regret, lambda m, n: sum(max(m) - a for a in m), "as often as its arm"),
    (ch02.check_regret, lambda m, n: None, "returned None"),
    (ch02.check_regret, empties_its_lists, "changed what it was given"),
    (ch02.check_rescaled, {**RESCALED, "cents": C}, "hundredfold"),
    (ch02.check_rescaled, {**RESCALED, "win or lose": C}, "twice the c"),
    (ch02.check_rescaled, {**RESCALED, "plus five": 6 * C}, "lifts all scores alike"),
    (ch02.check_rescaled, {**RESCALED, "half": 2 * C}, "half the c"),
    (ch02.check_rescaled, {"cents": 141.4}, "Still to be answered"),
    (ch02.check_rescaled, {**RESCALED, "cents": "100 c"}, "should be a number"),
]


@pytest.mark.parametrize("checker, answer", SOLUTIONS)
def test_solution_passes(checker, answer):
    verdict = checker(answer)
    assert verdict and verdict.message, verdict


def test_whole_numbers_of_other_kinds_and_slow_loops_pass_too():
    import numpy as np

    def step_by_step(error):
        n = 1
        while 1 / sqrt(n) > error:
            n += 1
        return n

    assert ch02.check_choose(lambda *table: np.int64(choose(*table)))
    assert ch01.check_playouts_needed(step_by_step)
    for kind in (np.float32, Fraction):
        assert ch01.check_flat_means(lambda *a, kind=kind: {k: kind(mean) for k, mean in flat_means(*a).items()})
    assert ch01.check_random_value(lambda *a: np.float32(random_value(*a)))
    assert ch01.check_is_blunder(lambda *a: np.bool_(is_blunder(*a)))
    assert ch02.check_regret(lambda *a: np.float32(regret(*a)))
    assert check_scores({arm: np.float32(score) for arm, score in SCORES.items()}, np.int64(2))
    assert ch02.check_rescaled({name: np.float32(c) for name, c in RESCALED.items()})


@pytest.mark.parametrize("checker", [c for c, _ in SOLUTIONS])
def test_stub_is_met_with_patience(checker):
    assert checker(STUBS.get(checker, stub)).status == "pending"


@pytest.mark.parametrize("checker, answer, message", MISTAKES)
def test_mistake_gets_its_own_message(checker, answer, message):
    verdict = checker(answer)
    said = re.sub(r", in `.*`\.$", "", verdict.message)  # a line of code that is quoted may hold the words
    assert verdict.status == "wrong" and message in said, verdict


@pytest.mark.parametrize("checker", [c for c, _ in SOLUTIONS])
def test_each_checker_is_tried_with_three_mistakes_or_more(checker):
    messages = [message for c, _, message in MISTAKES if c is checker]
    assert len(set(messages)) >= 3


def test_no_two_slips_give_the_same_score_on_paper():
    right = (lambda s, n, N, c: s / n + c * sqrt(log(N) / n), "right")
    for (one, a), (other, b) in combinations([right, *ch02.SCORE_MISTAKES], 2):
        for s, n in zip(SUMS, COUNTS):
            assert abs(one(s, n, sum(COUNTS), C) - other(s, n, sum(COUNTS), C)) > 2 * ch02.NEAR, (a, b)


def test_no_two_mistakes_about_blunders_give_the_same_answers():
    moves = [ch01._move(state, action) for state in ch01._cases() for action in state.legal_actions()]
    right = (lambda move: move.after < move.before, "")
    for one, other in combinations([right, *ch01.BLUNDER_MISTAKES], 2):
        told_apart = sum({one[0](move), other[0](move)} == {True, False} for move in moves)
        assert told_apart >= 3, (one[1], other[1])


@pytest.mark.parametrize("chapter", ["01", "02"])
def test_the_solutions_of_the_chapter_pass(chapter):
    """Each exercise cell of the source, as a reader who unfolds the solution would run it, then its checker."""
    passed = 0
    for source in build.sources(chapter + "_"):
        names: dict = {"random": random}
        cells = [cell.source for cell in build.solution_notebook(source).cells if cell.cell_type == "code"]
        exec("from math import *\nfrom mctslib import simulate, uniform", names)
        exec("playout = lambda state, rng: simulate(state, rng, uniform).rewards", names)
        for cell, check in zip(cells, cells[1:]):
            if re.search(rf"from mctslib\.course\.ch{chapter} import (check_\w+)\n", check):
                exec(cell, names)
                exec(check.replace("\ncheck_", "\nverdict = check_"), names)
                assert names["verdict"], names["verdict"]
                passed += 1
    assert passed == 4


def test_wrong_answers_are_drawn():
    assert "<svg" in ch01.check_is_blunder(forgets_whose).picture
    assert "<svg" in ch01.check_flat_means(partial(flat_means, divide=1)).picture


def test_checkers_do_not_touch_the_readers_random_numbers():
    random.seed(5)
    before = random.getstate()
    ch01.check_flat_means(flat_means)
    ch02.check_choose(choose)
    assert random.getstate() == before
