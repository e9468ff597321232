"""The paper sheets differ, and their marked answers are those that are counted again."""

import random
import re
from fractions import Fraction
from math import log, sqrt

import pytest

from mctslib.course.__main__ import main
from mctslib.course.ch02 import sheet as arms_sheet
from mctslib.course.ch03 import sheet as walk_sheet
from mctslib.course.ch13 import sheet as proof_sheet
from mctslib.course.ch18 import sheet as widening_sheet
from mctslib.course.ch19 import sheet as steps_sheet
from mctslib.course.ch20 import sheet as dream_sheet
from mctslib.course.ch21 import sheet as exam_sheet
from mctslib.course.ch21.answers import iterations_for
from mctslib.course.teach.sheets import chapters, different, sheets
from mctslib.games.putting import Putting
from mctslib.methods.solver import proofs
from mctslib.methods.widening import Widening
from mctslib.oracle import value
from mctslib.tree import Node, attach
from mctslib.words import points


def numbers(row):
    """Return the numbers in a row of a table, where ½ becomes 0.5."""
    return [float(n) for n in re.findall(r"-?\d+\.?\d*", re.sub("½", ".5", row))]


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
    for row in sheet.rows():
        n, w = books[row.after.path()]
        assert (
            f'<th scope="row">{walk_sheet.name_of(row.after)}</th><td>{n}</td><td>{points(w)}</td>'
            in page
        )
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
