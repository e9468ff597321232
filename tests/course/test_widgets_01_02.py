"""Test `FlatExplorer` and `Bandit` with the messages that a browser sends."""

import random
import re
from math import exp, log, pi, sqrt
from xml.etree import ElementTree

import numpy as np
import pytest
from drawn import texts_outside
from front_end import choose, press

from mctslib.arena.players import flat_search
from mctslib.course.ch01 import FlatExplorer
from mctslib.course.ch02 import Bandit, bandit
from mctslib.course.ch02.bandit import Machine, Pulls, UCB1Arm, auer_bound, play_runs
from mctslib.course.ch02.pulls_chart import NARROW as BESIDE_ARMS
from mctslib.course.ch02.pulls_chart import pulls_chart
from mctslib.course.ch02.scores import next_arm, reason, scores
from mctslib.course.ch02.widget import new_machine
from mctslib.course.estimates import Estimate
from mctslib.course.puzzles import A
from mctslib.oracle import flat_values
from mctslib.policies import ucb1

MEANS = (0.2, 0.5, 0.6, 0.3)


def test_an_interval_reaches_one_over_the_root_of_n():
    """For 25 games the interval is 0.5 ± 1/√25 = 0.5 ± 1/5."""
    assert Estimate("a", 25, 0.5).interval == pytest.approx((0.3, 0.7))
    assert Estimate("a", 4, 0.75).interval == (0.25, 1.0)
    assert Estimate("a", 0, None).interval == (0.0, 1.0)


def test_whether_an_interval_holds_the_truth():
    assert Estimate("a", 100, 0.5, 0.59).holds and not Estimate("a", 100, 0.5, 0.61).holds
    assert not Estimate("a", 100, 0.5).holds
    # Values at the very end of the interval count as inside, however they are rounded.
    assert all(Estimate("a", 100, k / 10, (k + 1) / 10).holds for k in range(10))


@pytest.mark.parametrize("p", [0.1, 0.5, 0.8])
def test_the_interval_holds_at_least_about_95_times_in_100(p):
    means = (np.random.default_rng(1).random((4000, 100)) < p).mean(axis=1)
    assert np.mean([Estimate("", 100, mean, p).holds for mean in means]) > 0.94


def test_the_averages_are_those_of_flat_search():
    explorer = FlatExplorer("A", playouts=30, seed=3)
    found = flat_search(A.state, 30 * len(A.state.legal_actions()), seed=3)
    exact = flat_values(A.state)
    assert [row.mean for row in explorer.rows()] == [mean for _, mean in found.values()]
    assert [row.true for row in explorer.rows()] == [float(exact[action]) for action in found]


def test_fewer_games_are_the_first_of_many():
    explorer = FlatExplorer("A", playouts=1)
    explorer.set(playouts=300)
    many = explorer.figure.value
    explorer.set(playouts=10)
    assert "10 playouts per move" in explorer.figure.value
    explorer.set(playouts=300)
    assert explorer.figure.value == many and len(explorer.found) == 3


def test_more_playouts_go_astray_on_a_and_not_on_w():
    explorer = FlatExplorer("A", playouts=1000)
    assert "choose cell 0, which is ✗ wrong" in explorer.headline.words
    assert [row.label for row in explorer.rows()] == ["0 ✗", "1", "2 ✓", "4", "6", "8 ✓"]
    choose(explorer.controls["position"], "W")
    assert "choose cell 8, which is ✓ right" in explorer.headline.words
    assert "Position W" in explorer.figure.value
    assert not any("✗" in row.label for row in explorer.rows())


def test_another_seed_plays_other_games():
    explorer = FlatExplorer("S", playouts=30)
    before = explorer.figure.value
    press(explorer.buttons["other_seed"])
    assert explorer.figure.value != before and explorer.status.error is None


def seen(explorer):
    """Return the figure without the texts for which it only keeps room."""
    return re.sub('<div class="mcts-unseen".*?</div>', "", explorer.figure.value)


def test_the_question_has_no_answer_beside_it():
    explorer = FlatExplorer("A", playouts=3)
    for answer in ("✓", "✗", "exact", "2 and 8"):
        assert answer not in seen(explorer)
    press(explorer.buttons["play_on"])
    press(explorer.buttons["play_on"])
    assert explorer.playouts == 30
    assert "✓" in explorer.figure.value and "exact" in explorer.figure.value


def test_the_reader_s_cell_is_marked_and_judged_later():
    explorer = FlatExplorer("A", playouts=3)
    explorer.picked("2")
    explorer.picked("3")  # O is there
    framed = seen(explorer).count('aria-pressed="true"')  # on the board in both of its widths
    assert explorer.answer == 2 and framed == 2
    assert "✓" not in explorer.headline.words
    explorer.set(playouts=1000)
    assert "You trusted cell 2, which is ✓ right." in explorer.headline.words
    choose(explorer.controls["position"], "W")
    assert explorer.answer is None


def test_a_page_without_a_kernel_has_each_number_of_games():
    explorer = FlatExplorer("W", playouts=3)
    moments = explorer.page_moments()
    moments.show(len(moments.labels) - 1)
    assert moments.labels[-1] == "3000" and "cell 8, which is ✓ right" in explorer.page_words()
    assert "3,000 playouts per move" in explorer.page_picture()


def test_ucb1_is_the_formula_of_the_library_and_takes_each_arm_once():
    counts, sums = np.array([8, 4, 2]), np.array([5, 2, 1])
    scores = [ucb1(s / n, n, 14, sqrt(2)) for n, s in zip(counts, sums)]
    assert UCB1Arm(sqrt(2))(counts, sums) == scores.index(max(scores)) == 2
    assert UCB1Arm(0)(counts, sums) == 0 == bandit.greedy(counts, sums)
    assert UCB1Arm()(np.array([5, 0, 0]), np.array([5, 0, 0])) == 1


def test_a_table_of_runs_is_played_as_each_run_alone():
    rng = random.Random(4)
    counts = np.array([[1 + int(9 * rng.random()) for _ in range(3)] for _ in range(50)])
    sums = np.array([[int(n * rng.random()) for n in row] for row in counts])
    for policy in (UCB1Arm(), UCB1Arm(0.3), bandit.greedy):
        assert policy(counts, sums).tolist() == [int(policy(n, s)) for n, s in zip(counts, sums)]


def test_regret_counts_gaps():
    runs = play_runs(bandit.random_arm, (0.0, 1.0), [10], runs=400, seed=1)
    assert (runs.regret[:, 0] == runs.counts[:, 0]).all() and (runs.counts.sum(axis=1) == 10).all()
    assert abs(runs.mean[0] - 5) < 3 * runs.margin[0] / 1.96


def test_a_table_of_runs_by_hand():
    """Regrets of 1, 2 and 3 have mean 2 and standard deviation 1.

    Arm 0 leads in one run and is level with arm 1 in another.
    """
    runs = bandit.Runs([10], np.array([[1.0], [2.0], [3.0]]), np.array([[6, 4], [5, 5], [1, 9]]))
    assert runs.mean == pytest.approx([2]) and runs.margin == pytest.approx([1.96 / 3**0.5])
    assert (runs.favourite(0), runs.favourite(1)) == (1, 1)


def test_random_pulls_cost_the_mean_gap():
    """Random pulls with gaps of 0.4, 0.1, 0 and 0.3 cost 0.2 per pull on average."""
    runs = play_runs(bandit.random_arm, MEANS, [100, 500], runs=500, seed=2)
    assert runs.mean == pytest.approx([20, 100], abs=1.5)


def test_ucb1_stays_below_its_bound_and_greedy_gets_stuck():
    marks = [100, 1000, 3000]
    clever = play_runs(UCB1Arm(), MEANS, marks, runs=200, seed=3)
    stuck = play_runs(bandit.greedy, MEANS, marks, runs=200, seed=3)
    assert all(clever.mean + clever.margin < [auer_bound(MEANS, mark) for mark in marks])
    assert clever.favourite(2) == 200 and stuck.favourite(2) < 150
    assert stuck.mean[-1] - stuck.margin[-1] > clever.mean[-1] + clever.margin[-1]


def test_the_bound_on_a_small_example():
    """For one worse arm with gap ½, after e pulls the bound is 8 · 1 / ½ + (1 + π²/3) / 2."""
    assert auer_bound((0.9, 0.4), exp(1)) == pytest.approx(16 + (1 + pi**2 / 3) / 2)
    assert auer_bound((0.5, 0.5), 100) == 0 and log(exp(1)) == 1


def test_both_players_have_the_same_luck_on_an_arm():
    machine = Machine(MEANS, 30, random.Random(1))
    one, other = Pulls(machine), Pulls(machine)
    assert [one.pull(2) for _ in range(30)] == [
        other.pull(arm) for arm in (2, 0) * 15 if arm == 2
    ] + [other.pull(2) for _ in range(15)]
    assert one.score == sum(machine.rewards[2]) and one.regret == 0
    assert other.regret == 0


def test_regret_of_a_player():
    player = Pulls(Machine(MEANS, 5, random.Random(1)))
    for arm in (0, 1, 1, 2):
        player.pull(arm)
    assert player.regret == pytest.approx(0.4 + 0.1 + 0.1)


def pulled(*history):
    """Return a player that has made these pulls; each pull is (arm, reward)."""
    player = Pulls(Machine((0.5,) * 3, 0, random.Random()))
    player.counts, player.sums = [0] * 3, [0] * 3
    for arm, reward in history:
        player.counts[arm] += 1
        player.sums[arm] += reward
    player.history = list(history)
    return player


def test_the_scores_of_ucb1():
    """After 4 pulls, arm 0 has 1 + √(2 ln 4 / 1), and arm 1 has 1/3 + √(2 ln 4 / 3)."""
    one, other, none = scores(pulled((0, 1), (1, 1), (1, 0), (1, 0)))
    assert one == pytest.approx((1, sqrt(2 * log(4))))
    assert other == pytest.approx((1 / 3, sqrt(2 * log(4) / 3)))
    assert none == (0, 0)


def test_the_reason_for_ucb1s_next_arm():
    """Arm 1 has the most wins, arm 2 the fewest pulls."""
    played = pulled(*[(0, 1)] * 2, *[(0, 0)] * 3, *[(1, 1)] * 5, (1, 0), (2, 0), (2, 1))
    assert reason(played) == "the highest bonus" and next_arm(played) == 2
    assert reason(pulled((0, 0), (0, 1), (1, 1), (2, 0), (2, 0))).startswith("the highest mean and")
    assert reason(pulled((0, 1), (1, 0), (2, 1))) == "the first of 2 equal scores"
    best = pulled(*[(0, 0)] * 20, *[(1, 1)] * 20, *[(2, 0)] * 19)
    assert reason(best) == "the highest mean" and next_arm(best) == 1


def test_the_chart_of_a_phone_fits_with_the_most_arms_and_pulls():
    """Each text ends within the picture, and the height is the same after every pull."""
    player = Pulls(new_machine(9, 50, 3))
    heights = set()
    for _ in range(50):
        both = {"you": player, "UCB1": player}
        looks = {"reveal": True, "now": player.history != [], "scored": 50}
        means = pulls_chart(both, width=BESIDE_ARMS, **looks)
        assert texts_outside(means, BESIDE_ARMS) == []
        heights.add(ElementTree.fromstring(means).get("height"))
        player.follow(UCB1Arm(sqrt(2)))
    assert len(heights) == 1


def test_each_button_pulls_its_arm():
    widget = Bandit(arms=3, pulls=10, seed=4)
    for arm in (1, 1, 2):
        press(widget.buttons[arm])
    assert [arm for arm, _ in widget.you.history] == [0, 1, 2, 1, 1, 2]
    assert len(widget.ucb1.history) == 6
    assert widget.status.error is None and "4 pulls left" in widget.score.value


def test_at_the_start_both_players_have_pulled_each_arm_once_with_the_same_rewards():
    widget = Bandit(arms=5, pulls=20, seed=2)
    assert [arm for arm, _ in widget.you.history] == [0, 1, 2, 3, 4]
    assert widget.you.history == widget.ucb1.history
    assert "15 pulls left" in widget.score.value
    assert "arm 4: you" in widget.means.value


def test_the_true_means_come_only_at_the_end():
    widget = Bandit(arms=2, pulls=10)
    for k in range(7):
        press(widget.buttons[k % 2])
        assert "true" not in widget.means.value and "next" in widget.means.value
    press(widget.buttons[1])
    for mean in widget.machine.means:
        assert f"true {mean:.2f}" in widget.means.value
    assert "next" not in widget.means.value
    assert len(widget.ucb1.history) == len(widget.you.history) == 10


def test_a_pull_too_many_is_declined():
    widget = Bandit(arms=2, pulls=10)
    for _ in range(11):
        press(widget.buttons[1])
    assert "All pulls are used" in widget.status.text and len(widget.you.history) == 10
    assert sum(widget.rounds.values()) == 1


def test_the_winner_is_who_has_more_wins():
    widget = Bandit(arms=3, pulls=10)
    for _ in range(6):
        for _ in range(7):
            press(widget.buttons[2])
        you, ucb = widget.you.score, widget.ucb1.score
        if you == ucb:
            said = "A tie."
        else:
            said = "You win." if you > ucb else "UCB1 wins."
        assert said in widget.status.text
        press(widget.again)
    assert sum(widget.rounds.values()) == 6 and widget.seed == 6


def test_the_saved_picture_is_of_another_machine():
    widget = Bandit(arms=4, pulls=40)
    picture = widget.static_picture()
    assert "UCB1 on a machine like this one" in picture and len(widget.ucb1.history) == 4
    assert not all(f"true {mean:.2f}" in picture for mean in widget.machine.means)
