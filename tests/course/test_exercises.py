"""In each exercise, the solution passes, the stub counts as no answer, and mistakes are named.

The answers are in the files `test_exercises_….py`, which this file finds by name.  Each of these
files has the numbers of its chapters in its name, and up to three tables:

CHECKS   chapter → name of an answer → its checker, a function whose only parameter is the answer;
         only for exercises that are not graded as data (`grading.py` has the others)
RIGHT    other answers that pass: (name, answer)
WRONG    answers that fail: (name, answer, words of the message)

A file may also have two more tables: DRAWN, pairs (name, words) of mistakes whose messages come
with a picture, and SLOW, the names of answers whose checkers take seconds.  The files
`test_checkers_….py` have more right answers in `RIGHT`, each as (chapter, name, answer).
"""

import random
import re
from collections import Counter
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path

import pytest
from solved import answers, exercises, graded

import build
from mctslib.course import exercise
from mctslib.course.chapters import chapter_of


def files_named(pattern):
    """Import and return the files of this folder whose names match `pattern`, sorted by name."""
    names = sorted(path.stem for path in Path(__file__).parent.glob(pattern))
    return [import_module(name) for name in names]


def chapters_with_exercises():
    """Return the numbers of the chapters whose sources have exercises, such as "05"."""
    numbers = [chapter_of(source) for source in build.sources()]
    return [number for number in numbers if exercises(number)]


def checks_of(file):
    """Return the checkers of a file's chapters: chapter → name of an answer → checker."""
    own = getattr(file, "CHECKS", {})
    chapters = file.__name__.split("_")[2:]
    return {chapter: graded(chapter) | own.get(chapter, {}) for chapter in chapters}


FILES = files_named("test_exercises_*.py")
CHECKS = {}
for file in FILES:
    for chapter, checkers in checks_of(file).items():
        for name, checker in checkers.items():
            CHECKS[chapter, name] = checker

RIGHT = []
WRONG = []
DRAWN = set()
SLOW = set()
for file in FILES:
    checker_of = {}
    for checkers in checks_of(file).values():
        checker_of.update(checkers)
    RIGHT += [(name, checker_of[name], answer) for name, answer in file.RIGHT]
    WRONG += [(name, checker_of[name], answer, words) for name, answer, words in file.WRONG]
    DRAWN |= getattr(file, "DRAWN", set())
    SLOW |= getattr(file, "SLOW", set())
for file in files_named("test_checkers_*.py"):
    RIGHT += [(name, CHECKS[chapter, name], answer) for chapter, name, answer in file.RIGHT]


def cases(rows, quick, label=lambda row: None):
    """Return the rows as test cases.

    rows    tuples that begin with the name of an answer
    quick   how many rows of a slow checker run in every test run; its other rows need `-m slow`
    label   a function that returns the name of a case for a row
    """
    made = []
    seen = Counter()
    for row in rows:
        name = row[0]
        marks = [pytest.mark.slow] if name in SLOW and seen[name] >= quick else []
        made.append(pytest.param(*row, id=label(row), marks=marks))
        seen[name] += 1
    return made


SOLVED = [
    pytest.param(*key, marks=[pytest.mark.slow] if key[1] == "TwoStones" else []) for key in CHECKS
]


@pytest.mark.parametrize(("chapter", "name"), SOLVED)
def test_the_chapter_s_solution_passes_and_its_stub_waits(chapter, name):
    check = CHECKS[chapter, name]
    before = random.getstate()  # a checker must leave the reader's random numbers unchanged
    solved = check(answers(chapter)[name])
    stub = check(answers(chapter, build.stub)[name])
    assert random.getstate() == before

    assert solved.status == "correct" and solved.message, solved
    assert stub.status == "pending" and "Nothing here yet" in stub.message, stub


def test_every_picture_belongs_to_a_wrong_answer():
    assert {(name, words) for name, _, _, words in WRONG} >= DRAWN


def test_every_chapter_with_exercises_has_its_checkers_here():
    assert sorted({chapter for chapter, _ in CHECKS}) == chapters_with_exercises()


def test_every_exercise_has_a_checker_here():
    for file in FILES:
        for chapter, checks in checks_of(file).items():
            cells = exercises(chapter)
            asked = re.findall(r"^(?:def |class )?(\w+)(?=\(|:| = )", "\n".join(cells), re.M)
            assert set(checks) <= set(asked), chapter
            assert len(cells) >= 2, chapter
            for cell in cells:
                assert any(re.search(rf"\b{name}\b", cell) for name in checks), cell


@pytest.mark.parametrize(("name", "check", "answer"), cases(RIGHT, quick=0))
def test_other_right_answers_pass(name, check, answer, monkeypatch):
    monkeypatch.setattr(exercise, "patience", nullcontext)  # counting lines is slow
    verdict = check(answer)
    assert verdict and verdict.message, verdict


@pytest.mark.parametrize(
    ("name", "check", "wrong", "words"), cases(WRONG, 1, lambda row: f"{row[0]}: {row[3]}")
)
def test_a_wrong_answer_gets_its_own_words(name, check, wrong, words, monkeypatch):
    if "come to an end" not in words:  # counting the lines that an answer runs is slow
        monkeypatch.setattr(exercise, "patience", nullcontext)
    verdict = check(wrong)
    said = without_code(verdict.message)
    assert verdict.status == "wrong" and words in said, verdict
    if (name, words) in DRAWN:
        assert "<svg" in verdict.picture


def without_code(message):
    """Return a message without the quoted line of code, because code may contain any words."""
    return re.sub(r", in `.*`\.$", "", message)
