"""Find the numerals in a text, with their places, their values and their precision.

A *numeral* is a number written in digits, such as `4,520`, `.5`, `51%`, `−1`, `½` or `10⁵`.  At
the caller's request, numbers written in words are numerals too.  Numbers inside `code` and
$formulas$ do not count, nor do sizes (3 × 3) and √2.  A number that names something (chapter 8,
cell 4, the year 2006) is a "label".
"""

import re
import unicodedata
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isfinite, nan

ONES = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
WORDS: dict[str, Fraction] = {
    **{word: Fraction(n) for n, word in enumerate(ONES)},
    **{word: Fraction(n) for n, word in zip(range(20, 100, 10), TENS)},
    "hundred": Fraction(100),
    "thousand": Fraction(1_000),
    "million": Fraction(1_000_000),
    "none": Fraction(0),
    "half": Fraction(1, 2),
    "twice": Fraction(2),
    "dozen": Fraction(12),
}
POWERS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", range(10)))

_word = "|".join(sorted(WORDS, key=len, reverse=True))
WORD = re.compile(rf"\b(?:{_word})(?:[- ](?:{_word}))*\b", re.I)
NUMERAL = re.compile(
    r"(?<![\w.√])(?P<sign>(?<![\d)])[−-](?=[\d.]))?"
    r"(?:(?P<top>\d+)/(?P<under>\d+)(?![\d/]|,\d)"
    r"|(?P<digits>\d+)?(?P<vulgar>[¼-¾⅐-⅞])"
    r"|(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?P<power>[⁰¹²³⁴⁵⁶⁷⁸⁹]+)?)"
    r"(?:st|nd|rd|th)?(?![\w√π]|\.\d)"
    r"(?P<percent>\s?(?:%|percent\b|per cent\b))?(?P<scale>\s(?:thousand|million|billion)\b)?"
)
LINKED = re.compile(r"\s?(?:to|and|or|–|,)\s?")
ABOUT = re.compile(
    r"(?:~|≈|\b(?:about|roughly|around|some|circa"
    r"|(?P<below>nearly|almost|under)|(?P<above>over)))\s*$",
    re.I,
)
NOUN = (
    "chapter exercise checkpoint section seed figure step cell question prediction row column "
    "player part corner edge move action arm phase"
).replace(" ", "|")
LABEL = re.compile(
    rf"\b(?:{NOUN})\s\d+(?:(?: or |–)\d+)?(?![\d,.]*\d|\s?%)"
    rf"|\b(?:{NOUN})s\s\d+(?:(?:, | and |, and | or |–| to )\d+)*(?![\d,.]*\d|\s?%)"
    r"|(?<![\w.,])(?:1[6-9]|20)\d\d(?![\w,]*\d|\.\d|\s?%)"
    r"|\bnumbered\b[\w\s,]{0,25}?\d+ to \d+"
    r"|\b95\s?%(?=[\s-](?:confidence|interval|Wilson|certain))",
    re.I,
)
NOT_PROSE = re.compile(
    r"```.*?```|~~~.*?~~~|`[^`\n]+`|<code>.*?</code>|\$\$.*?\$\$|\$[^$\n]+\$"
    r"|<!--.*?-->|</?[a-zA-Z][^<>]*>|&#?\w+;"
    r"|\]\([^)\s]*\)|https?://\S+|\b\d+\s?×\s?\d+\b(?!\s*=)",
    re.S,
)


SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9}


@dataclass(frozen=True)
class Numeral:
    """One numeral.

    start, end  its place in the text
    slack       by how much the true value may differ from the printed number
    side        1 if the true value can only be higher ("over 90%"), −1 if it can only be lower
                ("nearly 90%"), 0 if both are possible
    kind        "number", "label" or "word"
    """

    start: int
    end: int
    text: str
    value: float
    slack: float
    side: int = 0
    kind: str = "number"

    def says(self, truth: float) -> bool:
        """Return whether `truth`, rounded to the digits of this numeral, equals this numeral."""
        if not isfinite(truth):
            return False
        more = truth - self.value
        dust = 1e-9 * max(1.0, abs(self.value))
        if abs(more) > self.slack + dust:
            return False
        return self.side == 0 or more * self.side > -dust


def prose(text: str) -> str:
    """Return the text with blanks in place of code, formulas, tags, addresses and sizes.

    Every other character is unchanged.
    """
    return NOT_PROSE.sub(lambda found: re.sub(r"\S", " ", found[0]), text)


def numerals(text: str, words: bool = False) -> list[Numeral]:
    """Return the numerals of a text, in order.

    words  whether to return numbers in words as well
    """
    text = prose(text)
    found = [numeral_in_digits(text, match) for match in NUMERAL.finditer(text)]
    found = with_labels(text, with_shared_percent(text, found))
    if words:
        taken = [(one.start, one.end) for one in found]
        for match in WORD.finditer(text):
            if not any(start <= match.start() < end for start, end in taken):
                found.append(numeral_in_words(match))
    return sorted(found, key=lambda one: one.start)


def with_labels(text: str, found: list[Numeral]) -> list[Numeral]:
    """Return the numerals; those that name something, as in "chapter 8", get the kind "label"."""
    spans = [match.span() for match in LABEL.finditer(text)]
    made = []
    for one in found:
        is_label = any(start <= one.start < end for start, end in spans)
        made.append(replace(one, kind="label") if is_label else one)
    return made


def numeral_in_digits(text: str, match: re.Match[str]) -> Numeral:
    """Return the `Numeral` of a match of `NUMERAL` in the text."""
    about = ABOUT.search(text[: match.start()])
    side = 0
    if about is not None and about["above"]:
        side = 1
    if about is not None and about["below"]:
        side = -1
    value, slack = value_and_slack(match, about is not None)
    unit = SCALES.get((match["scale"] or "").strip(), 1.0)
    if match["percent"]:
        unit = 0.01
    sign = -1 if match["sign"] else 1
    return Numeral(match.start(), match.end(), match[0], sign * value * unit, slack * unit, side)


def value_and_slack(match: re.Match[str], about: bool) -> tuple[float, float]:
    """Return the value of the digits, without sign and unit, and the largest error of this value.

    about  whether a word such as "about" stands before the digits
    """
    if match["number"]:
        value, slack = rounded(match["number"], about)
        if match["power"]:
            power = int("".join(str(POWERS[digit]) for digit in match["power"]))
            return value**power, 0.0
        return value, slack
    if match["vulgar"]:
        value = float(match["digits"] or 0) + unicodedata.numeric(match["vulgar"])
        return value, value / 20 if about else 0.0
    under = int(match["under"])
    return (int(match["top"]) / under if under else nan), 0.0


def rounded(digits: str, about: bool) -> tuple[float, float]:
    """Return the value of digits, and how far rounding may have moved it from the true value.

    The second number is half a unit of the last digit.  After "about" this number may be larger,
    because zeros at the end may come from rounding.
    """
    plain = digits.replace(",", "")
    value = float(plain)
    if not about or "." in plain or not value:
        decimals = len(plain.partition(".")[2])
        return value, 0.5 * 10.0**-decimals
    zeros = len(plain) - len(plain.rstrip("0"))
    return value, max(0.5, min(0.5 * 10.0**zeros, value / 20))


def with_shared_percent(text: str, found: list[Numeral]) -> list[Numeral]:
    """Return the numerals; in "51 to 61%", the number 51 becomes a percentage as well."""
    made = list(found)
    for i in range(len(made) - 2, -1, -1):
        this = made[i]
        after = made[i + 1]
        is_percentage = re.search(r"%|per", after.text)
        may_be_one = not re.search(r"%|per|[½/]", this.text)
        if is_percentage and may_be_one and LINKED.fullmatch(text[this.end : after.start]):
            made[i] = replace(
                this, text=f"{this.text}%", value=this.value / 100, slack=this.slack / 100
            )
    return made


def numeral_in_words(match: re.Match[str]) -> Numeral:
    """Return the `Numeral` of a match of `WORD`."""
    total = Fraction(0)
    part = Fraction(0)  # the sum of the words after the last "thousand" or "million"
    for word in re.split("[- ]", match[0].lower()):
        if word in ("thousand", "million"):
            total += (part or 1) * WORDS[word]
            part = Fraction(0)
        elif word == "hundred":
            part = (part or Fraction(1)) * 100
        else:
            part += WORDS[word]
    return Numeral(match.start(), match.end(), match[0], float(total + part), 0.0, kind="word")
