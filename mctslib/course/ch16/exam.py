"""An exam with exact answers for a judge of tic-tac-toe, and a test against all replies.

One pass through the network evaluates all 4,520 positions together.  The exam is therefore so fast
that the learning curve can be drawn while the network learns.
"""

import random
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from mctslib.door.entrance import search
from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.methods.network import Net, arrays
from mctslib.oracle import optimal_actions, positions, value


class Marks(NamedTuple):
    """The marks of a network without a search, each from 0 to 1.

    prior  the share of the positions in which the action with the highest prior keeps the exact
            value
    hard   the same share as `prior`, but among the positions in which at least one legal action is
           wrong
    value  the same share as `prior`, but for the action that leads to the best next position
           according to the network's values
    error  the mean absolute difference between the network's value and the exact value
    """

    prior: float
    hard: float
    value: float
    error: float


class Exam:
    """All unfinished positions of a small game, with the right actions in each."""

    def __init__(self, start: State) -> None:
        self.states = [state for state in positions(start) if not state.is_terminal()]
        count = max(start.legal_actions()) + 1
        self.x, self.legal = arrays(self.states, count)
        self.right = np.zeros(self.legal.shape, bool)
        for row, state in zip(self.right, self.states, strict=True):
            row[optimal_actions(state)] = True
        self.is_hard = (self.right != self.legal).any(1)
        self.values = np.array([value(state) for state in self.states])
        self._look_ahead()

    def _look_ahead(self) -> None:
        """Find the position after each action or, if the action ends the game, the reward of the
        player who took the action.
        """
        number = {state: k for k, state in enumerate(self.states)}
        self.after = np.zeros(self.legal.shape, int)
        self.reward = np.full(self.legal.shape, -1.0)
        for k, state in enumerate(self.states):
            for action in state.legal_actions():
                after = state.apply(action)
                if after.is_terminal():
                    self.reward[k, action] = after.rewards()[state.current_player]
                else:
                    self.after[k, action] = number[after]

    def mark(self, net: Net) -> Marks:
        """Return the marks of a network alone, without a search."""
        priors, values = net.forward(self.x, self.legal)
        by_prior = self.rights(priors)
        by_value = self.rights(self.one_ply(values))
        return Marks(
            prior=float(by_prior.mean()),
            hard=float(by_prior[self.is_hard].mean()),
            value=float(by_value.mean()),
            error=float(np.abs(values - self.values).mean()),
        )

    def one_ply(self, values: np.ndarray) -> np.ndarray:
        """Return the value of each action for the player to move, or −1 for an illegal action.

        values  the value of each position for the player to move, from 0 to 1

        If an action ends the game, its value is the player's reward.
        """
        ahead = np.where(self.reward >= 0, self.reward, 1 - values[self.after])  # opponent's turn
        return np.where(self.legal, ahead, -1)

    def baselines(self) -> dict[str, float]:
        """Return the share of right moves for each of two players that have learned nothing.

        "random" draws a legal move.  "one ply" looks one move ahead and gives the value ½ to each
        position in which the game is not over; if several moves are equally good, this player plays
        the first one.
        """
        random_move = self.right.sum(1) / self.legal.sum(1)
        half = np.full(len(self.states), 0.5)
        one_ply = self.rights(self.one_ply(half))
        return {"random": float(random_move.mean()), "one ply": float(one_ply.mean())}

    def rights(self, scores: np.ndarray) -> np.ndarray:
        """Return, for each position, whether the action with the highest score is right."""
        return self.right[np.arange(len(scores)), scores.argmax(1)]

    def sample(self, count: int, seed: int = 0) -> list[int]:
        """Return the indices of `count` random positions in which at least one legal action is
        wrong.
        """
        hard = np.flatnonzero(self.is_hard).tolist()
        return sorted(random.Random(seed).sample(hard, count))

    def searched(
        self, method: Callable[[], dict[str, Any]], iterations: int, numbers: list[int]
    ) -> int:
        """Count the positions in which a search chooses a right action.

        method   a function that returns the options of `search`; it is called once for each
                 position
        numbers  the indices of the positions
        """
        right = 0
        for k in numbers:
            action = search(self.states[k], iterations, seed=k, **method()).action
            right += int(self.right[k, action])
        return right


@cache
def tictactoe_exam() -> Exam:
    """Return the exam of the 4,520 positions of tic-tac-toe in which the game is not over."""
    return Exam(TicTacToe())


def every_reply(
    choose: Callable[[State], Action], start: State, player: int
) -> tuple[int, list[State]]:
    """Play as `player` against *all* replies of the opponent, and return the number of positions
    and the mistakes.

    choose  a function that takes a state and returns the action to play

    Returns the number of positions in which `player` has to move, and a list of the positions in
    which the chosen action does not keep the exact value.
    """
    met = set()
    mistakes = []
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state.is_terminal() or state in met:
            continue
        actions = state.legal_actions()
        if state.current_player == player:
            met.add(state)
            actions = [choose(state)]
            if actions[0] not in optimal_actions(state):
                mistakes.append(state)
        waiting += [state.apply(action) for action in actions]
    return len(met), mistakes
