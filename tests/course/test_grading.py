"""Each exercise that is graded as data refuses its named mistakes and foreign wrong answers, and
accepts foreign right ones.

The mistakes are the edits in the `exercises.toml` of a chapter; `foreign.py` makes the rest.
"""

import importlib
from contextlib import suppress
from pathlib import Path

import foreign
import pytest

from mctslib.course import grading
from mctslib.course.ch18 import check_room
from mctslib.course.grading import EXERCISES, edited

NOTEBOOKS = Path(__file__).parents[2] / "notebooks" / "src"
CONVERTED = sorted(path.parent.name for path in grading.HERE.glob("ch*/exercises.toml"))
for chapter in CONVERTED:
    importlib.import_module(f"mctslib.course.{chapter}.checkers")

MISTAKES = [
    pytest.param(exercise, mistake, id=f"{key}: {mistake.says[:60]}")
    for key, exercise in EXERCISES.items()
    for mistake in exercise.mistakes()
]
each_exercise = pytest.mark.parametrize("exercise", EXERCISES.values(), ids=EXERCISES)


@pytest.mark.parametrize(("exercise", "mistake"), MISTAKES)
def test_a_mistake_gets_its_own_words(exercise, mistake):
    own = edited(exercise.right, mistake.edits)  # raises ValueError if an edit does not apply
    verdict = exercise.check(own)
    assert verdict.status == "wrong", "no case tells this mistake from the right function"
    assert mistake.says in verdict.message, verdict


@each_exercise
def test_wrong_answers_made_by_rule_are_refused(exercise):
    harmless = exercise.words.get("harmless", [])
    accepted = [
        label
        for label, own in foreign.wrong_answers(exercise)
        if exercise.check(own).status != "wrong"
    ]
    assert accepted == harmless


@each_exercise
def test_right_answers_made_by_rule_pass(exercise):
    for label, own in foreign.right_answers(exercise):
        verdict = exercise.check(own)
        assert verdict.status == "correct", (label, verdict)


@each_exercise
def test_no_answers_are_refused_with_a_reason(exercise):
    for label, own, words in foreign.odd_answers(exercise):
        verdict = exercise.check(own)
        assert verdict.status == "wrong" and words in verdict.message, (label, verdict)


@each_exercise
def test_the_cases_follow_the_prose_and_include_a_finished_game(exercise):
    cases = exercise.cases()
    (notebook,) = NOTEBOOKS.glob(f"{exercise.chapter}_*.py")
    text = notebook.read_text(encoding="utf-8")
    for case in cases:
        assert case.prose in text, case.prose
    called = exercise.right.__code__.co_names
    if cases and {"legal_actions", "is_terminal"} & set(called):
        starts = [case.arguments[0] for case in cases]
        states = [getattr(start, "state", start) for start in starts]
        assert any(state.is_terminal() for state in states), "no finished game"


def test_an_edit_that_does_not_apply_or_changes_nothing_is_an_error():
    right = EXERCISES["18 replayed"].right
    with pytest.raises(ValueError, match="is not in the source of replayed"):
        edited(right, [["maximum(", "min("]])
    with pytest.raises(ValueError, match="changes nothing"):
        edited(right, [["min(", "min("]])


def test_an_import_inside_a_function_does_not_count_as_an_endless_loop():
    import subprocess
    import sys

    code = (
        "import sys\n"
        "from mctslib.course.ch18 import check_room, room\n"
        "def own(node, exponent, factor):\n"
        "    import numpy as np\n"
        "    return np.bool_(room(node, exponent, factor))\n"
        "assert 'numpy' not in sys.modules\n"
        "print(check_room(own))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "✔" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize("left", [SystemExit, GeneratorExit, type("Own", (BaseException,), {})])
def test_no_exception_leaves_a_checker(left):
    def own(*arguments):
        raise left

    verdict = check_room(own)
    assert verdict.status == "wrong" and left.__name__ in verdict.message


def test_the_stop_button_leaves_a_checker():
    def own(*arguments):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check_room(own)


def test_an_endless_loop_that_catches_exceptions_is_ended():
    def own(*arguments):
        while True:
            with suppress(Exception):
                arguments = arguments[1:]

    assert "does not come to an end" in check_room(own).message


def test_an_answer_that_is_missing_or_an_error_names_the_case():
    check = EXERCISES["18 room"].check
    assert check(lambda node, exponent, factor: node.visits > 1 or None).message.startswith(
        "Where N = 1 and"
    )
    assert check(lambda node, exponent, factor: 1 / (node.visits - 2) > 0).message.startswith(
        "Where N = 2 and"
    )
