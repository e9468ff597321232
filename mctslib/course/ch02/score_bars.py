"""Draw UCB1's scores as bars with a solid mean, a hatched bonus and a dashed earlier score."""

from dataclasses import dataclass
from math import log, sqrt

from mctslib.course.ch02.bandit import Pulls, UCB1Arm
from mctslib.draw.bars import hatched_bar, solid_bar
from mctslib.draw.charts import TOP
from mctslib.draw.look import TITLE, WORDS, text_width, wrapped
from mctslib.draw.svg import INK, document, element, text
from mctslib.policies import ucb1
from mctslib.words import count, number, worked

# In pixels: the picture's width, its width on a phone, the left end of the bars, the space left
# and right of the bars together, and the height of a row.
WIDTH, NARROW, LEFT, BESIDE, ROW = 400, 258, 62, 76.0, 44
PHONE_LEFT = 52  # the left end of the bars on a phone
NEXT = 64  # the width of the word "next" and its margins, in pixels; on a phone no bar reaches it
LINE = 16  # the distance between two lines of text, in pixels
FIRST = TOP + 22  # y coordinate of the first row, in pixels
KEY = (
    "A dashed bar is the score right after the arm's last pull.",
    "For the arm just pulled, the dashed bar is the score before the pull.",
)


@dataclass(frozen=True)
class Standing:
    """The numbers of an arm from which UCB1 computes its score, mean + bonus.

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
        """The number that UCB1 compares, which has no meaning for an arm without pulls."""
        return self.mean + self.bonus

    @property
    def words(self) -> str:
        """The arm's numbers as text, such as "0.500 + 1.177 = 1.677 (2 pulls), ▲ 0.177"."""
        if not self.pulls:
            return "not pulled yet, so it comes first"
        total = f"{worked(self.mean)} + {worked(self.bonus)} = {worked(self.score)}"
        words = f"{total} ({count(self.pulls, 'pull')})"
        if self.earlier is None or self.score == self.earlier:
            return words
        arrow = "▲" if self.score > self.earlier else "▼"
        return f"{words}, {arrow} {worked(abs(self.score - self.earlier))}"

    @property
    def sum_in_words(self) -> str:
        """The numbers without the count of pulls, such as "0.500 + 1.177 = 1.677, ▲ 0.177"."""
        return self.words.replace(f" ({count(self.pulls, 'pull')})", "")


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
    # The number of pulls after which the arm had the outlined score.
    before = made - 1 if last == made else last
    mean = player.sums[arm] / n
    return Standing(arm, n, mean, ucb1(0.0, n, made, c), score_after(player, arm, before, c))


def score_after(player: Pulls, arm: int, pulls: int, c: float) -> float | None:
    """Return the arm's score after the player's first `pulls` pulls.

    Returns None if the arm is not among these pulls.
    """
    rewards = [reward for pulled, reward in player.history[:pulls] if pulled == arm]
    if not rewards:
        return None
    return ucb1(sum(rewards) / len(rewards), len(rewards), pulls, c)


# ---------------------------------------------------------- drawing


def score_bars(player: Pulls, c: float, pulls: int, who: str, width: float = WIDTH) -> str:
    """Draw the bars of all arms as SVG text, with a frame around the arm that UCB1 pulls next.

    c      the constant of UCB1
    pulls  number of pulls in a whole game, which sets the scale of the bars
    who    words for the title that say whose pulls they are, such as "your pulls"
    width  `WIDTH`, or `NARROW` for a phone
    """
    rows = standings(player, c)
    best = int(UCB1Arm(c)(*player.seen))
    title = f"UCB1's scores, {who}: N = {len(player.history)}, c = {number(round(c, 2))}"
    left = PHONE_LEFT if width == NARROW else LEFT
    beside = left + NEXT if width == NARROW else BESIDE
    scale = (width - beside) / (1 + c * sqrt(log(pulls)))
    if width != NARROW:
        width = max(width, 16 + text_width(title, TITLE, bold=True))
    heading = title.replace(": ", ":\n").split("\n") if width == NARROW else [title]
    samples = key(width == NARROW)
    first = FIRST + LINE * (len(heading) + len(samples) - 2)
    low = first + ROW * len(rows)
    parts = []
    for n, line in enumerate(heading):
        parts.append(text(line, 8, 18 + LINE * n, TITLE, font_weight="bold"))
    for n, line in enumerate(samples, len(heading)):
        parts.append(element("g", line, transform=f"translate(0 {22 + LINE * n})"))
    for row in rows:
        y = first + ROW * row.arm
        parts.append(bar_row(row, y, left, scale, width == NARROW))
        mark = next_mark(y, width) if row.arm == best else longest_mark(rows[best], y, left, scale)
        parts.append(mark)
    notes = [line for words in KEY for line in wrapped(words, width - 16, WORDS)]
    for n, line in enumerate(notes, 1):
        parts.append(text(line, 8, low + LINE * n, WORDS, font_style="italic"))
    in_words = "; ".join(f"arm {row.arm}: {row.words}" for row in rows)
    alt = f"{title}. {in_words}. UCB1 pulls arm {best} next."
    return document("".join(parts), width, low + 8 + LINE * len(notes), alt)


def key(narrow: bool) -> list[str]:
    """Draw the key with three kinds of bars and a mark, in one line or, if narrow, in two lines."""
    left = 8 if narrow else LEFT
    samples = [
        solid_bar(left, -10, 22),
        text("mean", left + 28, 0, WORDS),
        hatched_bar(left + 76, -10, 22),
        text("bonus", left + 104, 0, WORDS),
        outline(left + 156, -11, 22, 15),
        text("earlier", left + 184, 0, WORDS),
    ]
    mark = "¦ the longest"
    if narrow:
        return ["".join(samples), text(mark, left, 0, WORDS)]
    return ["".join([*samples, text(mark, left + 240, 0, WORDS)])]


def bar_row(row: Standing, y: float, left: float, scale: float, narrow: bool) -> str:
    """Draw the name, the words and the bar of an arm.

    left    the left end of the bar
    scale   pixels for a score of 1
    narrow  whether the number of pulls stands below the arm's name instead of above the bar
    """
    end = left - 8
    name = text(f"arm {row.arm}", end, y + (14 if narrow else 31), WORDS, text_anchor="end")
    parts = [name, text(row.sum_in_words if narrow else row.words, left, y + 14, WORDS)]
    if narrow:
        parts.append(text(f"n {number(row.pulls)}", end, y + 31, WORDS, text_anchor="end"))
    if row.pulls:
        mean = row.mean * scale
        parts.append(solid_bar(left, y + 21, mean))
        parts.append(hatched_bar(left + mean, y + 21, row.bonus * scale))
    if row.earlier is not None:
        parts.append(outline(left, y + 19, row.earlier * scale, 17))
    return "".join(parts)


def next_mark(y: float, width: float) -> str:
    """Draw a frame around the row of the arm that UCB1 pulls next, with the word "next" in it."""
    frame = element(
        "rect",
        x=6,
        y=y,
        width=width - 12,
        height=ROW - 3,
        rx=5,
        fill="none",
        stroke=INK,
        stroke_width=2,
    )
    return frame + text("◀ next", width - 12, y + 32, WORDS, text_anchor="end", font_weight="bold")


def longest_mark(best: Standing, y: float, left: float, scale: float) -> str:
    """Draw a mark in the row of another arm, at the point where the longest bar ends.

    Returns "" if the next arm has no pulls yet, because such an arm has no bar.
    """
    if not best.pulls:
        return ""
    x = left + best.score * scale
    return element("line", x1=x, x2=x, y1=y + 19, y2=y + 36, stroke=INK, stroke_dasharray="2 2")


def outline(x: float, y: float, width: float, height: float) -> str:
    """Draw a thin dashed box that shows the earlier length of a bar."""
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
