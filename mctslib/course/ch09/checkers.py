"""Checkers of chapter 09, measure strength."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from math import floor, isclose, sqrt
from typing import Any

from mctslib.arena import intervals
from mctslib.arena.intervals import first_look
from mctslib.arena.matches import play_game
from mctslib.arena.players import PerfectPlayer, RandomPlayer
from mctslib.arena.tournament import play_pair
from mctslib.course.exercise import Wrong, call, close, demand, exercise, explained, same, typed
from mctslib.draw.charts import Interval, interval_chart
from mctslib.draw.show import board_svg
from mctslib.game import State
from mctslib.games import TicTacToe

PATIENCE = 2_000_000  # lines of code: whole games are played
SHARES: list[tuple[Any, ...]] = [
    (40, 100, 1.96),
    (8, 10, 2.0),
    (0, 50, 1.96),
    (50, 50, 1.96),
    (3, 7, 1.0),
    (55, 100),
]


# ---------------------------------------------------------------------------- exercise 1: Wilson's interval


@exercise(
    "Right: Wilson's interval, which never leaves 0…1 and does not collapse when nothing happened yet."
)
def check_wilson(own: Callable[..., Any]) -> None:
    """`own(successes, games, z)` → (low, high), Wilson's interval for the true share of successes."""
    for successes, games, *more in SHARES:
        z = more[0] if more else 1.96
        shown = f"wilson({', '.join(map(str, (successes, games, *more)))})"
        answer = call(own, successes, games, *more, returns=tuple, shown=shown)
        demand(
            len(answer) == 2,
            f"`{shown}` has {len(answer)} entries; it should have two: low and high.",
        )
        answer = tuple(typed(end, float, f"{shown}[{k}]") for k, end in enumerate(answer))
        right = intervals.wilson(successes, games, z)
        try:
            close(answer[0], right[0], f"{shown}[0]", tolerance=1e-6)
            close(answer[1], right[1], f"{shown}[1]", tolerance=1e-6)
        except Wrong as wrong:
            why = (
                _interval_mistake(answer, successes, games, z)
                if more
                else "If no z is given, it is 1.96."
            )
            raise Wrong(
                f"{wrong} {why}", _two_intervals(answer, right, successes / games)
            ) from None


def _interval_mistake(answer: tuple[float, ...], successes: int, games: int, z: float) -> str:
    """The likely reason for a wrong interval, as a sentence."""
    share, w = successes / games, z * z / games
    half = z * sqrt(share * (1 - share) / games)
    if isclose(answer[0], share - half) and isclose(answer[1], share + half):
        return "That is the shortcut s ± z √(s (1 − s) / n). After 0 losses it claims certainty; Wilson's does not."
    if answer[0] > answer[1]:
        return "Low comes first."
    if isclose(sum(answer), 2 * share + w):
        return "Almost: both ends are still to be divided by 1 + w, each as a whole (brackets)."
    if isclose(sum(answer), 2 * (share + w / 2) / (1 + w)):
        return "The middle is right; look at the square root: w s (1 − s) + w² / 4."
    return "Compare with the formula above, term by term; w is z² / n."


def _two_intervals(own: Sequence[float], right: Sequence[float], share: float) -> str:
    """The reader's interval and the right one as bars over 0…1, with the share in each."""
    said = [f"{low:.3f} to {high:.3f}" for low, high in (own, right)]
    ends = [[min(1.1, max(-0.1, end)) for end in interval] for interval in (own, right)]
    rows = [
        Interval(name, words, share, *pair)
        for name, words, pair in zip(("yours", "Wilson's"), said, ends)
    ]
    label = f"Yours: {said[0]}; Wilson's: {said[1]}."
    return interval_chart(rows, {0: "0", 0.5: "0.5", 1: "1"}, title="", label=label)


# ---------------------------------------------------------------------------- exercise 2: how many games


@exercise("Right: half the edge over ½ costs four times the games.")
def check_games_needed(own: Callable[..., Any]) -> None:
    """`own(share, z)` → the smallest whole number of games n with |½ − share| > z · ½ / √n."""
    for share, *more in [
        (0.6, 2.3),
        (0.6, 2.38),
        (0.55, 1.96),
        (0.51, 2.17),
        (0.7, 2.6),
        (0.75, 2),
        (0.75,),
    ]:
        z = more[0] if more else 1.96
        shown = f"games_needed({', '.join(map(str, (share, *more)))})"
        answer = call(own, share, *more, returns=float, shown=shown)
        exact = (z / 2 / (share - 0.5)) ** 2
        right = floor(exact) + 1
        same(answer, right, shown, _games_mistake(answer, exact, share, z))


def _games_mistake(answer: float, exact: float, share: float, z: float) -> str:
    """The likely reason for a wrong number of games, as a sentence."""
    if abs(answer - floor(exact) - 1) <= 1:
        return f"Nearly: the first whole number above {exact:.6g} is `floor({exact:.6g}) + 1`."
    if isclose(answer, 4 * exact, rel_tol=0.02):
        return "At p = ½ the standard error is ½ / √n: the ½ on top is missing."
    if isclose(answer, sqrt(exact), abs_tol=1.01):
        return "That is √n: square it."
    if isclose(answer, 4 * share * (1 - share) * exact, abs_tol=1.01):
        return "You asked how far off p = share is. Ask whether p = ½ still fits: √(p (1 − p)) is then ½."
    return "Solve z · ½ / √n < share − ½ for n."


# ---------------------------------------------------------------------------- exercise 3: peeking


@exercise("Right: one look outside is enough to be fooled, and every look is another chance.")
def check_peeks(own: Callable[..., Any]) -> None:
    """`own(results, every)` → True if at any look (after every `every` games) Wilson's interval leaves out ½."""
    for results, every in _coin_matches():
        shown = f"peeks(<{len(results)} games>, {every})"
        answer = call(own, results, every, returns=bool, shown=shown, lines=PATIENCE)
        looked = results[: len(results) - len(results) % every]
        same(answer, first_look(looked, every) is not None, shown, _peeking_mistake(looked, every))


def _coin_matches() -> list[tuple[list[int], int]]:
    """Matches of both kinds, for wins and for losses; most that leave out ½ do so early or between two looks."""
    rng = random.Random(3)
    matches = [
        ([int(rng.random() < 0.5) for _ in range(200)], every)
        for _ in range(60)
        for every in (10, 50)
    ]
    return [
        ([1] * 20, 20),
        ([1, 0] * 10 + [1] * 20, 20),
        ([1] * 20 + [0, 1] * 60, 20),
        ([0] * 20 + [1, 0] * 60, 20),
        ([1, 0] * 50, 10),
        ([1] * 8 + [0] * 8 + [0, 1] * 20, 16),
        ([0, 1] * 30 + [1] * 40, 10),
        ([1, 0] * 10 + [1] * 15, 20),
        ([1, 0] * 10 + [0] * 9, 20),
        *matches,
    ]


def _peeking_mistake(results: list[int], every: int) -> str:
    """What happened in this match, look by look, in words."""
    games = first_look(results, every)
    if games is None:
        return f"At each of the {len(results) // every} looks ½ is inside. Look only after every {every} games."
    wins = sum(results[:games])
    low, high = intervals.wilson(wins, games)
    return (
        f"After {games} games there are {wins} wins, and the interval is {low:.3f} to {high:.3f}: ½ is outside. "
        "One look outside is enough, above or below, whatever comes later."
    )


# ---------------------------------------------------------------------------- exercise 4: a pair of games

Pair = tuple[Any, ...]
A, B = PerfectPlayer(), RandomPlayer()
OPENINGS = (TicTacToe.from_text("X.O/.O./..."), TicTacToe.from_text("X../.../..."), TicTacToe())


@exercise(
    "Right: the same opening, the same seed, the sides swapped, and both rewards are those of `a`."
)
def check_pair(own: Callable[..., Any]) -> None:
    """`own(a, b, opening, seed)` → the rewards of `a`, as player 0 and as player 1."""
    answers: dict[tuple[State, int], Pair] = {}
    for opening, seed in product(OPENINGS, range(12)):
        shown = f"pair(perfect, random, opening, {seed})"
        answers[opening, seed] = call(
            own, A, B, opening, seed, returns=tuple, shown=shown, lines=PATIENCE
        )
    why = explained(PAIR_MISTAKES, answers, answers.values(), TWO_GAMES)
    for (start, seed), answer in answers.items():
        shown = f"pair(perfect, random, opening, {seed})"
        same(answer, play_pair(A, B, start, seed), shown, why, partial(board_svg, start))


def _games(opening: State, seed: int, fresh: bool = True) -> list[Sequence[float]]:
    """The rewards of both players in the game that A begins, and in the one that B begins."""
    rng = random.Random(seed)
    first = play_game((A, B), opening, rng).rewards
    return [first, play_game((B, A), opening, random.Random(seed) if fresh else rng).rewards]


TWO_GAMES = "Two games, `a` first, then `b` first, each with a fresh `random.Random(seed)`; both rewards are those of a."
PAIR_MISTAKES: list[tuple[Callable[[State, int], Pair], str]] = [
    (
        lambda o, s: play_pair(A, B, o, 0),
        "The same games whatever the seed: use `random.Random(seed)`.",
    ),
    (
        lambda o, s: (_games(o, s)[0][0], _games(o, s)[1][0]),
        "In the second game `a` is player 1: read `rewards[1]`.",
    ),
    (
        lambda o, s: tuple(_games(o, s)[0]),
        "The sides were not swapped: the second game is `play_game((b, a), …)`.",
    ),
    (
        lambda o, s: (_games(o, s)[0][0],) * 2,
        "The sides were not swapped: the second game is `play_game((b, a), …)`.",
    ),
    (lambda o, s: (_games(o, s)[0][1], _games(o, s)[1][0]), "Those are the rewards of `b`."),
    (lambda o, s: (_games(o, s)[1][0], _games(o, s)[0][1]), "Those are the rewards of `b`."),
    (
        lambda o, s: (_games(o, s)[1][1], _games(o, s)[0][0]),
        "The game in which `a` is player 0 comes first.",
    ),
    (
        lambda o, s: (_games(o, s)[0][0], _games(o, s, False)[1][1]),
        "Each game starts a fresh `random.Random(seed)`.",
    ),
    (
        lambda o, s: play_pair(A, B, TicTacToe(), s),
        "Both games start from `opening`, not from the empty board.",
    ),
]
