"""Right answers in other styles, and wrong ones that are not one edit away, for chapter 19."""

import random

import numpy as np
import pytest
from solved import graded

from mctslib.course.ch19 import widget
from mctslib.course.ch19.counts import paid_by_mistaken
from mctslib.course.ch19.proposer import lessons_of
from mctslib.course.ch19.widget import HANDS, SameBudget
from mctslib.games import TwentyFour
from mctslib.games.twentyfour import solutions


def by_what_is_left(lines, budget):
    left = budget
    for actions, reward in lines:
        if left <= 0:
            break
        left -= sum(1 for _ in actions)
        if reward == 1:
            return np.int64(budget - left)


def keep_by_table(beginnings, width):
    best = {}
    for probability, position in beginnings:
        best[position] = max(probability, best.get(position, 0))
    pairs = ((probability, position) for position, probability in best.items())
    return sorted(pairs, reverse=True)[:width]


def a_third_of_the_budget(lines, budget):
    """Allow one line for each three steps of the budget."""
    used = 0
    for number, (actions, reward) in enumerate(lines):
        if number >= budget / 3:
            return None
        used += len(actions)
        if reward == 1:
            return used
    return None


RIGHT = [
    ("steps_until_solved", by_what_is_left),
    ("keep", keep_by_table),
    ("ceiling", lambda right, fooled: 1 / (1 + (1 - right) / right * fooled)),
]

WRONG = [
    ("steps_until_solved", a_third_of_the_budget, "2 steps with reward 0"),
]


@pytest.mark.parametrize("name", graded("19"))
def test_a_wrong_kind_of_answer_is_told(name):
    verdict = graded("19")[name](lambda *given: "24")
    assert verdict.status == "wrong" and verdict.message


def test_the_picks_approach_the_ceiling():
    # One line, 3% right: the pick is right with 3%.  Two lines of which half are right, never fooled:
    # a yes comes unless both are wrong, 1 − 1/4.
    assert paid_by_mistaken(0.03, 0.01, 1) == pytest.approx(0.03)
    assert paid_by_mistaken(0.5, 0.0, 2) == pytest.approx(0.75)
    assert paid_by_mistaken(0.03, 0.01, 10**6) == pytest.approx(0.03 / 0.0397)


HAND = TwentyFour(1, 2, 3, 4)


def test_a_lesson_is_a_position_of_a_solution_with_the_steps_that_keep_it_solvable():
    lessons = lessons_of(HAND, random.Random(0))
    assert [len(state.numbers) for state, _ in lessons] == [4, 3, 2]
    for state, good in lessons:
        assert good == [a for a in state.legal_actions() if solutions(state.apply(a))]


def test_the_panel_shows_the_line_once_the_tree_has_found_it():
    panel = SameBudget(1, 2, 7, 7, steps=60)
    assert "one is right" in panel.headline.words and "→" not in panel.headline.words
    panel.more()
    assert "stopped after 64 steps" in panel.figure.value
    assert "7 × 7 = 49 → 49 − 1 = 48 → 48 ÷ 2 = 24 ✓" in panel.headline.words
    panel.close()


def test_other_hand_goes_round_and_steps_end_at_the_most(monkeypatch):
    monkeypatch.setattr(widget, "RUNS", 3)
    panel = SameBudget(2, 3, 4, steps=300)
    met = []
    for _ in HANDS:
        panel.other()
        panel.work.catch_up(60)
        met.append(panel.hand.numbers)
    assert tuple(met) == HANDS
    assert "none is right" in panel.headline.words  # 1, 1, 1, 1
    panel.more()
    assert panel.steps == 10
    panel.close()


def test_the_shares_of_the_chart_count_the_runs():
    panel = SameBudget(2, 3, 4)
    for after in panel.known[panel.hand].values():
        assert len(after) == 30 and all(one is None or 2 <= one <= 300 for one in after)
    assert panel._share("tree", 300) == 1 and panel._share("tree", 1) == 0
    with pytest.raises(ValueError):
        SameBudget(1, 2, 3, 4, 5)
    panel.close()
