"""Write numbers and nouns for readers, by the same rules in every sentence, table and picture.

`widgets/words.js` has the same functions for page scripts, under the same names.  `tests/core/test_words.py`
compares the functions of the two files.

Numbers are rounded as people round on paper: the shortest decimal that represents the number is
rounded, and a half is rounded away from zero.  Thus 0.625 becomes 0.63, and 0.285 becomes 0.29.
`format` would write 0.62 and 0.28, for two reasons.  `format` rounds a half to the even neighbour.
And in place of 0.285 it rounds the nearest binary fraction, which is smaller than 0.285.
"""

import re
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Context, Decimal
from math import isfinite, isnan
from typing import SupportsFloat

EXACT = Context(prec=400)  # enough digits for the largest float with its decimals
SIGNIFICANT = 6  # the number of significant digits if the number of decimals is not given
ENOUGH_FOR_DIFFERENCES = 4  # the number of significant digits of a difference

# The number of decimals of a quantity.  A file that shows one of these quantities to a reader calls
# the function below, and gives no number of decimals itself.
WORTH = 2  # `worth`: Q and other mean rewards, in a sentence, in a node or on a cell
WORKED = 3  # `worked`: a column of Q, the terms and the sum of a score, and a share in thousandths
OBSERVED = 1  # `observed`: an observed share and its interval, in %; other shares have no decimals

MOST_SIGNIFICANT = 17  # this many significant digits distinguish any two floats

# Nouns whose first letter does not show the first sound, and abbreviations that are spelled out.
CONSONANT_FIRST = re.compile(r"uint|uni|use|usu|uti|eu|ucb|one\b|once\b|u\b", re.IGNORECASE)
VOWEL_FIRST = re.compile(r"[aeiou]|hour|honest|heir|ndarray|8|11\b|18\b", re.IGNORECASE)
SPELLED_OUT = re.compile(r"(?!RAVE\b)[AEFHILMNORSX][A-Z]*\b")


def number(value: SupportsFloat, digits: int | None = None) -> str:
    """Return a number as people write it, with commas between thousands: "0.63", "1,234", "∞".

    value    any real number; infinity becomes "∞", and nan, which means "no value", becomes "-"
    digits   the number of decimals, ≥ 0; by default as many as needed, up to six significant digits
    """
    unusual = _unusual(value)
    if unusual:
        return unusual
    if digits is None:
        return _significant(value, SIGNIFICANT)
    return f"{_rounded(value, digits):,}"


def percent(share: SupportsFloat, digits: int = 0) -> str:
    """Return a share of 1 as a percentage, such as "63%".

    digits   the number of decimals of the percentage, ≥ 0
    """
    return _unusual(share) or f"{hundredths(share, digits)}%"


def hundredths(share: SupportsFloat, digits: int = 0) -> str:
    """Return a share of 1 as a percentage without its sign, such as "63".

    digits   the number of decimals of the percentage, ≥ 0
    """
    unusual = _unusual(share)
    if unusual:
        return unusual
    return f"{_rounded(share, digits + 2).scaleb(2, EXACT):,.{digits}f}"


def worth(value: SupportsFloat) -> str:
    """Return Q, or another mean reward, as sentences and pictures show it, such as "0.72"."""
    return number(value, WORTH)


def worked(value: SupportsFloat) -> str:
    """Return a number of a table or of a worked sum, such as "0.719"."""
    return number(value, WORKED)


def observed(share: SupportsFloat) -> str:
    """Return a share that stands beside its interval, or an end of it, such as "59.5%"."""
    return percent(share, OBSERVED)


def signed(value: SupportsFloat, digits: int | None = None) -> str:
    """Return a difference with its sign, such as "+0.14", "-2" or "0".

    digits   the number of decimals, ≥ 0; by default as many as needed for four significant digits
    """
    if digits is None:
        text = _unusual(value) or _significant(value, ENOUGH_FOR_DIFFERENCES)
    else:
        text = number(value, digits)
    is_zero = not re.search("[1-9∞]", text)
    return f"+{text}" if float(value) > 0 and not is_zero else text


def points(value: float) -> str:
    """Return a sum of rewards as people write it, such as "3", "½" or "1,203½".

    A sum that is not a multiple of ½ is written with two decimals.
    """
    twice = float(2 * value)
    if not twice.is_integer():
        return number(value, 2)
    whole = int(abs(twice)) // 2
    half = "½" if int(abs(twice)) % 2 else ""
    sign = "-" if value < 0 else ""
    if half and whole == 0:
        return f"{sign}{half}"
    return f"{sign}{whole:,}{half}"


def distinct(one: float, other: float) -> tuple[str, str]:
    """Return two different numbers as strings with enough digits, at least six, to differ.

    The strings are used in messages such as "is 1.33333; it should be 1.33334".
    """
    for digits in range(SIGNIFICANT, MOST_SIGNIFICANT):
        pair = _text(one, digits), _text(other, digits)
        if pair[0] != pair[1]:
            return pair
    return _text(one, MOST_SIGNIFICANT), _text(other, MOST_SIGNIFICANT)


def count(n: int, noun: str, plural: str = "") -> str:
    """Return a number and its noun, such as "1 iteration", "0 nodes" or "1,200 visits".

    n        the number, ≥ 0
    noun     the noun in the singular
    plural   the noun in the plural; by default the singular with an s
    """
    if n == 1:
        return f"1 {noun}"
    return f"{n:,} {plural or noun + 's'}"


def a(noun: str) -> str:
    """Return a noun with its indefinite article, such as "a list", "an int" or "an 8"."""
    if CONSONANT_FIRST.match(noun):
        return f"a {noun}"
    if VOWEL_FIRST.match(noun) or SPELLED_OUT.match(noun):
        return f"an {noun}"
    return f"a {noun}"


def listing(items: Iterable[object]) -> str:
    """Return one or more items as a string, such as "1", "1 and 2" or "1, 2 and 3".

    Raises ValueError if there are no items.
    """
    *most, last = map(str, items)
    if not most:
        return last
    return f"{', '.join(most)} and {last}"


def _unusual(value: SupportsFloat) -> str:
    """Return the text for infinity or nan, or "" for any other number."""
    if isinstance(value, int):
        return ""
    real = float(value)
    if isfinite(real):
        return ""
    if isnan(real):
        return "-"
    return "∞" if real > 0 else "-∞"


def _decimal(value: SupportsFloat) -> Decimal:
    """Return the shortest decimal that represents the number."""
    return Decimal(value) if isinstance(value, int) else Decimal(repr(float(value)))


def _rounded(value: SupportsFloat, digits: int) -> Decimal:
    """Return the number rounded to `digits` decimals; zero has no sign."""
    step = Decimal(1).scaleb(-digits)
    rounded = _decimal(value).quantize(step, ROUND_HALF_UP, EXACT)
    return abs(rounded) if rounded == 0 else rounded


def _significant(value: SupportsFloat, digits: int) -> str:
    """Return the number with at most `digits` significant digits.

    All digits of the whole part are kept.
    """
    exact = _decimal(value)
    decimals = max(0, digits - 1 - exact.adjusted())
    text = f"{_rounded(value, decimals):,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _text(value: float, digits: int) -> str:
    return _unusual(value) or _significant(value, digits)
