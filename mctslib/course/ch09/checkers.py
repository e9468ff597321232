"""Checkers of chapter 09 ("Measure strength")."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from math import ceil, floor, sqrt
from typing import Any, NamedTuple

from mctslib.arena import intervals
from mctslib.arena.intervals import first_look
from mctslib.arena.matches import play_game
from mctslib.arena.players import PerfectPlayer, RandomPlayer
from mctslib.arena.tournament import play_pair
from mctslib.course.exercise import call, close, demand, exercise, explained, same, typed
from mctslib.draw.charts import Interval, interval_chart
from mctslib.draw.show import board_svg
from mctslib.game import State, illegal, not_over
from mctslib.games import TicTacToe
from mctslib.words import count, number, worked

# The number of lines of code that a call may execute.  The limit is large, because the reader's
# functions play whole games.
PATIENCE = 2_000_000

# ------------------------------------------------------------ exercise 1: Wilson's interval

SHARES: list[tuple[int, int, float]] = [  # successes, games, z
    (40, 100, 1.96),
    (8, 10, 2.0),
    (0, 50, 1.96),
    (50, 50, 1.96),
    (5, 5, 1.96),
    (1, 1, 1.0),
    (3, 7, 1.0),
]
WITHOUT_Z = (55, 100)
USUAL_Z = 1.96
EXACT = 1e-5  # the error allowed in an answer, large enough to accept 1.959964 in place of 1.96
GRID = 1.001e-3  # the error allowed in an answer found by trying all thousandths


@exercise("Right: this is Wilson's interval, which lies between 0 and 1 even after 0 successes.")
def check_wilson(own: Callable[..., Any]) -> str | None:
    """Check that `own(successes, games, z)` returns the ends of Wilson's interval."""
    answers = [_interval_from(own, *case) for case in SHARES]
    rights = [intervals.wilson(*case) for case in SHARES]
    on_a_grid = not all(_near(answer, right, EXACT) for answer, right in zip(answers, rights))
    tolerance = GRID if on_a_grid else EXACT
    why = explained(WILSON_MISTAKES_BY_END, *_by_end(SHARES, answers), TERM_BY_TERM)
    for case, answer, right in zip(SHARES, answers, rights):
        if not _near(answer, right, tolerance):
            _refuse_interval(case, answer, right, why)
    answer = _interval_from(own, *WITHOUT_Z)
    right = intervals.wilson(*WITHOUT_Z)
    if not _near(answer, right, tolerance):
        _refuse_interval(WITHOUT_Z, answer, right, "If no z is given, z is 1.96.")
    return "Right, to within a thousandth. The formula gives all digits." if on_a_grid else None


def _interval_from(own: Callable[..., Any], *arguments: float) -> tuple[float, float]:
    """Return the reader's interval, after checking that it is a pair of numbers."""
    shown = _wilson_call(arguments)
    answer = call(own, *arguments, returns=tuple, shown=shown, lines=PATIENCE)
    two = "it should have two: low and high."
    demand(len(answer) == 2, f"`{shown}` has {count(len(answer), 'entry', 'entries')}; {two}")
    low = typed(answer[0], float, f"{shown}[0]")
    high = typed(answer[1], float, f"{shown}[1]")
    return low, high


def _wilson_call(arguments: Sequence[float]) -> str:
    """Return a call to `wilson` as a string for a message."""
    return f"wilson({', '.join(map(str, arguments))})"


def _near(answer: Sequence[float], right: Sequence[float], tolerance: float) -> bool:
    """Return whether both ends of an interval are right to within a tolerance."""
    return all(abs(end - exact) <= tolerance for end, exact in zip(answer, right))


def _refuse_interval(
    case: Sequence[float], answer: Sequence[float], right: Sequence[float], why: str
) -> None:
    """Raise `Wrong` if an end of the reader's interval is wrong.

    The message contains a picture of the reader's interval and of the right interval.
    """
    picture = partial(_two_intervals, answer, right, case[0] / case[1])
    shown = _wilson_call(case)
    close(answer[0], right[0], f"{shown}[0]", why, GRID, picture)
    close(answer[1], right[1], f"{shown}[1]", why, EXACT, picture)
    close(answer[0], right[0], f"{shown}[0]", why, EXACT, picture)


def shortcut(successes: int, games: int, z: float) -> tuple[float, float]:
    """Return the interval s ± z √(s (1 − s) / n), which many books recommend."""
    share = successes / games
    half = z * sqrt(share * (1 - share) / games)
    return share - half, share + half


def undivided(successes: int, games: int, z: float) -> tuple[float, float]:
    """Return the ends of Wilson's interval before they are divided by 1 + w."""
    low, high = intervals.wilson(successes, games, z)
    w = z * z / games
    return low * (1 + w), high * (1 + w)


def root_divided_only(successes: int, games: int, z: float) -> tuple[float, float]:
    """Return the wrong ends that result if brackets are missing and only the root is divided."""
    low, high = undivided(successes, games, z)
    middle = (low + high) / 2
    half = (high - low) / 2 / (1 + z * z / games)
    return middle - half, middle + half


def root_without_w(successes: int, games: int, z: float) -> tuple[float, float]:
    """Return the wrong ends that result if s (1 − s) under the root is not multiplied by w."""
    share = successes / games
    w = z * z / games
    root = sqrt(share * (1 - share) + w * w / 4)
    return (share + w / 2 - root) / (1 + w), (share + w / 2 + root) / (1 + w)


Ends = tuple[float, float]
BRACKETS = "Almost right. Divide the whole of each end by 1 + w. Use brackets."
Z_IGNORED = "You returned the interval for z = 1.96. Use the argument `z`."
TERM_BY_TERM = (
    "Compare your code with the formula above, term by term. In the formula, w is z² / n."
)
WILSON_MISTAKES: list[tuple[Callable[[int, int, float], Ends], str]] = [
    (
        shortcut,
        "You used the short formula s ± z √(s (1 − s) / n). After 0 losses its interval has "
        "width 0. Use Wilson's formula.",
    ),
    (lambda k, n, z: intervals.wilson(k, n, z)[::-1], "Return the lower end first."),
    (undivided, BRACKETS),
    (root_divided_only, BRACKETS),
    (
        root_without_w,
        "The middle of your interval is right. Under the square root there must be w s (1 − s) "
        "+ w² / 4.",
    ),
    (lambda k, n, z: intervals.wilson(k, n, USUAL_Z), Z_IGNORED),
    (lambda k, n, z: intervals.wilson(k, n), Z_IGNORED),
    (
        lambda k, n, z: intervals.wilson(n - k, n, z),
        "You returned the interval for the failures, games − successes.",
    ),
]


def _one_end(mistake: Callable[[int, int, float], Ends]) -> Callable[..., float]:
    """Return a function of (successes, games, z, end) that returns one end of a wrong interval.

    The number `end` is 0 for the lower end and 1 for the upper end.
    """
    return lambda successes, games, z, end: mistake(successes, games, z)[end]


WILSON_MISTAKES_BY_END = [(_one_end(mistake), words) for mistake, words in WILSON_MISTAKES]


def _by_end(
    cases: Sequence[tuple[int, int, float]], answers: Sequence[Ends]
) -> tuple[list[tuple[float, ...]], list[float]]:
    """Split the cases and the answers, so that each end has its own case and its own answer."""
    cases_by_end: list[tuple[float, ...]] = []
    ends: list[float] = []
    for case, answer in zip(cases, answers):
        for end in (0, 1):
            cases_by_end.append((*case, end))
            ends.append(answer[end])
    return cases_by_end, ends


def _two_intervals(own: Sequence[float], right: Sequence[float], share: float) -> str:
    """Draw the reader's interval and the right interval, each with the observed share."""
    rows = []
    in_words = []
    for name, (low, high) in (("yours", own), ("Wilson's", right)):
        words = f"{worked(low)} to {worked(high)}"
        left = min(1.1, max(-0.1, low))
        right_end = min(1.1, max(-0.1, high))
        rows.append(Interval(name, words, share, left, right_end))
        in_words.append(words)
    label = f"Yours: {in_words[0]}; Wilson's: {in_words[1]}."
    return interval_chart(rows, {0: "0", 0.5: "0.5", 1: "1"}, title="", label=label)


# ------------------------------------------------------------ exercise 2: how many games


GAMES_CASES: list[tuple[float, float]] = [  # share, z
    (0.6, 2.3),
    (0.6, 2.38),
    (0.55, 1.96),
    (0.51, 2.17),
    (0.7, 2.6),
    (0.75, 2),
]


@exercise("Right: for half the edge you need four times as many games.")
def check_games_needed(own: Callable[..., Any]) -> None:
    """Check that `own(share, z)` returns the smallest integer n with |½ − share| > z · ½ / √n."""
    answers = []
    for share, z in GAMES_CASES:
        shown = f"games_needed({share}, {z})"
        answers.append(call(own, share, z, returns=float, shown=shown, lines=PATIENCE))
    for (share, z), answer in zip(GAMES_CASES, answers):
        exact = exact_games(share, z)
        otherwise = SOLVE
        if abs(answer - floor(exact) - 1) <= 1:
            otherwise = (
                f"Nearly right. The first whole number above n = {number(exact)} is `floor(n) + 1`."
            )
        why = explained(GAMES_MISTAKES, GAMES_CASES, answers, otherwise)
        same(answer, floor(exact) + 1, f"games_needed({share}, {z})", why)
    answer = call(own, 0.75, returns=float, shown="games_needed(0.75)")
    right = floor(exact_games(0.75, USUAL_Z)) + 1
    same(answer, right, "games_needed(0.75)", "If no z is given, z is 1.96.")


def exact_games(share: float, z: float) -> float:
    """Return the unrounded number of games for which ½ is exactly an end of the interval."""
    return (z / 2 / (share - 0.5)) ** 2


GamesFormula = Callable[[float, float], float]  # (share, z) → number of games
SOLVE = "Solve z · ½ / √n < share − ½ for n."
NO_HALF = "At p = ½ the standard error is ½ / √n. The factor ½ is missing."
SQUARE_IT = "You returned √n. Square this number."
OWN_ERROR = (
    "You used the standard error for p = share. The question is whether p = ½ still fits, so "
    "√(p (1 − p)) is ½."
)


def _next_whole(number: float) -> int:
    """Return the smallest whole number that is larger than `number`."""
    return floor(number) + 1


def games_by_own_error(share: float, z: float) -> float:
    """Return the unrounded number of games, computed from the standard error for p = share."""
    return z * z * share * (1 - share) / (share - 0.5) ** 2


def _mistake(games: GamesFormula, whole: Callable[[float], float]) -> GamesFormula:
    """Return a function of (share, z) that applies the formula `games` and rounds with `whole`."""
    return lambda share, z: whole(games(share, z))


def _games_mistakes() -> list[tuple[GamesFormula, str]]:
    """Return the mistakes: each wrong formula, rounded in several ways or unrounded, with its
    message.
    """
    formulas: list[tuple[GamesFormula, str]] = [
        (lambda share, z: 4 * exact_games(share, z), NO_HALF),
        (lambda share, z: sqrt(exact_games(share, z)), SQUARE_IT),
        (games_by_own_error, OWN_ERROR),
    ]
    mistakes = []
    for games, words in formulas:
        for whole in (_next_whole, ceil, round, floor, float):
            mistakes.append((_mistake(games, whole), words))
    return mistakes


GAMES_MISTAKES = _games_mistakes()


# ------------------------------------------------------------ exercise 3: peeking


@exercise("Right: a single look with ½ outside the interval is enough to be fooled.")
def check_peeks(own: Callable[..., Any]) -> None:
    """Check that `own(results, every)` returns whether the interval excludes ½ at one of the looks.

    The interval is Wilson's interval.  A look takes place after every `every` games.
    """
    cases = _coin_matches()
    answers = []
    for results, every in cases:
        shown = _peeks_call(results, every)
        answers.append(call(own, results, every, returns=bool, shown=shown, lines=PATIENCE))
    for (results, every), answer in zip(cases, answers):
        found = _at_the_looks(results, every)
        why = explained(PEEKS_MISTAKES, cases, answers, "")
        words = f"{_of_the_looks(results, every)} {why}".rstrip()
        same(answer, found is not None, _peeks_call(results, every), words)


def _peeks_call(results: Sequence[int], every: int) -> str:
    """Return a call to `peeks` as a string for a message."""
    return f"peeks(<{count(len(results), 'game')}>, {every})"


def _at_the_looks(results: Sequence[int], every: int) -> int | None:
    """Return the number of games at the first look at which the interval excludes ½, or None."""
    return first_look(results[: len(results) - len(results) % every], every)


def _excludes_half(results: Sequence[int]) -> bool:
    """Return whether Wilson's interval after these games excludes ½."""
    low, high = intervals.wilson(sum(results), len(results))
    return not low <= 0.5 <= high


def _so_far(results: Sequence[int], every: int) -> list[Sequence[int]]:
    """Return a list that holds, for each look, the results of all games before that look."""
    return [results[:games] for games in range(every, len(results) + 1, every)]


def since_the_last_look(results: Sequence[int], every: int) -> bool:
    """Return whether ½ is excluded at a look that counts only the games since the previous look."""
    return any(_excludes_half(games[-every:]) for games in _so_far(results, every))


def by_the_short_formula(results: Sequence[int], every: int) -> bool:
    """Return whether the interval of the short formula excludes ½ at one of the looks."""
    for games in _so_far(results, every):
        low, high = shortcut(sum(games), len(games), USUAL_Z)
        if not low <= 0.5 <= high:
            return True
    return False


PEEKS_MISTAKES: list[tuple[Callable[[Sequence[int], int], bool], str]] = [
    (
        lambda results, every: first_look(results, 1) is not None,
        "Your function takes a look after each game. Look only after every `every` games.",
    ),
    (
        lambda results, every: first_look(results, every) is not None,
        "Your function takes another look after the last game. If fewer than `every` games are "
        "left at the end, do not look again.",
    ),
    (
        lambda results, every: _excludes_half(results),
        "Your function takes only one look, after the last game. Look after every `every` games.",
    ),
    (
        lambda results, every: any(map(_excludes_half, _so_far(results, every)[:1])),
        "Your function stops at its first look. If ½ is inside the interval, go on to the next "
        "look.",
    ),
    (
        lambda results, every: any(map(_excludes_half, _so_far(results[:-1], every))),
        "Your function leaves out a look directly after the last game. The range of the looks has "
        "to end at `len(results) + 1`.",
    ),
    (
        lambda results, every: any(
            intervals.wilson(sum(games), len(games))[0] > 0.5 for games in _so_far(results, every)
        ),
        "Your function tests only whether the interval lies above ½. If the interval lies below ½, "
        "½ is outside too.",
    ),
    (
        lambda results, every: any(
            intervals.wilson(sum(games), len(games))[1] < 0.5 for games in _so_far(results, every)
        ),
        "Your function tests only whether the interval lies below ½. If the interval lies above ½, "
        "½ is outside too.",
    ),
    (
        lambda results, every: not all(map(_excludes_half, _so_far(results, every))),
        "Your function returns True if ½ is *inside* the interval at a look. Return True if ½ is "
        "outside.",
    ),
    (
        lambda results, every: all(map(_excludes_half, _so_far(results, every))),
        "Your function returns True only if ½ is outside at each look. One such look is enough.",
    ),
    (
        since_the_last_look,
        "Your function counts only the games since the previous look. Count all games so far.",
    ),
    (
        by_the_short_formula,
        "Your function uses the short formula s ± z √(s (1 − s) / n). Use `interval`.",
    ),
]


def _coin_matches() -> list[tuple[list[int], int]]:
    """Return pairs of a match and the number of games between two looks.

    In half of the matches in which the interval excludes ½, the player wins more games than the
    opponent, and in the other half the opponent wins more.  In most of these matches the interval
    excludes ½ early, or only between looks.
    """
    matches = [
        ([1] * 20, 20),
        ([1, 0] * 10 + [1] * 20, 20),
        ([1] * 20 + [0, 1] * 60, 20),
        ([0] * 20 + [1, 0] * 60, 20),
        ([1, 0] * 50, 10),
        ([1] * 8 + [0] * 8 + [0, 1] * 20, 16),
        ([0, 1] * 30 + [1] * 40, 10),
        ([1, 0] * 10 + [1] * 15, 20),
        ([1, 0] * 10 + [0] * 9, 20),
        ([1] * 6, 7),  # this match is shorter than the distance between looks
    ]
    rng = random.Random(3)
    for _ in range(60):
        for every in (10, 50):
            matches.append(([int(rng.random() < 0.5) for _ in range(200)], every))
    matches.append(([1] * 6, 1))
    matches.append(([1] * 9, 10))  # there is no look, because the tenth game is missing
    return matches


def _of_the_looks(results: Sequence[int], every: int) -> str:
    """Return sentences that explain the right answer, based on the results of the looks."""
    looks = len(results) // every
    if not looks:
        return f"There is no look, because there are fewer than {every} games."
    games = _at_the_looks(results, every)
    if games is None:
        at_each = f"At each of the {looks} looks" if looks > 1 else "At the only look"
        return f"{at_each} ½ is inside the interval."
    wins = sum(results[:games])
    low, high = intervals.wilson(wins, games)
    return (
        f"The player has won {number(wins)} of the first {count(games, 'game')}, and the interval "
        f"is {worked(low)} to {worked(high)}, so ½ is outside."
    )


# ------------------------------------------------------------ exercise 4: a pair of games


class Bargain(NamedTuple):
    """A game in which each of two players asks for 1 to 5 tenths of a cake.

    If the two players together ask for more than six tenths, neither gets anything.  Therefore the
    rewards never add up to 1.

    requests  the numbers of tenths that the players have asked for so far
    """

    requests: tuple[int, ...] = ()

    @property
    def num_players(self) -> int:
        return 2

    @property
    def current_player(self) -> int:
        return len(self.requests) % 2

    def legal_actions(self) -> Sequence[int]:
        """Return the numbers of tenths for which a player may ask."""
        return () if self.is_terminal() else (1, 2, 3, 4, 5)

    def apply(self, action: int) -> "Bargain":
        """Return the position after the player to move has asked for `action` tenths."""
        if action not in self.legal_actions():
            raise illegal(self, action)
        return Bargain((*self.requests, action))

    def is_terminal(self) -> bool:
        """Return whether both players have asked."""
        return len(self.requests) == 2

    def rewards(self) -> tuple[float, float]:
        """Return both players' rewards.  Raises ValueError if a player has not asked yet."""
        if not self.is_terminal():
            raise not_over(self)
        first, second = self.requests
        if first + second > 6:
            return 0.0, 0.0
        return first / 10, second / 10


Pair = tuple[Any, ...]
A = PerfectPlayer()
B = RandomPlayer()
OPENINGS: tuple[State, ...] = (
    TicTacToe.from_text("X.O/.O./..."),
    TicTacToe.from_text("X../.../..."),
    TicTacToe(),
    Bargain(),
)


@exercise(
    "Right: both games have the same opening and the same seed, the sides are swapped, and you "
    "return the rewards of `a`."
)
def check_pair(own: Callable[..., Any]) -> None:
    """Check that `own(a, b, opening, seed)` returns a's rewards as player 0 and as player 1."""
    cases = list(product(OPENINGS, range(12)))
    answers = []
    shared_numbers = random.getstate()
    try:
        for opening, seed in cases:
            shown = _pair_call(opening, seed)
            answer = call(own, A, B, opening, seed, returns=tuple, shown=shown, lines=PATIENCE)
            answers.append(answer)
        untouched = random.getstate() == shared_numbers
    finally:
        random.setstate(shared_numbers)
    why = explained(PAIR_MISTAKES, cases, answers, TWO_GAMES)
    for (opening, seed), answer in zip(cases, answers):
        right = play_pair(A, B, opening, seed)
        same(answer, right, _pair_call(opening, seed), why, partial(board_svg, opening))
    demand(untouched, SHARED)


def _pair_call(opening: State, seed: int) -> str:
    """Return a call to `pair` as a string for a message."""
    name = "Bargain()" if isinstance(opening, Bargain) else "opening"
    return f"pair(perfect, random, {name}, {seed})"


def _games(opening: State, seed: int, fresh: bool = True) -> list[Sequence[float]]:
    """Return the rewards of a game in which A moves first and of one in which B moves first.

    fresh  whether the second game has a new random number generator with the same seed
    """
    rng = random.Random(seed)
    first = play_game((A, B), opening, rng).rewards
    if fresh:
        rng = random.Random(seed)
    return [first, play_game((B, A), opening, rng).rewards]


def _two(
    pick: Callable[[Sequence[float], Sequence[float]], Pair], fresh: bool = True
) -> Callable[[State, int], Pair]:
    """Return a wrong solution, which plays both games and picks wrong rewards with `pick`."""
    return lambda opening, seed: pick(*_games(opening, seed, fresh))


SHARED = (
    "The rewards are right, but your function draws from Python's shared random numbers "
    "(`random.seed`, `random.random`), so all later cells draw different numbers. "
    "Make a `random.Random(seed)` for each game."
)
TWO_GAMES = (
    "Play two games, each with a new `random.Random(seed)`. In the first game `a` is player 0, "
    "and in the second game `b` is. Return the two rewards of `a`."
)
NOT_SWAPPED = "The sides were not swapped. Play the second game with `play_game((b, a), …)`."
OF_B = "You returned the rewards of `b`."
ADD_UP = (
    "The two rewards of a game need not add up to 1, so do not subtract the reward of `b` from 1. "
    "In the second game `a` is player 1, so read `rewards[1]`."
)
PAIR_MISTAKES: list[tuple[Callable[[State, int], Pair], str]] = [
    (
        lambda opening, seed: play_pair(A, B, opening, 0),
        "The games are the same for each seed. Use `random.Random(seed)`.",
    ),
    (
        _two(lambda first, second: (first[0], second[0])),
        "In the second game `a` is player 1, so read `rewards[1]`.",
    ),
    (_two(lambda first, second: (first[0], 1 - second[0])), ADD_UP),
    (_two(lambda first, second: (1 - first[1], 1 - second[0])), ADD_UP),
    (_two(lambda first, second: (1 - first[1], second[1])), ADD_UP),
    (_two(lambda first, second: tuple(first)), NOT_SWAPPED),
    (_two(lambda first, second: (first[0], first[0])), NOT_SWAPPED),
    (_two(lambda first, second: (first[0], 1 - first[0])), NOT_SWAPPED),
    (_two(lambda first, second: (first[1], second[0])), OF_B),
    (_two(lambda first, second: (second[0], first[1])), OF_B),
    (
        _two(lambda first, second: (second[1], first[0])),
        "The first number must be the reward of the game in which `a` is player 0.",
    ),
    (
        _two(lambda first, second: (first[0], second[1]), fresh=False),
        "Each game needs a new `random.Random(seed)`.",
    ),
    (
        lambda opening, seed: play_pair(A, B, TicTacToe(), seed),
        "Both games start from `opening`, not from the empty board.",
    ),
]
