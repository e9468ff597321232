"""`claim` rejects false quotes, and `unclaimed` finds the numbers in prose that no claim
supports."""

import pytest
from claims import Untrue, claim
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from prose_numbers import problems, unclaimed

import build
from mctslib.course.chapters import chapter_of

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


@pytest.mark.parametrize("code", ["games = 1_000", "play(1000)", "x = -1000 or [1000.0]"])
def test_what_the_code_sets_is_accepted(code):
    assert found(" We play 1,000 games.", code) == []


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


@pytest.mark.parametrize("source", build.sources(), ids=lambda source: source.stem)
def test_every_number_in_the_prose_is_borne_out(source):
    assert problems(build.checked_notebook(source), chapter_of(source)) == []
