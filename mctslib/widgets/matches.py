"""Games played a thought at a time, so that a page with a tournament on it goes on answering.

A whole move on a large board takes too long for a Stop button; these generators pause every so often, and
play exactly the games that `arena` plays with the same seeds.
"""
from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Sequence
from itertools import combinations
from typing import Any

from mctslib.arena.matches import NO_GAMES, MatchResult
from mctslib.arena.players import (
    Estimates,
    FlatMonteCarlo,
    MCTSPlayer,
    PerfectPlayer,
    Player,
    RandomPlayer,
    flat_search,
)
from mctslib.arena.tournament import pair_seed
from mctslib.fast.choice import flat
from mctslib.game import Action, State
from mctslib.tree import Node
from mctslib.widgets.work import search_slices

CHUNK = 25  # playouts without a tree between two pauses
Steps = Generator[None, None, Action]


def player_named(name: str) -> Player:
    """"random", "perfect", "flat 100" or "MCTS 300": the number is that of the playouts or iterations a move.

    Raises ValueError for any other name.
    """
    kind, _, number = name.partition(" ")
    if number.isdecimal() and int(number) > 0:
        if kind == "MCTS":
            return MCTSPlayer(int(number), reuse=False, name=name)
        if kind == "flat":
            return FlatMonteCarlo(int(number))
    if name in ("random", "perfect"):
        return RandomPlayer() if name == "random" else PerfectPlayer()
    raise ValueError(f'There is no player {name!r}; try "random", "perfect", "flat 100" or "MCTS 300".')


def thinking(player: Player, state: State, rng: random.Random) -> Steps:
    """`player.choose(state, rng)`, with pauses where the player is one whose thoughts can be cut."""
    if isinstance(player, MCTSPlayer) and not player.reuse and player.limit.iterations:
        roots = [Node(state)]
        policies: dict[str, Any] = {"tree_policy": player.tree_policy, "rollout_policy": player.rollout_policy}
        for _ in search_slices(roots[0], player.limit.iterations, rng, use=roots.append, **policies):
            yield
        return player.final_move(roots[-1])
    if isinstance(player, FlatMonteCarlo):
        return (yield from _asking_random_games(player, state, rng))
    yield
    return player.choose(state, rng)


def _asking_random_games(player: FlatMonteCarlo, state: State, rng: random.Random) -> Steps:
    estimates: Estimates | None = None
    for done in range(0, player.playouts, CHUNK):
        estimates = flat(flat_search, state, min(CHUNK, player.playouts - done), rng, start=estimates)
        yield
    tried = {action: value for action, (visits, value) in (estimates or {}).items() if visits}
    return max(tried, key=tried.__getitem__)


def match_in_steps(a: Player, b: Player, games: int, state: State, seed: int | str) -> Iterator[MatchResult]:
    """The match of `arena.match_games`; the result so far after every step of thought."""
    tallies = [NO_GAMES, NO_GAMES]
    for number in range(games):
        swapped = number % 2
        players = (b, a) if swapped else (a, b)
        board, rng = state, random.Random(f"{seed}/{number}")
        while not board.is_terminal():
            thought = thinking(players[board.current_player], board, rng)
            action = yield from _relay(thought, MatchResult(a.name, b.name, *tallies))
            board = board.apply(action)
        rewards = board.rewards()
        tallies[swapped] = tallies[swapped].add(rewards[swapped], rewards[1 - swapped])
        yield MatchResult(a.name, b.name, *tallies)


def _relay(thought: Steps, result: MatchResult) -> Generator[MatchResult, None, Action]:
    """The thought to its end; `result` at each of its pauses."""
    while True:
        try:
            next(thought)
        except StopIteration as end:
            return end.value
        yield result


def round_robin_in_steps(
    players: Sequence[Player], games: int, state: State, seed: int
) -> Iterator[tuple[float, list[MatchResult]]]:
    """The tournament of `tournament.round_robin`: (fraction done, the results so far) after every step of thought."""
    pairs = list(combinations(players, 2))
    matches = [match_in_steps(a, b, games, state, pair_seed(a, b, seed)) for a, b in pairs]
    results = [MatchResult(a.name, b.name) for a, b in pairs]
    for number in range(games):
        for k, match in enumerate(matches):
            while results[k].games <= number:
                results[k] = next(match)
                yield sum(result.games for result in results) / (games * len(pairs)), results
