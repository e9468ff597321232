"""UCB1's scores as bars: an arm's mean is solid, its bonus hatched; an outline shows the scores before the last pull."""

from dataclasses import dataclass
from math import log, sqrt

from mctslib.course.ch02.bandit import Pulls, UCB1Arm
from mctslib.draw.bars import hatched_bar, solid_bar
from mctslib.draw.charts import TOP
from mctslib.draw.look import text_width
from mctslib.draw.svg import INK, document, element, text
from mctslib.policies import ucb1

WIDTH, LEFT, ROOM, ROW = 400, 62, 324.0, 44
KEY = "Dashed: after its last pull; for the arm pulled just now, before."


@dataclass(frozen=True)
class Standing:
    """An arm as UCB1 sees it: score = mean + bonus, and the score that the outline shows.

    earlier  the score right after the arm's last pull; of the arm pulled just now, before that; None: there is none
    """

    arm: int
    pulls: int
    mean: float
    bonus: float
    earlier: float | None

    @property
    def score(self) -> float:
        """What UCB1 compares; of no use for an arm without pulls."""
        return self.mean + self.bonus

    @property
    def words(self) -> str:
        """The row in words: "0.500 + 1.177 = 1.677 (2 pulls), ▲ 0.177"."""
        if not self.pulls:
            return "not pulled yet: comes first"
        said = f"{self.mean:.3f} + {self.bonus:.3f} = {self.score:.3f} ({self.pulls} pull{'s' * (self.pulls != 1)})"
        moved = 0 if self.earlier is None else self.score - self.earlier
        return f"{said}, {'▲' if moved > 0 else '▼'} {abs(moved):.3f}" if moved else said


def standings(player: Pulls, c: float) -> list[Standing]:
    """Each arm after all pulls of the player."""
    return [_standing(player, arm, c) for arm in range(len(player.counts))]


def _standing(player: Pulls, arm: int, c: float) -> Standing:
    made, n = len(player.history), player.counts[arm]
    if not n:
        return Standing(arm, 0, 0.0, 0.0, None)
    last = max(k for k, (pulled, _) in enumerate(player.history, start=1) if pulled == arm)
    mean, earlier = player.sums[arm] / n, made - 1 if last == made else last
    return Standing(arm, n, mean, ucb1(0.0, n, made, c), _score_after(player, arm, earlier, c))


def _score_after(player: Pulls, arm: int, pulls: int, c: float) -> float | None:
    """The arm's score when the player had made so many pulls; None before its first."""
    paid = [reward for pulled, reward in player.history[:pulls] if pulled == arm]
    return ucb1(sum(paid) / len(paid), len(paid), pulls, c) if paid else None


def score_bars(player: Pulls, c: float, pulls: int, who: str) -> str:
    """The bars of all arms as SVG text, the arm that UCB1 pulls next framed and named.

    pulls  how many there are to be in all: no score is longer, so a length means the same all the time
    who    whose pulls these are
    """
    rows, best = standings(player, c), int(UCB1Arm(c)(*player.seen))
    title = f"UCB1's scores, {who}: N = {len(player.history)}, c = {c:.3g}"
    scale, low = ROOM / (1 + c * sqrt(log(pulls))), TOP + 22 + ROW * len(rows)
    parts = [
        text(title, 8, 18, 13, font_weight="bold"),
        _key(38),
        text(KEY, 8, low + 16, 11, font_style="italic"),
    ]
    for row in rows:
        y = TOP + 22 + ROW * row.arm
        parts += [
            _row(row, y, scale),
            _next(y) if row.arm == best else _longest(rows[best], y, scale),
        ]
    said = "; ".join(f"arm {row.arm}: {row.words}" for row in rows)
    width = max(WIDTH, 16 + text_width(title, 13, bold=True))
    return document(
        "".join(parts), width, low + 24, f"{title}. {said}. Next UCB1 pulls arm {best}."
    )


def _key(y: float) -> str:
    """What the three looks of a bar mean."""
    samples = (
        solid_bar(LEFT, y - 10, 22)
        + text("mean", LEFT + 28, y, 11)
        + hatched_bar(LEFT + 76, y - 10, 22)
        + text("bonus", LEFT + 104, y, 11)
        + _outline(LEFT + 156, y - 11, 22, 15)
        + text("earlier", LEFT + 184, y, 11)
    )
    return samples + text("¦ the longest", LEFT + 240, y, 11)


def _row(row: Standing, y: float, scale: float) -> str:
    parts = [
        text(f"arm {row.arm}", LEFT - 8, y + 31, 12, text_anchor="end"),
        text(row.words, LEFT, y + 14, 12),
    ]
    if row.pulls:
        mean = row.mean * scale
        parts += [
            solid_bar(LEFT, y + 21, mean),
            hatched_bar(LEFT + mean, y + 21, row.bonus * scale),
        ]
    if row.earlier is not None:
        parts.append(_outline(LEFT, y + 19, row.earlier * scale, 17))
    return "".join(parts)


def _next(y: float) -> str:
    """Around the row of the arm that is next, with an arrow and a word: not colour alone."""
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


def _longest(best: Standing, y: float, scale: float) -> str:
    """How far this bar is from the longest; nothing while an arm without pulls is next."""
    x = LEFT + best.score * scale
    look = {"stroke": INK, "stroke_dasharray": "2 2"}
    return element("line", x1=x, x2=x, y1=y + 19, y2=y + 36, **look) if best.pulls else ""


def _outline(x: float, y: float, width: float, height: float) -> str:
    """Where a bar stood before: a thin dashed box around it."""
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
