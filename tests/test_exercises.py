"""Every exercise: the chapter's own solution passes, its stub waits, wrong answers get their own words.

What is right and wrong in which words stands in the file of the chapter: `CHECKS`, chapter → name of the answer →
its checker, given that alone; `RIGHT`, other answers that pass; `WRONG`, and words of what is said to them.
"""

import random
import re
from contextlib import nullcontext
from importlib import import_module

import pytest
from solved import answers, exercises

import build
from mctslib.course import exercise

OF = ["00_03_04", "01_02", "05", "06", "07_08", "09", "10", "11", "12", "13", "14", "15", "16"]
FILES = [import_module(f"test_exercises_{chapters}") for chapters in OF]
CHECKS = {
    (chapter, name): check
    for file in FILES
    for chapter in file.CHECKS
    for name, check in file.CHECKS[chapter].items()
}


def rows(table):
    """The rows of all files, with the checker after the answer's name."""
    for file in FILES:
        checks = {
            name: check for chapter in file.CHECKS.values() for name, check in chapter.items()
        }
        yield from ((name, checks[name], *row) for name, *row in getattr(file, table))


WRONG = [*rows("WRONG")]
DRAWN = {  # those that come with a picture: the first counterexample
    ("moves", "not free"),
    ("is_blunder", "*same* player"),
    ("flat_means", "That is a sum"),
    ("select", "It goes too far"),
    ("hand_test", "acquits a version that credits everybody with X's"),
    ("finished_right", "acquits the mutant “no sides”"),
    ("minimax", "opponent would be helping"),
    ("wilson", "claims certainty"),
    ("pair", "starts a fresh"),
    ("action_at", "counts row by row"),
    ("Chomp", "After the actions [0], `is_terminal()` is False"),
    ("drop", "discs fall down"),
    ("wins", "Not found: each line falling to the right (step 6)"),
    *(
        (name, words)
        for name, _, words in FILES[OF.index("06")].WRONG
        if name in ("shape", "missing")
    ),
} - {("shape", "should be a list"), ("missing", "tuple of actions"), ("missing", "more than once")}


# Their checkers take a while: one answer is tried at once, the others by the slow tests.
DEAR = {"TwoStones", "finished_right", "flat_means", "keep", "missing", "my_c"}


def tried(rows, identity=lambda row: None):
    """The rows, each as a case of a test."""
    cases, seen = [], set()
    for row in rows:
        cases.append(
            pytest.param(
                *row, id=identity(row), marks=[pytest.mark.slow] if row[0] in DEAR & seen else []
            )
        )
        seen.add(row[0])
    return cases


SOLVED = [
    pytest.param(*key, marks=[pytest.mark.slow] if key[1] == "TwoStones" else []) for key in CHECKS
]


@pytest.mark.parametrize(("chapter", "name"), SOLVED)
def test_the_chapter_s_solution_passes_and_its_stub_waits(chapter, name):
    check = CHECKS[chapter, name]
    before = random.getstate()  # the reader's random numbers, which no checker touches
    right, given = check(answers(chapter)[name]), check(answers(chapter, build.stub)[name])
    assert random.getstate() == before
    assert right and right.status == "correct" and right.message, right
    waiting = (
        ("wrong", "Both faults") if name == "score" else ("pending", "Nothing here yet")
    )  # a score to repair
    assert (given.status, waiting[1] in given.message) == (waiting[0], True), given


def test_every_exercise_has_a_checker_here():
    for file in FILES:
        for chapter, checks in file.CHECKS.items():
            asked = re.findall(
                r"^(?:def |class )?(\w+)(?=\(|:| = )", "\n".join(exercises(chapter)), re.M
            )
            assert set(checks) <= set(asked) and len(exercises(chapter)) in (3, 4), chapter
            assert all(
                any(re.search(rf"\b{name}\b", cell) for name in checks)
                for cell in exercises(chapter)
            )


@pytest.mark.parametrize(("name", "check", "answer"), tried(rows("RIGHT")))
def test_other_right_answers_pass(name, check, answer):
    verdict = check(answer)
    assert verdict and verdict.message, verdict


@pytest.mark.parametrize(
    ("name", "check", "wrong", "words"), tried(WRONG, lambda row: f"{row[0]}: {row[3]}")
)
def test_a_wrong_answer_gets_its_own_words(name, check, wrong, words, monkeypatch):
    if "come to an end" not in words:  # counting its lines takes most of the time
        monkeypatch.setattr(exercise, "patience", nullcontext)
    verdict = check(wrong)
    said = re.sub(
        r", in `.*`\.$", "", verdict.message
    )  # a line of code that is quoted may hold the words
    assert verdict.status == "wrong" and words in said, verdict
    assert "<svg" in verdict.picture or (name, words) not in DRAWN


@pytest.mark.parametrize(("chapter", "name"), CHECKS)
def test_each_exercise_is_tried_with_three_wrong_answers_that_get_different_words(chapter, name):
    tables = [file.WRONG for file in FILES if chapter in file.CHECKS]
    assert len({words for table in tables for own, _, words in table if own == name}) >= 3


def test_every_picture_belongs_to_an_answer():
    assert {(name, words) for name, _, _, words in WRONG} >= DRAWN
