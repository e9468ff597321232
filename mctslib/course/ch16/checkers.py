"""Checkers of chapter 16: the score of PUCT, the player to whom a value belongs, and the lessons of
a game.
"""

from collections.abc import Callable
from math import isclose, log, sqrt
from typing import Any

from mctslib.course.exercise import (
    Mistakes,
    Wrong,
    call,
    close,
    demand,
    exercise,
    explained,
    same,
    typed,
)
from mctslib.words import count

# ---------------------------------------------------------------------------- the score


def puct_score(value: float, prior: float, visits: int, parent_visits: int, c: float) -> float:
    """Return the PUCT score: value + c · prior · √parent_visits / (1 + visits)."""
    return value + c * prior * sqrt(parent_visits) / (1 + visits)


def bonus_of_ucb1(q: float, p: float, n: int, total: int, c: float) -> float:
    """Return the score with UCB1's bonus, which has a logarithm and no prior."""
    return q + c * sqrt(log(total) / (1 + n))


def divided_by_visits(q: float, p: float, n: int, total: int, c: float) -> float:
    """Return the score with a bonus divided by n instead of 1 + n."""
    return q + c * p * sqrt(total) / max(n, 1)


def without_prior(q: float, p: float, n: int, total: int, c: float) -> float:
    """Return the score without the prior."""
    return q + c * sqrt(total) / (1 + n)


def root_of_all(q: float, p: float, n: int, total: int, c: float) -> float:
    """Return the score with 1 + n under the square root."""
    return q + c * p * sqrt(total / (1 + n))


def without_root(q: float, p: float, n: int, total: int, c: float) -> float:
    """Return the score without the square root."""
    return q + c * p * total / (1 + n)


def without_c(q: float, p: float, n: int, total: int, c: float) -> float:
    """Return the score with c = 1."""
    return q + p * sqrt(total) / (1 + n)


def without_value(q: float, p: float, n: int, total: int, c: float) -> float:
    """Return the bonus alone."""
    return c * p * sqrt(total) / (1 + n)


def c_times_all(q: float, p: float, n: int, total: int, c: float) -> float:
    """Return the score with both the value and the bonus multiplied by c."""
    return c * (q + p * sqrt(total) / (1 + n))


def root_of_prior(q: float, p: float, n: int, total: int, c: float) -> float:
    """Return the score with the prior under the square root."""
    return q + c * sqrt(p * total) / (1 + n)


SCORES = [  # value, prior, visits, visits of the parent, c
    (0.5, 0.2, 3, 16, 1.5),
    (0.25, 0.6, 0, 9, 2.0),
    (0.75, 0.05, 40, 100, 1.0),
    (0.0, 1.0, 1, 2, 0.5),
    (0.6, 0.0, 5, 25, 1.5),
]
SCORE_MISTAKES: Mistakes = [
    (bonus_of_ucb1, "Your bonus is the bonus of UCB1: the prior is missing."),
    (divided_by_visits, "Divide the bonus by 1 + visits."),
    (without_prior, "The prior is missing: multiply the bonus by the prior."),
    (root_of_all, "Take the square root of the parent's visits alone, then divide by 1 + visits."),
    (without_root, "The square root of the parent's visits is missing."),
    (without_c, "The constant c is missing."),
    (without_value, "The value is missing: score = value + bonus."),
    (c_times_all, "Multiply only the bonus by c, not the value."),
    (root_of_prior, "Take the square root of the parent's visits alone, not of the prior."),
]
SCORE_RULE = "The score is value + c · prior · √parent_visits / (1 + visits)."
UNTRIED = (
    "A move that has never been tried has a score, too, from the same formula with visits = 0: "
    "value + c · prior · √parent_visits."
)


@exercise(
    "Right: the score is a value plus a bonus, and untried moves get a bonus from the prior, too."
)
def check_puct_score(own: Callable[..., Any]) -> None:
    """Check that `own(value, prior, visits, parent_visits, c)` returns the PUCT score of a move."""
    tried = [case for case in SCORES if case[2]]
    answers = [call(own, *case, returns=float, shown=f"puct_score{case}") for case in tried]
    why = explained(SCORE_MISTAKES, tried, answers, SCORE_RULE)
    for case, answer in zip(tried, answers, strict=True):
        close(answer, puct_score(*case), f"puct_score{case}", why)
    for case in SCORES:
        if case[2] == 0:  # a division by n fails only here
            shown = f"puct_score{case}"
            answer = call(own, *case, returns=float, shown=shown)
            close(answer, puct_score(*case), shown, UNTRIED)


# ---------------------------------------------------------------------------- whose value


def always_x(value: float, player: int) -> tuple[float, float]:
    """Return the rewards as if every value belonged to X."""
    return value, 1 - value


def always_o(value: float, player: int) -> tuple[float, float]:
    """Return the rewards as if every value belonged to O."""
    return 1 - value, value


def of_who_moved_in(value: float, player: int) -> tuple[float, float]:
    """Return the rewards as if the value belonged to the player who moved last."""
    return (value, 1 - value) if player else (1 - value, value)


def same_for_both(value: float, player: int) -> tuple[float, float]:
    """Return the same value for both players."""
    return value, value


def from_minus_1(value: float, player: int) -> tuple[float, float]:
    """Return the rewards on a scale from −1 to 1."""
    return (-value, value) if player else (value, -value)


WHOSE = [(0.75, 0), (0.75, 1), (0.0, 0), (1.0, 1), (0.5, 1), (0.125, 1)]
WHOSE_MISTAKES: Mistakes = [
    (always_x, "You treat every value as X's. If O is to move, the value is O's."),
    (always_o, "You treat every value as O's. If X is to move, the value is X's."),
    (
        of_who_moved_in,
        "You give the value to the player who moved *into* the position, but a network's value "
        "counts for the player who is to move.",
    ),
    (same_for_both, "The two players cannot share one value: their rewards add up to 1."),
    (
        from_minus_1,
        "Your rewards are on the scale from −1 to 1. Here a loss counts as 0, and the two rewards "
        "add up to 1.",
    ),
]


@exercise("Right: the value belongs to the player to move, and the other player gets the rest.")
def check_whose(own: Callable[..., Any]) -> None:
    """Check that `own(value, player)` returns the rewards of X and O.

    `value` is the value for `player`, a number from 0 to 1.
    """
    answers = []
    for case in WHOSE:
        answer = call(own, *case, returns=tuple, shown=f"whose{case}")
        entries = count(len(answer), "entry", "entries")
        message = f"`whose{case}` has {entries}; it should have two: X's reward and O's."
        demand(len(answer) == 2, message)
        rewards = [typed(one, float, f"whose{case}[{place}]") for place, one in enumerate(answer)]
        answers.append(tuple(rewards))
    why = explained(WHOSE_MISTAKES, WHOSE, answers, "Player 0 is X, whose reward comes first.")
    for case, answer in zip(WHOSE, answers, strict=True):
        value, player = case
        right = (1 - value, value) if player else (value, 1 - value)
        for one, other in zip(answer, right, strict=True):
            if not isclose(one, other, abs_tol=1e-9):
                raise Wrong(f"`whose{case}` is {answer}; it should be {right}. {why}")


# ---------------------------------------------------------------------------- what a game teaches

Searches = list[tuple[int, dict[int, int]]]
"""For each search of a game: the player to move, and the visits of each move."""
Rewards = tuple[float, float]
Lessons = list[tuple[dict[int, float], float]]
"""For each search of a game: the shares of the visits, and the mover's final reward."""


def lessons(searches: Searches, rewards: Rewards) -> Lessons:
    """Return, for each search of a game, the shares of the visits and the mover's reward."""
    found = []
    for player, visits in searches:
        total = sum(visits.values())
        shares = {action: n / total for action, n in visits.items()}
        found.append((shares, rewards[player]))
    return found


def with_results(searches: Searches, rewards: Rewards, results: list[float]) -> Lessons:
    """Return the lessons with their rewards replaced by `results`."""
    right = lessons(searches, rewards)
    return [(shares, result) for (shares, _), result in zip(right, results, strict=True)]


def result_of_x(searches: Searches, rewards: Rewards) -> Lessons:
    """Return the lessons with X's reward in every lesson."""
    return with_results(searches, rewards, [rewards[0]] * len(searches))


def result_of_the_other(searches: Searches, rewards: Rewards) -> Lessons:
    """Return the lessons with the reward of the player who is not to move."""
    return with_results(searches, rewards, [rewards[1 - player] for player, _ in searches])


def result_of_the_last(searches: Searches, rewards: Rewards) -> Lessons:
    """Return the lessons, each with the reward of the player who made the last move of the game."""
    last, _ = searches[-1]
    return with_results(searches, rewards, [rewards[last]] * len(searches))


def result_by_turns(searches: Searches, rewards: Rewards) -> Lessons:
    """Return the lessons with the rewards that would be right if the players always alternated."""
    results = [rewards[turn % 2] for turn in range(len(searches))]
    return with_results(searches, rewards, results)


def visits_for_shares(searches: Searches, rewards: Rewards) -> Lessons:
    """Return the lessons with visits instead of shares."""
    return [(dict(visits), rewards[player]) for player, visits in searches]


def divided_by(
    divisor: Callable[[dict[int, int]], float],
) -> Callable[[Searches, Rewards], Lessons]:
    """Return a wrong version of `lessons`, which divides the visits of each search by
    `divisor(visits)`.
    """

    def mistaken(searches: Searches, rewards: Rewards) -> Lessons:
        found = []
        for player, visits in searches:
            by = divisor(visits)
            found.append(({action: n / by for action, n in visits.items()}, rewards[player]))
        return found

    return mistaken


def most_visited_only(searches: Searches, rewards: Rewards) -> Lessons:
    """Return the lessons with 1 for the most visited move and 0 for all others."""
    found = []
    for player, visits in searches:
        most = max(visits.values())
        shares = {action: float(n == most) for action, n in visits.items()}
        found.append((shares, rewards[player]))
    return found


GAME: Searches = [  # player 1 moves twice in a row, and the first player does not move last
    (0, {0: 5, 4: 15}),
    (1, {0: 16, 1: 2, 8: 2}),
    (1, {2: 4, 6: 12, 8: 0}),
    (0, {7: 1, 8: 3}),
    (1, {2: 4}),
]
ENDS = [(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)]
LESSON_MISTAKES: Mistakes = [
    (
        result_of_x,
        "You use X's result for every position. Use the result of the player to move *there*.",
    ),
    (result_of_the_other, "You use the result of the other player, who is not to move."),
    (result_of_the_last, "You use the result of the player who moved last for every position."),
    (
        result_by_turns,
        "Do not count turns, because a player may move twice in a row. Each pair names the player "
        "to move.",
    ),
    (
        visits_for_shares,
        "You return the visits. Return their *shares*, which add up to 1, like priors.",
    ),
    (
        most_visited_only,
        "You return only the move that was played. Return the shares of all moves.",
    ),
    (divided_by(len), "Divide by the sum of all visits, not by the number of moves."),
    (
        divided_by(lambda visits: max(visits.values())),
        "Divide by the sum of all visits, not by the largest number of visits.",
    ),
]
LESSON_RULE = (
    "For each pair (player, visits), return the visits divided by their sum, and rewards[player]."
)


@exercise(
    "Right: the prior learns from the visits, and the value learns from the result of the game."
)
def check_lessons(own: Callable[..., Any]) -> None:
    """Check that `own(searches, rewards)` returns the lessons of a game.

    A lesson is a pair: each move's share of the visits in a search, and the final reward of the
    player to move.
    """
    cases = [(GAME, rewards) for rewards in ENDS]
    found = []
    for _, rewards in cases:
        answer = call(own, GAME, rewards, returns=list, shown=shown_with(rewards))
        found.append([entry_of(one, rewards) for one in answer])
    mistakes = [(rounded(mistake), words) for mistake, words in LESSON_MISTAKES]
    why = explained(mistakes, cases, found, LESSON_RULE)
    for (_, rewards), answer in zip(cases, found, strict=True):
        same(answer, rounded(lessons)(GAME, rewards), shown_with(rewards), why)


def shown_with(rewards: Rewards) -> str:
    """Return a call of the reader's function as text for a message."""
    return f"lessons(<5 searches>, {rewards})"


def entry_of(one: Any, rewards: Rewards) -> tuple[dict[int, float], float]:
    """Return an entry of an answer, rounded and without the moves whose share is 0.

    Raises `Wrong` if the entry is not a pair of a dict and a number.
    """
    try:
        shares, result = one
        visited = {}
        for action, share in shares.items():
            if round(float(share), 6):
                visited[action] = round(float(share), 6)
        return visited, round(float(result), 6)
    except (TypeError, ValueError, AttributeError):
        raise Wrong(
            f"An entry of `{shown_with(rewards)}` is {one!r}; it should be a pair: a dict of "
            "shares, and a number."
        ) from None


def rounded(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that applies `entry_of` to each entry of another function's result."""

    def with_entries(searches: Searches, rewards: Rewards) -> list[Any]:
        return [entry_of(one, rewards) for one in function(searches, rewards)]

    return with_entries
