"""Test the clinic and the blind round with the messages that a browser sends."""

import asyncio
from html import escape

import pytest
from test_widgets_c_race import choose, press, until

from mctslib.course.ch05.blind_round import RULES, UNUSED, BlindRound
from mctslib.course.ch05.findings import Count
from mctslib.course.ch05.instruments import EXAMS, INSTRUMENTS, TRIALS
from mctslib.course.ch05.matrix import PATIENTS, load_matrix
from mctslib.course.ch05.measure import engine_of
from mctslib.course.ch05.mutants import MUTANTS
from mctslib.course.ch05.widget import Clinic, diff_html, sentence_html

MATRIX = load_matrix()


@pytest.mark.parametrize("patient", PATIENTS)
def test_every_pair_shows_the_stored_verdict(patient):
    clinic = Clinic()
    choose(clinic.patient, patient)
    for name in INSTRUMENTS:
        choose(clinic.instrument, name)
        finding = MATRIX.cell(patient, name)
        assert clinic.finding == finding
        word = "Finds the bug." if finding.guilty else "Does not find the bug."
        assert word in clinic.verdict.value and ("<svg" in clinic.verdict.value) == (
            finding.count is not None
        )
    assert clinic.status.error is None


def test_the_room_below_the_chart_says_what_the_button_does():
    clinic = Clinic("no sides", "random as X")
    assert f"makes {TRIALS} trials" in shown(clinic.now.value)
    choose(clinic.instrument, "perft")
    assert "repeats this exam" in shown(clinic.now.value)


def test_the_lines_of_a_bug_begin_without_spaces():
    for name in MUTANTS:
        lines = [line for line in MUTANTS[name].diff().splitlines() if line[1:].strip()]
        for line in lines:
            assert f"{line[0]} {escape(line[1:].strip())}" in diff_html(name)


def test_the_bug_is_shown_with_both_lines_and_its_place():
    clinic = Clinic("no sides")
    assert (
        "- " in clinic.bug.value
        and "rewards[0]" in clinic.bug.value
        and "backpropagate" in clinic.bug.value
    )
    choose(clinic.patient, "healthy")
    assert "no line differs" in clinic.bug.value


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


@pytest.mark.parametrize(
    "said, html",
    [
        ("<Node path=() N=300 W=2.5>: no.", "The root (N = 300, W = 2.5): no."),
        ("<Node path=(4, None) N=1 W=0> a", "The node at the end of the path 4 (N = 1, W = 0) a"),
        ("After node (2, 8) `x`", "After the node at the end of the path 2, 8 <code>x</code>"),
    ],
)
def test_nodes_and_code_in_sentences(said, html):
    assert sentence_html(said) == html


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


def test_an_error_becomes_a_red_line_and_the_next_click_works(monkeypatch):
    clinic = Clinic("no sides", "random as O")
    with monkeypatch.context() as patch:
        patch.setattr("mctslib.course.ch05.widget.engine_of", lambda name: 1 / 0)
        press(clinic.button)
        assert 'role="alert"' in clinic.status.value and "ZeroDivisionError" in clinic.status.value
    press(clinic.button)
    assert clinic.status.error is None and clinic.fresh.of == TRIALS


@pytest.mark.parametrize(
    "options, message",
    [
        (("nobody",), "patient must be one of healthy, no sides"),
        (("healthy", "x-rays"), "instrument must be one of random as X"),
    ],
)
def test_the_clinic_refuses_unknown_names(options, message):
    with pytest.raises(ValueError, match=message):
        Clinic(*options)


def test_the_static_picture_of_the_clinic():
    clinic = Clinic("no sides", "random as X")
    assert "<img" in clinic.static_picture() and "alt=" in clinic.static_picture()
    assert "no sides, random as X" in clinic.static_text()


def patient_of(name):
    return next(blind for seed in range(500) if (blind := BlindRound(seed)).patient == name)


def use(blind, *names):
    for name in names:
        press(blind.buttons[name])


def name_it(blind, name):
    choose(blind.guess, name)
    press(blind.name_button)


def shown(html):
    """Return the HTML of an area without the hidden texts for which it has room."""
    return html.partition('<div class="mcts-unseen"')[0]


def everything_shown(blind):
    rows = "".join(shown(row.value) for row in blind.findings.values())
    return rows + shown(blind.verdict.value) + blind.headline.words + blind.static_picture()


def test_the_label_is_not_given_away_before_the_name():
    blind = patient_of("no sides")
    use(blind, "random as X", "random as O")
    assert MUTANTS["no sides"].title not in everything_shown(blind)
    assert "rewards[" not in everything_shown(blind) and "no sides" not in everything_shown(blind)


def test_a_right_name_is_scored_by_the_instruments_used():
    blind = patient_of("plays on")
    use(blind, "perft")
    assert blind.score is None
    name_it(blind, "plays on")
    assert (
        blind.score == 1
        and "✓ Right: plays on." in blind.headline.words
        and "Instruments used: 1" in blind.headline.words
    )
    assert "pass" in shown(blind.verdict.value) and "fitted" not in shown(blind.verdict.value)


def test_luck_is_told_from_proof():
    blind = patient_of("healthy")
    use(blind, "random as X")
    name_it(blind, "healthy")
    assert f"{len(MATRIX.suspects('healthy', ['random as X']))} engines" in shown(
        blind.verdict.value
    )


def test_a_wrong_name_is_refuted_by_what_was_seen_or_by_what_would_tell():
    blind = patient_of("no sides")
    use(blind, "random as X")
    name_it(blind, "side to move")
    assert (
        "Look at “random as X”. This instrument finds" in shown(blind.verdict.value)
        and blind.score is None
    )
    name_it(blind, "parent not cut")
    assert "Your findings fit this bug" in shown(blind.verdict.value) and blind.wrong == 2
    name_it(blind, "no sides")
    assert "wrong names: 2; your score: 3" in blind.headline.words and blind.score == 3


def test_what_was_said_goes_when_it_is_out_of_date():
    blind = patient_of("no sides")
    press(blind.name_button)
    choose(blind.guess, "healthy")
    assert "Choose a name" not in blind.headline.words
    name_it(blind, "side to move")
    assert "✗ Not" in shown(blind.verdict.value)
    use(blind, "perft")
    assert "✗ Not" not in shown(blind.verdict.value)


def test_the_same_instrument_twice_counts_once_and_shows_its_finding_again():
    blind = BlindRound(1)
    use(blind, "perft", "formula")
    assert "<b>formula:</b>" in shown(blind.verdict.value)
    use(blind, "perft")
    assert f"<b>perft:</b> {INSTRUMENTS['perft'].what}" in shown(blind.verdict.value)
    assert blind.used == ["perft", "formula"] and "2 instruments used" in blind.headline.words


def test_each_row_shows_the_verdict_of_its_instrument_after_its_use():
    blind = patient_of("no sides")
    assert {row.value for row in blind.findings.values()} == {UNUSED}
    use(blind, *INSTRUMENTS)
    for name, row in blind.findings.items():
        finding = MATRIX.cell("no sides", name)
        assert finding.mark in row.value


def test_after_the_name_nothing_counts_any_more():
    blind = patient_of("plays on")
    name_it(blind, "plays on")
    use(blind, "perft")
    assert blind.used == [] and "New engine" in blind.headline.words
    name_it(blind, "healthy")
    assert blind.wrong == 0 and blind.score == 0


def test_no_name_chosen():
    blind = BlindRound(1)
    press(blind.name_button)
    assert "Choose a name" in blind.headline.words and blind.wrong == 0


def test_new_patients_come_in_the_order_of_the_seed_and_everybody_comes():
    first, second = BlindRound(3), BlindRound(3)
    use(first, "perft")
    seen = set()
    for _ in range(150):
        before = first.patient
        press(first.new_button)
        press(second.new_button)
        assert first.patient != before
        assert (
            first.patient == second.patient
            and first.used == []
            and RULES in shown(first.verdict.value)
        )
        seen.add(first.patient)
    assert seen == set(PATIENTS)


def test_every_patient_can_be_named_from_marks_or_from_the_sentences_of_the_exams():
    for patient in PATIENTS:
        left = MATRIX.suspects(patient, INSTRUMENTS)
        assert len(
            {tuple(MATRIX.cell(other, exam).said for exam in EXAMS) for other in left}
        ) == len(left)


def test_counts_say_their_interval():
    assert repr(Count(0, 1000)) == "0 of 1,000 (0.0% to 0.4%)"
