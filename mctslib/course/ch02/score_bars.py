"""Draw UCB1's scores as bars with a solid mean and a hatched bonus."""

from math import log, sqrt
from typing import Any

from mctslib.course.ch02.bandit import Pulls, UCB1Arm
from mctslib.draw.bars import hatched_bar, solid_bar
from mctslib.draw.look import TITLE, WORDS, text_width
from mctslib.draw.svg import INK, document, element, text
from mctslib.policies import ucb1
from mctslib.words import count, number

# In pixels: the picture's width, its width on a phone, the left end of the bars, and a row's height.
# A row is as high as the button of its arm, and the space below the button; on a phone it is lower.
WIDTH, NARROW, LEFT, ROW, LOW = 320, 240, 52, 52, 32
FIRST = 46  # the top of the first row, below the title and the key
NEXT = 100  # the width of a score, the word "next" and their margins, which no bar reaches


def scores(player: Pulls, c: float) -> list[tuple[float, float]]:
    """Return the mean and the bonus of each arm after all pulls of the player.

    c  the constant of UCB1
    """
    made = len(player.history)
    pairs = zip(player.counts, player.sums, strict=True)
    return [(won / n, ucb1(0.0, n, made, c)) if n else (0.0, 0.0) for n, won in pairs]


def score_bars(player: Pulls, c: float, pulls: int, who: str = "", width: float = WIDTH) -> str:
    """Draw the bars of all arms as SVG text, with a frame around the arm that UCB1 pulls next.

    After the last pull there is no frame.

    c      the constant of UCB1
    pulls  number of pulls in a whole game, which sets the scale of the bars
    who    words of the title that say whose pulls they are
    width  `WIDTH`, or `NARROW` for a phone
    """
    over = len(player.history) >= pulls
    row = LOW if width == NARROW else ROW
    best = None if over else int(UCB1Arm(c)(*player.seen))
    title = f"UCB1's scores{who}"
    scale = (width - LEFT - NEXT) / (1 + c * sqrt(log(pulls)))
    width = max(width, 16 + text_width(title, TITLE, bold=True))
    parts = [text(title, 8, 18, TITLE, font_weight="bold"), key(FIRST - 8)]
    said = []
    for arm, (mean, bonus) in enumerate(scores(player, c)):
        y = FIRST + row * arm
        score = number(mean + bonus, 2) if player.counts[arm] else "not pulled yet"
        said.append(f"arm {arm}: {score}, {count(player.counts[arm], 'pull')}")
        end = LEFT + (mean + bonus) * scale
        parts += [
            text(f"arm {arm}", LEFT - 8, y + row / 2 + 4, WORDS, text_anchor="end"),
            solid_bar(LEFT, y + row / 2 - 6, mean * scale),
            hatched_bar(LEFT + mean * scale, y + row / 2 - 6, bonus * scale),
            text(score, end + 6, y + row / 2 + 4, WORDS),
        ]
        if arm == best:
            parts.append(next_mark(y, width, row))
    alt = f"{title}. {'; '.join(said)}."
    if not over:
        alt += f" UCB1 pulls arm {best} next."
    return document("".join(parts), width, FIRST + row * len(said) + (8 if row == LOW else 24), alt)


def key(y: float) -> str:
    """Draw the key with the two kinds of bars, at height y."""
    return "".join(
        [
            solid_bar(LEFT, y - 10, 22),
            text("mean", LEFT + 28, y, WORDS),
            hatched_bar(LEFT + 64, y - 10, 22),
            text("bonus", LEFT + 92, y, WORDS),
        ]
    )


def next_mark(y: float, width: float, row: float) -> str:
    """Draw a frame around the row of the arm that UCB1 pulls next, with the word "next" in it."""
    box: dict[str, Any] = {"x": 6, "y": y + 2, "width": width - 12, "height": row - 4, "rx": 5}
    frame = element("rect", **box, fill="none", stroke=INK, stroke_width=2)
    return frame + text(
        "◀ next", width - 12, y + row / 2 + 4, WORDS, text_anchor="end", font_weight="bold"
    )
