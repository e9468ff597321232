"""Checkers of chapter 16: PUCT's score, whose value, what is learned of a game, and the best of a few drawn moves."""

import random
from collections.abc import Callable
from math import isclose, log, sqrt
from typing import Any

from mctslib.course.exercise import Mistakes, Wrong, call, close, demand, exercise, explained, same

# ---------------------------------------------------------------------------- exercise 1: the score


def puct_score(value: float, prior: float, visits: int, parent_visits: int, c: float) -> float:
    """PUCT: value + c · prior · √N / (1 + n)."""
    return value + c * prior * sqrt(parent_visits) / (1 + visits)


SCORES = [
    (0.5, 0.2, 3, 16, 1.5),
    (0.25, 0.6, 0, 9, 2.0),
    (0.75, 0.05, 40, 100, 1.0),
    (0.0, 1.0, 1, 2, 0.5),
    (0.6, 0.0, 5, 25, 1.5),
]
SCORE_MISTAKES: Mistakes = [
    (
        lambda q, p, n, total, c: q + c * sqrt(log(total) / (1 + n)),
        "That is UCB1's bonus: the prior is missing.",
    ),
    (
        lambda q, p, n, total, c: q + c * p * sqrt(total) / max(n, 1),
        "Below the line stands 1 + visits.",
    ),
    (
        lambda q, p, n, total, c: q + c * sqrt(total) / (1 + n),
        "The prior is missing: multiply the bonus by it.",
    ),
    (
        lambda q, p, n, total, c: q + c * p * sqrt(total / (1 + n)),
        "The root is over N alone; 1 + n is below the line.",
    ),
    (
        lambda q, p, n, total, c: q + c * p * total / (1 + n),
        "The square root of the parent's visits is missing.",
    ),
    (lambda q, p, n, total, c: q + p * sqrt(total) / (1 + n), "The constant c is missing."),
    (
        lambda q, p, n, total, c: c * p * sqrt(total) / (1 + n),
        "The value is missing: score = value + bonus.",
    ),
    (
        lambda q, p, n, total, c: c * (q + p * sqrt(total) / (1 + n)),
        "c weighs the bonus alone, not the value.",
    ),
    (
        lambda q, p, n, total, c: q + c * sqrt(p * total) / (1 + n),
        "The root is over N alone, not over the prior.",
    ),
]


@exercise("Right: a value, and a bonus that the prior hands out before anything was tried.")
def check_puct_score(own: Callable[..., Any]) -> None:
    """`own(value, prior, visits, parent_visits, c)` → PUCT's score of one action."""

    def asked(case: tuple) -> str:
        return f"puct_score{case}"

    tried = [case for case in SCORES if case[2]]
    answers = [call(own, *case, returns=float, shown=asked(case)) for case in tried]
    otherwise = "value + c · prior · √parent_visits / (1 + visits)."
    for case, answer in zip(tried, answers):
        close(
            answer,
            puct_score(*case),
            asked(case),
            explained(SCORE_MISTAKES, tried, answers, otherwise),
        )
    for case in (case for case in SCORES if not case[2]):  # a division by n fails only here
        why = (
            "An action that was never tried has a score too, by the same formula with visits = 0: "
            "value + c · prior · √parent_visits."
        )
        close(
            call(own, *case, returns=float, shown=asked(case)), puct_score(*case), asked(case), why
        )


# ---------------------------------------------------------------------------- exercise 2: whose value

WHOSE = [(0.75, 0), (0.75, 1), (0.0, 0), (1.0, 1), (0.5, 1), (0.125, 1)]
WHOSE_MISTAKES: Mistakes = [
    (
        lambda value, player: (value, 1 - value),
        "That takes every value for X's: at O's turn it is O who has it.",
    ),
    (
        lambda value, player: (1 - value, value),
        "That takes every value for O's: at X's turn it is X who has it.",
    ),
    (
        lambda value, player: (value, 1 - value) if player else (1 - value, value),
        "That gives the value to who moved *in*. A network speaks for the player who is to move.",
    ),
    (
        lambda value, player: (value, value),
        "Both cannot have it: what one player gets, the other does not.",
    ),
    (
        lambda value, player: (-value, value) if player else (value, -value),
        "That is the scale from −1 to 1. Here a loss is 0, and both rewards add up to 1.",
    ),
]


@exercise("Right: the value belongs to the player to move, and the other one gets the rest.")
def check_whose(own: Callable[..., Any]) -> None:
    """`own(value, player)` → (X's reward, O's reward), where `value` is that of `player`, who is to move."""
    answers = []
    for case in WHOSE:
        answer = call(own, *case, returns=tuple, shown=f"whose{case}")
        demand(
            len(answer) == 2,
            f"`whose{case}` has {len(answer)} entries; it should have two: X's reward and O's.",
        )
        answers.append(answer)
    why = explained(WHOSE_MISTAKES, WHOSE, answers, "Player 0 is X, whose reward comes first.")
    for case, answer in zip(WHOSE, answers):
        value, player = case
        right = (1 - value, value) if player else (value, 1 - value)
        if not all(isclose(a, b, abs_tol=1e-9) for a, b in zip(answer, right)):
            raise Wrong(f"`whose{case}` is {answer}; it should be {right}. {why}")


# ---------------------------------------------------------------------------- exercise 3: what a game teaches

Said = list[tuple[int, dict[int, int]]]


def lessons(said: Said, rewards: tuple[float, float]) -> list[tuple[dict[int, float], float]]:
    """For each search of a game (player to move, visits): its shares of visits, and that player's reward at the end."""
    return [
        ({action: n / sum(visits.values()) for action, n in visits.items()}, rewards[player])
        for player, visits in said
    ]


GAME: Said = [  # whose turn it is does not follow from the number of the turn, and the last is not the first
    (0, {0: 5, 4: 15}),
    (1, {0: 16, 1: 2, 8: 2}),
    (1, {2: 4, 6: 12, 8: 0}),
    (0, {7: 1, 8: 3}),
    (1, {2: 4}),
]
ENDS = [(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)]
LESSON_MISTAKES: Mistakes = [
    (
        lambda said, rewards: [(s, rewards[0]) for s, _ in lessons(said, rewards)],
        "Every position got X's result. The value is that of the player to move *there*.",
    ),
    (
        lambda said, rewards: [
            (s, rewards[1 - player]) for (s, _), (player, _) in zip(lessons(said, rewards), said)
        ],
        "That is the result of the other player: of who is not to move.",
    ),
    (
        lambda said, rewards: [(s, rewards[said[-1][0]]) for s, _ in lessons(said, rewards)],
        "Every position got the result of who moved last.",
    ),
    (
        lambda said, rewards: [
            (s, rewards[k % 2]) for k, (s, _) in enumerate(lessons(said, rewards))
        ],
        "Do not count turns: somebody may move twice. The player is told with every search.",
    ),
    (
        lambda said, rewards: [(dict(visits), rewards[player]) for player, visits in said],
        "Those are visits. The target is their *shares*, which add up to 1, as priors do.",
    ),
    (
        lambda said, rewards: [
            ({a: float(n == max(v.values())) for a, n in v.items()}, rewards[p]) for p, v in said
        ],
        "That teaches the move played alone. The shares say more: also how close the others came.",
    ),
    (
        lambda said, rewards: [
            ({a: n / len(v) for a, n in v.items()}, rewards[p]) for p, v in said
        ],
        "Divide by the sum of all visits, not by the number of moves.",
    ),
    (
        lambda said, rewards: [
            ({a: n / max(v.values()) for a, n in v.items()}, rewards[p]) for p, v in said
        ],
        "Divide by the sum of all visits, not by the largest.",
    ),
]


@exercise("Right: the search teaches the hunch, the end of the game teaches the guess.")
def check_lessons(own: Callable[..., Any]) -> None:
    """`own(said, rewards)` → for each search (its shares of visits, the result of the player who was to move)."""
    cases = [(GAME, rewards) for rewards in ENDS]
    answers = [
        call(own, *case, returns=list, shown=f"lessons(<5 searches>, {case[1]})") for case in cases
    ]
    plain = [[_entry(one, case[1]) for one in answer] for case, answer in zip(cases, answers)]
    otherwise = "For each (player, visits): visits divided by their sum, and rewards[player]."
    why = explained(
        [(_rounded(mistake), words) for mistake, words in LESSON_MISTAKES], cases, plain, otherwise
    )
    for case, answer in zip(cases, plain):
        same(answer, _rounded(lessons)(*case), f"lessons(<5 searches>, {case[1]})", why)


def _entry(one: Any, rewards: tuple[float, float]) -> tuple[dict[int, float], float]:
    try:
        shares, result = one
        rounded = {action: round(float(share), 6) for action, share in shares.items()}
        visited = {action: share for action, share in rounded.items() if share}
        return visited, round(float(result), 6)  # an action without visits may be left out
    except (TypeError, ValueError, AttributeError):
        raise Wrong(
            f"An entry of `lessons(<5 searches>, {rewards})` is {one!r}; it should be a pair: a dict of "
            "shares, and a number."
        ) from None


def _rounded(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda said, rewards: [_entry(one, rewards) for one in function(said, rewards)]


# ---------------------------------------------------------------------------- exercise 4: a few drawn moves


def _highest(scores: list[float], many: int = 1) -> list[int]:
    return sorted(range(len(scores)), key=scores.__getitem__, reverse=True)[:many]


DRAWS = [  # logits, noise, worths, looks
    ([2.0, 1.0, 0.0, -1.0], [0.1, 0.2, 2.5, 0.3], [0.2, 0.6, 0.5, 0.9], 2),
    ([2.0, 1.0, 0.0, -1.0], [-1.0, 0.5, 0.0, 3.5], [0.7, 0.1, 0.9, 0.3], 2),
    ([0.0, 0.5, 1.0, 1.5], [2.0, 1.0, -1.0, -2.0], [0.3, 0.4, 0.9, 0.8], 2),
    ([0.0, 0.5, 1.0, 1.5], [2.0, 1.0, -1.0, -2.5], [0.3, 0.2, 0.9, 0.1], 3),
    ([1.0, 0.0, 0.0, 0.9], [1.5, 0.0, 2.0, 0.0], [0.4, 0.9, 0.2, 0.5], 1),
    ([1.0, 0.9, 0.0, -2.0], [0.1, 0.1, 0.2, 0.3], [0.1, 0.5, 0.9, 0.3], 3),
]
_RNG = random.Random(16)
for _ in range(30):  # so many that a mistake does not look like another by coincidence
    DRAWS.append(
        (
            [_RNG.uniform(-2, 2) for _ in range(6)],
            [_RNG.uniform(-2, 2) for _ in range(6)],
            _RNG.sample([step / 20 for step in range(21)], 6),
            _RNG.randrange(1, 6),
        )
    )
DRAW_MISTAKES: Mistakes = [
    (
        lambda logits, noise, worths, looks: max(_highest(logits, looks), key=worths.__getitem__),
        "Without the noise these are always the favourites: draw by logit + noise.",
    ),
    (
        lambda logits, noise, worths, looks: max(_highest(noise, looks), key=worths.__getitem__),
        "By the noise alone the prior is forgotten: draw by logit + noise.",
    ),
    (
        lambda logits, noise, worths, looks: max(range(len(worths)), key=worths.__getitem__),
        "That looked at every move; only `looks` of them may be looked at.",
    ),
    (
        lambda logits, noise, worths, looks: _highest([x + g for x, g in zip(logits, noise)])[0],
        "That is the first move drawn, without looking: of all drawn, take the one with the best worth.",
    ),
    (
        lambda logits, noise, worths, looks: _highest(
            [x + g + w for x, g, w in zip(logits, noise, worths)]
        )[0],
        "First draw by logit + noise, without the worths; only then compare the worths of those drawn.",
    ),
    (
        lambda logits, noise, worths, looks: min(
            _highest([x + g for x, g in zip(logits, noise)], looks), key=worths.__getitem__
        ),
        "Of those drawn that is the worst one.",
    ),
]


@exercise("Right: different moves, drawn as the prior says, and the best of them.")
def check_best_of(own: Callable[..., Any]) -> None:
    """`own(logits, noise, worths, looks)` → the drawn action of the best worth."""
    from mctslib.course.ch16.gumbel import best_of  # with numpy, which `progress()` need not load

    answers = [call(own, *case, returns=int, shown=f"best_of{case}") for case in DRAWS]
    why = explained(
        DRAW_MISTAKES,
        DRAWS,
        answers,
        "The `looks` highest of logit + noise; of those the best worth.",
    )
    for case, answer in zip(DRAWS, answers):
        same(answer, best_of(*case), f"best_of{case}", why)
