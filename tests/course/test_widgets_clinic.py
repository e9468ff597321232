"""Test the clinic with the messages that a browser sends."""

import asyncio

import pytest
from test_widgets_c_race import choose, press, until

from mctslib.course.ch05.instruments import EXAMS, INSTRUMENTS, TRIALS
from mctslib.course.ch05.matrix import PATIENTS, load_matrix
from mctslib.course.ch05.measure import engine_of
from mctslib.course.ch05.mutants import MUTANTS
from mctslib.course.ch05.widget import AFTER, NOT_YET, Clinic, question, sentence_html, verdict

MATRIX = load_matrix()


@pytest.mark.parametrize("patient", PATIENTS)
def test_every_pair_shows_the_stored_verdict(patient):
    clinic = Clinic()
    choose(clinic.instrument, "perft")
    choose(clinic.patient, patient)
    for name in INSTRUMENTS:
        choose(clinic.instrument, name)
        finding = MATRIX.cell(patient, name)
        assert clinic.finding == finding
        assert clinic.headline.said[0] == verdict(name, finding)
        assert ("<svg" in shown(clinic.now.value)) == (finding.count is not None)
    assert clinic.status.error is None


def test_the_bug_is_shown_with_both_lines_and_its_place():
    clinic = Clinic("no sides")
    assert all(part in shown(clinic.bug.value) for part in ("- ", "rewards[0]", "backpropagate"))
    choose(clinic.patient, "healthy")
    assert "rewards[0]" not in shown(clinic.bug.value)


def test_the_first_verdict_waits_for_the_reader():
    clinic = Clinic("no sides", "random as X")
    assert clinic.headline.said[0] == question("random as X")
    assert AFTER in shown(clinic.now.value) and "988" not in shown(clinic.now.value)
    assert NOT_YET in shown(clinic.now.value)
    assert "988" in clinic.static_picture()
    press(clinic.button)
    assert "988" in shown(clinic.now.value) and NOT_YET not in shown(clinic.now.value)
    assert clinic.headline.said[0] == verdict("random as X", clinic.finding)


def test_a_trial_now_is_the_instruments_own_with_few_trials():
    clinic = Clinic("no sides", "random as O")
    press(clinic.button)
    assert clinic.fresh == INSTRUMENTS["random as O"].count(
        MUTANTS["no sides"].engine(), TRIALS, "now"
    )
    assert clinic.headline.said[1].count("worse than the healthy engine") == 2


def test_twenty_games_may_be_too_few_to_tell():
    clinic = Clinic("raw wins", "random as X")
    press(clinic.button)
    stored, _, now = clinic.headline.said[1].partition(". ")
    assert clinic.finding.guilty and "worse" in stored and "cannot tell" in now


@pytest.mark.parametrize("name", EXAMS)
def test_an_exam_now(name):
    clinic = Clinic("draw is a loss", name)
    press(clinic.button)
    finding = INSTRUMENTS[name].examine(engine_of("draw is a loss"))
    assert clinic.headline.said[0] == verdict(name, finding)


@pytest.mark.parametrize("patient", PATIENTS)
def test_findings_are_sentences_without_python(patient):
    for name in INSTRUMENTS:
        html = sentence_html(MATRIX.cell(patient, name).said)
        assert "Node" not in html and "&lt;" not in html and ",)" not in html
        assert "`" not in sentence_html(INSTRUMENTS[name].what)


async def test_stop_keeps_what_was_played():
    clinic = Clinic("healthy", "perfect as O")
    press(clinic.button)
    await until(lambda: clinic.fresh is not None and clinic.fresh.of >= 2)
    press(clinic.work.button)
    await until(lambda: not clinic.work.running)
    assert 2 <= clinic.fresh.of < TRIALS and "Stopped" in clinic.status.text
    assert f"{clinic.fresh.of} trials now" in clinic.headline.said[1]


async def test_another_choice_drops_what_is_going_on():
    clinic = Clinic("healthy", "perfect as O")
    press(clinic.button)
    choose(clinic.instrument, "perft")
    await asyncio.sleep(0.05)
    assert not clinic.work.running and clinic.fresh is None
    assert clinic.headline.said[1] == ""


def shown(html):
    """Return the HTML of an area without the hidden texts for which it has room."""
    return html.partition('<div class="mcts-unseen"')[0]
