"""Play matches of many games between two players, with the sides swapped, and compute intervals.

Always report an interval with an estimate: for example, 60 wins in 100 games are compatible with
any true share of wins between 50 and 69%.
"""

import random
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

from mctslib.arena.intervals import wilson
from mctslib.arena.players import Player
from mctslib.arena.spread import MANY, portable, spread
from mctslib.arena.thinking import drained, followed, paused, thinking
from mctslib.chance import chance_to_move, seats
from mctslib.door.contract import (
    check_position,
    check_rewards,
    endless,
    most_moves,
    rewards_of,
)
from mctslib.door.contract import played as position_after
from mctslib.door.limits import whole_number
from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.given import as_state
from mctslib.machine import in_browser
from mctslib.policies import uniform
from mctslib.words import hundredths, percent

T = TypeVar("T")


class GameRecord(NamedTuple):
    """One finished game: its actions, and one reward for each player."""

    actions: tuple[Action, ...]
    rewards: tuple[float, ...]


class Tally(NamedTuple):
    """Wins, draws and losses of the first-named player of a match."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self)

    @property
    def score(self) -> float:
        """The mean points per game (1 for a win, ½ for a draw), or nan before the first game."""
        if not self.games:
            return float("nan")
        return (self.wins + self.draws / 2) / self.games

    def add(self, own: float, other: float) -> "Tally":
        """Return the tally after one more game.

        own    the reward of the player to whom this tally belongs
        other  the reward of the other player
        """
        if own > other:
            return self._replace(wins=self.wins + 1)
        if own < other:
            return self._replace(losses=self.losses + 1)
        return self._replace(draws=self.draws + 1)

    def interval(self, outcome: str = "wins") -> tuple[float, float]:
        """Return Wilson's 95% interval (1927) for the true share of an outcome.

        outcome  "wins", "draws" or "losses"
        """
        return wilson(getattr(self, outcome), self.games)

    def score_interval(self) -> tuple[float, float]:
        """Return Wilson's 95% interval for the mean points per game.

        If some games are draws, the interval is usually wider than necessary.  The excess grows
        with the share of draws.
        """
        return wilson(self.wins + self.draws / 2, self.games)


NO_GAMES = Tally()
COLUMN = 21  # characters in a column; with this width the table fits a window 800 pixels wide


@dataclass(frozen=True)
class MatchResult:
    """The result of a match of player `a` against player `b`.

    a, b    the names of the players
    first   the games in which `a` moved first
    second  the games in which `a` moved second
    """

    a: str
    b: str
    first: Tally = NO_GAMES
    second: Tally = NO_GAMES

    @property
    def total(self) -> Tally:
        """The tally of all games, whichever player moved first."""
        return Tally(
            self.first.wins + self.second.wins,
            self.first.draws + self.second.draws,
            self.first.losses + self.second.losses,
        )

    @property
    def wins(self) -> int:
        """The number of wins of `a` in all games."""
        return self.total.wins

    @property
    def draws(self) -> int:
        """The number of draws in all games."""
        return self.total.draws

    @property
    def losses(self) -> int:
        """The number of losses of `a` in all games."""
        return self.total.losses

    @property
    def games(self) -> int:
        """The number of games."""
        return self.total.games

    @property
    def score(self) -> float:
        """The mean points of `a` per game: a win counts as 1 and a draw as ½."""
        return self.total.score

    def after(self, number: int, rewards: tuple[float, float]) -> "MatchResult":
        """Return the result after one more game.

        number   the index of the game, from 0; `a` moves second in games with an odd index
        rewards  the rewards of `a` and of `b`
        """
        if number % 2:
            return replace(self, second=self.second.add(*rewards))
        return replace(self, first=self.first.add(*rewards))

    def interval(self, outcome: str = "wins") -> tuple[float, float]:
        """Return Wilson's 95% interval for the share of an outcome in all games.

        outcome  "wins", "draws" or "losses"
        """
        return self.total.interval(outcome)

    def table(self) -> str:
        """Return a table of the counts and the shares with their 95% intervals.

        The table has three rows of numbers: one for the games in which `a` moved first, one for the
        games in which `a` moved second, and one for all games.
        """
        rows = [
            f"{self.a} against {self.b}",
            f"{'':13}{'wins':>{COLUMN}}{'draws':>{COLUMN}}{'losses':>{COLUMN}}",
        ]
        sides = {"moving first": self.first, "moving second": self.second, "both": self.total}
        for side, tally in sides.items():
            cells = [_cell(tally, outcome) for outcome in Tally._fields]
            rows.append(f"{side:13}" + "".join(cells))
        return "\n".join(rows)

    __str__ = __repr__ = table


def _cell(tally: Tally, outcome: str) -> str:
    """Return one cell of the table: the count of an outcome, its share, and the interval."""
    count = getattr(tally, outcome)
    share = count / tally.games if tally.games else 0
    low, high = tally.interval(outcome)
    words = f"{count} = {percent(share)} ({hundredths(low)}–{percent(high)})"
    return f" {words:>{COLUMN - 1}}"


# ---------------------------------------------------------------------------- one game


def game_steps(
    players: Sequence[Player], state: State, rng: random.Random
) -> Generator[float | None, None, GameRecord]:
    """Play one game, and pause after each slice of thought; return the record of the game.

    players  the player at index i moves if `current_player` is i; the function itself makes the
             moves of chance
    state    the position in which the game starts
    rng      the random generator for the moves of chance and for the choices of the players

    Each pause yields the fraction of the current thought that is done, or None.  Raises
    `BrokenContract` if a position or the rewards break the contract of `State`, or after
    `most_moves` moves.
    """
    actions: list[Action] = []
    while not state.is_terminal():
        check_position(state)
        if len(actions) == most_moves(state):
            raise endless(state)
        if chance_to_move(state):
            action = uniform(state, rng)
        else:
            action = yield from thinking(players[state.current_player], state, rng)
        state = position_after(state, action)
        actions.append(action)
    rewards = rewards_of(state)
    check_rewards(state, rewards)
    return GameRecord(tuple(actions), rewards)


def play_game(players: Sequence[Player], state: State, rng: random.Random) -> GameRecord:
    """Play one game with any number of players; return the record of the game.

    players  the player at index i moves if `current_player` is i; the function itself makes the
             moves of chance
    state    the position in which the game starts
    rng      the random generator for the moves of chance and for the choices of the players
    """
    return drained(game_steps(players, as_state(state), rng))


def numbered_game(
    a: Player, b: Player, state: State, seed: int | str, number: int
) -> Generator[float | None, None, tuple[float, float]]:
    """Play game `number` of a match, with pauses; return the rewards of `a` and of `b`.

    `a` moves first if `number` is even.
    """
    rng = random.Random(f"{seed}/{number}")
    if number % 2:
        record = yield from game_steps((b, a), state, rng)
        return record.rewards[1], record.rewards[0]
    record = yield from game_steps((a, b), state, rng)
    return record.rewards[0], record.rewards[1]


# ---------------------------------------------------------------------------- many games


def match_steps(
    a: Player,
    b: Player,
    games: int,
    *,
    state: State | None = None,
    seed: int | str = 0,
    executor: Executor | None = None,
) -> Generator[MatchResult, None, None]:
    """Play a match, and yield the result so far after each slice of thought.

    The parameters are the same as for `match`.  The games are numbered from 0, and `a` moves first
    in games with an even number.  Each game has its own random generator, seeded with the seed and
    the number of the game.  The hundredth game is therefore the same, however long the other games
    took and whichever process plays it.
    """
    state = for_two(state)
    result = MatchResult(a.name, b.name)
    jobs = [(a, b, state, seed, number) for number in range(games)]
    yield result
    for finished in played(numbered_game, jobs, executor):
        if finished is not None:
            number, rewards = finished
            result = result.after(number, rewards)
        yield result


def for_two(state: State | None) -> State:
    """Return the state, or the empty 3×3 board if `state` is None.

    Raises ValueError unless the game has exactly two players; chance does not count as a player.
    """
    state = TicTacToe() if state is None else as_state(state)
    check_position(state)
    if len(seats(state)) != 2:
        raise ValueError(
            f"A match is for two players, but this game has {len(seats(state))}. "
            "To play a single game, call `play_game(players, state, rng)`."
        )
    return state


def played(
    game: Callable, jobs: Sequence[tuple], executor: Executor | None = None
) -> Generator[tuple[int, Any] | None, None, None]:
    """Play games; yield the number and the result of each game, and None at every pause.

    game      a generator function like `numbered_game`, which plays one game
    jobs      the arguments of each game
    executor  the executor that plays the games.  Without an executor, the games are played on all
              cores if `goes_to_all_cores` returns True, and otherwise in this process

    The results are yielded in the order of the games.  Several games are played side by side, and
    the short ones end first.  If results were yielded in that order, a match that is stopped would
    count too many short games.
    """
    if executor is not None or goes_to_all_cores(jobs):
        tasks = [(game, *job) for job in jobs]
        yield from in_order(spread(with_players_of_its_own, tasks, executor))
        return
    for place, job in enumerate(jobs):
        result = yield from paused(game(*job))
        yield place, result


def goes_to_all_cores(jobs: Sequence[tuple]) -> bool:
    """Return whether it is possible and worthwhile to start processes for these games."""
    return len(jobs) >= MANY and not in_browser() and portable(jobs)


def in_order(finished: Iterable[tuple[int, T] | None]) -> Iterator[tuple[int, T] | None]:
    """Yield numbered results in the order of their numbers, beginning with 0.

    None is yielded while the next result is missing.
    """
    early: dict[int, T] = {}
    number = 0
    for found in finished:
        if found is not None:
            early[found[0]] = found[1]
        if number not in early:
            yield None
        while number in early:
            yield number, early.pop(number)
            number += 1


def with_players_of_its_own(game: Callable, a: Player, b: Player, *rest: Any) -> Any:
    """Play a game with copies of the players.

    Players remember their last search, so two threads must not share a player.
    """
    return drained(game(copy(a), copy(b), *rest))


def match(
    a: Player,
    b: Player,
    games: int = 100,
    *,
    state: State | None = None,
    seed: int = 0,
    progress: bool = True,
    executor: Executor | None = None,
) -> MatchResult:
    """Play a match with the sides swapped after each game; return its result.

    a, b      the players
    games     the number of games, ≥ 1; an even number is fair to both players
    state     the position in which each game starts; by default the empty 3×3 board
    seed      the seed of all random numbers; the same seed gives the same match
    progress  whether to show a progress bar
    executor  the `concurrent.futures` executor that plays the games.  Without an executor the games
              are played in this process, but a thousand or more are played on all cores if possible

    Jupyter's stop button, or Ctrl-C, ends the match at the first press, even in the middle of a
    game.  The result of the finished games is then returned, and their number is printed.
    Raises ValueError if `games` is below 1, or if the game is not for two players.
    """
    games = whole_number("games", games)
    steps = match_steps(a, b, games, state=state, seed=seed, executor=executor)
    title = f"{a.name} – {b.name}"
    return followed(steps, lambda result: result.games, games, title, progress)
