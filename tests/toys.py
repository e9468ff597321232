"""Toy games, players and generators for the tests, small enough for computations by hand."""

import threading
from dataclasses import dataclass

from mctslib.game import illegal


@dataclass(frozen=True)
class Script:
    """A game tree written out as nested dicts, in which a leaf is a tuple of rewards.

    `movers` lists the players who move at the depths 0, 1, 2 …, so the same tree can have one
    player, three players, or a player who moves twice.
    """

    tree: tuple | frozenset
    movers: tuple[int, ...]
    depth: int = 0

    @classmethod
    def of(cls, tree, movers):
        return cls(_freeze(tree), tuple(movers))

    @property
    def num_players(self):
        return max(self.movers) + 1

    @property
    def current_player(self):
        return self.movers[min(self.depth, len(self.movers) - 1)]

    def is_terminal(self):
        return not isinstance(self.tree, frozenset)

    def legal_actions(self):
        return () if self.is_terminal() else tuple(sorted(action for action, _ in self.tree))

    def apply(self, action):
        if action not in self.legal_actions():
            raise illegal(self, action)
        return Script(dict(self.tree)[action], self.movers, self.depth + 1)

    def rewards(self):
        if not self.is_terminal():
            raise ValueError("not over")
        return self.tree


def _freeze(tree):
    return (
        frozenset((a, _freeze(sub)) for a, sub in tree.items())
        if isinstance(tree, dict)
        else tuple(tree)
    )


def together(*jobs):
    """Call each function in its own thread, and wait for all threads to end."""
    threads = [threading.Thread(target=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def crediting(reward):
    """Return a `backpropagate` that credits each node with `reward(node, rewards, leaf)`."""

    def backpropagate(node, rewards):
        leaf = node
        while node is not None:
            node.visits += 1
            node.value_sum += reward(node, rewards, leaf)
            node = node.parent

    return backpropagate


class FixedRandom:
    """A generator whose `random()` returns the given numbers in turn, over and over again."""

    def __init__(self, *numbers):
        self.numbers, self.calls = numbers, 0

    def random(self):
        self.calls += 1
        return self.numbers[(self.calls - 1) % len(self.numbers)]


class First:
    """A player who always takes the first legal action."""

    name = "first"

    def choose(self, state, rng):
        return state.legal_actions()[0]


class Last(First):
    """A player who always takes the last legal action."""

    name = "last"

    def choose(self, state, rng):
        return state.legal_actions()[-1]
