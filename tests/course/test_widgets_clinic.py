"""Test the clinic with the messages that a browser sends."""

import pytest
from test_widgets_c_race import press

from mctslib.course.ch05.instruments import INSTRUMENTS
from mctslib.course.ch05.matrix import PATIENTS, load_matrix
from mctslib.course.ch05.picture import CELLS
from mctslib.course.ch05.widget import Clinic, question, sentence_html, verdict

MATRIX = load_matrix()


def pick(clinic, patient, instrument):
    """Pick a cell of the table, as a page does."""
    clinic.figure.picked = [f"{patient}/{instrument}", len(clinic.before)]


def guess(clinic, words):
    """Press "Yes" or "No"."""
    press(clinic.buttons[words])


def told(clinic):
    """Return what stands beside the table."""
    return clinic.figure.value.partition("mcts-clinic-told")[2]


@pytest.mark.parametrize("patient", list(PATIENTS)[::4])
def test_every_cell_shows_the_stored_verdict(patient):
    clinic = Clinic()
    press(clinic.buttons["run_all"])
    for name in INSTRUMENTS:
        pick(clinic, patient, name)
        finding = MATRIX.cell(patient, name)
        assert clinic.finding == finding
        assert clinic.headline.said[0] == verdict(patient, name, finding)
        assert ("<svg" in told(clinic)) == (finding.count is not None)
    assert clinic.status.error is None


def test_the_bug_is_shown_with_both_lines():
    clinic = Clinic("no sides")
    assert all(part in told(clinic) for part in ("- ", "rewards[0]", "rewards[node.player]"))
    pick(clinic, "healthy", "perft")
    assert "rewards[0]" not in told(clinic)


def test_a_verdict_waits_for_a_guess():
    clinic = Clinic("no sides", "random as O")
    assert clinic.headline.said[0] == question("no sides", "random as O")
    count = MATRIX.cell("no sides", "random as O").count.in_short()
    assert count not in told(clinic)
    cells_of_a_phone = len(INSTRUMENTS)  # one row
    waiting = len(CELLS) - len(INSTRUMENTS) + cells_of_a_phone
    assert clinic.figure.value.count("not run yet") == waiting
    guess(clinic, "no")
    assert count in told(clinic)
    assert clinic.headline.said[0] == verdict("no sides", "random as O", clinic.finding)
    assert "Right guesses: 0 of 1." in clinic.headline.said[1]


def test_next_asks_the_next_question_and_answers_nothing():
    clinic = Clinic("no sides", "random as O")
    guess(clinic, "yes")
    assert clinic.buttons["yes"].description == "Next"
    guess(clinic, "yes")
    assert (clinic.patient, clinic.instrument) == ("no sides", "perfect as X")
    assert clinic.headline.said == (question("no sides", "perfect as X"), "What do you think?")
    guess(clinic, "yes")
    assert "Right guesses: 2 of 2." in clinic.headline.said[1]


def test_run_all_counts_as_no_guess_and_can_be_hidden():
    clinic = Clinic()
    guess(clinic, "no")
    press(clinic.buttons["run_all"])
    assert "not run yet" not in clinic.figure.value
    assert "Right guesses: 1 of 1." in clinic.headline.said[1]
    press(clinic.buttons["run_all"])
    pick(clinic, "no sides", "perft")
    assert clinic.headline.said[0] == question("no sides", "perft")


def test_a_cell_that_does_not_exist_changes_nothing():
    clinic = Clinic()
    before = clinic.figure.value
    pick(clinic, "no sides", "no such instrument")
    assert clinic.figure.value == before and clinic.status.error is None


def test_the_still_has_the_whole_table():
    assert Clinic().static_picture() == MATRIX.table()._repr_html_()


@pytest.mark.parametrize("patient", PATIENTS)
def test_findings_are_sentences_without_python(patient):
    for name in INSTRUMENTS:
        html = sentence_html(MATRIX.cell(patient, name).said)
        assert "Node" not in html and "&lt;" not in html and ",)" not in html
        assert "`" not in sentence_html(INSTRUMENTS[name].what)
