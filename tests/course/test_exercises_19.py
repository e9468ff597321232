"""Right and wrong answers that test the checkers of chapter 19."""

from fractions import Fraction
from statistics import mean

import numpy as np
import pytest

from mctslib.course.ch19.checkers import (
    check_keep,
    check_mean_and_max,
    check_step_label,
    check_steps_until_solved,
)

CHECKS = {
    "19": {
        "steps_until_solved": check_steps_until_solved,
        "keep": check_keep,
        "step_label": check_step_label,
        "mean_and_max": check_mean_and_max,
    }
}

# ---------------------------------------------------------- right answers in other styles


def by_recursion(state, budget, draw, used=0):
    if used >= budget:
        return None
    line = draw(state)
    used += len(line[0])
    return used if line[1] == 1 else by_recursion(state, budget, draw, used)


def by_what_is_left(state, budget, draw):
    left = budget
    while left > 0:
        actions, reward = draw(state)
        left -= sum(1 for _ in actions)
        if reward:
            return np.int64(budget - left)


def keep_by_table(beginnings, width):
    best = {}
    for probability, position in beginnings:
        best[position] = max(probability, best.get(position, 0))
    pairs = ((probability, position) for position, probability in best.items())
    return sorted(pairs, reverse=True)[:width]


def keep_by_taking(beginnings, width):
    waiting, kept = list(beginnings), []
    while waiting and len(kept) < width:
        best = max(waiting)
        kept.append([best[0], best[1]])
        waiting = [pair for pair in waiting if pair[1] != best[1]]
    return tuple(kept)


RIGHT = [
    ("steps_until_solved", by_recursion),
    ("steps_until_solved", by_what_is_left),
    ("keep", keep_by_table),
    ("keep", keep_by_taking),
    ("step_label", lambda state, playouts, play: mean(play(state) for _ in range(playouts))),
    (
        "step_label",
        lambda state, playouts, play: np.mean([play(state) for _ in range(playouts)]),
    ),
    (
        "step_label",
        lambda state, n, play: Fraction(sum(int(play(state)) for _ in range(n)), n),
    ),
    (
        "mean_and_max",
        lambda rewards, w: np.mean(rewards) + w * (np.max(rewards) - np.mean(rewards)),
    ),
    (
        "mean_and_max",
        lambda rewards, w: mean([(1 - w) * one + w * max(rewards) for one in rewards]),
    ),
]

# ---------------------------------------------------------- wrong answers


def counting(state, budget, draw, *, limit=None, cost=len, last=True, first=True, none=None):
    """Run best-of-n with the changes that the keyword arguments describe."""
    used = 0
    solved = none
    while used < (limit(budget) if limit else budget):
        actions, reward = draw(state)
        before = used
        used += cost(actions)
        if reward == 1:
            solved = used if last else before
            if first:
                return solved
    return solved


def counts_lines(state, budget, draw):
    used = lines = 0
    while used < budget:
        actions, reward = draw(state)
        used += len(actions)
        lines += 1
        if reward == 1:
            return lines
    return None


def draws_lines(state, budget, draw):
    used = 0
    for _ in range(budget):
        actions, reward = draw(state)
        used += len(actions)
        if reward == 1:
            return used
    return None


def only_its_own(state, budget, draw):
    used = 0
    while used < budget:
        actions, reward = draw(state)
        used += len(actions)
        if reward == 1:
            return len(actions)
    return None


def never_beyond(state, budget, draw):
    found = counting(state, budget, draw)
    return found if found is not None and found <= budget else None


def goes_on_from_the_end(state, budget, draw):
    actions, _ = draw(state.apply("7*7"))
    return len(actions)


def sorted_up(beginnings, width):
    return sorted(beginnings)[:width]


def twice(beginnings, width):
    return sorted(beginnings, reverse=True)[:width]


def different(beginnings, width):
    found, met = [], set()
    for pair in sorted(beginnings, reverse=True):
        if pair[1] not in met:
            met.add(pair[1])
            found.append(pair)
    return found


def cut_before(beginnings, width):
    return different(sorted(beginnings, reverse=True)[:width], width)


def last_counts(beginnings, width):
    table = {position: probability for probability, position in beginnings}
    return different([(p, position) for position, p in table.items()], width)[:width]


def sums(beginnings, width):
    table = {}
    for probability, position in beginnings:
        table[position] = table.get(position, 0) + probability
    return different([(p, position) for position, p in table.items()], width)[:width]


WRONG = [
    ("steps_until_solved", counts_lines, "You count lines"),
    ("steps_until_solved", draws_lines, "You treat the budget as a number of lines"),
    (
        "steps_until_solved",
        lambda s, b, draw: counting(s, b, draw, last=False),
        "steps of the right line are missing",
    ),
    ("steps_until_solved", only_its_own, "The lines before it cost their steps"),
    (
        "steps_until_solved",
        lambda s, b, draw: counting(s, b, draw, none=b),
        "return None",
    ),
    ("steps_until_solved", never_beyond, "even if it ends beyond the budget"),
    (
        "steps_until_solved",
        lambda s, b, draw: counting(s, b, draw, limit=lambda n: n + 1),
        "no new line begins",
    ),
    (
        "steps_until_solved",
        lambda s, b, draw: counting(s, b, draw, first=False),
        "Stop at the *first* right line",
    ),
    (
        "steps_until_solved",
        lambda s, b, draw: counting(s, b, draw, cost=lambda actions: 3),
        "Not every line has three steps",
    ),
    ("steps_until_solved", goes_on_from_the_end, "every line begins at `state`"),
    ("keep", twice, "A position occurs twice"),
    ("keep", sorted_up, "*least* likely"),
    ("keep", lambda all_, width: different(all_, width)[::-1][:width], "*least* likely"),
    ("keep", cut_before, "drop the repetition before you cut"),
    (
        "keep",
        lambda all_, width: different(all_, width)[:width][::-1],
        "in the wrong order",
    ),
    ("keep", lambda all_, width: different(all_, width)[: width + 1], "one pair too many"),
    ("keep", different, "You keep all positions"),
    (
        "keep",
        lambda all_, width: [position for _, position in different(all_, width)[:width]],
        "Return the pairs",
    ),
    ("keep", lambda all_, width: different(all_[:width], width), "Sort the list before you cut"),
    ("keep", last_counts, "you keep the last one"),
    ("keep", sums, "You add up the probabilities"),
    ("keep", lambda all_, width: {position for _, position in all_}, "should be a list"),
    (
        "step_label",
        lambda s, n, play: float(sum(play(s) for _ in range(n)) > 0),
        "a hard label",
    ),
    (
        "step_label",
        lambda s, n, play: float(sum(play(s) for _ in range(n)) == n),
        "only if all playouts are right",
    ),
    ("step_label", lambda s, n, play: sum(play(s) for _ in range(n)), "divide"),
    ("step_label", lambda s, n, play: play(s), "a single playout"),
    ("step_label", lambda s, n, play: [play(s) for _ in range(n)][-1], "the last playout only"),
    (
        "step_label",
        lambda s, n, play: 1 - sum(play(s) for _ in range(n)) / n,
        "do *not* solve",
    ),
    (
        "step_label",
        lambda s, n, play: sum(play(s) for _ in range(n - 1)) / n,
        "One playout is missing",
    ),
    (
        "step_label",
        lambda s, n, play: sum(play(s) for _ in range(n + 1)) / (n + 1),
        "one playout too many",
    ),
    (
        "step_label",
        lambda s, n, play: sum(play(s.apply("7*7")) for _ in range(n)) / n,
        "every playout begins at `state`",
    ),
    ("mean_and_max", lambda rewards, w: mean(rewards), "You return the mean"),
    ("mean_and_max", lambda rewards, w: max(rewards), "You return the maximum"),
    (
        "mean_and_max",
        lambda rewards, w: w * mean(rewards) + (1 - w) * max(rewards),
        "The weights are swapped",
    ),
    ("mean_and_max", lambda rewards, w: mean(rewards) + w * max(rewards), "its weight, too"),
    (
        "mean_and_max",
        lambda rewards, w: (1 - w) * mean(rewards) + w * min(rewards),
        "the worst reward",
    ),
    (
        "mean_and_max",
        lambda rewards, w: (1 - w) * sum(rewards) + w * max(rewards),
        "You use the sum",
    ),
    (
        "mean_and_max",
        lambda rewards, w: (1 - w) * mean(rewards) + w * rewards[-1],
        "the last reward",
    ),
    ("mean_and_max", lambda rewards, w: (mean(rewards) + max(rewards)) / 2, "half and half"),
]


@pytest.mark.parametrize("name", CHECKS["19"])
def test_a_wrong_kind_of_answer_is_told(name):
    verdict = CHECKS["19"][name](lambda *given: "24")
    assert verdict.status == "wrong" and verdict.message
