"""Test the clinic with the messages that a browser sends."""

import asyncio

import pytest
from test_widgets_c_race import choose, press, until

from mctslib.course.ch05.instruments import EXAMS, INSTRUMENTS, TRIALS
from mctslib.course.ch05.matrix import PATIENTS, load_matrix
from mctslib.course.ch05.measure import engine_of
from mctslib.course.ch05.mutants import MUTANTS
from mctslib.course.ch05.widget import Clinic, sentence_html

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
        word = "Finds the bug." if finding.guilty else "Does not find the bug."
        assert word in shown(clinic.now.value) and ("<svg" in shown(clinic.now.value)) == (
            finding.count is not None
        )
    assert clinic.status.error is None


def test_the_bug_is_shown_with_both_lines_and_its_place():
    clinic = Clinic("no sides")
    assert (
        "- " in shown(clinic.now.value)
        and "rewards[0]" in shown(clinic.now.value)
        and "backpropagate" in shown(clinic.now.value)
    )
    choose(clinic.patient, "healthy")
    assert "no line differs" in shown(clinic.now.value)


def test_the_first_verdict_waits_for_the_reader():
    clinic = Clinic("no sides", "random as X")
    assert "Does this instrument find the bug?" in shown(clinic.now.value)
    assert ">?<" in shown(clinic.now.value) and "988" not in shown(clinic.now.value)
    assert "988" in clinic.static_picture()
    press(clinic.button)
    assert "988" in shown(clinic.now.value) and "find the bug?" not in shown(clinic.now.value)


def test_a_trial_now_is_the_instruments_own_with_few_trials():
    clinic = Clinic("no sides", "random as O")
    press(clinic.button)
    assert clinic.fresh == INSTRUMENTS["random as O"].count(
        MUTANTS["no sides"].engine(), TRIALS, "now"
    )
    assert f"Now, with {TRIALS} trials" in clinic.now.value and "Finds the bug." in clinic.now.value


def test_twenty_games_may_be_too_few_to_tell():
    clinic = Clinic("log of n", "random as X")
    press(clinic.button)
    assert "Cannot tell" in clinic.now.value


@pytest.mark.parametrize("name", EXAMS)
def test_an_exam_now(name):
    clinic = Clinic("draw is a loss", name)
    press(clinic.button)
    assert ("Finds the bug." in shown(clinic.now.value)) == INSTRUMENTS[name].examine(
        engine_of("draw is a loss")
    ).guilty


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
    assert f"with {clinic.fresh.of} trials" in clinic.now.value


async def test_another_choice_drops_what_is_going_on():
    clinic = Clinic("healthy", "perfect as O")
    press(clinic.button)
    choose(clinic.instrument, "perft")
    await asyncio.sleep(0.05)
    assert not clinic.work.running and clinic.fresh is None
    assert "Now" not in shown(clinic.now.value)


def shown(html):
    """Return the HTML of an area without the hidden texts for which it has room."""
    return html.partition('<div class="mcts-unseen"')[0]
