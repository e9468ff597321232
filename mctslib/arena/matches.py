"""Matches: many games between two players, sides swapped, and how sure the result is.

An estimate without an interval is a rumour: 60 wins in 100 games is a true strength between 50 and 69 %.
"""

import random
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from copy import copy
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from mctslib.arena.intervals import wilson, z_of
from mctslib.arena.players import Player
from mctslib.arena.spread import MANY, portable, spread
from mctslib.arena.thinking import drained, followed, paused, thinking
from mctslib.game import Action, State, as_state, chance_to_move, seats
from mctslib.games import TicTacToe
from mctslib.limits import whole_number
from mctslib.machine import in_browser
from mctslib.policies import uniform
from mctslib.search import Stop

T = TypeVar("T")


class GameRecord(NamedTuple):
    """One finished game: its actions and one reward a player."""

    actions: tuple[Action, ...]
    rewards: tuple[float, ...]


class Tally(NamedTuple):
    """Wins, draws and losses of the first-named player of a match."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return sum(self)

    @property
    def score(self) -> float:
        """Points a game: a win 1, a draw ½.  nan before the first game."""
        return (self.wins + self.draws / 2) / self.games if self.games else float("nan")

    def add(self, own: float, other: float) -> "Tally":
        """The tally after one more game with these rewards."""
        return Tally(
            self.wins + (own > other), self.draws + (own == other), self.losses + (own < other)
        )

    def interval(self, outcome: str = "wins", confidence: float = 0.95) -> tuple[float, float]:
        """Wilson's interval (1927) for the true share of `outcome`: "wins", "draws" or "losses"."""
        return wilson(getattr(self, outcome), self.games, z_of(confidence))

    def score_interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval for the points a game; with draws wider than need be, the more so the more draws."""
        return wilson(self.wins + self.draws / 2, self.games)


NO_GAMES = Tally()
WIDE = 21  # characters of a column: the table fits a window 800 pixels wide


@dataclass(frozen=True)
class MatchResult:
    """What player `a` did against player `b`, moving first and moving second."""

    a: str
    b: str
    first: Tally = NO_GAMES  # those in which `a` moved first
    second: Tally = NO_GAMES

    @property
    def total(self) -> Tally:
        return Tally(*(a + b for a, b in zip(self.first, self.second, strict=True)))

    wins, draws, losses = (
        property(attrgetter(f"total.{outcome}")) for outcome in Tally._fields
    )  # of both sides
    games = property(attrgetter("total.games"))
    score = property(attrgetter("total.score"), doc="Points of `a` a game: a win 1, a draw ½.")

    def after(self, number: int, rewards: tuple[float, float]) -> "MatchResult":
        """The result after one more game, with these rewards of `a` and `b`; `a` moved second if its number is odd."""
        if number % 2:
            return replace(self, second=self.second.add(*rewards))
        return replace(self, first=self.first.add(*rewards))

    def interval(self, outcome: str = "wins") -> tuple[float, float]:
        """Wilson 95 % interval of the share of wins, draws or losses over both sides."""
        return self.total.interval(outcome)

    def table(self) -> str:
        """Three lines (moving first, second, both): counts, and shares with their 95 % intervals."""
        rows = [
            f"{self.a} against {self.b}",
            f"{'':13}{'wins':>{WIDE}}{'draws':>{WIDE}}{'losses':>{WIDE}}",
        ]
        sides = {"moving first": self.first, "moving second": self.second, "both": self.total}
        for side, tally in sides.items():
            rows.append(f"{side:13}" + "".join(_cell(tally, outcome) for outcome in Tally._fields))
        return "\n".join(rows)

    __str__ = __repr__ = table


def _cell(tally: Tally, outcome: str) -> str:
    count = getattr(tally, outcome)
    low, high = tally.interval(outcome)
    share = count / tally.games if tally.games else 0
    return f" {f'{count} = {share:.0%} ({100 * low:.0f}–{high:.0%})':>{WIDE - 1}}"


def game_steps(
    players: Sequence[Player], state: State, rng: random.Random
) -> Generator[float | None, None, GameRecord]:
    """One game, a slice of thought at a time; `players[i]` moves wherever `current_player` is i, chance by itself."""
    actions = []
    while not state.is_terminal():
        if chance_to_move(state):
            action = uniform(state, rng)
        else:
            action = yield from thinking(players[state.current_player], state, rng)
        state = state.apply(action)
        actions.append(action)
    return GameRecord(tuple(actions), tuple(state.rewards()))


def play_game(players: Sequence[Player], state: State, rng: random.Random) -> GameRecord:
    """One game, for any number of players; `players[i]` moves wherever `current_player` is i."""
    return drained(game_steps(players, as_state(state), rng))


def numbered_game(
    a: Player, b: Player, state: State, seed: int | str, number: int
) -> Generator[float | None, None, tuple[float, float]]:
    """Game `number` of a match, in steps: the rewards of `a` and of `b`, who moves first in the odd ones."""
    swapped = number % 2
    players, rng = (b, a) if swapped else (a, b), random.Random(f"{seed}/{number}")
    rewards = (yield from game_steps(players, state, rng)).rewards
    return rewards[swapped], rewards[1 - swapped]


def match_steps(
    a: Player,
    b: Player,
    games: int,
    *,
    state: State | None = None,
    seed: int | str = 0,
    executor: Executor | None = None,
) -> Generator[MatchResult, None, None]:
    """The match a slice of thought at a time, for whoever shows it as it goes: the result so far after each.

    `a` moves first in the games of even number.  Each game has its own generator, made from the seed
    and the number of the game, so the hundredth game is the same however long the others took, and
    wherever it is played.
    """
    result, state = MatchResult(a.name, b.name), for_two(state)
    jobs = [(a, b, state, seed, number) for number in range(games)]
    yield result
    for done in played(numbered_game, jobs, executor):
        result = result.after(*done) if done else result
        yield result


def for_two(state: State | None) -> State:
    """The state, or the empty 3×3 board.  Raises ValueError if the game is not for two players (and chance)."""
    state = TicTacToe() if state is None else as_state(state)
    if len(seats(state)) != 2:
        raise ValueError(
            f"A match is for two players; this game has {len(seats(state))}: "
            "`play_game(players, state, rng)` plays one game of it."
        )
    return state


def played(
    game: Callable, jobs: Sequence[tuple], executor: Executor | None = None
) -> Generator[tuple[int, Any] | None, None, None]:
    """(number of the job, what `game(*job)` returns), in order, and None at every pause in between.

    By the executor; without one, a few are played here and many on all cores (not in a browser).  In order, because of
    games played side by side the short ones end first: a match that is stopped would count too many of those.
    """
    if executor is not None or (len(jobs) >= MANY and not in_browser() and portable(*jobs[:1])):
        yield from in_order(
            spread(with_players_of_its_own, [(game, *job) for job in jobs], executor)
        )
        return
    for number, job in enumerate(jobs):
        yield number, (yield from paused(game(*job)))


def in_order(done: Iterable[tuple[int, T] | None]) -> Iterator[tuple[int, T] | None]:
    """The same by number, from 0; None while the next is still to come."""
    early: dict[int, T] = {}
    number = 0
    for found in done:
        early.update([found] if found else [])
        if number not in early:
            yield None
        while number in early:
            yield number, early.pop(number)
            number += 1


def with_players_of_its_own(game: Callable, a: Player, b: Player, *rest: Any) -> Any:
    """Threads must not share players, who remember their last search."""
    return drained(game(copy(a), copy(b), *rest))


def match(
    a: Player,
    b: Player,
    games: int = 100,
    *,
    state: State | None = None,
    seed: int = 0,
    progress: bool = True,
    stop: Stop | None = None,
    executor: Executor | None = None,
) -> MatchResult:
    """`games` games with the sides swapped after each, from `state` (the empty 3×3 board, if not given).

    games     whole number ≥ 1; an even one is fair to both
    progress  show a progress bar
    stop      a stop button, read after every game: the result so far comes back
    executor  who plays the games: any `concurrent.futures` executor; without one they are played here,
              and a thousand or more on all cores

    Jupyter's stop button, or Ctrl-C, ends it at the first press, even in the middle of a game: the games played by
    then come back, and how many they are is printed.
    Raises ValueError for fewer games, or if the game is not for two players.
    """
    games = whole_number("games", games)
    steps = match_steps(a, b, games, state=state, seed=seed, executor=executor)
    return followed(
        steps, lambda result: result.games, games, f"{a.name} – {b.name}", progress, stop
    )
