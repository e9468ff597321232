"""The numerals of a sentence: where they stand, what they say, and how exactly.

A *numeral* is a number written in digits, `4,520`, `.5`, `51 %`, `−1`, `½`, `10⁵`, or, where somebody asks for
them, in words.  Inside `code` and $formulas$ nothing is one, nor are sizes (3 × 3) and √2; a number that names
something (chapter 8, cell 4, the year 2006) is of the kind "label".
"""

import re
import unicodedata
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isfinite

ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen""".split()  # noqa: SIM905
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
    r"(?:~|≈|\b(?:about|roughly|around|some|circa|(?P<below>nearly|almost|under)|(?P<above>over)))\s*$",
    re.I,
)
NOUN = (
    "chapter exercise checkpoint section seed figure step cell question prediction row column player part corner "
    "edge move action arm phase"
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
    r"```.*?```|~~~.*?~~~|`[^`\n]+`|<code>.*?</code>|\$\$.*?\$\$|\$[^$\n]+\$|<!--.*?-->|</?[a-zA-Z][^<>]*>|&#?\w+;"
    r"|\]\([^)\s]*\)|https?://\S+|\b\d+\s?×\s?\d+\b(?!\s*=)",
    re.S,
)


@dataclass(frozen=True)
class Numeral:
    """One numeral: its place in the text, its value, and by how much the truth may differ from what is printed.

    side  1 if the truth may only be more ("over 90 %"), −1 if only less ("nearly 90 %"), 0 for both
    """

    start: int
    end: int
    text: str
    value: float
    slack: float
    side: int = 0
    kind: str = "number"  # "number", "label" or "word"

    def says(self, truth: float) -> bool:
        """Whether `truth`, rounded as this numeral is, is this numeral."""
        more, dust = truth - self.value, 1e-9 * max(1.0, abs(self.value))
        return (
            isfinite(truth)
            and abs(more) <= self.slack + dust
            and (not self.side or more * self.side > -dust)
        )


def prose(text: str) -> str:
    """The text, blanks in place of code, formulas, tags, addresses and sizes: every other place is unchanged."""
    return NOT_PROSE.sub(lambda found: re.sub(r"\S", " ", found[0]), text)


def numerals(text: str, words: bool = False) -> list[Numeral]:
    """The numerals of a text, in order; those in words only where wanted."""
    text = prose(text)
    labels = [found.span() for found in LABEL.finditer(text)]
    made = _share_percent(text, [_from_digits(text, found) for found in NUMERAL.finditer(text)])
    made = [
        replace(one, kind="label") if any(a <= one.start < b for a, b in labels) else one
        for one in made
    ]
    if words:
        taken = [(one.start, one.end) for one in made]
        free = (
            found
            for found in WORD.finditer(text)
            if not any(a <= found.start() < b for a, b in taken)
        )
        made += [_from_words(found) for found in free]
    return sorted(made, key=lambda one: one.start)


def _from_digits(text: str, found: re.Match[str]) -> Numeral:
    about = ABOUT.search(text[: found.start()])
    side = bool(about and about["above"]) - bool(about and about["below"])
    if found["number"]:
        value, slack = _rounded(found["number"], bool(about))
        if found["power"]:
            value, slack = (
                value ** int("".join(str(POWERS[digit]) for digit in found["power"])),
                0.0,
            )
    elif found["vulgar"]:
        value = float(found["digits"] or 0) + unicodedata.numeric(found["vulgar"])
        slack = value / 20 if about else 0.0
    else:
        value, slack = (
            (int(found["top"]) / int(found["under"]) if int(found["under"]) else float("nan")),
            0.0,
        )
    unit = (
        0.01
        if found["percent"]
        else {"thousand": 1e3, "million": 1e6, "billion": 1e9}.get(
            (found["scale"] or "").strip(), 1.0
        )
    )
    sign = -1 if found["sign"] else 1
    return Numeral(found.start(), found.end(), found[0], sign * value * unit, slack * unit, side)


def _rounded(digits: str, about: bool) -> tuple[float, float]:
    """The value of digits, and half a unit of the last one; after "about", zeros at the end may be rounding."""
    plain = digits.replace(",", "")
    value = float(plain)
    if not about or "." in plain or not value:
        return value, 0.5 * 10.0 ** -len(plain.partition(".")[2])
    zeros = len(plain) - len(plain.rstrip("0"))
    return value, max(0.5, min(0.5 * 10.0**zeros, value / 20))


def _share_percent(text: str, found: list[Numeral]) -> list[Numeral]:
    """In "51 to 61 %" the first numeral is a percentage too."""
    made = list(found)
    for i in range(len(made) - 2, -1, -1):
        this, after = made[i], made[i + 1]
        if re.search(r"%|per", after.text) and not re.search(r"%|per|[½/]", this.text):
            if LINKED.fullmatch(text[this.end : after.start]):
                made[i] = replace(
                    this, text=f"{this.text} %", value=this.value / 100, slack=this.slack / 100
                )
    return made


def _from_words(found: re.Match[str]) -> Numeral:
    total = part = Fraction(0)
    for word in re.split("[- ]", found[0].lower()):
        if word in ("thousand", "million"):
            total, part = total + (part or 1) * WORDS[word], Fraction(0)
        else:
            part = (part or Fraction(1)) * 100 if word == "hundred" else part + WORDS[word]
    return Numeral(found.start(), found.end(), found[0], float(total + part), 0.0, kind="word")
