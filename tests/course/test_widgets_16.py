"""Test the widgets of chapters 16 and 16b: bars for the priors, and networks that learn."""

import asyncio
import re
import time
from functools import partial
from itertools import count

import numpy as np
import pytest
from front_end import choose, press, send, until
from learned import same_numbers
from measured import report

from mctslib.course.ch16 import Hunches, LearningCurve, network, table
from mctslib.course.ch16.curve import judged
from mctslib.course.ch16.widget import judge_of
from mctslib.course.ch16b import SelfPlayLab
from mctslib.course.ch16b.results import SETTINGS
from mctslib.course.puzzles import A
from mctslib.draw.look import SHADE
from mctslib.games import TicTacToe
from mctslib.methods.network import Net
from mctslib.methods.selfplay import Learner
from mctslib.oracle import value

PICKS = count(1)  # the number of each pick


def test_the_priors_hold_for_their_position_and_all_values_are_exact():
    priors = dict(zip(A.state.legal_actions(), (0.5, 0.1, 0.1, 0.1, 0.1, 0.1)))
    after = A.state.apply(2)
    judge = judge_of(A.state, priors)
    assert judge(A.state) == (priors, value(A.state))
    assert judge(after) == (dict.fromkeys(after.legal_actions(), 1 / 5), value(after))


def drag(panel, action, share):
    panel.figure.picked = [f"{action} {share}", next(PICKS)]


def test_a_dragged_bar_moves_the_others_in_proportion_and_the_visits():
    panel = Hunches("A", iterations=8, hunch={})
    assert set(panel.priors.values()) == {1 / 6}
    before, drawn = panel.result.distribution(), panel.figure.value
    assert 'data-pick="0 50"' in drawn and "data-pick" not in panel.static_picture()
    drag(panel, 0, 50)
    assert panel.priors[0] == 0.5 and panel.figure.value != drawn
    assert panel.priors[1] == pytest.approx(0.1)
    drag(panel, 0, 100)
    assert panel.priors[0] == 1 and panel.result.distribution()[0] == 1 > before[0]
    assert "Cell 0 ✗" in panel.headline.words
    drag(panel, 0, 25)  # all other priors were 0, so there are no proportions to keep
    assert panel.priors[1] == pytest.approx(0.15)
    press(panel.buttons["equal"])
    assert panel.priors == pytest.approx(dict.fromkeys(panel.priors, 1 / 6))
    press(panel.buttons["ask"])
    assert panel.priors == network("ttt-0-16")(A.state)[0] and panel.status.error is None
    for _ in range(5):
        press(panel.undo)
    assert panel.figure.value == drawn


def test_a_share_above_1_and_a_move_on_a_taken_cell_change_nothing():
    panel = Hunches("A", iterations=8)
    before = panel.priors
    for action, share in (0, 150), (3, 50), ("<b>", 5):
        drag(panel, action, share)
    assert panel.priors == before and panel.status.error is None


def test_the_next_iteration_goes_to_the_move_that_the_words_name():
    panel = Hunches("A", iterations=1)
    named, before = panel.next_action(), {row.action: row.visits for row in panel.rows()}
    press(panel.buttons["think_longer"])
    now = {row.action: row.visits for row in panel.rows()}
    assert panel.iterations == 2 and now[named] == before[named] + 1
    choose(panel.controls["iterations"], 200)
    press(panel.buttons["think_longer"])
    assert panel.iterations == 1  # after the largest number comes the smallest


@pytest.mark.parametrize("hunch", [None, {0: 0.8}])
def test_thinking_longer_cures_a_wrong_hunch(hunch):
    panel = Hunches("A", iterations=8, hunch=hunch)
    assert panel.priors == pytest.approx({0: 0.8, **dict.fromkeys((1, 2, 4, 6, 8), 0.04)})
    assert "cell 0, which is ✗ wrong" in panel.verdict()
    while panel.iterations < 200:
        assert re.match("Cell 0 ✗ (has|rose to|fell to) ", panel.headline.said[0])
        assert "mcts-quiet" not in panel.buttons["think_longer"]._dom_classes
        press(panel.buttons["think_longer"])
    told = panel.headline.said[0]
    assert told.startswith("Cell 8 ✓ has ") and told.endswith(" Drag a bar: can you mislead it?")
    assert "mcts-quiet" in panel.buttons["think_longer"]._dom_classes
    assert "✓ right" in panel.verdict() and panel.status.error is None


@pytest.mark.parametrize(
    "hunch", [{3: 0.5}, {0: 1.2}, {0: -0.1}, dict.fromkeys((0, 1, 2, 4, 6, 8), 0.1)]
)
def test_a_hunch_that_cannot_be_is_refused(hunch):
    with pytest.raises(ValueError, match="hunch"):
        Hunches("A", hunch=hunch)


def test_the_sum_is_right_as_it_is_written():
    for looks in (1, 2, 8, 16, 50, 200):
        told = Hunches("A", iterations=looks).told()
        q, bonus, score = map(float, re.findall(r"\d\.\d+", told))
        assert round(q + bonus, 2) == score


# -------------------- the learning curve


@pytest.fixture
def small(monkeypatch):
    """Give the panel a learner with tiny generations, because the tests concern only the panel."""
    made = partial(Learner, games=4, iterations=4, hidden=(8,), steps=3)
    monkeypatch.setattr("mctslib.course.ch16.curve.Learner", made)


def weights(panel):
    return np.concatenate([p.ravel() for p in panel.learner.net.parameters])


def test_it_learns_and_shows_a_row_for_each_generation(small):
    panel = LearningCurve(3, generations=2)
    pale_line = f'<path d="([^"]*)" fill="none" stroke="{SHADE}" stroke-width="1.4"'
    assert not re.findall(pale_line, panel.figure.value)
    press(panel.go)
    pale = re.findall(pale_line, panel.figure.value)
    steps = {line.count("L") for line in pale}
    assert len(pale) >= 6 and steps == {2}  # as far as the reader's own
    assert [row["generation"] for row in panel.rows] == [0, 1, 2]
    assert "Generation 2" in panel.headline.words
    assert "At generation 2" in panel.figure.value
    press(panel.go)
    assert len(panel.rows) == 5
    press(panel.new)
    assert len(panel.rows) == 1 and panel.learner.generation == 0


def test_a_guess_is_noted_before_learning_and_judged_after_it(small, monkeypatch):
    monkeypatch.setattr("mctslib.course.ch16.curve.MOST", 2)
    panel = LearningCurve(3, generations=2)
    assert "data-pick" in panel.figure.value and "your guess 70%" in panel.figure.value
    for wrong in ("nothing", "41", "200"):
        panel.figure.picked = [wrong, 1]
        assert panel.guess == 70 and panel.status.error is not None
    panel.figure.picked = ["90", 2]
    assert panel.guess == 90 and "your guess 90%" in panel.figure.value
    press(panel.go)
    assert "Your guess of 90% was" in panel.headline.words and "too high" in panel.headline.words
    assert "data-pick" not in panel.figure.value
    panel.figure.picked = ["50", 3]
    assert panel.guess == 90  # it cannot be changed when the answer is there
    press(panel.new)
    assert panel.guess == 70 and "data-pick" in panel.figure.value


def test_the_verdict_on_a_guess_counts_the_points_in_between():
    assert judged(90, 96) == "it climbed to 96%. Your guess of 90% was 6 points too low."
    assert judged(96, 95) == "it climbed to 95%. Your guess of 96% was 1 point too high."
    assert judged(96, 96).endswith("was exactly right.")


def test_stopped_in_the_middle_it_goes_on_as_if_nothing_had_happened(small):
    whole = LearningCurve(5, generations=3)
    press(whole.go)

    async def broken():
        panel = LearningCurve(5, generations=3)
        while len(panel.rows) < 4:
            press(panel.go)
            await asyncio.sleep(0.05)
            press(panel.work.button)
            await until(lambda: not panel.work.running)
        return panel

    panel = asyncio.run(broken())
    assert same_numbers(weights(panel), weights(whole)) and panel.rows == whole.rows


def test_stopped_in_the_last_exam_only_that_is_left(small):
    whole, panel = LearningCurve(5, generations=3), LearningCurve(5, generations=3)
    press(whole.go)
    press(panel.go)
    # as if Stop had been pressed between the last step of learning and the exam
    panel.rows.pop()
    panel._ended("stop")
    assert panel.headline.words.startswith("Stopped. Generation 2 of 40: right in ")
    press(panel.go)
    assert same_numbers(weights(panel), weights(whole)) and panel.rows == whole.rows


def test_stop_answers_while_it_learns():
    async def stopped():
        panel = LearningCurve(0, generations=5)
        press(panel.go)
        assert panel.headline.words == "Generation 1 of 5: will it pass your 70%?"
        await until(lambda: panel.work.bar.value > 0)
        start = time.perf_counter()
        press(panel.work.button)
        await until(lambda: not panel.work.running)
        return panel, 1000 * (time.perf_counter() - start)

    panel, took = asyncio.run(stopped())
    report("stop of the learning curve", [took], 300)
    assert "Stopped" in panel.headline.words and not panel.status.error
    assert panel.go.description == "Learn"


# -------------------- what is shipped


def test_the_answer_is_in_the_still_and_not_in_the_panel_before_the_first_press():
    rows = table("curve-ttt-0")["rows"]
    assert [row["generation"] for row in rows] == list(range(41)) and rows[-1]["games"] == 40 * 64
    panel = LearningCurve()
    assert "40 generations" in panel.static_text() and "40" not in panel.headline.words
    assert "At generation 0" in panel.figure.value


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_setting_of_the_lab_has_stored_runs_and_learns(setting):
    panel = SelfPlayLab(setting, seed=1, generations=1)
    runs = panel.stored_runs()
    assert len(runs) == 4 and all(len(rows) == 41 for rows in runs)
    make_small(panel.learner)
    panel.learner.step()
    assert panel.status.error is None


def make_small(learner):
    learner.count, learner.steps, learner.iterations = 2, 1, 2
    learner.games = learner.games[:2]


def test_a_mixture_begins_with_a_new_network_and_the_old_one_is_kept(monkeypatch):
    def new_learner(panel):
        learner = Learner(TicTacToe(), 1, **SETTINGS[panel.setting])
        make_small(learner)
        return learner

    monkeypatch.setattr(SelfPlayLab, "new_learner", new_learner)
    panel = SelfPlayLab("both", seed=1, generations=2)
    opening = panel.figure.value
    assert "both 97%" in opening and "alone 9" not in opening
    press(panel.go)
    first, rows = panel.learner, panel.rows
    assert len(rows) == 3 and "both 97%" in panel.figure.value
    send(panel.mixture, index=3)
    assert panel.learner is not first and panel.learner.warm == 0 and len(panel.rows) == 1
    assert "Without noise or drawn moves: how high" in panel.headline.words
    assert "your guess 70%" in panel.figure.value and "neither 66%" not in panel.figure.value
    panel.figure.picked = ["90", 2]
    assert "You guess 90%." in panel.headline.words and "your guess 90%" in panel.figure.value
    press(panel.go)
    assert "Generation 2 of 40: right in" in panel.headline.words
    assert "points below your guess so far" in panel.headline.words
    assert "neither 66%" not in panel.figure.value  # the guess is about 40 generations
    panel.rows = [*panel.rows, *panel.rows * 13][:41]
    now = round(100 * panel.rows[-1]["prior"])
    assert (
        panel._done()
        == f"Without noise or drawn moves: it climbed to {now}%. Your guess of 90% was {90 - now} points too high."
    )
    panel._show()
    shown = panel.figure.value
    panel.rows = panel.rows[:3]
    assert "neither 66%" in shown and "both 97%" in shown and "noise alone 87%" not in shown
    send(panel.mixture, index=0)
    assert (
        panel.learner is first
        and panel.rows is rows
        and "Generation 2 of 40: right in" in panel.headline.words
    )
    press(panel.new)
    assert panel.runs == {} and panel.figure.value == opening
    with pytest.raises(ValueError, match="setting must be one of both, drawing alone"):
        SelfPlayLab("none")


def test_the_shipped_networks_are_small_and_what_the_tables_say():
    from mctslib.course.ch16 import tictactoe_exam
    from mctslib.methods.network import NETS

    files = list(NETS.glob("*.npz"))
    assert len([file for file in files if not file.stem.startswith("muzero")]) == 12
    assert max(file.stat().st_size for file in files) <= 200_000
    for seed in range(3):
        marks = tictactoe_exam().mark(Net.load(NETS / f"ttt-{seed}-40.npz"))
        stored = table(f"curve-ttt-{seed}")["rows"][-1]
        assert all(abs(mark - stored[name]) < 0.003 for name, mark in marks._asdict().items())


def test_the_stored_matches_are_whole():
    rows = table("worth")["matches"]
    assert [sum(row[k] for k in ("wins", "draws", "losses")) for row in rows] == [200] * 4 + [
        100
    ] * 6
