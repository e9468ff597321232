"""Prose that cannot lie: a quote of the text, its numerals compared with what this run has computed.

    claim("70 of the 4,520 positions", len(blunders), len(positions))

A test reads all notebooks: the quote stands in the text word for word, and no numeral stands outside of one.
"""

from itertools import combinations
from typing import Any

from numerals import Numeral, numerals


class Untrue(AssertionError):
    """The text says something else than the run; the message names both."""


def claim(quote: str, *values: float) -> None:
    """Raise `Untrue` unless each numeral of the quote is the value at the same place, as it is rounded there.

    A percentage wants the share: 0.51 for "51 %".  After "about" or "~" the zeros at the end may be rounding:
    23,874 is "about 24,000".  Numbers in words, and numbers that name something (cell 4), are compared only
    if a value is given for each of them.
    """
    found = numerals(quote, words=True)
    readings = [reading for reading in _readings(found) if len(reading) == len(values)]
    if not values or not readings:
        said = ", ".join(one.text.strip() for one in found) or "none"
        raise Untrue(
            f"{quote!r} has these numerals: {said}. Given were {len(values)} values: {values}."
        )
    wrong = [_disagreement(reading, values) for reading in readings]
    if all(wrong):
        raise Untrue(f"{quote!r} is not true: {wrong[0]}.")


def _readings(found: list[Numeral]) -> list[list[Numeral]]:
    """The numerals that may be meant: the plain ones, and with them the labels, the words, or both."""
    extra = [kind for kind in ("label", "word") if any(one.kind == kind for one in found)]
    kinds = [{"number", *more} for n in range(len(extra) + 1) for more in combinations(extra, n)]
    return [[one for one in found if one.kind in wanted] for wanted in kinds]


def _disagreement(reading: list[Numeral], values: tuple[Any, ...]) -> str:
    """The first numeral that the values do not bear out, in words; "" if there is none."""
    for one, value in zip(reading, values):
        try:
            truth = float(value)
        except (TypeError, ValueError):
            return f"it says {one.text.strip()}, this run gives {value!r}, which is no number"
        if isinstance(value, bool) or not one.says(truth):
            shown = (
                f"{100 * truth:.6g} %"
                if one.text.rstrip().endswith(("%", "cent"))
                else f"{truth:.10g}"
            )
            return f"it says {one.text.strip()}, this run gives {shown}"
    return ""
