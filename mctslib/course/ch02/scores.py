"""Compute UCB1's scores, and draw them as bars with a solid mean and a hatched bonus."""

from math import log, sqrt

from mctslib.course.ch02.bandit import Pulls, UCB1Arm
from mctslib.draw.bars import hatched_bar, solid_bar
from mctslib.draw.look import WORDS
from mctslib.draw.svg import text
from mctslib.policies import ucb1

C = sqrt(2)  # the constant of UCB1


def scores(player: Pulls) -> list[tuple[float, float]]:
    """Return the mean and the bonus of each arm after all pulls of the player."""
    made = len(player.history)
    pairs = zip(player.counts, player.sums, strict=True)
    return [(won / n, ucb1(0.0, n, made, C)) if n else (0.0, 0.0) for n, won in pairs]


def reason(player: Pulls) -> str:
    """Return in which way the arm that UCB1 pulls next has the highest score."""
    pairs = scores(player)
    best = pairs[next_arm(player)]
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


def next_arm(player: Pulls) -> int:
    """Return the arm that UCB1 pulls next."""
    return int(UCB1Arm(C)(*player.seen))


def highest(pulls: int) -> float:
    """Return the highest score that an arm can have during this number of pulls."""
    return 1 + C * sqrt(log(pulls))


def score_bar(x: float, y: float, mean: float, bonus: float) -> str:
    """Draw a score as a bar; both terms are given in pixels."""
    return solid_bar(x, y, mean) + hatched_bar(x + mean, y, bonus)


def key(y: float, left: float) -> str:
    """Draw the key with the two kinds of bars, at height y."""
    return "".join(
        [
            solid_bar(left, y - 10, 22),
            text("mean", left + 28, y, WORDS),
            hatched_bar(left + 64, y - 10, 22),
            text("bonus", left + 92, y, WORDS),
        ]
    )
