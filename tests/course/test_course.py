"""Test the parts that accompany the chapters: progress, questions, checkers."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from functools import partial
from html.parser import HTMLParser
from importlib import import_module
from inspect import signature

import nbformat
import numpy as np
import pytest
from front_end import send
from repository import ROOT
from toys import together

import build
from mctslib import TicTacToe
from mctslib.course import (
    checkpoint,
    predict,
    progress,
    score_prediction,
    store,
    summary,
)
from mctslib.course.ch00 import checkers as ch00
from mctslib.course.chapters import (
    chapter_of,
    chapter_of_folder,
    chapter_of_module,
    is_chapter,
)
from mctslib.course.exercise import (
    Wrong,
    call,
    close,
    exercise,
    same,
    whole,
)
from mctslib.course.pages import tally
from mctslib.course.puzzles import puzzle_of
from mctslib.course.questions import (
    QuestionError,
    chapters,
    html,
    questions,
    read,
    titles,
)

NOTEBOOKS = ROOT / "notebooks"
CHAPTERS = sorted(filter(is_chapter, NOTEBOOKS.glob("*.ipynb")))
NUMBERED = [chapter for chapter in chapters() if is_chapter(chapter)]
PASSING = ch00.outcome


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Yield the path of this test's progress file; forget all progress before and afterwards."""
    monkeypatch.setenv("MCTSLIB_PROGRESS", str(tmp_path / "progress.json"))
    store.forget()
    yield tmp_path / "progress.json"
    store.forget()


def press(asked, value):
    send(asked.page, event=["choose", value, asked.page.event[2] + 1])


# ---------------------------------------------------------- what is kept


def test_an_entry_is_kept_in_a_small_readable_file(file, monkeypatch):
    assert store.keep("predictions", "01-blunders", 12) == ""
    assert json.loads(file.read_text()) == {"course": "mctslib", "predictions": {"01-blunders": 12}}
    store.forget()
    assert store.load() == {"predictions": {"01-blunders": 12}}


def test_an_unknown_kind_is_refused(file):
    with pytest.raises(ValueError, match="no kind 'grades'"):
        store.keep("grades", "a", 1)


def test_what_a_later_edition_wrote_stays(file):
    file.write_text('{"course": "mctslib", "stars": {"a": 5}, "scored": {"x": true}}')
    assert store.keep("scored", "y", False) == ""
    assert json.loads(file.read_text()) == {
        "course": "mctslib",
        "stars": {"a": 5},
        "scored": {"x": True, "y": False},
    }


DAMAGED = [
    b"{",
    b'{"course": "mctslib", "scored": {"x": tr',
    b"\xff\xfe\x00",
    b"[" * 100_000,
    b"not json at all",
    b'{"course": "mctslib", "scored": 3}',
    b'{"course": "mctslib", "scored": {"x": [1]}}',
]


@pytest.mark.parametrize("content", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_file_is_put_aside_and_a_new_one_begun(file, content):
    file.write_bytes(content)
    assert store.load() == {}
    said = store.keep("scored", "x", True)
    aside = file.with_name("progress-damaged-1.json")
    assert "damaged" in said and aside.name in said
    assert aside.read_bytes() == content and store.load() == {"scored": {"x": True}}


def test_a_second_damaged_file_does_not_replace_the_first(file):
    for n in (1, 2):
        file.write_text("{" * n)
        store.keep("scored", "x", True)
    assert [file.with_name(f"progress-damaged-{n}.json").read_text() for n in (1, 2)] == ["{", "{{"]


@pytest.mark.parametrize(
    "content", ["[]", "{}", '{"score": 3}', '"text"', "null", '{"course": "chess"}']
)
def test_a_file_of_somebody_else_is_left_alone(file, content):
    file.write_text(content)
    said = store.keep("scored", "x", True)
    assert "not kept" in said and "another program" in said and "MCTSLIB_PROGRESS" in said
    assert file.read_text() == content and store.load() == {"scored": {"x": True}}


def test_an_empty_file_is_no_damage(file):
    file.write_text("\n")
    assert store.keep("scored", "x", True) == "" and store.load() == {"scored": {"x": True}}


def test_a_read_only_file_is_not_replaced(file):
    store.keep("scored", "x", True)
    before = file.read_text()
    file.chmod(0o444)
    said = store.keep("scored", "y", True)
    assert "not kept" in said and "read-only" in said and file.read_text() == before
    assert store.load() == {"scored": {"x": True, "y": True}}  # until the end of this run
    file.chmod(0o644)
    assert store.keep("scored", "z", True) == ""  # now the missing entry is written to the file
    assert json.loads(file.read_text())["scored"] == {"x": True, "y": True, "z": True}


# errors: no permission, no space, a read-only file system
@pytest.mark.parametrize("number", [13, 28, 30])
def test_a_folder_that_takes_no_file_is_a_sentence(file, monkeypatch, number):
    store.keep("scored", "x", True)
    before = file.read_text()

    def refuse(*arguments, **options):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("os.fsync", refuse)
    said = store.keep("scored", "y", True)
    assert "not kept" in said and os.strerror(number) in said and file.read_text() == before
    assert store.load()["scored"] == {"x": True, "y": True}


@pytest.mark.parametrize("value", [None, [1], {}, 1j, pytest.param(-(10**5000), id="5,000 digits")])
def test_a_value_that_cannot_be_kept_does_not_stop_the_next(file, value):
    with pytest.raises(ValueError, match="cannot be kept"):
        store.keep("scored", "x", value)
    assert store.keep("scored", "y", True) == ""


def test_who_deletes_the_file_starts_again(file):
    store.keep("scored", "x", True)
    file.unlink()
    assert store.load() == {}
    store.keep("scored", "y", True)
    assert json.loads(file.read_text())["scored"] == {"y": True}


def test_two_threads_at_once_lose_nothing(file):
    def work(name):
        for i in range(40):
            store.keep("scored", f"{name}-{i}", True)

    together(*(partial(work, name) for name in "abc"))
    assert len(json.loads(file.read_text())["scored"]) == 120


def test_off_keeps_nothing_and_says_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("MCTSLIB_PROGRESS", "off")
    monkeypatch.chdir(tmp_path)
    store.forget()
    assert store.path() is None and store.keep("scored", "x", True) == ""
    assert store.load() == {"scored": {"x": True}} and list(tmp_path.iterdir()) == []


def test_outside_of_a_notebook_nothing_is_kept(tmp_path, monkeypatch):
    monkeypatch.delenv("MCTSLIB_PROGRESS", raising=False)
    monkeypatch.chdir(tmp_path)
    assert store.path() is None and ch00.check_outcome(PASSING) and list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_in_a_notebook_the_file_stands_beside_it(tmp_path, monkeypatch):
    code = (
        f"import os; os.environ.pop('MCTSLIB_PROGRESS'); os.chdir({str(tmp_path)!r})\n"
        "from mctslib.course.ch00.checkers import *\n"
        "check_outcome(outcome)"
    )
    nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    assert build.problems(build.execute(nb)) == []
    kept = json.loads((tmp_path / "progress.json").read_text())
    assert kept == {"course": "mctslib", "exercises": {"00 check_outcome": True}}


# ---------------------------------------------------------- exercises and predictions


def test_a_passed_exercise_is_remembered_and_a_failed_one_is_not(file):
    assert not ch00.check_outcome(str) and not ch00.check_outcome(...)
    assert store.load() == {}
    assert ch00.check_outcome(PASSING)
    assert not ch00.check_outcome(str)  # a passed exercise stays passed
    assert store.load() == {"exercises": {"00 check_outcome": True}}


PASSED = """
import sys
from mctslib.course.ch04.checkers import check_select
from mctslib.search import select
assert check_select(select)
pages = {"mctslib.course.pages", "mctslib.course.questions"}
print({"ipywidgets", "matplotlib", *pages} & set(sys.modules))
"""


def test_to_store_one_tick_not_the_whole_course_is_loaded_and_its_key_stays_what_it_was(file):
    """Storing a passed exercise does not load the whole course.

    The stored key must not change, because readers' files contain it.
    """
    out = subprocess.run([sys.executable, "-c", PASSED], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "set()" and store.load() == {
        "exercises": {"04 check_select": True}
    }
    assert "Exercises passed  1 of 5" in repr(summary("04"))


def test_a_checker_that_refuses_remembers_nothing(file):
    @exercise("fine")
    def check(own):
        raise Wrong("no")

    assert not check(1) and store.load() == {}


def test_every_checker_says_what_it_needs_in_place_of_what_is_no_answer():
    for chapter in NUMBERED:
        for junk in [None, "text"]:
            module = import_module(f"mctslib.course.ch{chapter}.checkers")
            for name, check in vars(module).items():
                if not name.startswith("check_") or not hasattr(check, "__wrapped__"):
                    continue
                verdict = check(
                    *[
                        junk
                        for part in signature(check).parameters.values()
                        if part.default is part.empty
                    ]
                )
                assert verdict.status == ("pending" if junk is None else "wrong"), name
                assert (
                    "Nothing here yet" in verdict.message
                    if verdict.status == "pending"
                    else "Error" not in verdict.message
                )


def test_numpy_s_answers_are_answers():
    for answer, kind, right in [
        (np.True_, bool, True),
        (np.int8(3), int, 3),
        (np.float32(1 / 3), float, 1 / 3),
        (np.float16(1 / 3), float, 1 / 3),
        (np.float64(0.5), float, 0.5),
        (np.int64(1), float, 1),
        (np.str_("a"), str, "a"),
        (True, bool, True),
        (np.arange(2), list, [0, 1]),
        ((0, 1), list, [0, 1]),
        ([0, 1], tuple, (0, 1)),
        (Fraction(1, 3), float, 1 / 3),
    ]:
        own = call(lambda answer=answer: answer, returns=kind)
        (close if kind is float else same)(own, right, "own()")
        assert kind is float or type(own) is kind


LONG = list(range(200))


@pytest.mark.parametrize(
    ("answer", "right", "words"),
    [
        (4 / 3, 4 / 3 + 1e-6, "is 1.333333; it should be 1.333334, off by -0.000001"),
        (0.1 + 0.2 + 1e-8, 0.3, "is 0.30000001; it should be 0.3, off by +0.00000001"),
        (float("inf"), 1, "is ∞; it should be 1, off by +∞."),
    ],
)
def test_a_number_that_is_off_is_shown_with_the_digits_that_differ(answer, right, words):
    with pytest.raises(Wrong) as wrong:
        close(answer, right, "own()")
    assert words in str(wrong.value)


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        (LONG, [*LONG[:-1], 0]),
        (LONG, [*LONG[:40], 0]),
        ("1", 1),
        ([], ()),
        ((0.5, 1), (0.5, 2)),
    ],
)
def test_two_values_that_differ_are_not_shown_alike(answer, right):
    with pytest.raises(Wrong) as wrong:
        same(answer, right, "own()")
    found, wanted = str(wrong.value).rstrip(".").split("; it should be ")
    assert found.removeprefix("`own()` is ") != wanted


@pytest.mark.parametrize("answer", [2, 2.0, np.float32(2), np.int64(2), np.float64(2)])
def test_a_whole_number_may_be_written_with_a_point(answer):
    assert whole(answer, "arm") == 2 and type(whole(answer, "arm")) is int


@pytest.mark.parametrize("answer", [2.5, "2", True, float("inf"), float("nan"), [2]])
def test_and_what_is_none_is_refused(answer):
    with pytest.raises(Wrong, match=r"it should be a whole number|inf|nan"):
        whole(answer, "arm")


def test_the_line_of_a_reader_s_helper_is_told_whatever_its_folder_is_called(tmp_path):
    helper = tmp_path / "mctslib" / "helper.py"
    helper.parent.mkdir()
    helper.write_text("def mean(node):\n    return 1 / 0\n")
    names = {}
    exec(compile(helper.read_text(), str(helper), "exec"), names)
    with pytest.raises(Wrong, match="return 1 / 0"):
        call(names["mean"], None)


@pytest.mark.parametrize(
    ("guess", "within", "status"), [(4, 0, "correct"), (5, 0, "wrong"), (5, 1, "correct")]
)
def test_a_prediction_is_scored_and_its_score_kept(file, guess, within, status):
    asked = predict("00-random")
    asked.choose(guess)
    verdict = score_prediction(asked, 4, "Because.", within=within)
    assert (
        verdict.status == status
        and "Because." in verdict.message
        and verdict.message.startswith("You predicted")
    )
    assert store.load()["scored"] == {"00-random": status == "correct"}


def test_no_prediction_is_no_failure(file):
    verdict = score_prediction(predict("00-random"), 4, "Because.")
    assert verdict.status == "pending" and "The result is 4" in verdict.message
    assert store.load() == {}


# ---------------------------------------------------------- the widgets, driven through messages


def test_every_option_of_a_checkpoint_is_explained(file):
    asked = checkpoint("00-played")
    assert (
        asked.choice is None
        and asked.page.answer["chosen"] is None
        and asked.page.answer["html"] == ""
    )
    for i, option in enumerate(asked.question.options):
        press(asked, i)
        assert asked.choice == option.text and asked.page.answer["chosen"] == i
        assert asked.page.answer["html"] == html(option.why)
        assert asked.page.answer["mark"] == ("✔ Right." if option.right else "✗ Not this one.")
        assert asked.status.error is None and asked.status.text == ""
    for i in range(len(asked.options)):  # the right answer has been kept, and these are looks
        press(asked, i)
    right = next(option.text for option in asked.question.options if option.right)
    assert store.load()["checkpoints"] == {"00-played": right}


def test_a_choice_is_there_again_in_the_next_run(file, monkeypatch):
    press(checkpoint("00-played"), 1)
    press(predict("00-random"), 4)
    press(predict("01-spread"), 2)
    assert "Noted: 4." in predict("00-random").page.answer["html"]
    store.forget()
    assert checkpoint("00-played").page.answer["mark"] == "✔ Right."
    assert predict("00-random").page.answer["chosen"] == predict("00-random").choice == 4
    assert predict("01-spread").choice == "400" and predict("01-spread").page.answer["chosen"] == 2


@pytest.mark.parametrize(
    ("kind", "ask", "key", "kept"),
    [
        *(
            ("checkpoints", checkpoint, "00-played", kept)
            for kept in ("no such option", 3, True, "")
        ),
        *(
            ("predictions", predict, "00-random", kept)
            for kept in ("four", 1001, -1, True, float("inf"))
        ),
    ],
)
def test_a_kept_choice_that_is_none_any_more_is_forgotten(file, kind, ask, key, kept):
    store.keep(kind, key, kept)
    assert ask(key).choice is None


@pytest.mark.parametrize("value", [1001, -1, None, "4", 1e400, [4], True, 4.5])
def test_what_cannot_be_chosen_is_refused_and_changes_nothing(file, value):
    asked = predict("00-random")
    press(asked, 4)
    press(asked, value)
    refused = {
        "chosen": None,
        "kind": "wrong",
        "mark": "✗",
        "html": "A whole number from 0 to 1,000.",
    }
    assert asked.page.answer == refused and asked.status.error is None
    assert asked.choice == 4 and store.load()["predictions"] == {"00-random": 4}
    press(asked, 5)
    assert asked.choice == 5 and asked.page.answer["html"].startswith("Noted: 5.")


@pytest.mark.parametrize("value", [3, -1, None, "B", 0.5, True])
def test_an_option_that_is_none_is_a_red_line(file, value):
    asked = checkpoint("00-played")
    press(asked, value)
    assert asked.status.error and asked.choice is None and store.load() == {}
    press(asked, 0)
    assert asked.choice and asked.status.error is None


def test_a_range_with_a_decimal_point_takes_any_number(file, monkeypatch):
    (share,) = read("[predict.a]\nquestion='Q'\nnumbers=[0.0, 1]", "00")
    monkeypatch.setattr("mctslib.course.asking.question", lambda key, kind: share)
    asked = predict("00-a")
    press(asked, 0.25)
    assert asked.choice == 0.25 and "A number from 0.0 to 1." in asked.static_picture()


def test_without_a_kernel_the_question_is_seen_and_the_explanations_are_folded(file):
    asked = checkpoint("00-played")
    press(asked, 1)
    page = asked.static_picture()
    well_formed(page)
    open_part = page.partition("<details>")[0]
    assert html(asked.question.text) in open_part and "Right" not in open_part
    for option in asked.question.options:
        assert f"{html(option.text)}</summary>" in page and html(option.why) in page
    assert page.count("✔ Right.") == 1 and asked.static_text().count("\n") == 3
    data, _ = asked._repr_mimebundle_()
    assert data["text/html"] == page and build.VIEW in data


class _Balanced(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attributes):
        if tag != "img":  # has no end
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def well_formed(page):
    parser = _Balanced()
    parser.feed(page)
    parser.close()
    assert parser.open == []


# ---------------------------------------------------------- the questions


def test_the_questions_of_each_chapter_can_be_asked(file):
    for chapter in chapters():
        asked = questions(chapter)
        for one in asked:
            well_formed(
                (predict if one.kind == "predict" else checkpoint)(one.key).static_picture()
            )
            assert all(option.why for option in one.options) or one.kind == "predict"


GOOD = (
    '[checkpoint.a]\nquestion = "Q?"\n'
    'options = [{text="1", why="w", right=true}, {text="2", why="w"}]'
)
BAD = [
    ("[predict.a\n", "is not TOML"),
    ("[guess.a]\nquestion='Q'", r"not \[guess\]"),
    ("[predict.a]\nnumbers=[0, 1]", r'01.toml, \[predict.a\]: question = "..." is missing'),
    ("[predict.a]\nquestion='Q'", "either options or numbers"),
    ("[predict.a]\nquestion='Q'\nnumbers=[1, 0]", "lowest, highest"),
    ("[predict.a]\nquestion='Q'\noptions=['a']", "at least two"),
    ("[predict.a]\nquestion='Q'\noptions=['a', 'a']", "all different"),
    ("[checkpoint.a]\nquestion='Q'\noptions=['a', 'b']", "with its explanation"),
    (GOOD.replace(', why="w"}', "}"), "with its explanation"),
    (GOOD.replace("right=true", "right=false"), "exactly one"),
    (GOOD.replace('{text="2", why="w"}', '{text="2", why="w", right=true}'), "exactly one"),
    (GOOD.replace("right=true", "correct=true"), "also has right = true"),
    (GOOD + "\nfigure = 'X..'", "figure must be"),
    (GOOD + "\nfigure = {tree = ['a', 'b']}", "figure must be"),
]


def test_a_good_question_is_read():
    (one,) = read(GOOD, "01")
    assert (one.key, one.kind, one.text) == ("01-a", "checkpoint", "Q?") and one.options[0].right


def test_a_question_written_wrongly_is_refused_with_a_reason():
    for text, message in BAD:
        with pytest.raises(QuestionError, match=message):
            read(text, "01")


@pytest.mark.parametrize(
    "key", ["00-nothing", "99-first", "first", "", "../00-random", "00-played"]
)
def test_a_question_that_does_not_exist_is_told(key):
    with pytest.raises(QuestionError, match="has no|There is no file"):
        predict(key)


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("a < b & `x * y * z` *so*", "a &lt; b &amp; <code>x * y * z</code> <em>so</em>"),
        ("**very** `a`", "<strong>very</strong> <code>a</code>"),
        ("one ` alone", "one ` alone"),
        ("<script>", "&lt;script&gt;"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("**N**, *W*: **Q**", "<strong>N</strong>, <em>W</em>: <strong>Q</strong>"),
    ],
)
def test_the_texts_become_html_safely(text, made):
    assert html(text) == made


# ---------------------------------------------------------- the pages


def test_the_summary_counts_what_the_reader_did(file):
    assert not tally("00").begun
    press(checkpoint("00-played"), 1)
    press(checkpoint("00-threat"), 0)
    guess = predict("00-random")
    press(guess, 4)
    score_prediction(guess, 4, "")
    ch00.check_outcome(PASSING)
    page = summary("00")
    assert repr(page).splitlines()[:4] == [
        "Chapter 00: what you did",
        "Predictions made  1 of 1, 1 right",
        "Exercises passed  1 of 2",
        "Checkpoints answered  2 of 2, 1 right in the end",
    ]
    well_formed(page._repr_html_())
    assert 'scope="row"' in page._repr_html_() and "<caption" in page._repr_html_()
    assert tally("00").finished and store.load()["chapters"] == {"00": True}


def test_only_predictions_that_were_made_are_right(file):
    """The score of a prediction does not count if the prediction itself is not stored."""
    store.keep("scored", "01-spread", True)
    store.keep("scored", "01-blunders", True)
    store.keep("predictions", "01-blunders", 585)
    assert str(tally("01").predictions) == "1 of 2, 1 right"
    store.keep("scored", "01-blunders", False)
    assert str(tally("01").predictions) == "1 of 2, 0 right"


WORTH = [  # the board, the right moves, and their value for the player to move
    ("XX./OO./...", {2}, "1"),
    ("XX./OO./X..", {5}, "1"),  # O's turn
    (".../O.X/.X.", {2, 8}, "0.5"),  # O's turn
    ("XO./.X./...", {2, 3, 5, 6, 7, 8}, "0"),  # O is to move, and X wins in any case
]


@pytest.mark.parametrize(("board", "correct", "worth"), WORTH)
def test_a_puzzle_of_one_s_own_is_worth_what_it_is_to_the_player_to_move(board, correct, worth):
    state = TicTacToe.from_text(board)
    puzzle = puzzle_of(state)
    assert f"the player to move gets {worth}, with" in puzzle.story
    assert puzzle.correct == correct


def test_the_progress_page_shows_every_chapter(file):
    before = repr(progress())
    assert "✔" not in before and all(
        f"{number} · {title}" in before for number, title in titles().items()
    )
    summary("00")
    lines = repr(progress()).splitlines()
    assert "✔" not in repr(progress()), "a reader who only ran every cell has made no progress"
    assert "00 · Play before you know  yes  0 of 1  0 of 2  0 of 2" in lines
    assert "Your progress is kept in progress.json" in lines[-1]
    well_formed(progress()._repr_html_())


def test_the_progress_page_loads_no_big_package():
    """The progress page imports no big package, because a browser would have to download it."""
    ask = (
        "import sys; from mctslib.course import progress; progress(); "
        "print({'numpy', 'matplotlib'} & {*sys.modules})"
    )
    said = subprocess.run(
        [sys.executable, "-c", ask], capture_output=True, text=True, check=True
    ).stdout
    assert said.splitlines()[-1] == "set()"


@pytest.mark.parametrize(
    "name, chapter, numbered",
    [
        ("03_walk_one_iteration_by_hand.ipynb", "03", True),
        ("05b_a_blank_sheet.py", "05b", True),
        ("05b", "05b", True),
        ("B_the_bug_card", "B", False),
        ("Untitled.ipynb", "Untitled", False),
        ("2024_notes.ipynb", "2024", False),
    ],
)
def test_a_notebook_begins_with_the_name_of_its_chapter(name, chapter, numbered):
    assert chapter_of(name) == chapter_of(NOTEBOOKS / name) == chapter
    assert is_chapter(name) == numbered


@pytest.mark.parametrize(
    "folder, chapter",
    [("ch04", "04"), ("ch05b", "05b"), ("chA", "A"), ("teach", ""), ("chapters", ""), ("ch4", "")],
)
def test_a_folder_of_the_course_ends_with_the_name_of_its_chapter(folder, chapter):
    assert chapter_of_folder(folder) == chapter
    assert chapter_of_module(f"mctslib.course.{folder}.checkers") == chapter


def test_the_chapters_are_called_as_their_notebooks_are():
    called = {}
    for path in CHAPTERS:
        first_line = nbformat.read(path, 4).cells[0].source.partition("\n")[0]
        called[chapter_of(path)] = first_line
    assert called == {chapter: f"# {chapter} · {titles()[chapter]}" for chapter in called}
