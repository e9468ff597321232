"""`claim` rejects false quotes, and `unclaimed` finds the numbers in prose that no claim
supports."""

import numpy as np
import pytest
from claims import Untrue, claim
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from numerals import numerals
from prose_numbers import problems, unclaimed

import build
from mctslib.course.chapters import chapter_of
from mctslib.course.questions import read

TRUE = [
    ("70 of the 4,520 positions", (70, 4520)),
    ("in 51% of the games", (0.5149,)),
    ("from 51 to 61%", (0.512, 0.608)),
    ("between 51 and 61%", (0.512, 0.608)),
    ("worth ½", (0.5,)),
    ("a mean of 0.83", (0.8349,)),
    ("a loss is −1", (-1,)),
    ("it fell by -0.25", (-0.254,)),
    ("about 24,000 iterations", (23_874,)),
    ("nearly 60 games", (58,)),
    ("2¹⁰ ways", (1024,)),
    ("1.5 million playouts", (1_480_000,)),
    ("the mean is 5/8", (0.625,)),
    ("chapter 8 has 19 games", (19,)),  # the number in the name needs no value …
    ("cell 4, with 19 visits", (4, 19)),  # … but may have a value
    ("in 2006, 12 programs", (12,)),
    ("a 95% interval from 50.2% to 69.1%", (0.502, 0.691)),
    ("wins 44, draws 56 and loses none", (44, 56)),
    ("wins 44, draws 56 and loses none", (44, 56, 0)),
    ("three of the 8 lines", (3, 8)),
    ("sixty-four thousand", (64_000,)),
    ("`search(state, 100)` takes 3 of them", (3,)),
    ("with $c = 2$ on the 3 × 3 board, 98%", (0.98,)),
    ("c = √2 gives 0.7", (0.7,)),
]
FALSE = [
    ("70 of the 4,520 positions", (71, 4520)),
    ("70 of the 4,520 positions", (70,)),
    ("70 of the 4,520 positions", ()),
    ("in 51% of the games", (0.516,)),
    ("from 51 to 61%", (0.516, 0.608)),
    ("worth ½", (0.501,)),
    ("a mean of 0.83", (0.84,)),
    ("a loss is −1", (1,)),
    ("it fell by -0.25", (0.25,)),
    ("24,000 iterations", (23_874,)),  # without "about" the numeral is exact
    ("about 1,000 iterations", (1_200,)),
    ("nearly 60 games", (61,)),
    ("2¹⁰ ways", (1023,)),
    ("1.5 million playouts", (1.5,)),
    ("cell 4, with 19 visits", (5, 19)),
    ("three of the 8 lines", (4, 8)),
    ("wins 44, draws 56 and loses none", (44, 56, 1)),
    ("no number at all", (1,)),
    ("70 positions", (float("nan"),)),
    ("70 positions", ("seventy",)),
    ("1 position", (True,)),
]


def test_what_is_true_passes():
    for quote, values in TRUE:
        claim(quote, *values)


def test_what_is_not_true_fails():
    for quote, values in FALSE:
        with pytest.raises(Untrue):
            claim(quote, *values)


def test_the_message_names_both_sides():
    with pytest.raises(AssertionError, match=r"70 of the.*says 70, this run gives 71"):
        claim("70 of the 4,520 positions", 71, 4520)
    with pytest.raises(Untrue, match="says 51%, this run gives 52.6%"):
        claim("in 51% of the games", 0.526)
    with pytest.raises(Untrue, match=r"these numerals: 70, 4,520\. Given were 1 values"):
        claim("70 of the 4,520 positions", 70)


def test_a_number_of_numpy_is_a_number():
    claim("70 of them, or 1.5%", np.int64(70), np.float64(0.015))


def test_what_is_no_numeral():
    for text in [
        "UCB1",
        "x2",
        "3D",
        "`12`",
        "$12$",
        "<b id='4'></b>",
        "&#12;",
        "√2",
        "3 × 3",
        "v1.2",
    ]:
        assert numerals(text) == []


def notebook(*cells):
    """Return a notebook with these cells; a string that begins with a blank makes a text cell."""
    return new_notebook(
        cells=[new_markdown_cell(c[1:]) if c[0] == " " else new_code_cell(c) for c in cells]
    )


def found(*cells, chapter="none"):
    return problems(notebook(*cells), chapter)


def test_a_number_without_a_claim_is_found():
    assert found(" It wins 44 games.", "x = 3") == ["the text: '44' in 'It wins 44 games.'"]


def test_a_claim_covers_what_it_quotes_and_nothing_else():
    lines = found(" It **wins** 44\nof 7,000. Not 44.", "claim('** 44 of', wins)")
    assert [line.split("'")[1] for line in lines] == ["7,000", "44"]


def test_a_claim_that_quotes_nothing_is_found():
    assert found(" It wins.", "claim('wins 44', wins)") == [
        "claimed, but not found in the text: 'wins 44'"
    ]


@pytest.mark.parametrize(
    "code",
    [
        "claim('wins 44', 44)",
        "claim('wins 44', 40 + 4)",
        "wins = 4 * 11\nclaim('wins 44', wins)",
    ],
)
def test_a_claim_of_what_nothing_computed_is_found(code):
    assert any("values that no code computes" in line for line in found(" It wins 44.", code))


@pytest.mark.parametrize(
    ("code", "typed"),
    [
        ("claim('At 4 it wins 44', 4, wins)", "4"),
        ("claim('At 4 it wins 44', at[4], 44)", "44"),
        ("claim('At 4 it wins 44', 2 * 2, wins)", "2 * 2"),
        ("games = 4\nclaim('At 4 it wins 44', games, wins)", "4"),
    ],
)
def test_one_value_that_is_typed_beside_the_others_is_found(code, typed):
    assert f"values that no code computes: 'At 4 it wins 44' ({typed})" in str(
        found(" At 4 it wins 44.", code)
    )


@pytest.mark.parametrize(
    "code",
    [
        "claim('At 40 it wins 44', 40, at[40])",
        "n = 40\nclaim('At 40 it wins 44', 40, wins)",
    ],
)
def test_a_value_that_says_which_case_is_meant_is_accepted(code):
    assert found(" At 40 it wins 44.", code) == []


@pytest.mark.parametrize(
    "code", ["claim(quote, wins)", "claim('wins 44')", "claim(f'wins {44}', wins)"]
)
def test_a_claim_without_its_words_or_values_is_found(code):
    assert any("a claim needs a quote" in line for line in found(" It wins.", code))


@pytest.mark.parametrize("code", ["games = 1_000", "play(1000)", "x = -1000 or [1000.0]"])
def test_what_the_code_sets_is_accepted(code):
    assert found(" We play 1,000 games.", code) == []


@pytest.mark.parametrize(
    "code", ["assert wins == 1000", "claim('wins', 1000)", "x[1000]", "'1000'", "# 1000"]
)
def test_what_the_code_only_compares_is_not(code):
    assert any("'1,000'" in line for line in found(" It wins 1,000 games.", code))


def test_what_states_no_number_is_accepted():
    for text in [
        "Chapters 03 and 04, exercise 2, cells 0 and 8, section 4.",
        "In 2006 it began.",
        "1. first\n2. second",
        "# 07 · Turn the knob\n**Time:** about 45 minutes.",
        "`12` and $12$ and\n```\n12\n```",
        "On a 19 × 19 board.",
        "## Further reading\n- Auer et al. (2002), volume 47, page 235",
        "Suppose it wins 12 games.",
        "A 95% interval.",
        "AlphaGo won 4 games of 5 (Silver et al., 2016).",
        "Silver et al. (2016) report 99.8%.",
        "[07 · Turn](07_x.ipynb)",
        "The cells are numbered row by row, from 0 to 8.",
        "A loss is −1 elsewhere.",
    ]:
        assert unclaimed(text, inputs={-1}) == []


def test_what_states_one_is_found():
    for text, number in [
        ("AlphaGo won 4 games (2016).", "4"),
        ("It won. Silver et al. (2016) did too. It lost 12.", "12"),
        ("Chapter 8, 12 games.", "12"),
        ("In 2006, 12 programs.", "12"),
        ("Chapter 08 took 12 minutes.", "12"),
        ("## Further reading\nA.\n## More\n12 games", "12"),
        ("![12 visits](12.png)", "12"),
        ("Suppose so. It won 12.", "12"),
        ("About 95% of them.", "95%"),
        ("We had 12.", "12"),
        ("0.61*x*", "0.61"),
        ("cell 4: 61%", "61%"),
        ("| a | 12 |\n|---|---|", "12"),
        ("## 12 games", "12"),
        ("<b>12</b>", "12"),
        ("(12)", "12"),
        ("+12", "12"),
    ]:
        assert [line.split("'")[1] for line in unclaimed(text)] == [number]


def test_questions_and_scores_are_prose_too(monkeypatch):
    asked = read(
        '[predict.a]\nquestion = "Of the 4,520?"\noptions = ["11", "22"]\n'
        '[checkpoint.b]\nquestion = "Suppose 60 of 100."\n'
        'options = [{ text = "33", why = "60 is 61." }, '
        '{ text = "44", why = "55", right = true }]\n',
        "01",
    )
    monkeypatch.setattr("prose_numbers.questions", lambda chapter: asked)
    lines = found(" Text.", "score_prediction(guess, wins, 'It was 77.')", chapter="01")
    assert [line.split("'")[1] for line in lines] == ["4,520", "44", "61", "55", "77"]


@pytest.mark.parametrize("source", build.sources(), ids=lambda source: source.stem)
def test_every_number_in_the_prose_is_borne_out(source):
    assert problems(build.checked_notebook(source), chapter_of(source)) == []
