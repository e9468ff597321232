"""Check the teacher's material: paper sheets, slides, the book of answers, and the class table."""

import csv
import json
import os
import random
import re
import shlex
from fractions import Fraction
from math import log, sqrt
from pathlib import Path

import pytest
from repository import ROOT

from mctslib.course.__main__ import main
from mctslib.course.ch02 import sheet as arms_sheet
from mctslib.course.ch03 import sheet as walk_sheet
from mctslib.course.ch13 import sheet as proof_sheet
from mctslib.course.ch18 import sheet as widening_sheet
from mctslib.course.ch19 import sheet as steps_sheet
from mctslib.course.ch20 import sheet as dream_sheet
from mctslib.course.ch21 import sheet as exam_sheet
from mctslib.course.ch21.answers import iterations_for
from mctslib.course.chapters import is_chapter
from mctslib.course.questions import chapters as all_chapters
from mctslib.course.teach.answers import answers
from mctslib.course.teach.lesson import Slide, lesson, slides
from mctslib.course.teach.lesson import chapters as slides_of_chapters
from mctslib.course.teach.register import no_formula, printable, register
from mctslib.course.teach.sayings import sayings
from mctslib.course.teach.sheets import chapters, different, sheets
from mctslib.games.putting import Putting
from mctslib.methods.solver import proofs
from mctslib.methods.widening import Widening
from mctslib.oracle import value
from mctslib.tree import Node, attach
from mctslib.words import points

CHAPTERS = len(all_chapters())

NOTEBOOKS = ROOT / "notebooks"


def numbers(row):
    """Return the numbers in a row of a table, where ½ becomes 0.5."""
    return [float(n) for n in re.findall(r"-?\d+\.?\d*", re.sub("½", ".5", row))]


# ---------------------------------------------------------- paper sheets


@pytest.mark.parametrize("chapter", chapters())
def test_as_many_different_sheets_as_students_and_the_same_again(chapter, tmp_path):
    first = sheets(chapter, tmp_path / "a folder", 2).read_text("utf-8")
    assert sheets(chapter, tmp_path, 2).read_text("utf-8") == first
    pages = first.split("<section")[1:]
    assert len(pages) == 4 and [("Answers</span>" in page) for page in pages] == [False, True] * 2
    assert re.findall(r"Sheet (\d+)<", first) == ["1", "1", "2", "2"] and not re.search(
        r'(?:src|href)="http', first
    )
    assert pages[0].split("</header>")[1] != pages[2].split("</header>")[1]
    assert pages[0] not in sheets(chapter, tmp_path, 1, seed=1).read_text("utf-8")


def test_a_sheet_that_comes_twice_is_left_out_and_a_larger_class_begins_with_the_same():
    def few(rng):
        return f"{int(6 * rng.random())}", "answer"

    assert len(different(few, 6, 0)) == len({question for question, _ in different(few, 6, 0)}) == 6
    assert different(few, 6, 0)[:3] == different(few, 3, 0)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("77", 3), "no paper sheet, but the chapters 02, 03, 13, 18, 19, 20, 21 have sheets"),
        (("03", 0), "1 to 1,000, not 0"),
        (("03", 1001), "not 1,001"),
    ],
)
def test_what_cannot_be_made_is_a_sentence(arguments, words, tmp_path, capsys):
    chapter, students = map(str, arguments)
    assert main(["sheets", chapter, str(tmp_path), "--students", students]) == 1
    assert words in capsys.readouterr().err and not list(tmp_path.iterdir())


@pytest.mark.parametrize("seed", range(5))
def test_the_walk_s_answers_are_those_of_the_books_kept_by_hand(seed):
    sheet = walk_sheet.drawn(random.Random(seed))
    books = {}
    for iteration in sheet.trace.iterations[: sheet.t]:
        for length in range(len(iteration.path) + 1):
            mover = (sheet.trace.state.current_player + max(length - 1, 0)) % 2
            n, w = books.get(iteration.path[:length], (0, 0.0))
            books[iteration.path[:length]] = n + 1, w + iteration.rewards[mover]
    page = walk_sheet.handout(random.Random(seed))[1]
    for row in sheet.rows:
        n, w = books[row.path]
        assert f'<th scope="row">{row.name}</th><td>{n}</td><td>{points(w)}</td>' in page
    score = {
        a: w / n + sqrt(2 * log(sheet.t) / n)
        for (a, *rest), (n, w) in list(books.items())[1:]
        if not rest
    }
    assert f"The next iteration walks to cell {max(score, key=score.get)}," in page
    assert all(f"{total:.3f}" in page for total in score.values())


@pytest.mark.parametrize("seed", range(5))
def test_the_arms_answers_are_auer_s_formula(seed):
    question, page = arms_sheet.handout(random.Random(seed))
    rows = [
        numbers(row)[1:3]
        for row in re.findall(r"<tr><th scope=\"row\">.*?</tr>", question.split("<h2>")[1])
    ]
    total = sum(n for n, _ in rows)
    score = [wins / n + sqrt(2 * log(total) / n) for n, wins in rows]
    assert f"Next is arm {score.index(max(score))}," in page and all(
        f"{one:.2f}" in page for one in score
    )
    truth = [
        numbers(row)[1:3]
        for row in re.findall(r"<tr><th scope=\"row\">.*?</tr>", question.split("<h2>")[3])
    ]
    cost = sum(n * (max(p for _, p in truth) - p) for n, p in truth)
    assert f"The regret is {cost:.1f}." in page


@pytest.mark.parametrize("seed", range(3))
def test_the_proofs_are_those_of_perfect_play(seed):
    root = proof_sheet.draw_tree(random.Random(seed))
    facts = proofs(root)
    assert set(facts) == set(root.descendants())
    assert all(facts[node] == (value(node.state, 0), value(node.state, 1)) for node in facts)
    for fork in proof_sheet.draw_forks(random.Random(seed)):
        mover, actions = fork
        known = [end[mover] for end, told in actions if told == "known"]
        sure = max(known, default=0) == 1 or len(known) == 3
        assert proof_sheet.fact(fork) == (
            {0: (0, 1), 0.5: (0.5, 0.5), 1: (1, 0)}[max(known)][:: 1 - 2 * mover] if sure else None
        )


@pytest.mark.parametrize("seed", range(5))
def test_a_child_comes_when_the_library_widens(seed):
    problem = widening_sheet.drawn(random.Random(seed))
    method = Widening(0.5, float(problem.factor))
    for seen in problem.nodes:
        node = Node(Putting())
        for stroke in node.state.legal_actions()[: seen.children]:
            attach(node, stroke)
        node.visits = seen.visits
        assert widening_sheet.has_room(seen, problem.factor) == method.room(node)
    for child in widening_sheet.CHILDREN:
        n = widening_sheet.first_visits(child, problem.factor)
        assert float(problem.factor) * sqrt(n) > child - 1
        assert n == 1 or float(problem.factor) * sqrt(n - 1) <= child - 1 + 1e-9


@pytest.mark.parametrize("seed", range(5))
def test_the_steps_are_those_of_best_of_n(seed):
    problem = steps_sheet.drawn(random.Random(seed))
    for budget in steps_sheet.BUDGETS:
        waiting = [(line.steps, line.solves) for line in problem.lines]
        used, drawn, solved = 0, 0, None
        while used < budget and waiting:
            steps, right = waiting.pop(0)
            used, drawn = used + steps, drawn + 1
            if right and solved is None:
                solved = used
        assert steps_sheet.lines_drawn(problem.lines, budget) == drawn
        assert steps_sheet.solved_after(problem.lines, budget) == solved
    chosen = steps_sheet.kept(problem.beginnings)
    products = [one.before * one.step for one in problem.beginnings]
    assert sorted(products)[-3:] == sorted(products[k - 1] for k in chosen)


@pytest.mark.parametrize("seed", range(5))
def test_the_results_are_those_for_the_player_to_move(seed):
    problem = dream_sheet.drawn(random.Random(seed))
    page = dream_sheet.handout(random.Random(seed))[1]
    for place in [*problem.places, *dream_sheet.lesson(problem)]:
        rewards = (place.first, 1 - place.first)
        mover = (place.turn + place.ahead) % 2
        assert f"<td>{'XO'[mover]}</td><td>{points(rewards[mover])}</td>" in page


@pytest.mark.parametrize("seed", range(5))
def test_the_marked_answers_of_the_exam_are_counted_again(seed):
    problem = exam_sheet.drawn(random.Random(seed))
    question, page = exam_sheet.handout(random.Random(seed))
    rows = re.findall(r'<th scope="row">([AB])</th>(.*?)</tr>', question)
    a, b = ([mark == "✓" for mark in re.findall("<td>(.)</td>", cells)] for _, cells in rows)
    for name, own, other in (("A", a, b), ("B", b, a)):
        only = sum(mine and not theirs for mine, theirs in zip(own, other, strict=True))
        assert f'<th scope="row">only {name}</th><td>{only}</td>' in page
    counts = True
    for place, chance in enumerate(sorted(problem.chances)):
        counts = counts and chance <= 0.05 / (len(problem.chances) - place)
        row = re.search(f'<th scope="row">{chance:.3f}</th>.*?</tr>', page)[0]
        assert ("✓" if counts else "✗") in row
    cost = problem.cost
    measured = []
    for iterations in (cost.few, cost.many):
        milliseconds = cost.fixed + Fraction(cost.each * iterations, 100)
        assert f"{float(milliseconds):g} ms for {iterations}" in question
        measured.append((iterations, milliseconds))
    for time in exam_sheet.TIMES:
        fitting = iterations_for(time, *measured)
        assert f'<th scope="row">{time} ms</th><td>{fitting:,}</td>' in page


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
    assert set(re.findall(r'data-kind="(\w+)"', page)) == {"stepper", "film", "question", "paper"}
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
        "sheets": {"03 iteration 12": "9 of 10"},
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
    assert (anna["numbers on paper"], anna["numbers right"]) == ("10", "9")
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


BESIDE = b'"course": "mctslib", "chapters": {"03": true}'
STRANGE = {  # content of a student's file → the remark about it; None means that the file counts
    b"\xff\xfename.json": (b"{" + BESIDE + b"}", None),
    b"digits.json": (b"{" + BESIDE + b', "scored": {"a": 1' + b"0" * 5000 + b"}}", "is damaged"),
    b"score.json": (
        b"{" + BESIDE + b', "sheets": {"03 iteration 1": "' + b"9" * 5000 + b' of 2"}}',
        None,
    ),
    b"infinite.json": (b"{" + BESIDE + b', "predictions": {"00-random": 1e999}}', None),
    b"nan.json": (b"{" + BESIDE + b', "checkpoints": {"00-threat": NaN}}', None),
    b"deep.json": (b"[" * 100_000, "is damaged"),
    b"half.json": (b"{" + BESIDE + b', "predictions": {"\\ud83d": "\\ud83d"}}', None),
    b"large.json": (b'{"course": "mctslib"}' + b" " * 2_000_000, "too large"),
    b"null.json": (b"null", "not a progress file of this course"),
    b"chapters.json": (b'{"course": "mctslib", "chapters": ["03"]}', "is damaged"),
}


@pytest.mark.skipif(os.name != "posix", reason="other systems have only file names that are text")
@pytest.mark.parametrize("name", STRANGE)
def test_one_strange_file_is_one_line_and_stops_nothing(handed_in, tmp_path, name):
    content, reason = STRANGE[name]
    try:
        Path(os.fsdecode(os.fsencode(handed_in) + b"/" + name)).write_bytes(content)
    except OSError:
        pytest.skip("this file system does not accept such a name")
    (shown, sums), trouble = register(handed_in, tmp_path / "table")
    page, lines = shown.read_text("utf-8"), sums.read_text("utf-8-sig")
    told = [sentence for sentence in trouble if reason and reason in sentence]
    shown_name = name.removesuffix(b".json").decode("utf-8", "surrogateescape")
    shown_name = shown_name.encode("utf-8", "backslashreplace").decode()
    assert lines.count("\n") == 1 + CHAPTERS * (3 if reason else 4) and "\nanna,03,yes" in lines
    if reason:
        assert [one.split()[0] for one in told].count(f"{shown_name}.json") == 1
    else:
        assert len(trouble) == 4 and f"\n{shown_name},03,yes" in lines
    assert shown_name in page


@pytest.mark.parametrize(
    "name",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(1)",
        "\t=1+1",
        "\r=1",
        "\n=1",
        " =1",
        "\u3000=1",
        "＝1",
        "＠a",
        "\u200b=1",
    ],
)
def test_no_name_is_a_formula_of_a_spreadsheet(name):
    assert no_formula(name) == f"'{name}"
    assert no_formula(f"anna {name}") == f"anna {name}"


@pytest.mark.parametrize("end", ["\r", "\n", "\x0b", "\x0c", "\x85", "\u2028"])
def test_no_name_begins_a_new_line_of_the_table(end):
    """A spreadsheet would start a new row at a line break in a name.

    The spreadsheet could then read the rest of the name as a formula.
    """
    assert len(f"{printable(f'anna{end}=1+1')}".splitlines()) == 1


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
    assert (
        page.count("about wrong answers</h4>") >= len(asked) - 2 and "Nothing here yet" not in page
    )
    assert "<p></p>" not in page and not re.search(r'(?:src|href)="http', page)


def test_what_a_checker_says_is_read_off_its_source():
    assert "The square root is missing." in sayings("03", "check_scores")
    assert sayings("03", "check_nothing") == sayings("99", "check_scores") == []


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


def test_each_command_is_on_the_page():
    assert {command.split()[0] for command in COMMANDS} == {
        "sheets",
        "slides",
        "answers",
        "class",
        "03",
    }
