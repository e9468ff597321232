"""Numbers and nouns in sentences have the same form in Python and in the page scripts."""

import json
import os
import random
import shutil
import subprocess
from fractions import Fraction
from math import inf, nan
from pathlib import Path

import numpy as np
import pytest

import mctslib
from mctslib.words import (
    a,
    count,
    distinct,
    hundredths,
    listing,
    number,
    observed,
    percent,
    points,
    signed,
    worked,
    worth,
)

SCRIPT = (
    Path(mctslib.__file__).with_name("widgets").joinpath("words.js").read_text(encoding="utf-8")
)


def test_a_number_is_rounded_as_people_round_it():
    for value, digits, written in [
        (0.625, 2, "0.63"),  # a half is rounded up, not to the even digit
        (0.285, 2, "0.29"),  # 57 of 200, which is not a binary fraction
        (1.005, 2, "1.01"),
        (1234.5, 1, "1,234.5"),
        (999.999, 2, "1,000.00"),
        (7, 2, "7.00"),
        (10**30, 0, f"{10**30:,}"),
        (1e300, 0, f"{10**300:,}"),
        (inf, 2, "∞"),
        (-inf, 2, "-∞"),
        (nan, 2, "-"),
        (Fraction(1, 8), 2, "0.13"),
        (np.float64(0.125), 2, "0.13"),
        (1 / 3, None, "0.333333"),
        (1234567.5, None, "1,234,568"),
        (0.00001234567, None, "0.0000123457"),
        (0.0, None, "0"),
        (nan, None, "-"),
    ]:
        assert number(value, digits) == written


def test_a_percentage_is_rounded_like_a_number():
    for share, digits, written in [
        (0.625, 0, "63%"),
        (0.125, 0, "13%"),
        (0.145, 0, "15%"),  # 100 × 0.145 is a little less than 14.5
        (0.0625, 1, "6.3%"),
        (1, 0, "100%"),
        (12.5, 0, "1,250%"),
        (nan, 0, "-"),
    ]:
        assert percent(share, digits) == written


def test_halves_are_written_as_halves():
    for value, written in [
        (0, "0"),
        (0.5, "½"),
        (3.5, "3½"),
        (4.0, "4"),
        (-0.5, "-½"),
        (-1.5, "-1½"),
        (-1, "-1"),
        (-0.0, "0"),
        (2.25, "2.25"),
        (2.625, "2.63"),
        (12345.5, "12,345½"),
        (inf, "∞"),
        (nan, "-"),
    ]:
        assert points(value) == written


def test_two_numbers_that_differ_are_written_differently():
    assert distinct(4 / 3, 4 / 3 + 1e-9) == ("1.333333333", "1.333333334")
    assert distinct(1, 2) == ("1", "2")
    assert distinct(0.1 + 0.2, 0.3) == ("0.30000000000000004", "0.3")
    assert distinct(nan, 1.5) == ("-", "1.5")
    rng = random.Random(0)
    for _ in range(500):
        value = rng.uniform(-10, 10) ** 3
        assert len(set(distinct(value, np.nextafter(value, inf)))) == 2


def test_things_are_counted_in_the_singular_and_in_the_plural():
    assert [count(n, "node") for n in (0, 1, 2, 1200)] == [
        "0 nodes",
        "1 node",
        "2 nodes",
        "1,200 nodes",
    ]
    assert count(2, "child", "children") == "2 children" and count(1, "child", "x") == "1 child"


WITH_ARTICLES = """
a Euro, a Node, a NoneType, a RAVE search, a UCB1, a list, a history, a one-player game, a str,
a tuple, a unit, a user, a 1, a 9, an Expected, an MCTS player, an O, an SVG picture, an X,
an action, an edge, an hour, an int, an ndarray, an unknown, an 8, an 11, an 18
"""


def test_the_article_follows_the_sound():
    for words in WITH_ARTICLES.replace("\n", " ").split(","):
        article, _, noun = words.strip().partition(" ")
        assert a(noun) == f"{article} {noun}"


def test_a_listing_ends_in_and():
    assert [listing(range(n)) for n in (1, 2, 3)] == ["0", "0 and 1", "0, 1 and 2"]
    with pytest.raises(ValueError, match="unpack"):
        listing([])


def test_each_quantity_has_its_number_of_decimals():
    assert (worth(0.7185), worked(0.7185), observed(0.5953)) == ("0.72", "0.719", "59.5%")
    assert (hundredths(0.145), hundredths(0.5953, 1), hundredths(12.5)) == ("15", "59.5", "1,250")
    assert (worth(nan), worked(inf), observed(nan), hundredths(nan)) == ("-", "∞", "-", "-")


# ---------------------------------------------------------------- the same in the page scripts


def values():
    """Return numbers of all sizes, many of them halfway between two rounded values."""
    rng = random.Random(1)
    ties = [k / 2000 for k in range(2001)] + [
        k / n for n in (3, 7, 40, 64, 160, 200) for k in range(n)
    ]
    sizes = [rng.choice((-1, 1)) * rng.random() * 10 ** rng.randint(-8, 9) for _ in range(5000)]
    near = [float(np.nextafter(tie, way)) for tie in ties[::7] for way in (0, 2)]
    return [*ties, *sizes, *near, 0.0, -0.0, 1e-300, 999.5, 1e9, -1e9]


@pytest.fixture(scope="module")
def page_script(tmp_path_factory):
    """Return a function that runs calls of `words.js` in node and returns their values.

    node runs as for a German reader, whose locale writes 1.234,5.
    """
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")

    def run(calls):
        script = tmp_path_factory.mktemp("words") / "run.mjs"
        script.write_text(
            f"{SCRIPT}\nconst known = {{ number, points, count, percent, worth }};\n"
            f"const calls = {json.dumps(calls)};\n"
            "console.log(JSON.stringify(calls.map(([name, ...given]) => known[name](...given))));",
            encoding="utf-8",
        )
        done = subprocess.run(
            [node, str(script)],
            env={**os.environ, "LC_ALL": "de_DE.UTF-8"},
            capture_output=True,
            encoding="utf-8",
            check=True,
            timeout=120,
        )
        return json.loads(done.stdout)

    return run


def test_page_scripts_write_every_number_as_python_does(page_script):
    calls = [("number", value, digits) for value in values() for digits in (0, 2, 3)]
    calls += [("points", value) for value in values()]
    calls += [("points", k / 2) for k in range(-9, 4000, 7)]
    calls += [("count", n, "node") for n in (0, 1, 2, 999, 1000, 1234567)]
    calls += [("count", n, "child", "children") for n in (0, 1, 2)]
    calls += [("percent", value, digits) for value in values() for digits in (0, 1)]
    calls += [("worth", value) for value in values()]
    python = {
        "number": number,
        "points": points,
        "count": count,
        "percent": percent,
        "worth": worth,
    }
    expected = [python[name](*given) for name, *given in calls]
    different = [
        (call, there, here)
        for call, there, here in zip(calls, page_script(calls), expected, strict=True)
        if there != here
    ]
    assert different == [] and len(calls) > 20_000


def test_a_difference_has_a_sign():
    for value, digits, written in [
        (0.14, None, "+0.14"),
        (-2, None, "-2"),
        (0.0, None, "0"),
        (-5 / 12, None, "-0.4167"),
        (1e-8, None, "+0.00000001"),
        (0.285, 2, "+0.29"),
        (-0.001, 2, "0.00"),
        (0.001, 2, "0.00"),
        (inf, None, "+∞"),
    ]:
        assert signed(value, digits) == written


def test_large_whole_numbers_keep_each_digit():
    assert number(2**53 + 1) == "9,007,199,254,740,993"
    assert percent(10**30 + 1) == f"{100 * (10**30 + 1):,}%"
