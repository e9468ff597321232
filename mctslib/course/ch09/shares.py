"""Find the true shares that fit the games seen, with exact arithmetic, and draw the bell curve.

The true share p is a whole number k of thousandths: p = k / 1000.  It **fits** w wins in n games if
|p − w/n| ≤ z √(p (1 − p) / n), with z = 1.96 = 49 / 25.  The comparison is exact, because both
sides are squared and multiplied by all denominators, and then contain only whole numbers.  The
values of p that fit a match form Wilson's interval.  The matches that fit a value of p form the
middle of the bell curve around p.
"""

import random
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from math import exp, floor, sqrt
from typing import Any

from mctslib.arena.intervals import wilson
from mctslib.draw.look import INK, SHADE, SOFT, TITLE, WORDS, WRONG
from mctslib.draw.svg import document, element, text
from mctslib.words import count, number

WHOLE = 1000  # the number of thousandths in 1
# The distance, in standard errors, from the centre of the bell to each edge of its middle 95%
Z = 1.96
WIDTHS = (400, 472, 570)  # two pictures stand side by side; these and the next are in pixels
WIDTH = WIDTHS[0]
NARROW = 256  # the width on a phone
LEFT = 30
TOP = 50
TALL, LOW = 210, 96  # the height of the bell, and on a phone
ROW, LOW_ROW = 7.5, 5  # the height of a row of the cloud, and on a phone
CLOUD = 48  # the distance from the foot of the bell down to the cloud


def fits(wins: int, games: int, k: int) -> bool:
    """Return whether a true share fits the wins seen; a share at an end of the interval also fits.

    wins   the number of wins seen
    games  the number of games seen, 1 or more
    k      the number of thousandths in the true share, from 0 to 1,000
    """
    return (25 * (k * games - WHOLE * wins)) ** 2 <= 49**2 * games * k * (WHOLE - k)


@cache
def ends(wins: int, games: int) -> tuple[int, int]:
    """Return the smallest and the largest true share that fit the wins seen, in thousandths."""
    fitting = [k for k in range(WHOLE + 1) if fits(wins, games, k)]
    return fitting[0], fitting[-1]


@cache
def dice(games: int, matches: int, seed: int) -> list[list[int]]:
    """Return a random whole number from 0 to 999 for each game of each match.

    The numbers of a match are sorted, so that `won` can count the wins quickly.

    A player with a true share of k thousandths wins the games whose numbers are below k.
    """
    rng = random.Random(seed)
    rolls = []
    for _ in range(matches):
        match = [floor(WHOLE * rng.random()) for _ in range(games)]
        rolls.append(sorted(match))
    return rolls


def won(rolls: Sequence[Sequence[int]], k: int) -> list[int]:
    """Return the number of wins in each match for a player with a true share of k thousandths.

    rolls  the numbers of the games, as returned by `dice`; the same numbers can be used for all k
    """
    return [bisect_left(match, k) for match in rolls]


def describe(wins: int, games: int, k: int, cloud: Sequence[int]) -> str:
    """Describe the picture in words.  The parameters are those of `bell_svg`."""
    matches = count(len(cloud), "match", "matches")
    missing = f"Of {matches} with this true share {_missing(cloud, games, k)} it."
    return f"{verdict(wins, games, k)} {missing}"


def verdict(wins: int, games: int, k: int) -> str:
    """Return a sentence that says whether a true share of `k` thousandths fits the wins seen."""
    seen = wins_seen(wins, games)
    smallest, largest = ends(wins, games)
    if k == smallest:
        return f"p = {number(k / WHOLE, 2)} is the smallest that fits {seen}."
    if k == largest:
        return f"p = {number(k / WHOLE, 2)} is the largest that fits {seen}."
    if fits(wins, games, k):
        return f"p = {number(k / WHOLE, 2)} fits {seen}."
    return f"p = {number(k / WHOLE, 2)} is ruled out by {seen} ✗."


def wins_seen(wins: int, games: int) -> str:
    """Return the wins seen, in words, such as "13 wins of 20"."""
    return f"{count(wins, 'win')} of {number(games)}"


def _missing(cloud: Sequence[int], games: int, k: int) -> str:
    """Return words that say how many matches of the cloud miss the true share.

    A match misses the true share if its interval does not contain the share.  The words are a
    number and a verb, such as "1 misses" or "5 miss".
    """
    missed = sum(not fits(wins, games, k) for wins in cloud)
    verb = "misses" if missed == 1 else "miss"
    return f"{missed} {verb}"


# ---------------------------------------------------------------------------- the picture


def bell_svg(wins: int, games: int, k: int, cloud: Sequence[int]) -> str:
    """Draw the bell curve around a true share, and the observed share with its interval, as SVG.

    The cloud of matches is drawn below the curve, with the same axis.

    wins   the number of wins seen
    games  the number of games seen, and the number of games in each match of the cloud, 1 or more
    k      the true share in thousandths, from 0 to 1,000
    cloud  the number of wins in each match of a player with this true share
    """
    top = _foot(WIDTH) + CLOUD
    bottom = top + 16 + ROW * len(cloud)
    parts = [
        _curve(wins, games, k, WIDTH),
        _edges(k / WHOLE, games, top, top, bottom, WIDTH),
        _cloud(cloud, games, k, top, WIDTH),
        _axis(bottom, WIDTH),
    ]
    return document("".join(parts), WIDTH, bottom + 24, describe(wins, games, k, cloud))


def curve_svg(wins: int, games: int, k: int, cloud: Sequence[int], wide: int = WIDTH) -> str:
    """Draw the upper half of `bell_svg` as a separate picture: the bell and the interval."""
    bottom = _foot(wide) + CLOUD
    picture = _curve(wins, games, k, wide) + _axis(bottom, wide)
    return document(picture, wide, bottom + 24, describe(wins, games, k, cloud))


def cloud_svg(games: int, k: int, cloud: Sequence[int], wide: int = WIDTH) -> str:
    """Draw the lower half of `bell_svg` as a separate picture: the cloud of matches."""
    top = 24
    bottom = top + 16 + _row(wide) * len(cloud)
    parts = [
        _edges(k / WHOLE, games, top, top, bottom, wide),
        _cloud(cloud, games, k, top, wide),
        _axis(bottom, wide),
    ]
    words = f"{count(len(cloud), 'match', 'matches')} of {count(games, 'game')}"
    label = f"{words} with this true share: {_missing(cloud, games, k)} it."
    return document("".join(parts), wide, bottom + 24, label)


def _curve(wins: int, games: int, k: int, wide: int) -> str:
    p = k / WHOLE
    foot = _foot(wide)
    top_of_edges = foot - (foot - TOP) * exp(-Z * Z / 2)
    return (
        _bell(p, games, foot, wide)
        + _edges(p, games, TOP, top_of_edges, foot, wide)
        + _seen(wins, games, k, foot, wide)
        + (_interval(wins, games, k, foot + 18, wide) if k in ends(wins, games) else "")
    )


def _foot(wide: int) -> int:
    """Return the y coordinate of the foot of the bell."""
    return TOP + (TALL if wide >= WIDTH else LOW)


def _x(share: float, wide: int) -> float:
    """Return the x coordinate of a share in a picture that is `wide` pixels wide."""
    return LEFT + (wide - 2 * LEFT) * share


def _bell(p: float, games: int, foot: float, wide: int) -> str:
    """Draw the normal curve around p, with its middle 95% filled.

    If the standard error is 0, all matches have the same result, and the curve is a vertical line.
    """
    error = sqrt(p * (1 - p) / games)
    if not error:
        return element(
            "line", x1=_x(p, wide), x2=_x(p, wide), y1=TOP, y2=foot, stroke=SOFT, stroke_width=2
        )
    curve = []
    middle = []
    for twentieths in range(-70, 71):
        t = twentieths / 20  # the distance from p in standard errors
        share = p + t * error
        if not 0 <= share <= 1:
            continue
        point = f"{_x(share, wide):.1f} {foot - (foot - TOP) * exp(-t * t / 2):.1f}"
        curve.append(point)
        if abs(t) <= Z:
            middle.append(point)
    first = _x(max(0, p - Z * error), wide)
    last = _x(min(1, p + Z * error), wide)
    area = f"M{first:.1f} {foot}L{'L'.join(middle)}L{last:.1f} {foot}Z"
    filled = element("path", d=area, fill=SOFT, opacity=0.25)
    outline = element("path", d="M" + "L".join(curve), fill="none", stroke=SOFT, stroke_width=2)
    return filled + outline


def _edges(p: float, games: int, top: float, top_of_edges: float, bottom: float, wide: int) -> str:
    """Draw vertical lines at p and at both edges of the bell's middle 95%.

    top           the y coordinate of the upper end of the line at p
    top_of_edges  the y coordinate of the upper ends of the lines at the edges
    bottom        the y coordinate of the lower ends of all three lines
    """
    reach = Z * sqrt(p * (1 - p) / games)
    edges = max(0.0, p - reach), min(1.0, p + reach)
    dashes = "".join(f"M{_x(edge, wide):.2f} {top_of_edges:.2f}V{bottom}" for edge in edges)
    dashed = element("path", d=dashes, stroke=SOFT, stroke_dasharray="4 3")
    middle = f"M{_x(p, wide):.2f} {top:.2f}V{bottom}"
    return dashed + element("path", d=middle, stroke=INK, stroke_width=1.5)


def _seen(wins: int, games: int, k: int, foot: float, wide: int) -> str:
    """Draw a thick line at the observed share, with its label, and a title."""
    x = _x(wins / games, wide)
    line = element("line", x1=x, x2=x, y1=TOP - 12, y2=foot + 18, stroke=INK, stroke_width=3)
    title = f"If p = {number(k / WHOLE, 2)} (dashed: 95% of matches)"
    headline = text(title, 8, 18, TITLE, font_weight="bold")
    words = f"seen {number(wins)} of {number(games)}"
    if x < wide / 2:
        label = text(words, x + 7, TOP - 8, WORDS, text_anchor="start")
    else:
        label = text(words, x - 7, TOP - 8, WORDS, text_anchor="end")
    return line + headline + label


def _interval(wins: int, games: int, k: int, y: float, wide: int) -> str:
    """Draw the interval of the shares that fit, with the numbers of its ends and a mark at p.

    At the lower end the upper one is not told yet.
    """
    low, high = (end / WHOLE for end in ends(wins, games))
    left = _x(low, wide)
    right = _x(high, wide)
    caps = f"M{left:.1f} {y - 6}v12M{right:.1f} {y - 6}v12"
    diamond = f"M{_x(k / WHOLE, wide):.1f} {y - 7}l5 7l-5 7l-5 -7z"
    # The numbers stand below the line, where the diamond never covers them.
    first = text(f"from {number(low, 2)}", max(left - 2, 64), y + 20, WORDS, text_anchor="end")
    parts = [element("path", d=diamond, fill=INK), first]
    if k / WHOLE != low:
        pen: dict[str, Any] = {"stroke": INK, "stroke_width": 6, "opacity": 0.35}
        parts.insert(0, element("line", x1=left, x2=right, y1=y, y2=y, **pen))
        parts.append(element("path", d=caps, stroke=INK, stroke_width=1.5))
        parts.append(text(f"to {number(high, 2)}", min(right + 2, wide - 46), y + 20, WORDS))
    return "".join(parts)


def _cloud(cloud: Sequence[int], games: int, k: int, top: float, wide: int) -> str:
    """Draw one row for each match, below a line with the number of matches that miss p."""
    matches = count(len(cloud), "match", "matches")
    if wide >= WIDTH:
        matches = f"{matches} of {count(games, 'game')}"
    headline = f"{matches}: {_missing(cloud, games, k)} p ✗"
    parts = [text(headline, 8, top - 6, TITLE, font_weight="bold")]
    for row, wins in enumerate(cloud):
        parts.append(_match(wins, games, k, top + _row(wide) * (row + 0.5), wide))
    return "".join(parts)


def _row(wide: int) -> float:
    """Return the height of a row of the cloud."""
    return ROW if wide >= WIDTH else LOW_ROW


def _match(wins: int, games: int, k: int, y: float, wide: int) -> str:
    """Draw the share of a match as a dot on its interval.

    If p is outside the interval, the interval is red and a cross replaces the dot.
    """
    low, high = wilson(wins, games, Z)
    left = _x(low, wide)
    right = _x(high, wide)
    x = _x(wins / games, wide)
    if fits(wins, games, k):
        line = element(
            "line", x1=left, x2=right, y1=y, y2=y, stroke=SHADE, stroke_width=0.4 * _row(wide)
        )
        return line + element("circle", cx=x, cy=y, r=1.6, fill=SOFT)
    cross = f"M{left:.1f} {y}H{right:.1f}M{x - 3:.1f} {y - 3}l6 6m0 -6l-6 6"
    return element("path", d=cross, stroke=WRONG, stroke_width=1.5)


def _axis(y: float, wide: int) -> str:
    parts = [element("line", x1=_x(0, wide), x2=_x(1, wide), y1=y, y2=y, stroke=INK)]
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(
            element("line", x1=_x(share, wide), x2=_x(share, wide), y1=y, y2=y + 4, stroke=INK)
        )
        parts.append(text(number(share), _x(share, wide), y + 16, WORDS, text_anchor="middle"))
    return "".join(parts)
