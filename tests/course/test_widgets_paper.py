"""Check one iteration on paper: the right numbers, the message for each mistake, and the widget."""

import pytest
from test_widgets_c_race import press, send

from mctslib import UCB1, Nim, Node, TicTacToe, record
from mctslib.course import progress, store, summary
from mctslib.course.ch03 import Paper
from mctslib.course.ch03.paper import Sheet, number_in
from mctslib.course.pages import tally

START = TicTacToe.from_text("X../XOO/OX.")
# In iteration 12 the moves are X 2, O 8, X 1, and X wins.
TRACE = record(START, 12, seed=12, tree_policy=UCB1(2**0.5))


@pytest.fixture
def sheet():
    return Sheet(TRACE, 12)


def right(row, letter):
    return f"{row.after[letter]:g}"


@pytest.mark.parametrize(
    ("text", "value"),
    [("2", 2), (" 2.5 ", 2.5), ("2,5", 2.5), ("2½", 2.5), ("½", 0.5), ("5/2", 2.5), ("1 1/2", 1.5)],
)
def test_numbers_as_people_write_them(text, value):
    assert number_in(text) == value


NOT_NUMBERS = [
    "",
    "  ",
    "two",
    "1 2",
    "½½",
    "1/0",
    "nan",
    "inf",
    "1 + 1",
]


@pytest.mark.parametrize("text", NOT_NUMBERS)
def test_what_is_no_number(text):
    assert number_in(text) is None


def test_the_rows_are_the_path_and_one_decoy(sheet):
    assert [row.name for row in sheet.rows] == ["root", "X 2", "X 2, O 8", "X 2, O 8, X 1", "X 1"]
    assert [row.on_path for row in sheet.rows] == [True] * 4 + [False]
    assert sheet.root.children[2].children[8].children[1].visits == 0, (
        "the tree must be drawn as it is before backpropagation"
    )


def test_the_rows_before_and_after_are_the_tree_s(sheet):
    before, after = TRACE.tree(11), TRACE.tree(12)
    assert sheet.rows[1].before == {
        "N": before.children[2].visits,
        "W": before.children[2].value_sum,
    }
    assert (
        sheet.rows[2].after["W"]
        == after.children[2].children[8].value_sum
        == sheet.rows[2].before["W"]
    )
    assert sheet.rows[3].after == {"N": 1, "W": 1.0} and sheet.rows[4].before == sheet.rows[4].after


@pytest.mark.parametrize("t", range(1, 13))
def test_on_every_iteration_exactly_one_number_is_accepted_in_each_cell(t):
    sheet = Sheet(TRACE, t)
    for row, letter in sheet.cells:
        accepted = [k for k in range(-2, 30) if not sheet.rows[row].remark(letter, f"{k}/2")]
        assert accepted == [2 * sheet.rows[row].after[letter]]
    assert not any(row.remark("W", right(row, "W")) for row in sheet.rows)


SLIPS = [  # row, letter, the number added to the old value, words of the message
    (1, "N", 0, "+1 for the visit"),
    (3, "N", 0, "and made it"),
    (0, "N", 2, "one iteration is one visit"),
    (1, "W", 0, "the other side's reward, 0"),
    (2, "W", 1, "the other side's reward, 1. O moved into this node"),
    (2, "W", -1, "W does not shrink"),
    (0, "W", 0, "The root counts for X, who is to move there"),
    (1, "W", 2, "X moved into this node, so W grows by X's reward, 1"),
    (4, "N", 1, "not on the path, so N stays"),
    (4, "W", 1, "not on the path, so W stays"),
]


@pytest.mark.parametrize(("row", "letter", "added", "words"), SLIPS)
def test_each_slip_has_its_words(sheet, row, letter, added, words):
    assert words in sheet.rows[row].remark(letter, f"{sheet.rows[row].before[letter] + added:g}")


def test_the_mean_and_a_half_visit_are_named():
    draw = Sheet(
        TRACE,
        next(t for t, it in enumerate(TRACE.iterations, 1) if it.rewards == (0.5, 0.5) and t > 4),
    )
    assert "visits, not points" in draw.rows[0].remark("N", f"{draw.rows[0].before['N'] + 0.5:g}")
    row = draw.rows[0]
    mean = row.after["W"] / row.after["N"]
    assert mean < row.before["W"] and "Q = W / N" in row.remark("W", f"{mean:.2f}")
    assert "W does not shrink" in row.remark("W", f"{row.before['W'] - 0.5:g}")
    assert "Write a number" in row.remark("W", "a half")


def test_the_first_try_counts(sheet):
    assert sheet.judge((0, "N"), "99") and not sheet.judge((0, "N"), right(sheet.rows[0], "N"))
    sheet.judge((1, "N"), "dots")
    assert sheet.score == (0, 10) and sheet.tried == {(0, "N"): False}


def test_an_iteration_that_adds_no_node():
    trace = record(START, 60, seed=12)
    sheet = Sheet(trace, next(t for t, it in enumerate(trace.iterations, 1) if not it.expanded))
    assert all(row.after["N"] == row.before["N"] + row.on_path for row in sheet.rows)


def test_a_single_node_has_no_decoy():
    assert [row.name for row in Sheet(TRACE, 1).rows] == ["root", "X 2"]


@pytest.fixture
def paper():
    return Paper(TRACE, 12)


def fill(paper, wrong=()):
    for cell, field in paper.fields.items():
        send(field, value="99" if cell in wrong else right(paper.sheet.rows[cell[0]], cell[1]))


def classes(widget):
    """Return the CSS classes that the page gives to a widget."""
    return widget.get_state()["_dom_classes"]


def test_without_graphviz_the_fields_stand_below_the_tree_in_letters(monkeypatch):
    def missing(dot):
        raise OSError("Graphviz is missing")

    monkeypatch.setattr("mctslib.draw.layout.render", missing)
    paper = Paper(TRACE, 12)
    assert "mcts-over" not in classes(paper.figure)
    fill(paper)
    assert "Every number is right" in paper.status.text


def test_a_number_is_judged_when_it_is_written(paper):
    send(paper.fields[2, "W"], value=f"{paper.sheet.rows[2].before['W'] + 1:g}")
    assert (
        "✗ You added the other side" in paper.remarks[2, "W"].value
        and "1 of 10" in paper.status.text
    )
    send(paper.fields[2, "W"], value=right(paper.sheet.rows[2], "W"))
    assert "✔ right" in paper.remarks[2, "W"].value


def test_all_right(paper):
    fill(paper)
    assert paper.status.text == "Every number is right. 10 of 10 right at the first try."


def test_no_answers_before_every_field_was_tried(paper):
    assert paper.reveal_button.layout.display == "none"
    press(paper.reveal_button)
    assert "First write a number" in str(paper.status.error)
    assert all(remark.value == "" for remark in paper.remarks.values())


def test_the_answers_after_a_try(paper):
    fill(paper, wrong={(3, "W")})
    assert paper.reveal_button.layout.display == "" and "9 of 10" in paper.status.text
    press(paper.reveal_button)
    assert (
        "✗ · W = 1" in paper.remarks[3, "W"].value
        and "✔ right · N = 12" in paper.remarks[0, "N"].value
    )


def test_the_score_of_a_finished_sheet_is_kept(paper, tmp_path, monkeypatch):
    monkeypatch.setenv("MCTSLIB_PROGRESS", str(tmp_path / "progress.json"))
    send(paper.fields[0, "N"], value="99")
    assert store.load() == {}, "the sheet is not filled in yet"
    fill(paper)
    assert store.load() == {"sheets": {"03 iteration 12": "9 of 10"}}
    press(paper.another_button)
    fill(paper)
    assert store.load()["sheets"]["03 iteration 1"] == "4 of 4"
    assert tally("03").begun and tally("03").sheets.right == 13
    assert "On paper  13 of 14 numbers right at the first try" in repr(summary("03"))
    assert "; on paper 13 of 14" in repr(progress())


def test_another_iteration_is_an_empty_sheet(paper):
    fill(paper)
    press(paper.another_button)
    assert (
        paper.sheet.t == 1
        and not paper.sheet.tried
        and paper.reveal_button.layout.display == "none"
    )
    assert all(field.value == "" for field in paper.fields.values())


def test_what_a_reader_types_is_never_shown_as_html(paper):
    send(paper.fields[0, "N"], value="<img src=x>")
    assert "<img" not in paper.remarks[0, "N"].value + paper.status.value


def test_another_game():
    paper = Paper(record(Nim(1, 2), 8, seed=1), 8)
    fill(paper)
    assert "Every number is right" in paper.status.text
    assert isinstance(paper.sheet.root, Node)


def test_the_headline_says_why_a_number_is_wrong(paper):
    """A phone has no room for the list of nodes."""
    row = paper.sheet.rows[2]
    send(paper.fields[2, "W"], value=f"{row.before['W'] + 1:g}")
    words, why = paper.headline.said
    assert words == "1 of 10 fields tried."
    assert why.startswith(f"✗ W of {row.name}: You added the other side")
    send(paper.fields[2, "W"], value=right(row, "W"))
    assert not paper.headline.said[1]
