"""Which true shares fit what was seen: decided in whole numbers, and drawn as a bell over a cloud of matches.

A true share p is k thousandths here.  It **fits** w wins in n games if |p − w/n| ≤ z √(p (1 − p) / n), z = 1.96:
squared, and multiplied by the denominators, that compares whole numbers.  Seen from the match the p that fit are
Wilson's interval; seen from p the matches that fit are the middle of the bell.
"""

import random
from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from math import comb, exp, floor, sqrt

from mctslib.arena.intervals import wilson
from mctslib.draw.look import BLUE, FAINT, INK, VERMILION, WRONG
from mctslib.draw.svg import document, element, text

WHOLE = 1000  # thousandths in 1
Z, Z_SQUARED = 1.96, Fraction(49, 25) ** 2
WIDTH, LEFT, TOP, TALL, ROW = 400, 30, 54, 96, 3  # pixels: of the picture, and a row of the cloud
CLOUD = 46  # pixels from the foot of the bell down to the cloud


def fits(wins: int, games: int, k: int) -> bool:
    """Whether a true share of k thousandths fits that many wins; at the very edge it does."""
    return (k * games - WHOLE * wins) ** 2 <= Z_SQUARED * games * k * (WHOLE - k)


def ends(wins: int, games: int) -> tuple[int, int]:
    """The smallest and the largest k that fits."""
    fitting = [k for k in range(WHOLE + 1) if fits(wins, games, k)]
    return fitting[0], fitting[-1]


def chance_to_miss(games: int, k: int) -> Fraction:
    """How often, exactly, a match of a player with that true share has an interval that leaves it out."""
    p = Fraction(k, WHOLE)
    missed = (wins for wins in range(games + 1) if not fits(wins, games, k))
    return sum(
        (comb(games, wins) * p**wins * (1 - p) ** (games - wins) for wins in missed), Fraction(0)
    )


def dice(games: int, matches: int, seed: int) -> list[list[int]]:
    """For each game of each match a number from 0 to 999, a match's in order: who wins k in 1,000 wins below k."""
    rng = random.Random(seed)
    return [sorted(floor(WHOLE * rng.random()) for _ in range(games)) for _ in range(matches)]


def won(rolls: Sequence[Sequence[int]], k: int) -> list[int]:
    """The wins in each match of a player with that true share: the same dice for every k."""
    return [bisect_left(match, k) for match in rolls]


def describe(wins: int, games: int, k: int, cloud: Sequence[int]) -> str:
    """The picture in words."""
    low, high = wilson(wins, games, Z)
    verdict = "fits" if fits(wins, games, k) else "is ruled out"
    missed = sum(not fits(one, games, k) for one in cloud)
    return (
        f"A true share of {k / WHOLE:.3f} {verdict}: seen were {wins} wins in {games} games, {wins / games:.3f}; "
        f"from {low:.3f} to {high:.3f} fits. Of {len(cloud)} matches with that true share {missed} "
        f"miss{'es' * (missed == 1)} it."
    )


# ---------------------------------------------------------------------------- the picture


def bell_svg(wins: int, games: int, k: int, cloud: Sequence[int]) -> str:
    """The bell about k thousandths, what was seen and all that fits it; below, on the same axis, the cloud of matches.

    cloud  the wins in each of some matches of so many games, played by somebody with that true share
    """
    p, low = k / WHOLE, TOP + TALL
    floor_ = low + CLOUD + 16 + ROW * len(cloud)
    parts = [_bell(p, games, low), _edges(p, games, low, floor_), _seen(wins, games, k, low)]
    parts += [
        _interval(wins, games, k, low + 18),
        _cloud(cloud, games, k, low + CLOUD),
        _axis(floor_),
    ]
    said = describe(wins, games, k, cloud)
    return document("".join(parts), WIDTH, floor_ + 24, said)


def _x(share: float) -> float:
    return LEFT + (WIDTH - 2 * LEFT) * share


def _bell(p: float, games: int, low: float) -> str:
    """The normal curve about p, its middle 95 % filled; a line where every match ends alike."""
    error = sqrt(p * (1 - p) / games)
    if not error:
        return element("line", x1=_x(p), x2=_x(p), y1=TOP, y2=low, stroke=BLUE, stroke_width=2)
    steps = [t / 20 for t in range(-70, 71) if 0 <= p + t / 20 * error <= 1]
    points = [(t, f"{_x(p + t * error):.1f} {low - TALL * exp(-t * t / 2):.1f}") for t in steps]
    middle = [at for t, at in points if abs(t) <= Z]
    first, last = _x(max(0, p - Z * error)), _x(min(1, p + Z * error))
    filled = f"M{first:.1f} {low}L{'L'.join(middle)}L{last:.1f} {low}Z"
    curve = "M" + "L".join(at for _, at in points)
    return element("path", d=filled, fill=BLUE, opacity=0.25) + element(
        "path", d=curve, fill="none", stroke=BLUE, stroke_width=2
    )


def _edges(p: float, games: int, low: float, floor_: float) -> str:
    """p itself, and the edges of the bell's middle: in the bell and in the cloud, but not through the words between."""
    reach, height = Z * sqrt(p * (1 - p) / games), TALL * exp(-Z * Z / 2)
    edges = [(min(1.0, max(0.0, edge)), low - height) for edge in (p - reach, p + reach)]
    ways = [
        f"M{_x(at):.2f} {top:.2f}V{low}M{_x(at):.2f} {low + CLOUD}V{floor_}"
        for at, top in (*edges, (p, TOP))
    ]
    dashed = element("path", d="".join(ways[:2]), stroke=BLUE, stroke_dasharray="4 3")
    return dashed + element("path", d=ways[2], stroke=VERMILION, stroke_width=1.5)


def _seen(wins: int, games: int, k: int, low: float) -> str:
    """The share that was seen as a thick line, and the verdict above it."""
    x, verdict = _x(wins / games), "fits" if fits(wins, games, k) else "ruled out ✗"
    words = f"p = {k / WHOLE:.3f} {verdict}"
    line = element("line", x1=x, x2=x, y1=TOP - 12, y2=low + 18, stroke=INK, stroke_width=3)
    near, side = (7, "start") if x < WIDTH / 2 else (-7, "end")
    seen = text(f"seen {wins} of {games}", x + near, TOP - 8, 12, text_anchor=side)
    return line + text(words, 8, 18, 14, font_weight="bold") + seen


def _interval(wins: int, games: int, k: int, y: float) -> str:
    """All that fits what was seen as a bar, its ends in figures, and where p is on it."""
    low, high = wilson(wins, games, Z)
    bar = element(
        "line", x1=_x(low), x2=_x(high), y1=y, y2=y, stroke=INK, stroke_width=6, opacity=0.35
    )
    caps = f"M{_x(low):.1f} {y - 6}v12M{_x(high):.1f} {y - 6}v12"
    parts, x = [bar, element("path", d=caps, stroke=INK, stroke_width=1.5)], _x(k / WHOLE)
    parts.append(element("path", d=f"M{x:.1f} {y - 7}l5 7l-5 7l-5 -7z", fill=VERMILION))
    parts.append(text(f"{low:.3f}", max(_x(low) - 6, 32), y + 4, 11, text_anchor="end"))
    return "".join(parts) + text(f"{high:.3f}", min(_x(high) + 6, WIDTH - 32), y + 4, 11)


def _cloud(cloud: Sequence[int], games: int, k: int, top: float) -> str:
    """A row a match: its share as a dot, its interval as a thin line; red and with a cross, if it misses."""
    missed = sum(not fits(wins, games, k) for wins in cloud)
    words = f"{len(cloud)} matches of {games} games: {missed} miss{'es' * (missed == 1)} p ✗"
    rows = "".join(
        _match(wins, games, k, top + ROW * (row + 0.5)) for row, wins in enumerate(cloud)
    )
    return text(words, 8, top - 6, 12, font_weight="bold") + rows


def _match(wins: int, games: int, k: int, y: float) -> str:
    low, high = (_x(end) for end in wilson(wins, games, Z))
    x = _x(wins / games)
    if fits(wins, games, k):
        line = element("line", x1=low, x2=high, y1=y, y2=y, stroke=FAINT, stroke_width=0.5)
        return line + element("circle", cx=x, cy=y, r=1.6, fill=BLUE)
    cross = f"M{low:.1f} {y}H{high:.1f}M{x - 3:.1f} {y - 3}l6 6m0 -6l-6 6"
    return element("path", d=cross, stroke=WRONG, stroke_width=1.5)


def _axis(y: float) -> str:
    parts = [element("line", x1=_x(0), x2=_x(1), y1=y, y2=y, stroke=INK)]
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(element("line", x1=_x(share), x2=_x(share), y1=y, y2=y + 4, stroke=INK))
        parts.append(text(f"{share:g}", _x(share), y + 16, 11, text_anchor="middle"))
    return "".join(parts)
