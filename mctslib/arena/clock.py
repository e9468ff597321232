"""A player who saves iterations when one move is clear, and spends them when two are close."""

import random
from dataclasses import replace
from typing import Any

from mctslib.arena.players import MCTSPlayer
from mctslib.arena.thinking import Thoughts, limit_for
from mctslib.door.limits import Limit
from mctslib.fast.choice import grow, new_root
from mctslib.game import State
from mctslib.tree import Node

SLICES = 10  # after so many parts of its allowance the player looks whether to stop
CLOSE = 0.5  # two moves are close if the second has more than this share of the first one's visits
LONGEST = 3  # a move gets at most so many allowances


class ClockPlayer(MCTSPlayer):
    """A player with an allowance of iterations for each move, who may save and spend them.

    allowance  the number of iterations for each move, ≥ 1.  In a game, the player never makes more
               iterations than its moves so far times the allowance
    saved      the number of iterations that are saved for later moves of this game
    used       the number of iterations in all moves so far

    The player moves after one iteration if only one move is legal.  It stops early if the second
    move can no longer catch up with the most visited one.  It spends what it has saved if the
    allowance ends while two moves are close.
    """

    def __init__(self, allowance: int = 1000) -> None:
        super().__init__(allowance, name=f"clock {allowance}")
        self.allowance = allowance
        self.saved = 0
        self.used = 0
        self.expected: State | None = None  # the position after the player's last move

    def thoughts(self, state: State, rng: random.Random) -> Thoughts:
        """Search, with pauses; return the most visited action."""
        if not follows(self.expected, state):
            self.saved = 0
        made = 0
        available = self.saved + self.allowance
        part = limit_for(state, max(1, self.allowance // SLICES)).iterations or 1
        options: dict[str, Any] = {
            "tree_policy": self.tree_policy,
            "rollout_policy": self.rollout_policy,
        }
        root = self.known_root(state) or new_root(state, self.limit, rng, **options)
        while True:
            more = min(part, available - made)
            found = grow(root, Limit(iterations=more), seed=rng, **options)
            root = found.root
            made += found.iterations
            self.result = replace(found, iterations=made)
            if self.is_enough(root, made, available):
                break
            yield min(1.0, made / self.allowance)
        self.saved = available - made
        self.used += made
        self.expected = state.apply(found.action)
        return found.action

    def is_enough(self, root: Node, made: int, available: int) -> bool:
        """Return whether to move now.

        made       the number of iterations for this move so far
        available  the number of iterations that this move may use at most
        """
        first, second = two_most_visited(root)
        longest = min(available, LONGEST * self.allowance)
        is_close = second > CLOSE * first
        end = longest if is_close else min(longest, self.allowance)
        left = end - made
        return left <= 0 or len(root.state.legal_actions()) == 1 or first - second > left


def two_most_visited(root: Node) -> tuple[int, int]:
    """Return the visits of the most visited child and of the second; 0 if there is none."""
    visits = sorted((child.visits for child in root.children.values()), reverse=True)
    first, second, *_ = [*visits, 0, 0]
    return first, second


def follows(expected: State | None, state: State) -> bool:
    """Return whether a position can be the next one of the same game.

    expected  the position after the last move, or None before the first
    """
    if expected is None or expected.is_terminal():
        return False
    if expected == state:
        return True
    return any(expected.apply(action) == state for action in expected.legal_actions())
