"""Fair comparisons: openings played twice with the sides swapped, and everybody against everybody.

An opening that favours one side favours both players once, so in the mean of such a **pair** of games its
effect is gone.  That is why the interval of paired games is narrower.
"""

import random
from collections.abc import Generator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import combinations
from math import nan
from statistics import fmean

from mctslib.arena.intervals import mean_interval
from mctslib.arena.matches import MatchResult, for_two, game_steps, numbered_game, played
from mctslib.arena.players import Player
from mctslib.arena.thinking import drained, followed
from mctslib.game import State
from mctslib.limits import whole_number
from mctslib.policies import uniform


def random_opening(state: State, plies: int, rng: random.Random) -> State:
    """The position after `plies` ≥ 0 random moves from `state`, never a finished one.

    Raises ValueError if a thousand tries all end the game.
    """
    for _ in range(1000):
        position = state
        for _ in range(plies):
            if not position.is_terminal():
                position = position.apply(uniform(position, rng))
        if not position.is_terminal():
            return position
    raise ValueError(f"{plies} random moves end the game nearly always: take fewer.")


@dataclass(frozen=True)
class PairedResult:
    """What player `a` did against `b` in pairs of games.

    pairs  for each opening the rewards of `a`: as player 0, and as player 1
    """

    a: str
    b: str
    pairs: tuple[tuple[float, float], ...] = ()

    @property
    def scores(self) -> list[float]:
        """The mean reward of `a` in each pair."""
        return [fmean(pair) for pair in self.pairs]

    @property
    def score(self) -> float:
        """Points of `a` a game: a win 1, a draw ½.  nan without any pair."""
        return fmean(self.scores) if self.pairs else nan

    def interval(self) -> tuple[float, float]:
        """95 % interval of the score: mean ± 1.96 standard errors, the pairs being what varies."""
        return mean_interval(self.scores)

    def unpaired_interval(self) -> tuple[float, float]:
        """The same, had nobody noticed that the games come in pairs."""
        return mean_interval([reward for pair in self.pairs for reward in pair])


def pair_steps(
    a: Player, b: Player, opening: State, seed: int | str
) -> Generator[float | None, None, tuple[float, float]]:
    """`play_pair`, a slice of thought at a time."""
    as_first = yield from game_steps((a, b), opening, random.Random(seed))
    as_second = yield from game_steps((b, a), opening, random.Random(seed))
    return as_first.rewards[0], as_second.rewards[1]


def play_pair(a: Player, b: Player, opening: State, seed: int | str) -> tuple[float, float]:
    """Two games from one opening with one seed, sides swapped: the rewards of `a` as player 0 and as player 1."""
    return drained(pair_steps(a, b, opening, seed))


def paired_match(
    a: Player,
    b: Player,
    pairs: int = 100,
    *,
    plies: int = 2,
    state: State | None = None,
    seed: int = 0,
    progress: bool = True,
    executor: Executor | None = None,
) -> PairedResult:
    """`pairs` ≥ 1 pairs of games, each from its own random opening of `plies` moves.

    `executor` and the stop button as in `arena.match`.  Raises ValueError for fewer pairs, if so many random moves end
    the game, or if it is not for two players.
    """
    pairs = whole_number("pairs", pairs)
    start, rng = for_two(state), random.Random(seed)
    jobs = [(a, b, random_opening(start, plies, rng), f"{seed}/{n}") for n in range(pairs)]
    found: dict[int, tuple[float, float]] = {}

    def steps() -> Generator[int, None, None]:
        yield 0
        for done in played(pair_steps, jobs, executor):
            found.update([done] if done else [])
            yield len(found)

    followed(
        steps(),
        lambda number: number,
        pairs,
        f"{a.name} – {b.name}",
        progress,
        what="pairs of games",
    )
    return PairedResult(a.name, b.name, tuple(found[number] for number in sorted(found)))


def round_robin_steps(
    players: Sequence[Player],
    games: int,
    *,
    state: State | None = None,
    seed: int = 0,
    executor: Executor | None = None,
) -> Generator[list[MatchResult], None, None]:
    """Everybody against everybody, in rounds: the results so far after each slice of thought."""
    pairs, state = list(combinations(players, 2)), for_two(state)
    results = [MatchResult(a.name, b.name) for a, b in pairs]
    seeds = [
        f"{seed}/{a.name}/{b.name}" for a, b in pairs
    ]  # of a pair: the same whoever else takes part
    jobs = [
        (*pair, state, own, number) for number in range(games) for pair, own in zip(pairs, seeds)
    ]
    yield list(results)
    for done in played(numbered_game, jobs, executor):
        if done:
            number, pair = divmod(done[0], len(pairs))
            results[pair] = results[pair].after(number, done[1])
        yield list(results)


def games_in(results: Sequence[MatchResult]) -> int:
    """How many games were played for these results."""
    return sum(result.games for result in results)


def round_robin(
    players: Sequence[Player],
    games: int = 50,
    *,
    state: State | None = None,
    seed: int = 0,
    progress: bool = True,
    executor: Executor | None = None,
) -> list[MatchResult]:
    """Everybody against everybody, `games` games a pair with the sides swapped after each; one result a pair.

    executor  who plays the games, as in `arena.match`; the stop button works as there

    Raises ValueError for fewer than two players, two of one name, or no games.
    """
    names = [player.name for player in players]
    if len(set(names)) < max(len(names), 2):
        raise ValueError(
            f"A tournament needs two players or more, each with a name of its own, not {names}."
        )
    games = whole_number("games", games)
    steps = round_robin_steps(players, games, state=state, seed=seed, executor=executor)
    return followed(steps, games_in, games * len(names) * (len(names) - 1) // 2, "games", progress)
