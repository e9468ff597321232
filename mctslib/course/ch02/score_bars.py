"""Draw UCB1's scores as bars: the mean is solid, the bonus hatched, the earlier score dashed."""

from dataclasses import dataclass
from math import log, sqrt

from mctslib.course.ch02.bandit import Pulls, UCB1Arm
from mctslib.draw.bars import hatched_bar, solid_bar
from mctslib.draw.charts import TOP
from mctslib.draw.look import WORDS, text_width
from mctslib.draw.svg import INK, document, element, text
from mctslib.policies import ucb1
from mctslib.words import count, number

# In pixels: the picture's width, the left end and largest length of the bars, and a row's height.
WIDTH, LEFT, ROOM, ROW = 400, 62, 324.0, 44
FIRST = TOP + 22  # pixels above the first row
KEY = (
    "The dashed bar is the score after the last pull of the arm.",
    "For the arm just pulled, the dashed bar is the score before the pull.",
)


@dataclass(frozen=True)
class Standing:
    """The numbers of an arm for UCB1: score = mean + bonus.

    earlier  the score that the outline shows.  If the arm has just been pulled, this is the score
             before the pull; otherwise it is the score right after the arm's last pull.  None if
             there is no such score.
    """

    arm: int
    pulls: int
    mean: float
    bonus: float
    earlier: float | None

    @property
    def score(self) -> float:
        """The number that UCB1 compares, which is undefined for an arm without pulls."""
        return self.mean + self.bonus

    @property
    def words(self) -> str:
        """The numbers of the arm in words, such as "0.500 + 1.177 = 1.677 (2 pulls), ▲ 0.177"."""
        if not self.pulls:
            return "not pulled yet, so it comes first"
        total = f"{number(self.mean, 3)} + {number(self.bonus, 3)} = {number(self.score, 3)}"
        words = f"{total} ({count(self.pulls, 'pull')})"
        if self.earlier is None or self.score == self.earlier:
            return words
        arrow = "▲" if self.score > self.earlier else "▼"
        return f"{words}, {arrow} {number(abs(self.score - self.earlier), 3)}"


def standings(player: Pulls, c: float) -> list[Standing]:
    """Return the numbers of each arm after all pulls of the player.

    c  the constant of UCB1
    """
    return [standing(player, arm, c) for arm in range(len(player.counts))]


def standing(player: Pulls, arm: int, c: float) -> Standing:
    """Return the numbers of one arm."""
    made = len(player.history)
    n = player.counts[arm]
    if not n:
        return Standing(arm, 0, 0.0, 0.0, None)
    last = max(k for k, (pulled, _) in enumerate(player.history, start=1) if pulled == arm)
    before = made - 1 if last == made else last  # the outline shows the score after these pulls
    mean = player.sums[arm] / n
    return Standing(arm, n, mean, ucb1(0.0, n, made, c), score_after(player, arm, before, c))


def score_after(player: Pulls, arm: int, pulls: int, c: float) -> float | None:
    """Return the arm's score after the player's first `pulls` pulls.

    Returns None if these pulls do not contain a pull of the arm.
    """
    rewards = [reward for pulled, reward in player.history[:pulls] if pulled == arm]
    if not rewards:
        return None
    return ucb1(sum(rewards) / len(rewards), len(rewards), pulls, c)


# ---------------------------------------------------------- drawing


def score_bars(player: Pulls, c: float, pulls: int, who: str) -> str:
    """Draw the bars of all arms as SVG text, with a frame around the row of UCB1's next arm.

    c      the constant of UCB1
    pulls  number of pulls in the whole game, which sets the scale of the bars
    who    words for the title, for example "pulls of UCB1"
    """
    rows = standings(player, c)
    best = int(UCB1Arm(c)(*player.seen))
    title = f"UCB1's scores, {who}: N = {len(player.history)}, c = {number(round(c, 2))}"
    scale = ROOM / (1 + c * sqrt(log(pulls)))
    low = FIRST + ROW * len(rows)
    parts = [
        text(title, 8, 18, 13, font_weight="bold"),
        key(38),
        *(
            text(words, 8, low + 16 * n, WORDS, font_style="italic")
            for n, words in enumerate(KEY, 1)
        ),
    ]
    for row in rows:
        y = FIRST + ROW * row.arm
        parts.append(bar_row(row, y, scale))
        parts.append(next_mark(y) if row.arm == best else longest_mark(rows[best], y, scale))
    in_words = "; ".join(f"arm {row.arm}: {row.words}" for row in rows)
    width = max(WIDTH, 16 + text_width(title, 13, bold=True))
    alt = f"{title}. {in_words}. UCB1 pulls arm {best} next."
    return document("".join(parts), width, low + 40, alt)


def key(y: float) -> str:
    """Draw the key: the three kinds of bars, and the mark of the longest bar."""
    samples = [
        solid_bar(LEFT, y - 10, 22),
        text("mean", LEFT + 28, y, WORDS),
        hatched_bar(LEFT + 76, y - 10, 22),
        text("bonus", LEFT + 104, y, WORDS),
        outline(LEFT + 156, y - 11, 22, 15),
        text("earlier", LEFT + 184, y, WORDS),
        text("¦ the longest", LEFT + 240, y, WORDS),
    ]
    return "".join(samples)


def bar_row(row: Standing, y: float, scale: float) -> str:
    """Draw the name, the words and the bar of an arm.

    scale  pixels for a score of 1
    """
    parts = [
        text(f"arm {row.arm}", LEFT - 8, y + 31, 12, text_anchor="end"),
        text(row.words, LEFT, y + 14, 12),
    ]
    if row.pulls:
        mean = row.mean * scale
        parts.append(solid_bar(LEFT, y + 21, mean))
        parts.append(hatched_bar(LEFT + mean, y + 21, row.bonus * scale))
    if row.earlier is not None:
        parts.append(outline(LEFT, y + 19, row.earlier * scale, 17))
    return "".join(parts)


def next_mark(y: float) -> str:
    """Draw a frame around the row of the arm that UCB1 pulls next, with the word "next" in it."""
    frame = element(
        "rect",
        x=6,
        y=y,
        width=WIDTH - 12,
        height=ROW - 3,
        rx=5,
        fill="none",
        stroke=INK,
        stroke_width=2,
    )
    return frame + text("◀ next", WIDTH - 12, y + 32, 12, text_anchor="end", font_weight="bold")


def longest_mark(best: Standing, y: float, scale: float) -> str:
    """Draw a mark in the row of another arm, at the place where the longest bar ends.

    Returns "" if the arm that is pulled next has no pulls yet, because it has no bar.
    """
    if not best.pulls:
        return ""
    x = LEFT + best.score * scale
    return element("line", x1=x, x2=x, y1=y + 19, y2=y + 36, stroke=INK, stroke_dasharray="2 2")


def outline(x: float, y: float, width: float, height: float) -> str:
    """Draw a thin dashed box, which shows the earlier length of a bar."""
    return element(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        fill="none",
        stroke=INK,
        stroke_dasharray="3 2",
    )
