"""Grow many PUCT trees side by side, one for each board, with arrays in place of nodes.

The search is the same as in `puct.Puct`, with the same score and the same rule for ties.  Each
tree grows by at most one node in each iteration, and the model judges all new nodes in one batch.
Node 0 of a tree is its root.
"""

from typing import NamedTuple, Protocol

import numpy as np

from mctslib.methods.line_boards import LineRules
from mctslib.methods.muzero import Model
from mctslib.methods.one_thread import one_thread

NOISE = 0.25  # the share of each root prior that noise replaces


class Sight(NamedTuple):
    """A world's description of several positions, with one row for each position."""

    states: np.ndarray  # the data from which the world computes the next positions
    priors: np.ndarray  # the prior of each action; 0 for an action that must not be tried
    values: np.ndarray  # the values for the player to move
    over: np.ndarray  # whether the game is over in this world


class World(Protocol):
    """The source of positions for a search."""

    def begin(self, boards: np.ndarray) -> Sight:
        """Return the `Sight` of the roots, whose positions are real boards."""

    def step(self, states: np.ndarray, actions: np.ndarray) -> Sight:
        """Return the `Sight` of the positions after one action in each state."""


class Imagined:
    """The world of MuZero: the rules give the legal actions at the root and nothing else."""

    def __init__(self, model: Model, rules: LineRules) -> None:
        self.model = model
        self.rules = rules

    def begin(self, boards: np.ndarray) -> Sight:
        """Return the `Sight` of the roots, whose states are latent states."""
        latents = self.model.latents_of(boards)
        priors, values = self.model.heads(latents, self.rules.legal(boards))
        return Sight(latents, priors, values, np.zeros(len(boards), bool))

    def step(self, states: np.ndarray, actions: np.ndarray) -> Sight:
        """Return the `Sight` of imagined positions, in which every action may be tried."""
        latents = self.model.after(states, actions)
        priors, values = self.model.heads(latents)
        return Sight(latents, priors, values, np.zeros(len(actions), bool))


class TrueRules:
    """The world of AlphaZero: real boards, judged by the same model."""

    def __init__(self, model: Model, rules: LineRules) -> None:
        self.model = model
        self.rules = rules

    def begin(self, boards: np.ndarray) -> Sight:
        """Return the `Sight` of the roots, whose states are the boards themselves."""
        return self._seen(boards, np.zeros(len(boards), bool), np.zeros(len(boards)))

    def step(self, states: np.ndarray, actions: np.ndarray) -> Sight:
        """Return the `Sight` of the boards after the moves.

        The value of a finished game is its result.
        """
        return self._seen(*self.rules.play(states, actions))

    def _seen(self, boards: np.ndarray, over: np.ndarray, results: np.ndarray) -> Sight:
        free = self.rules.legal(boards) | over[:, None]  # a softmax of no actions would be nan
        priors, values = self.model.heads(self.model.latents_of(boards), free)
        return Sight(boards, priors, np.where(over, results, values), over)


class Descent(NamedTuple):
    """One step of selection in all trees at once."""

    nodes: np.ndarray  # the node that the walk in each tree has reached
    actions: np.ndarray  # the action picked in each tree
    walking: np.ndarray  # whether the walk in each tree makes this step


class Forest:
    """Trees that grow side by side, one for each board; at the start no game may be over.

    iterations  the number of iterations for which the arrays have room
    c           ≥ 0, the weight of the prior
    noise       the random generator for Dirichlet noise (alpha 1) at the roots in self-play; with
                None the priors get no noise
    """

    def __init__(
        self,
        world: World,
        boards: np.ndarray,
        iterations: int,
        c: float = 1.5,
        noise: np.random.Generator | None = None,
    ) -> None:
        self.world = world
        self.c = c
        seen = world.begin(boards)
        count, actions = seen.priors.shape
        room = (count, iterations + 1)
        self.trees = np.arange(count)
        # the N of each action; the next two arrays contain W and P
        self.visits = np.zeros((*room, actions))
        self.sums = np.zeros((*room, actions))
        self.priors = np.zeros((*room, actions))
        self.child = np.zeros((*room, actions), int)  # 0 means that the action is untried
        self.values = np.zeros(room)
        self.over = np.zeros(room, bool)
        self.parent = np.zeros(room, int)
        self.action = np.zeros(room, int)
        self.states = np.zeros((*room, seen.states.shape[1]), np.float32)
        self.size = 1
        self.states[:, 0] = seen.states
        self.priors[:, 0] = seen.priors
        self.values[:, 0] = seen.values
        if noise is not None:
            parts = noise.gamma(1.0, size=seen.priors.shape) * (seen.priors > 0)
            parts /= parts.sum(1, keepdims=True)
            self.priors[:, 0] = (1 - NOISE) * seen.priors + NOISE * parts

    @property
    def root_visits(self) -> np.ndarray:
        """The visits of each action at each root."""
        return self.visits[:, 0]

    def grow(self, iterations: int) -> "Forest":
        """Run `iterations` iterations in each tree; return the forest itself."""
        with one_thread():
            for _ in range(iterations):
                path = self.select()
                self.backpropagate(path, self.expand(path))
        return self

    def select(self) -> list[Descent]:
        """Phase 1: walk down all trees at once; return the steps.

        The last step of a walk leaves the tree or leads to a finished game.  A tree whose walk has
        ended waits for the walks in the other trees to end.
        """
        nodes = np.zeros(len(self.trees), int)
        walking = np.ones(len(self.trees), bool)
        path = []
        while walking.any():
            actions = self.pick(nodes)
            path.append(Descent(nodes, actions, walking))
            below = self.child[self.trees, nodes, actions]
            walking = walking & (below > 0) & ~self.over[self.trees, below]
            nodes = np.where(walking, below, nodes)
        return path

    def pick(self, nodes: np.ndarray) -> np.ndarray:
        """Return the action with the highest PUCT score at one node of each tree."""
        at = self.trees, nodes
        n = self.visits[at]
        total = np.maximum(n.sum(1) + (nodes > 0), 1)
        untried = self.values[at][:, None]
        q = np.where(n > 0, self.sums[at] / np.maximum(n, 1), untried)
        priors = self.priors[at]
        score = q + (self.c * np.sqrt(total))[:, None] * priors / (1 + n)
        return np.where(priors > 0, score, -np.inf).argmax(1)

    def expand(self, path: list[Descent]) -> np.ndarray:
        """Phases 2 and 3: add a node to each tree; return the value at the end of each walk.

        A value counts for the player who is to move at the end of the walk.  If the walk in a tree
        ended in a finished game that is already in the tree, the tree gets no new node, and the
        result is counted again.
        """
        leaf = np.zeros(len(self.trees), int)
        action = np.zeros(len(self.trees), int)
        for step in path:
            leaf = np.where(step.walking, step.nodes, leaf)
            action = np.where(step.walking, step.actions, action)
        known = self.child[self.trees, leaf, action]
        seen = self.world.step(self.states[self.trees, leaf], action)
        new = np.flatnonzero(known == 0)
        self.child[new, leaf[new], action[new]] = self.size
        self.states[new, self.size] = seen.states[new]
        self.priors[new, self.size] = seen.priors[new]
        self.values[new, self.size] = seen.values[new]
        self.over[new, self.size] = seen.over[new]
        self.parent[new, self.size] = leaf[new]
        self.action[new, self.size] = action[new]
        reached = np.where(known == 0, self.size, known)
        self.size += 1
        return self.values[self.trees, reached]

    def backpropagate(self, path: list[Descent], values: np.ndarray) -> None:
        """Phase 4: count the visits and add the values; at each step up, v becomes 1 − v."""
        for step in reversed(path):
            values = np.where(step.walking, 1 - values, values)
            on = np.flatnonzero(step.walking)
            self.visits[on, step.nodes[on], step.actions[on]] += 1
            self.sums[on, step.nodes[on], step.actions[on]] += values[on]
