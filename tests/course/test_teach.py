"""Check the teacher's material: slides, the book of answers, and the class table."""

import csv
import json
import re
import shlex

import pytest
from repository import ROOT

from mctslib.course.__main__ import main
from mctslib.course.chapters import is_chapter
from mctslib.course.questions import chapters as all_chapters
from mctslib.course.teach.answers import answers
from mctslib.course.teach.lesson import Slide, lesson, slides
from mctslib.course.teach.lesson import chapters as slides_of_chapters
from mctslib.course.teach.register import register

CHAPTERS = len(all_chapters())

NOTEBOOKS = ROOT / "notebooks"


# ---------------------------------------------------------- slides


@pytest.mark.slow
def test_a_lesson_lasts_ninety_minutes_and_moves_without_a_kernel_or_a_network(tmp_path):
    made = slides()
    assert sum(slide.minutes for slide in made) == 90 and len(
        {slide.title for slide in made}
    ) == len(made)
    page = lesson(tmp_path).read_text("utf-8")
    assert (
        page.count('<section class="slide"') == len(made)
        and "<footer>20 / 20 · 1:30</footer>" in page
    )
    assert set(re.findall(r'data-kind="(\w+)"', page)) == {"stepper", "film", "question"}
    # Some pages remove scripts, so each living picture needs a still picture.
    assert page.count('class="mcts-still"><') == page.count('mcts-living" data-kind')
    assert not re.search(r"""(?:src|href)\s*=\s*["']http|url\(http|@import""", page)


@pytest.mark.slow
@pytest.mark.parametrize("chapter", slides_of_chapters())
def test_the_slides_of_a_chapter_stand_alone(chapter, tmp_path):
    file = lesson(tmp_path, chapter)
    page = file.read_text("utf-8")
    made = slides((chapter,))
    assert file.name == f"slides-{chapter}.html"
    assert page.count('<section class="slide"') == len(made) >= 5
    assert len({slide.title for slide in made}) == len(made)
    assert 40 <= sum(slide.minutes for slide in made) <= 50
    assert 'data-kind="question"' in page
    assert not re.search(r"""(?:src|href)\s*=\s*["']http|url\(http|@import""", page)


def test_the_foot_of_a_slide_has_the_time_at_which_it_begins(tmp_path, monkeypatch):
    made = [Slide("one", 50, ""), Slide("two", 15, ""), Slide("three", 5, "")]
    monkeypatch.setattr("mctslib.course.teach.lesson.slides", lambda chapters: made)
    feet = re.findall(r"<footer>(.*?)</footer>", lesson(tmp_path).read_text("utf-8"))
    assert feet == ["1 / 3 · 0:00 · 50 min", "2 / 3 · 0:50 · 15 min", "3 / 3 · 1:05 · 5 min"]


def test_a_chapter_without_slides_is_named(tmp_path, capsys):
    assert main(["slides", str(tmp_path / "new"), "18", "77"]) == 1
    assert "but the chapters 00, 03, 18, 19, 20, 21 have slides." in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


# ---------------------------------------------------------- the table of a class


@pytest.fixture
def handed_in(tmp_path):
    """Write three students' files, and files that are not progress files; return the folder."""
    folder = tmp_path / "handed in"
    (folder / "ben").mkdir(parents=True)
    one = {
        "course": "mctslib",
        "exercises": {"03 check_children": True, "03 gone": True},
        "chapters": {"03": True},
        "checkpoints": {
            "03-draw": "Nothing changes, because no player won.",
            "03-writers": "Only backpropagation.",
        },
    }
    (folder / "anna.json").write_text(json.dumps(one))
    (folder / "ben" / "progress.json").write_text(
        json.dumps({**one, "exercises": {}, "chapters": {}})
    )
    (folder / "=1+1 <b>.json").write_text('{"course": "mctslib"}')
    for name, content in {
        "chess.json": b'{"course": "chess"}',
        "cut.json": b'{"course": "mctslib", "sc',
        "photo.jpg": b"\xff\xd8\xff",
        "empty.json": b"",
        ".hidden": b"x",
    }.items():
        (folder / name).write_bytes(content)
    return folder


def test_a_line_for_each_student_and_chapter(handed_in, tmp_path):
    before = {path: path.read_bytes() for path in handed_in.rglob("*") if path.is_file()}
    (shown, sums), trouble = register(handed_in, tmp_path / "table")
    rows = list(csv.DictReader(sums.read_text("utf-8-sig").splitlines()))
    assert {row["student"] for row in rows} == {"anna", "ben", "'=1+1 <b>"} and len(
        rows
    ) == 3 * CHAPTERS
    anna = next(row for row in rows if (row["student"], row["chapter"]) == ("anna", "03"))
    assert (anna["to the end"], anna["exercises passed"], anna["exercises"]) == ("yes", "1", "4")
    assert (anna["checkpoints answered"], anna["checkpoints right"], anna["checkpoints"]) == (
        "2",
        "1",
        "3",
    )
    page = shown.read_text("utf-8")
    assert (
        "1/4 ✓" in page
        and "2 of 2</td><td>Nothing changes, because no player won." in page
        and "=1+1 &lt;b&gt;" in page
    )
    assert [one.split()[0] for one in trouble] == [
        "chess.json",
        "cut.json",
        "empty.json",
        "photo.jpg",
    ]
    assert all(one.endswith("so it is not counted.") and one in page for one in trouble)
    assert before == {path: path.read_bytes() for path in handed_in.rglob("*") if path.is_file()}


def test_strange_entries_count_for_nothing_and_stop_nothing(handed_in, tmp_path):
    entries = {"predictions": {"00-random": float("inf")}, "checkpoints": {"00-threat": 3}}
    strange = {"course": "mctslib", "chapters": {"03": True}, **entries}
    (handed_in / "strange.json").write_text(json.dumps(strange))
    (_, sums), trouble = register(handed_in, tmp_path / "table")
    lines = sums.read_text("utf-8-sig")
    assert len(trouble) == 4 and "\nstrange,03,yes" in lines and "\nanna,03,yes" in lines


def test_a_class_of_which_nothing_can_be_counted_is_a_sentence(handed_in, tmp_path, capsys):
    for path in [*handed_in.glob("[=ab]*.json"), handed_in / "ben" / "progress.json"]:
        path.unlink()
    for folders, words in [
        ((handed_in, tmp_path), "no progress file"),
        ((tmp_path / "no", tmp_path), "no folder"),
        ((handed_in, handed_in), "another folder"),
    ]:
        assert main(["class", *map(str, folders)]) == 1 and words in capsys.readouterr().err


# ---------------------------------------------------------- the book of answers


def test_every_exercise_is_answered(tmp_path):
    page = answers(NOTEBOOKS, tmp_path).read_text("utf-8")
    cells = [
        cell
        for path in filter(is_chapter, NOTEBOOKS.glob("*.ipynb"))
        for cell in json.loads(path.read_text())["cells"]
    ]
    asked = [cell for cell in cells if "exercise" in cell["metadata"].get("tags", [])]
    assert len(asked) == page.count("<h4>Solution</h4>") == page.count("<h4>Hint</h4>") > 60
    assert page.count("<h4>Common mistakes</h4>") > 50
    assert "This is Bonferroni's correction." in page and "Nothing here yet" not in page
    assert "<p></p>" not in page and not re.search(r'(?:src|href)="http', page)


@pytest.mark.parametrize("content", ["", "[]", '{"cells": [1]}', '{"cells": 3}'])
def test_a_notebook_that_is_none_is_a_sentence(content, tmp_path, capsys):
    assert main(["answers", str(tmp_path), "--notebooks", str(tmp_path)]) == 1
    assert "name the folder of the notebooks with --notebooks" in capsys.readouterr().err
    (tmp_path / "03_x.ipynb").write_text(content)
    assert main(["answers", str(tmp_path), "--notebooks", str(tmp_path)]) == 1
    assert (
        "03_x.ipynb is not a notebook" in capsys.readouterr().err
        and not (tmp_path / "answers.html").exists()
    )


# ---------------------------------------------------------- the commands of the teacher's page

PAGE = (ROOT / "mctslib/course/teach/README.md").read_text("utf-8")
COMMANDS = re.findall(r"^\.venv/bin/python -m mctslib\.course (.+?)$", PAGE, re.M)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_page_does_what_it_says(command, handed_in, tmp_path, monkeypatch, capsys):
    handed_in.rename(tmp_path / "handed_in")
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "03_x.ipynb").write_bytes(next(NOTEBOOKS.glob("03_*")).read_bytes())
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(command)) == 0
    made = capsys.readouterr().out.split("\n")[:-1]
    assert made and all((tmp_path / name).stat().st_size > 1000 for name in made)
