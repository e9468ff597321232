"""Measure games by playing them at random: how long and wide they are, and how often one can win."""

import random
from itertools import count
from statistics import mean
from typing import NamedTuple

from mctslib.game import Action, State
from mctslib.more_policies import wins
from mctslib.policies import uniform


def shape(state: State, rng: random.Random) -> tuple[int, int]:
    """Play one random game from a position.

    Returns the number of moves in the game, and the number of legal actions before a move, summed
    over all moves.
    """
    moves = 0
    choices = 0
    while not state.is_terminal():
        moves += 1
        choices += len(state.legal_actions())
        state = state.apply(uniform(state, rng))
    return moves, choices


def size(start: State, games: int = 300, seed: int = 0) -> tuple[float, float]:
    """Return the mean length of random games, and the mean number of legal actions in a turn."""
    rng = random.Random(seed)
    played = [shape(start, rng) for _ in range(games)]
    moves, choices = (sum(column) for column in zip(*played, strict=True))
    return moves / games, choices / moves


def winning_actions(state: State) -> list[Action]:
    """Return the actions that win at once for the player to move, in the order of the actions."""
    player = state.current_player
    return [action for action in state.legal_actions() if wins(state.apply(action), player)]


class FirstChances(NamedTuple):
    """What random games do with the first chance to win at once.

    moves   the mean number of moves before the first chance
    missed  the share of all games that the player with the first chance does not win
    """

    moves: float
    missed: float


def first_chances(start: State, games: int = 300, seed: int = 0) -> FirstChances:
    """Play random games, and return when a player can first win at once, and how it ends."""
    rng = random.Random(seed)
    moves = []
    missed = 0
    for _ in range(games):
        state = start
        player = None
        for turn in count():
            if state.is_terminal():
                break
            if player is None and winning_actions(state):
                player = state.current_player
                moves.append(turn)
            state = state.apply(uniform(state, rng))
        missed += player is not None and state.rewards()[player] != 1
    return FirstChances(mean(moves), missed / games)
