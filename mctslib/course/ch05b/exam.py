"""The exam of chapter 05b, with rows of coins and the common mistakes that explain wrong answers.

Each row has exactly one best move.  We chose rows in which a correct search with 400 iterations
finds this move with many seeds and with values of c from ½ to 2.  A search with one of the mistakes
below fails in several rows.
"""

from __future__ import annotations

import random
from functools import cache
from operator import eq
from typing import Any, NamedTuple

from mctslib.course.ch05b import engines
from mctslib.course.ch05b.coins import CoinRow
from mctslib.game import Action
from mctslib.oracle import optimal_actions

ITERATIONS = 400  # iterations for each row

ROWS = (
    CoinRow((4, 9, 1, 8, 2), (0, 0), 0),
    CoinRow((8, 7, 1, 8, 6), (0, 0), 1),
    CoinRow((2, 6, 1, 3, 6), (0, 0), 0),
    CoinRow((4, 9, 8, 5, 6), (0, 0), 1),
    CoinRow((8, 3, 9, 8, 6), (0, 0), 0),
    CoinRow((2, 3, 5, 2, 3, 2), (0, 0), 0),
    CoinRow((4, 8, 7, 1, 1, 6), (0, 0), 1),
    CoinRow((6, 1, 9, 6, 1, 4), (0, 0), 1),
    CoinRow((2, 5, 2, 9, 9, 4), (0, 0), 0),
    CoinRow((1, 3, 1, 5, 6, 2), (0, 0), 1),
    CoinRow((2, 9, 4, 5, 5, 9), (0, 0), 0),
    CoinRow((6, 3, 3, 9, 2, 6), (0, 0), 0),
    CoinRow((4, 3, 4, 7, 5, 1, 6), (0, 0), 1),
    CoinRow((4, 2, 7, 9, 1, 7, 7), (0, 0), 0),
    CoinRow((5, 3, 9, 5, 6, 5, 6), (0, 0), 1),
    CoinRow((6, 5, 3, 3, 6, 3, 4), (0, 0), 1),
    CoinRow((5, 2, 4, 7, 7, 9, 8), (0, 0), 0),
    CoinRow((2, 5, 8, 8, 2, 7, 5), (0, 0), 1),
    CoinRow((4, 1, 1, 7, 7, 2, 2), (0, 0), 0),
    CoinRow((9, 3, 9, 3, 4, 5, 4), (0, 0), 1),
)


class Mistake(NamedTuple):
    """A common mistake, as options of `engines.best_move`, with a message about the mistake."""

    name: str
    options: dict[str, Any]
    words: str


MISTAKES = (
    Mistake(
        "reward chosen by depth",
        {"reward": engines.by_depth},
        "Your answers fit a search that decides by depth whose reward to add. In this game a "
        "player may move twice in a row, so the depth does not determine who moved. Store in "
        "each node who made the move into it.",
    ),
    Mistake(
        "by depth, as if X moved first",
        {"reward": engines.by_depth_from_x},
        "Your answers fit a search that adds X's reward at odd depths and O's reward at even "
        "depths. O may move first, and in this game a player may move twice in a row. Store in "
        "each node who made the move into it.",
    ),
    Mistake(
        "turned at each step up",
        {"flip": True},
        "Your answers fit a search that replaces the reward by 1 − reward, or changes the "
        "reward's sign, at each step up. In this game a player may move twice in a row, so the "
        "player does not change at each step. Store in each node who made the move into it.",
    ),
    Mistake(
        "the next player's reward",
        {"reward": engines.of_the_next},
        "Your answers fit a search that adds the reward of the player to move in a node. Add "
        "the reward of the player who made the move into the node.",
    ),
    Mistake(
        "the opponent's reward",
        {"reward": engines.of_the_opponent},
        "Your answers fit a search that adds the opponent's reward. Add the reward of the "
        "player who made the move into the node.",
    ),
    Mistake(
        "always X's reward",
        {"reward": engines.of_player_0},
        "Your answers fit a search that adds the reward of player 0 to every node. Add the "
        "reward of the player who made the move into the node.",
    ),
    Mistake(
        "always the root player's reward",
        {"reward": engines.of_the_root},
        "Your answers fit a search that adds the reward of the player to move at the root to "
        "every node. In such a search the opponent helps you. Add the reward of the player who "
        "made the move into the node.",
    ),
    Mistake(
        "no tree below the root",
        {"deep": False},
        "Your answers fit a search whose tree never grows below the moves of the root. "
        "Selection must go from child to child until it reaches a node with an untried action.",
    ),
    Mistake(
        "plays the worst move",
        {"least": True},
        "Your answers fit a search that plays the worst move. At the end, play the child of the "
        "root with the most visits, not the child with the fewest visits or the lowest mean.",
    ),
)


def answers_of(options: dict[str, Any]) -> list[Action]:
    """Return an engine's answers to all rows of the exam, with the same seeds in each call.

    options  the options of `engines.best_move`
    """
    answers = []
    for number, row in enumerate(ROWS):
        answers.append(engines.best_move(row, ITERATIONS, random.Random(number), **options))
    return answers


@cache
def broken_answers() -> list[tuple[Mistake, list[Action]]]:
    """Return each common mistake with the answers of the engine that makes it."""
    return [(mistake, answers_of(mistake.options)) for mistake in MISTAKES]


def wrong_moves(**options: Any) -> int:
    """Return in how many rows of the exam an engine does not choose the best move.

    options  the options of `engines.best_move`
    """
    best = [optimal_actions(row)[0] for row in ROWS]
    return sum(move != right for move, right in zip(answers_of(options), best, strict=True))


def diagnosis(answers: list[Action]) -> str:
    """Return a message about the common mistake that explains the answers, or "" if none does.

    answers   the reader's answers, one for each row

    Of the engines with one mistake, the one that agrees in the most rows is chosen, if it agrees in
    at least 17 of 20 rows.
    """
    pairs = broken_answers()
    equal = [sum(map(eq, answers, theirs)) for _, theirs in pairs]
    most = max(equal)
    if most < 0.85 * len(ROWS):
        return ""
    words = pairs[equal.index(most)][0].words
    return f"Your answers equal those of a broken engine in {most} rows. {words}"
