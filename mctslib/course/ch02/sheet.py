"""Chapter 02's sheet to be printed: UCB1 with the calculator, before and after a pull, and what the pulls have cost."""

import random
from collections.abc import Sequence
from math import log, sqrt

from mctslib.course.teach.html import BLANK, UCB1, table
from mctslib.policies import ucb1
from mctslib.words import points

TITLE = "Choose between slot machines"
C = sqrt(2)
CLEAR = 0.03  # by how much the best score is ahead: two decimals on a calculator decide it
Arms = list[tuple[int, int]]
"""The **arms** of a machine: of each the number of pulls, and how many of them paid 1."""


def handout(rng: random.Random) -> tuple[str, str]:
    """The page of one student and that of its answers, as HTML."""
    while True:
        arms, paid = [_arm(rng) for _ in range(3 + int(2 * rng.random()))], int(2 * rng.random())
        if _clear(arms) and _clear(pulled(arms, best(arms), paid)):
            break
    tenths = _different_tenths(rng, len(arms))
    return _questions(arms, paid, tenths), _answers(arms, paid, tenths)


def _arm(rng: random.Random) -> tuple[int, int]:
    pulls = 2 + int(9 * rng.random())
    return pulls, int((pulls + 1) * rng.random())


def _different_tenths(rng: random.Random, count: int) -> list[int]:
    """What the arms really pay, in tenths, all different."""
    left = list(range(1, 10))
    return [left.pop(int(len(left) * rng.random())) for _ in range(count)]


def scores(arms: Arms) -> list[float]:
    """UCB1's score of each arm, with c = √2."""
    total = sum(n for n, _ in arms)
    return [ucb1(wins / n, n, total, C) for n, wins in arms]


def best(arms: Arms) -> int:
    """The arm that UCB1 pulls next."""
    return scores(arms).index(max(scores(arms)))


def _clear(arms: Arms) -> bool:
    first, second = sorted(scores(arms), reverse=True)[:2]
    return first - second > CLEAR


def pulled(arms: Arms, arm: int, paid: int) -> Arms:
    """The arms after one more pull."""
    return [(n + (k == arm), wins + paid * (k == arm)) for k, (n, wins) in enumerate(arms)]


def regret(arms: Arms, tenths: list[int]) -> float:
    """What all pulls of the best arm would have brought more, on average."""
    return sum(n * (max(tenths) - tenth) for (n, _), tenth in zip(arms, tenths)) / 10


def _questions(arms: Arms, paid: int, tenths: list[int]) -> str:
    first = [(f"{k}", n, wins, BLANK, BLANK, BLANK) for k, (n, wins) in enumerate(arms)]
    again = [(f"{k}", BLANK, BLANK, BLANK) for k in range(len(arms))]
    truth = [
        (f"{k}", n, f"0.{tenth}", BLANK) for k, ((n, _), tenth) in enumerate(zip(arms, tenths))
    ]
    return (
        f"<h2>1 · Which arm is next?</h2><p>A machine with {len(arms)} arms; a pull pays 0 or 1. UCB1 pulls the arm "
        f"with the highest score, {UCB1}: Q is the arm’s mean, n its pulls, N the pulls of all arms together, "
        f"and c = √2 = 1.414. Two decimals.</p>"
        f"{table(('arm', 'pulls n', 'paid', 'mean Q', 'bonus', 'score'), _text(first))}<p>Next is {BLANK}.</p>"
        f"<h2>2 · And after that?</h2><p>That arm is pulled and pays {paid}. Which numbers change? The scores now:</p>"
        f"{table(('arm', 'mean Q', 'bonus', 'score'), again)}<p>Next is {BLANK}.</p>"
        "<h2>3 · What has it cost?</h2><p>Now somebody tells you what the arms really pay on average. Regret is what "
        "the pulls <em>of the first table</em> brought less than as many pulls of the best arm would have, on average."
        f"</p>{table(('arm', 'pulls n', 'pays', 'costs'), _text(truth))}<p>The regret is {BLANK}.</p>"
    )


def _answers(arms: Arms, paid: int, tenths: list[int]) -> str:
    later = pulled(arms, best(arms), paid)
    costs = [
        (f"{k}", f"{n} × (0.{max(tenths)} − 0.{tenth})", points(n * (max(tenths) - tenth) / 10))
        for k, ((n, _), tenth) in enumerate(zip(arms, tenths))
    ]
    return (
        f"<h2>1 · Which arm is next?</h2>{_solved(arms)}<h2>2 · And after that?</h2>{_solved(later)}"
        "<p>Every bonus changes: N has grown. The arm that was pulled has a new mean and a smaller bonus; the "
        "others keep their means, and their bonuses grow.</p>"
        f"<h2>3 · What has it cost?</h2>{table(('arm', 'pulls × gap', 'costs'), costs)}"
        f"<p>The regret is {regret(arms, tenths):.1f}.</p>"
    )


def _solved(arms: Arms) -> str:
    total, chosen = sum(n for n, _ in arms), best(arms)
    rows = [
        (
            f"{k}",
            f"{n}",
            f"{wins / n:.2f}",
            f"1.414 · √({log(total):.3f} / {n}) = {score - wins / n:.2f}",
            f"<b>{score:.2f} ◀</b>" if k == chosen else f"{score:.2f}",
        )
        for k, ((n, wins), score) in enumerate(zip(arms, scores(arms)))
    ]
    answer = f"<p>N = {total}, ln N = {log(total):.3f}. Next is arm {chosen}: the highest score, whatever its mean.</p>"
    return answer + table(("arm", "pulls n", "mean Q", "bonus", "score"), rows)


def _text(rows: Sequence[tuple[object, ...]]) -> list[list[str]]:
    return [[str(cell) for cell in row] for row in rows]
