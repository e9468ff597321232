"""Compute the exact probabilities of a player's results against a random player, as fractions."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from mctslib.door.entrance import search
from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.oracle import optimal_actions, positions

Moves = Callable[[State], Sequence[Action]]
"""A function that takes a position and returns the moves from which a player picks one at
random.
"""


class Chances(NamedTuple):
    """The probabilities of a win, a draw and a loss, which add up to 1."""

    win: Fraction
    draw: Fraction
    loss: Fraction


@cache
def chances_of(state: State, player: int, moves: Moves) -> Chances:
    """Return the exact probabilities of a player's results against random play.

    state   the position from which the game is played
    player  the index of the player, 0 or 1
    moves   a function that takes a position and returns the moves from which the player picks one
            at random
    """
    if state.is_terminal():
        reward = state.rewards()[player]
        return Chances(Fraction(reward == 1), Fraction(reward == 0.5), Fraction(reward == 0))
    actions = moves(state) if state.current_player == player else state.legal_actions()
    after = [chances_of(state.apply(action), player, moves) for action in actions]
    means = [sum(column, Fraction(0)) / len(after) for column in zip(*after)]
    return Chances(*means)


def frozen(seed: int, iterations: int = 1000) -> Moves:
    """Return the `Moves` function of an MCTS player that has one fixed move in each position.

    A search finds the move.  Its random numbers depend only on `seed` and the position.
    """

    @cache
    def moves(state: State) -> list[Action]:
        rng = random.Random(f"{seed}/{state}")
        return [search(state, iterations, seed=rng).action]

    return moves


@cache
def trap_setter(state: State) -> list[Action]:
    """Return the moves that keep the value of the position and set the best traps.

    Among the best moves, the returned moves have the highest probability of a win against random
    play, if the player chooses all later moves in the same way.
    """
    player = state.current_player
    wins = {}
    for action in optimal_actions(state):
        wins[action] = chances_of(state.apply(action), player, trap_setter).win
    return [action for action in wins if wins[action] == max(wins.values())]


def positions_with_traps() -> list[State]:
    """Return positions with O to move in which only some of the best moves set the best traps."""
    found = []
    for state in positions(TicTacToe()):
        if not state.is_terminal() and state.current_player == 1:
            if len(trap_setter(state)) < len(optimal_actions(state)):
                found.append(state)
    return found
