"""Draw the mean rewards of several players on the arms of one machine."""

from collections.abc import Mapping
from typing import Any

from mctslib.course.ch02.bandit import Pulls
from mctslib.course.ch02.scores import (
    highest,
    key,
    next_arm,
    score_bar,
    scores,
)
from mctslib.course.estimates import LEVELS, Estimate
from mctslib.draw.look import ACT, NOTE, PAPER, RULE, SHADE, SOFT, TITLE, WORDS, text_width
from mctslib.draw.svg import HALO, INK, document, element, text
from mctslib.words import count, number

WIDTHS = (456, 800, 960)  # the widths of the chart beside the arms, in pixels
WIDE, NARROW = 600, 188  # the width of the chart alone, and beside the arms on a phone
FIRST = 46  # the top of the first row, below the key
ROW = 52  # the height of the button of an arm, and the space below the button
TALL = 64  # the same on a phone, where the three lines of an arm need more room
NAMES = 52  # the width of the arms' names, if they are shown
APART = 21  # the distance between the rows of two players on one arm, in pixels
CLOSE = 20  # the same distance if a score is below the rows
MARKS = "dot: mean; 95% of bars hold the real mean"
COUNTS = 66  # the width of the numbers beside the rows, such as "20 of 36"
SCORES = 0.4  # the share of the width that UCB1's scores have, on a scale of their own
Ends = tuple[float, float]
PENS: list[dict[str, Any]] = [{"stroke_width": 5, "opacity": 0.4}, {"stroke_width": 1.5}]


def pulls_chart(
    players: Mapping[str, Pulls],
    *,
    width: float = WIDE,
    title: str = "",
    reveal: bool = False,
    named: bool = False,
    now: bool = False,
    scored: int = 0,
) -> str:
    """Draw a row for each arm, with a dot and an interval for each player, as SVG text.

    players  name → the pulls of the player, at most two; the dots of the second player are hollow
    title    the title; the names of the players by default, each with its dot
    reveal   whether to show the true means
    named    whether the names of the arms are in the picture
    now      whether the arms that were pulled last have violet dots
    scored   the number of pulls of a game, if UCB1's scores are below the rows of the players
    """
    left = NAMES if named else 8
    beside = bool(scored) and width > NARROW  # a phone has the scores below the rows
    edge = width * (1 - SCORES) if beside else width  # the right edge of the means
    right = edge - COUNTS - 8
    score_ends = (edge + 24, width - COUNTS - 8) if beside else (left, right)

    def x(mean: float) -> float:
        return left + (right - left) * mean

    means = next(iter(players.values())).machine.means
    row = TALL if width == NARROW else ROW
    low = FIRST + row * len(means)
    apart, lines = (CLOSE, len(players) + 1) if scored and not beside else (APART, len(players))
    parts = [text(title, 8, 18, TITLE, font_weight="bold")] if title else [_key(players)]
    if beside:
        parts.append(text("UCB1's scores", edge + 24, 18, TITLE, font_weight="bold"))
    if width > NARROW and not title:  # on a phone they stand above the chart
        parts.append(text(MARKS, left, FIRST - 8, WORDS, fill=SOFT))
    if scored:
        sums = text("UCB1: mean + bonus", left, FIRST - 8, WORDS)
        parts.append(key(FIRST - 8, score_ends[0]) if beside else sums)
    parts.append(text("wins", edge - 8, FIRST - 8, WORDS, text_anchor="end"))
    for level, word in LEVELS.items():
        if width == NARROW and level not in (0, 0.5, 1):
            continue
        parts.append(_upright(x(level), FIRST, low, stroke=RULE, stroke_width=0.8))
        parts.append(text(word, x(level), low + 15, NOTE, text_anchor="middle"))
    said = []
    for arm, true in enumerate(means):
        top = FIRST + row * arm
        if scored and arm:  # the three lines of an arm belong together
            parts.append(element("line", x1=0, x2=width, y1=top, y2=top, stroke=SHADE))
        if named:
            parts.append(text(f"arm {arm}", left - 10, top + row / 2 + 4, WORDS, text_anchor="end"))
        words = []
        for k, (name, player) in enumerate(players.items()):
            y = top + row / 2 + apart * (k - (lines - 1) / 2)
            last = now and player.history[-1][0] == arm
            parts.append(_row(player, arm, x, y, k, ACT if last else INK))
            won = f"{number(player.sums[arm])} of {number(player.counts[arm])}"
            look = {"fill": ACT, "font_weight": "bold"} if last else {}
            parts.append(text(won, edge - 8, y + 4, WORDS, text_anchor="end", **look))
            words.append(
                f"{name} {number(player.sums[arm])} of {count(player.counts[arm], 'pull')}"
            )
        if reveal:
            best = true == max(means)
            parts.append(_truth(true, x(true), (top, row), (left, right), best))
            words.append(f"true {number(true, 2)}")
        if scored:
            y = top + row / 2 + (0 if beside else apart)
            score, told = _score(players["UCB1"], arm, scored if beside else 0, y, score_ends)
            parts.append(score)
            words.append(told)
        said.append(f"arm {arm}: {', '.join(words)}")
    heading = title or f"Mean rewards of {' and '.join(players)}"
    return document("".join(parts), width, low + 24, f"{heading}. {'; '.join(said)}.")


def _upright(x: float, high: float, low: float, **pen: Any) -> str:
    """Draw a vertical line from `high` down to `low`."""
    return element("line", x1=x, x2=x, y1=high, y2=low, **pen)


def _key(players: Mapping[str, Pulls]) -> str:
    """Draw the dot of each player, followed by the player's name."""
    parts = []
    left = 8.0
    for k, name in enumerate(players):
        parts.append(_dot(left + 5, 13, k, INK))
        parts.append(text(name, left + 15, 18, TITLE, font_weight="bold"))
        left += 33 + text_width(name, TITLE, bold=True)
    return "".join(parts)


def _dot(x: float, y: float, k: int, colour: str) -> str:
    """Draw the dot of player k."""
    if k == 0:
        return element("circle", cx=x, cy=y, r=5, fill=colour)
    return element("circle", cx=x, cy=y, r=4.5, fill=PAPER, stroke=colour, stroke_width=2)


def _row(player: Pulls, arm: int, x: Any, y: float, k: int, colour: str) -> str:
    """Draw the interval and the mean of player k on an arm, at height y."""
    n = player.counts[arm]
    if not n:
        return ""
    mean = player.sums[arm] / n
    low, high = (x(end) for end in Estimate("", n, mean).interval)
    ends = [_upright(end, y - 5, y + 5, stroke=SHADE, stroke_width=1.5) for end in (low, high)]
    line = element("line", x1=low, x2=high, y1=y, y2=y, stroke=INK, **PENS[k])
    return line + "".join(ends) + _dot(x(mean), y, k, colour)


def _score(
    player: Pulls, arm: int, pulls: int, y: float, ends: tuple[float, float]
) -> tuple[str, str]:
    """Draw UCB1's score of an arm at height y, and return the drawing and its words.

    The arm that UCB1 pulls next has a frame and the word "next".  The score has a scale of its own
    between the two ends, so the grid of the means is hidden behind the score.

    pulls  the number of pulls of the game; 0 if the score is a sum of two numbers, without a bar
    """
    start, end = ends
    mean, bonus = scores(player)[arm]
    is_next = arm == next_arm(player)
    score = number(mean + bonus, 2)
    if not pulls:
        score = f"{number(mean, 2)} + {number(bonus, 2)} = {score}"
    words = f"next {score}" if is_next else score
    look = {"font_weight": "bold"} if is_next else {}
    parts = [element("rect", x=start - 1, y=y - 8, width=end - start + 2, height=16, fill=PAPER)]
    if pulls:
        scale = (end - start) / highest(pulls)
        parts.append(score_bar(start, y - 6, mean * scale, bonus * scale))
    parts.append(text(words, end + COUNTS, y + 4, WORDS, text_anchor="end", **look))
    if is_next:
        box: dict[str, Any] = {
            "x": start - 5,
            "y": y - 9,
            "width": end - start + COUNTS + 10,
            "height": 18,
        }
        parts.append(element("rect", **box, rx=5, fill="none", stroke=INK, stroke_width=2))
    return "".join(parts), f"UCB1's score {words}"


def _truth(true: float, at: float, row: Ends, axis: Ends, best: bool) -> str:
    """Draw the true mean of an arm across its row (top, height); that of the best arm is bold."""
    (top, height), (_, right) = row, axis
    words = f"true {number(true, 2)}"
    look: dict[str, Any] = {"font_weight": "bold"} if best else {}
    beside = at + 6
    if beside + text_width(words, WORDS, bold=best) > right + 8:
        beside, look = at - 6, {**look, "text_anchor": "end"}
    line = _upright(at, top + 3, top + height - 3, stroke=INK, stroke_width=3)
    return line + text(words, beside, top + height / 2 + 4, WORDS, **HALO, **look)
