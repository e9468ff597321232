"""An exam with exact answers: every position of tic-tac-toe that goes on, all at once; and every reply to a player.

What a network says of 4,520 positions takes one multiplication of matrices, so the learning curve can be drawn live.
"""

import random
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.methods.network import Net, arrays
from mctslib.oracle import optimal_actions, positions, value
from mctslib.search import search


class Marks(NamedTuple):
    """What a network alone achieves, each from 0 to 1.

    hunch   share of positions in which the action with the highest prior keeps the exact value
    matters the same where a move can be wrong
    guess   share in which the move to the position with the best value for the mover keeps it: one ply, no prior
    error   mean distance of its value from the exact one
    """

    hunch: float
    matters: float
    guess: float
    error: float


class Exam:
    """All positions of a small game that go on, with what is right in each."""

    def __init__(self, start: State) -> None:
        self.states = [state for state in positions(start) if not state.is_terminal()]
        count = max(start.legal_actions()) + 1
        self.x, self.legal = arrays(self.states, count)
        self.right = np.zeros(self.legal.shape, bool)
        for row, state in zip(self.right, self.states):
            row[optimal_actions(state)] = True
        self.matters = (self.right != self.legal).any(1)
        self.values = np.array([value(state) for state in self.states])
        self._look_ahead()

    def _look_ahead(self) -> None:
        """For each action the position it leads to, and the mover's reward where that is the end."""
        number = {state: k for k, state in enumerate(self.states)}
        self.after, self.reward = np.zeros(self.legal.shape, int), np.full(self.legal.shape, -1.0)
        for k, state in enumerate(self.states):
            for action in state.legal_actions():
                after = state.apply(action)
                if after.is_terminal():
                    self.reward[k, action] = after.rewards()[state.current_player]
                else:
                    self.after[k, action] = number[after]

    def mark(self, net: Net) -> Marks:
        """What the network alone gets right."""
        priors, values = net.forward(self.x, self.legal)
        hunch, guess = self.rights(priors), self.rights(self.one_ply(values))
        error = np.abs(values - self.values).mean()
        return Marks(*map(float, (hunch.mean(), hunch[self.matters].mean(), guess.mean(), error)))

    def one_ply(self, values: np.ndarray) -> np.ndarray:
        """Return the mover's value of each action, -1 where it is illegal.

        values  of each position, from 0 to 1, for the player to move there

        Where an action ends the game, the reward counts instead.
        """
        ahead = np.where(self.reward >= 0, self.reward, 1 - values[self.after])  # opponent's turn
        return np.where(self.legal, ahead, -1)

    def baselines(self) -> dict[str, float]:
        """Return the shares of right moves of two players that have learned nothing.

        "random" draws a legal move.  "one ply" looks one move ahead, with a value of ½ for every
        position that goes on; of equal moves it plays the first.
        """
        random_move = self.right.sum(1) / self.legal.sum(1)
        half = np.full(len(self.states), 0.5)
        one_ply = self.rights(self.one_ply(half))
        return {"random": float(random_move.mean()), "one ply": float(one_ply.mean())}

    def rights(self, scores: np.ndarray) -> np.ndarray:
        """For each position whether the highest score stands at a right action."""
        return self.right[np.arange(len(scores)), scores.argmax(1)]

    def sample(self, count: int, seed: int = 0) -> list[int]:
        """The numbers of some positions in which a move can be wrong."""
        return sorted(random.Random(seed).sample(np.flatnonzero(self.matters).tolist(), count))

    def searched(self, method: Callable[[], dict], iterations: int, numbers: list[int]) -> int:
        """In how many of these positions a search moves right; `method()` gives the options of each."""
        moves = [search(self.states[k], iterations, seed=k, **method()).action for k in numbers]
        return int(sum(self.right[k, move] for k, move in zip(numbers, moves)))


@cache
def tictactoe_exam() -> Exam:
    """The 4,520 positions of tic-tac-toe."""
    return Exam(TicTacToe())


def every_reply(
    choose: Callable[[State], Action], start: State, player: int
) -> tuple[int, list[State]]:
    """Play `choose` as `player` against *every* reply: how many positions it meets, and those in which it errs."""
    met, wrong, waiting = set(), [], [start]
    while waiting:
        state = waiting.pop()
        if state.is_terminal() or state in met:
            continue
        actions = state.legal_actions()
        if state.current_player == player:
            met.add(state)
            actions = [choose(state)]
            if actions[0] not in optimal_actions(state):
                wrong.append(state)
        waiting += [state.apply(action) for action in actions]
    return len(met), wrong
