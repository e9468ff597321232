"""Draw UCB1's scores as bars with a solid mean and a hatched bonus."""

from math import log, sqrt
from typing import Any

from mctslib.course.ch02.bandit import Pulls, UCB1Arm
from mctslib.draw.bars import hatched_bar, solid_bar
from mctslib.draw.look import TITLE, WORDS
from mctslib.draw.svg import INK, document, element, text
from mctslib.policies import ucb1
from mctslib.words import count, number

# In pixels: the picture's width, the left end of the bars, and a row's height, which is that of the
# button of its arm and the space below the button.
WIDTH, LEFT, ROW = 320, 52, 52
FIRST = 46  # the top of the first row, below the title and the key
NEXT = 100  # the width of a score, the word "next" and their margins, which no bar reaches


def scores(player: Pulls, c: float) -> list[tuple[float, float]]:
    """Return the mean and the bonus of each arm after all pulls of the player.

    c  the constant of UCB1
    """
    made = len(player.history)
    pairs = zip(player.counts, player.sums, strict=True)
    return [(won / n, ucb1(0.0, n, made, c)) if n else (0.0, 0.0) for n, won in pairs]


def reason(player: Pulls, c: float) -> str:
    """Return in which way the arm that UCB1 pulls next has the highest score."""
    pairs = scores(player, c)
    best = pairs[next_arm(player, c)]
    equal = sum(sum(pair) == sum(best) for pair in pairs)
    if equal > 1:
        return f"the first of {equal} equal scores"
    has_mean, has_bonus = (
        own == max(terms) > min(terms) for own, terms in zip(best, zip(*pairs, strict=True))
    )
    if has_mean and has_bonus:
        return "the highest mean and the highest bonus"
    if has_mean or has_bonus:
        return "the highest mean" if has_mean else "the highest bonus"
    return "the highest sum, though neither term is the highest"


def next_arm(player: Pulls, c: float) -> int:
    """Return the arm that UCB1 pulls next."""
    return int(UCB1Arm(c)(*player.seen))


def score_bars(player: Pulls, c: float, pulls: int) -> str:
    """Draw the bars of all arms as SVG text, with a frame around the arm that UCB1 pulls next.

    After the last pull there is no frame.

    c      the constant of UCB1
    pulls  number of pulls in a whole game, which sets the scale of the bars
    """
    over = len(player.history) >= pulls
    best = None if over else next_arm(player, c)
    title = "UCB1's scores"
    scale = (WIDTH - LEFT - NEXT) / highest(c, pulls)
    parts = [text(title, 8, 18, TITLE, font_weight="bold"), key(FIRST - 8)]
    said = []
    for arm, (mean, bonus) in enumerate(scores(player, c)):
        y = FIRST + ROW * arm
        score = number(mean + bonus, 2) if player.counts[arm] else "not pulled yet"
        said.append(f"arm {arm}: {score}, {count(player.counts[arm], 'pull')}")
        end = LEFT + (mean + bonus) * scale
        parts += [
            text(f"arm {arm}", LEFT - 8, y + ROW / 2 + 4, WORDS, text_anchor="end"),
            score_bar(LEFT, y + ROW / 2 - 6, mean * scale, bonus * scale),
            text(score, end + 6, y + ROW / 2 + 4, WORDS),
        ]
        if arm == best:
            parts.append(next_mark(y, WIDTH))
    alt = f"{title}. {'; '.join(said)}."
    if not over:
        alt += f" UCB1 pulls arm {best} next."
    return document("".join(parts), WIDTH, FIRST + ROW * len(said) + 24, alt)


def highest(c: float, pulls: int) -> float:
    """Return the highest score that an arm can have during this number of pulls."""
    return 1 + c * sqrt(log(pulls))


def score_bar(x: float, y: float, mean: float, bonus: float) -> str:
    """Draw a score as a bar; both terms are given in pixels."""
    return solid_bar(x, y, mean) + hatched_bar(x + mean, y, bonus)


def key(y: float, left: float = LEFT) -> str:
    """Draw the key with the two kinds of bars, at height y."""
    return "".join(
        [
            solid_bar(left, y - 10, 22),
            text("mean", left + 28, y, WORDS),
            hatched_bar(left + 64, y - 10, 22),
            text("bonus", left + 92, y, WORDS),
        ]
    )


def next_mark(y: float, width: float) -> str:
    """Draw a frame around the row of the arm that UCB1 pulls next, with the word "next" in it."""
    box: dict[str, Any] = {"x": 6, "y": y + 2, "width": width - 12, "height": ROW - 4, "rx": 5}
    frame = element("rect", **box, fill="none", stroke=INK, stroke_width=2)
    return frame + text(
        "◀ next", width - 12, y + ROW / 2 + 4, WORDS, text_anchor="end", font_weight="bold"
    )
