"""Let a judge pick one of n lines, and compare the judge's value with the true reward."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mctslib.course.ch19.judges import learned_judge, likes_small
from mctslib.course.ch19.proposer import Proposer, exam
from mctslib.game import Action
from mctslib.games.twentyfour import TwentyFour
from mctslib.methods.alone import Line, best_of_n

Judgement = Callable[[TwentyFour, Line], float]
"""A function that takes a hand and a finished line and returns the line's value, from 0 to 1.
"""


def after(hand: TwentyFour, actions: Iterable[Action]) -> TwentyFour:
    """Return the position after the actions, starting from a hand."""
    for action in actions:
        hand = hand.apply(action)
    return hand


def of_the_end(hand: TwentyFour, line: Line) -> float:
    """Return the value that the judge "likes small" gives to the last number of a line."""
    return likes_small(after(hand, line.actions))


def of_the_way(hand: TwentyFour, line: Line) -> float:
    """Return the value that the learned judge gives to the position before the last step."""
    return learned_judge().value(after(hand, line.actions[:-1]))


def of_the_verifier(hand: TwentyFour, line: Line) -> float:
    """Return 1 if the line solves the hand, else 0."""
    return line.reward


JUDGES: dict[str, Judgement] = {
    "likes small": of_the_end,
    "learned judge": of_the_way,
    "verifier": of_the_verifier,
}


def picked(judge: str, lines: int, seeds: Iterable[int]) -> tuple[float, float]:
    """Return the mean value that a judge gives to the lines it picks, and the share of these lines
    that solve their hand.

    judge  a name in `JUDGES`
    lines  the number of lines that the proposer draws for each hand of the exam; the judge picks
           the line with the highest value
    seeds  the seeds from which the lines are drawn; equal seeds give the same lines to every judge
    """
    value = JUDGES[judge]
    proposer = Proposer()
    believed = []
    paid = []
    for seed in seeds:
        for number, hand in enumerate(exam()):
            steps = lines * (len(hand.numbers) - 1)
            drawn = best_of_n(hand, steps, 1000 * seed + number, proposer, until_solved=False).lines
            values = [value(hand, line) for line in drawn]
            best = values.index(max(values))
            believed.append(values[best])
            paid.append(drawn[best].reward)
    return sum(believed) / len(believed), sum(paid) / len(paid)
