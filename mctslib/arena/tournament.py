"""Compare players fairly: play each opening twice, with the sides swapped, and play round robins.

An opening that favours one side favours each player once, so its effect cancels out in the mean of
such a **pair** of games.  The interval for paired games is therefore usually narrower than the
interval for the same number of unpaired games.
"""

import random
from collections.abc import Generator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import combinations
from math import nan
from statistics import fmean

from mctslib.arena.intervals import reward_interval
from mctslib.arena.matches import MatchResult, for_two, game_steps, numbered_game, played
from mctslib.arena.players import Player
from mctslib.arena.thinking import followed
from mctslib.door.limits import whole_number
from mctslib.game import State
from mctslib.policies import uniform

TRIES = 1000  # the largest number of attempts to find an opening that does not end the game


def random_opening(state: State, plies: int, rng: random.Random) -> State:
    """Return the position after `plies` random moves that do not end the game.

    state  the position in which the moves begin
    plies  the number of moves, ≥ 0
    rng    the random generator

    Raises ValueError if the random moves end the game in each of a thousand tries.
    """
    for _ in range(TRIES):
        position = state
        for _ in range(plies):
            if not position.is_terminal():
                position = position.apply(uniform(position, rng))
        if not position.is_terminal():
            return position
    raise ValueError(f"{plies} random moves end almost every game: choose a smaller number.")


# ---------------------------------------------------------------------------- pairs of games


@dataclass(frozen=True)
class PairedResult:
    """The result of player `a` against player `b` in pairs of games.

    pairs  for each opening, the rewards of `a` as player 0 and as player 1
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
        """The mean points of `a` per game (1 for a win, ½ for a draw), or nan without pairs."""
        return fmean(self.scores) if self.pairs else nan

    def interval(self) -> tuple[float, float]:
        """Return the 95% interval of the score: the mean of the pairs ± 1.96 standard errors."""
        return reward_interval(self.scores)

    def unpaired_interval(self) -> tuple[float, float]:
        """Return the interval that ignores the pairs, as if all games were separate."""
        return reward_interval([reward for pair in self.pairs for reward in pair])


def pair_steps(
    a: Player, b: Player, opening: State, seed: int | str
) -> Generator[float | None, None, tuple[float, float]]:
    """Play two games from one opening with one seed, with the sides swapped.

    Yields after each slice of thought.  Returns the rewards of `a` as player 0 and as player 1.
    """
    as_first = yield from game_steps((a, b), opening, random.Random(seed))
    as_second = yield from game_steps((b, a), opening, random.Random(seed))
    return as_first.rewards[0], as_second.rewards[1]


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
    """Play pairs of games, each pair from its own random opening; return the result.

    a, b      the players
    pairs     the number of pairs, ≥ 1
    plies     the number of random moves in each opening
    state     the position in which the openings start; by default the empty 3×3 board
    seed      the seed of all random numbers; the same seed gives the same match
    progress  whether to show a progress bar
    executor  the executor that plays the games, as in `arena.match`

    The stop button works as in `arena.match`.  Raises ValueError if `pairs` is below 1, if `plies`
    random moves end almost every game, or if the game is not for two players.
    """
    pairs = whole_number("pairs", pairs)
    start = for_two(state)
    rng = random.Random(seed)
    jobs = []
    for number in range(pairs):
        jobs.append((a, b, random_opening(start, plies, rng), f"{seed}/{number}"))
    found: dict[int, tuple[float, float]] = {}

    def steps() -> Generator[int, None, None]:
        yield 0
        for finished in played(pair_steps, jobs, executor):
            if finished is not None:
                number, rewards = finished
                found[number] = rewards
            yield len(found)

    title = f"{a.name} – {b.name}"
    followed(steps(), lambda number: number, pairs, title, progress, what="pairs of games")
    return PairedResult(a.name, b.name, tuple(found[number] for number in sorted(found)))


# ---------------------------------------------------------------------------- round robins


def round_robin_steps(
    players: Sequence[Player],
    games: int,
    *,
    state: State | None = None,
    seed: int = 0,
    executor: Executor | None = None,
    results: Sequence[MatchResult] = (),
) -> Generator[list[MatchResult], None, None]:
    """Play a round robin round by round; yield the results so far after each slice of thought.

    results  what was played before with the same players, state and seed; `games` counts these
             games, too

    The other parameters are the same as for `round_robin`.
    """
    state = for_two(state)
    pairs = list(combinations(players, 2))
    results = list(results) or [MatchResult(a.name, b.name) for a, b in pairs]
    jobs = []
    places = []  # the number of each job's game, and the index of its pair
    for number in range(games):
        for pair, (a, b) in enumerate(pairs):
            if number >= results[pair].games:
                # The seed of a pair does not depend on which other players take part.
                jobs.append((a, b, state, f"{seed}/{a.name}/{b.name}", number))
                places.append((number, pair))
    yield list(results)
    for finished in played(numbered_game, jobs, executor):
        if finished is not None:
            job, rewards = finished
            number, pair = places[job]
            results[pair] = results[pair].after(number, rewards)
        yield list(results)


def games_in(results: Sequence[MatchResult]) -> int:
    """Return the number of games in these results."""
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
    """Play a match between each pair of players; return one result for each pair.

    players   two or more players with different names
    games     the number of games for each pair, ≥ 1; the sides are swapped after each game
    state     the position in which each game starts; by default the empty 3×3 board
    seed      the seed of all random numbers; the same seed gives the same tournament
    progress  whether to show a progress bar
    executor  the executor that plays the games, as in `arena.match`

    The stop button works as in `arena.match`.  Raises ValueError for fewer than two players, for
    two players with the same name, or if `games` is below 1.
    """
    names = [player.name for player in players]
    if len(set(names)) < max(len(names), 2):
        raise ValueError(
            f"A tournament needs two or more players with different names, not {names}."
        )
    games = whole_number("games", games)
    steps = round_robin_steps(players, games, state=state, seed=seed, executor=executor)
    number_of_pairs = len(names) * (len(names) - 1) // 2
    return followed(steps, games_in, games * number_of_pairs, "games", progress)
