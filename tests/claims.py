"""Compare the numerals in a quote from a notebook's text with the values that the run computes.

    claim("70 of the 4,520 positions", len(blunders), len(positions))

A test reads all notebooks.  The test checks that the text contains each quote word for word, and
reports numerals that neither a quote nor the code supports.
"""

from itertools import combinations
from typing import Any

from numerals import Numeral, numerals


class Untrue(AssertionError):
    """The error for a quote whose numerals do not match the values; the message names both."""


def claim(quote: str, *values: float) -> None:
    """Raise `Untrue` unless each numeral of the quote equals its value, rounded to the same digits.

    For a percentage, give the share: 0.51 for "51%".  After "about" or "~", zeros at the end may
    come from rounding, so "about 24,000" fits 23,874.  Numbers in words are compared only if a
    value is given for each of them.  The same holds for numbers that name something (cell 4).
    """
    found = numerals(quote, words=True)
    fitting = [reading for reading in readings(found) if len(reading) == len(values)]
    if not values or not fitting:
        there = ", ".join(one.text.strip() for one in found) or "none"
        given = f"{len(values)} values: {values}"
        raise Untrue(f"{quote!r} has these numerals: {there}. Given were {given}.")
    wrong = [disagreement(reading, values) for reading in fitting]
    if all(wrong):
        raise Untrue(f"{quote!r} is not true: {wrong[0]}.")


def readings(found: list[Numeral]) -> list[list[Numeral]]:
    """Return the possible readings of a quote, each as a list of the numerals that need a value.

    Each reading contains the plain numerals.  It may also contain the labels, the numbers in words,
    or both.
    """
    extra = [kind for kind in ("label", "word") if any(one.kind == kind for one in found)]
    made = []
    for number in range(len(extra) + 1):
        for more in combinations(extra, number):
            made.append([one for one in found if one.kind in ("number", *more)])
    return made


def disagreement(reading: list[Numeral], values: tuple[Any, ...]) -> str:
    """Return a sentence about the first numeral that contradicts its value, or "" if none does."""
    for one, value in zip(reading, values):
        printed = one.text.strip()
        try:
            truth = float(value)
        except (TypeError, ValueError):
            return f"it says {printed}, this run gives {value!r}, which is not a number"
        if isinstance(value, bool) or not one.says(truth):
            is_percentage = printed.endswith(("%", "cent"))
            shown = f"{100 * truth:.6g}%" if is_percentage else f"{truth:.10g}"
            return f"it says {printed}, this run gives {shown}"
    return ""
