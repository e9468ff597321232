"""Self-play: a network learns a game by playing against itself, without any other knowledge.

A **generation** consists of several games of self-play, which are played side by side, followed by
several steps of learning.  A lesson consists of a position, the shares of the visits that a search
gave to the actions of this position, and the result of the game.
"""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from mctslib.door.guard import as_root
from mctslib.door.limits import whole_number
from mctslib.game import Action, State
from mctslib.games import ConnectFour, TicTacToe
from mctslib.given import check_between
from mctslib.methods.generations import Generations
from mctslib.methods.line_boards import turns
from mctslib.methods.network import Brain, Net, arrays, sizes
from mctslib.methods.puct import Puct, dirichlet
from mctslib.search import backpropagate
from mctslib.tree import Node

Shares = dict[int, float]
"""Action → its share of the visits of a search."""
Table = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""Lessons, one in each row: planes, legal actions, shares, and the result of the player to move."""
Image = tuple[np.ndarray, np.ndarray]
"""A mirror image of a board: for each cell, its cell in the original; the same for the actions."""


class SelfGame:
    """One game of self-play.

    state     the current position
    searches  pairs, one for each search: the position, and the shares of the search's visits
    root      the root `Node` of the search for the next move; None between two searches
    """

    def __init__(self, state: State, searches: Sequence[tuple[State, Shares]] = ()) -> None:
        self.state = state
        self.searches = list(searches)
        self.root: Any = None

    def after(self, action: Action, shares: Shares) -> "SelfGame":
        """Return the game after a move.

        shares  action → its share of the visits in the search that chose the move
        """
        return SelfGame(self.state.apply(action), [*self.searches, (self.state, shares)])


class Learner(Generations):
    """A network that learns a game by playing against itself, in small steps.

    start       the first position of the game
    seed        the seed of the network and of all games
    games       ≥ 1, the number of games in a generation
    iterations  ≥ 1, the number of iterations in the search for each move
    hidden      the number of units in each hidden layer of the network
    rate        > 0, the step size of Adam
    steps       ≥ 1, the number of steps of learning in a generation
    batch       ≥ 1, the number of positions in each step of learning
    memory      ≥ 1, the number of lessons to keep; the oldest lessons are dropped
    noise       from 0 to 1, the share of the root's prior that is replaced by noise
    warm        ≥ 0, the number of moves at the start of a game that are drawn in proportion to
                their visits; from then on the most visited move is played

    All random numbers depend only on the seed and on the progress of the run.  A step of work is
    done completely or not at all.  A learner that was interrupted therefore continues as if nothing
    had happened.  Raises ValueError for a number out of range, for a game without an encoding for
    the network, and for a game that is over.
    """

    def __init__(
        self,
        start: State,
        seed: int = 0,
        *,
        games: int = 64,
        iterations: int = 25,
        hidden: tuple[int, ...] = (128, 64),
        rate: float = 2e-3,
        steps: int = 16,
        batch: int = 256,
        memory: int = 20_000,
        noise: float = 0.25,
        warm: int = 6,
    ) -> None:
        start = as_root(start).state
        check_between("The share of noise", noise, 0, 1)
        if isinstance(warm, bool) or not isinstance(warm, int) or warm < 0:
            raise ValueError(f"warm must be a whole number ≥ 0, not {warm!r}.")
        self.start = start
        self.seed = seed
        self.count = whole_number("games", games)
        self.iterations = whole_number("iterations", iterations)
        self.rate = rate
        self.steps = whole_number("steps", steps)
        self.batch = whole_number("batch", batch)
        self.memory = whole_number("memory", memory)
        self.noise = noise
        self.warm = warm
        self.images = images(start)
        self.net = Net(*sizes(start), hidden, seed)
        self.brain = Brain(self.net, start)
        self.generation = 0
        self.losses: list[tuple[float, float]] = []
        self.lessons: Table | None = None  # None until the first games are over
        self._begin_generation()

    def _begin_generation(self) -> None:
        self.games = [SelfGame(self.start) for _ in range(self.count)]
        self.turn = 0  # the number of moves made in each unfinished game
        self.thought = 0  # finished iterations of the searches for the next move
        self.studied = 0  # finished steps of learning
        self.rng: random.Random | None = None
        self.method: Any = None  # the search method for the next move
        self.phases: Any = None  # the phases of this method

    @property
    def progress(self) -> float:
        """The approximate fraction of the current generation that is done, from 0 to 1."""
        if not self.live:
            return 0.9 + 0.1 * self.studied / self.steps
        return 0.9 * (1 - len(self.live) / self.count * 0.5 ** (self.turn / 6))

    @property
    def live(self) -> list[SelfGame]:
        """The games that are not over."""
        return [game for game in self.games if not game.state.is_terminal()]

    # ------------------------------------------------------------------------ working

    def step(self) -> None:
        """Do one small step of work, completely or not at all.

        A step is one iteration in each game, or one move in each game, or one step of learning.
        Only the trees are changed in place.  After an interrupt, or after an error in the game, the
        learner therefore returns to its state before the step.  The searches for the next move then
        begin again with the same random numbers.
        """
        learner_before = vars(self).copy()
        net_before = vars(self.net).copy()
        try:
            if not self.live:
                self._study()
            elif self.thought < self.iterations:
                self._think()
            else:
                self._move()
        except BaseException:
            vars(self).update(learner_before)
            vars(self.net).update(net_before)
            self.thought = 0
            raise

    def _think(self) -> None:
        """Run one iteration in the tree of each game; the network judges all leaves together."""
        if not self.thought:
            self._plant_trees()
        assert self.rng is not None
        leaves = []
        for game in self.live:
            parent = self.phases.select(game.root, None)
            leaves.append(self.phases.expand(parent, self.rng))
        self.brain.look(leaf.state for leaf in leaves if not leaf.state.is_terminal())
        for leaf in leaves:
            playout = self.phases.simulate(leaf.state, self.rng, None)
            backpropagate(leaf, playout.rewards)
        self.thought += 1

    def _plant_trees(self) -> None:
        """Make new trees, and a random generator whose seed depends on the progress of the run."""
        self.rng = random.Random(f"{self.seed} {self.generation} {self.turn}")
        self.method = self.new_method()
        # The method and its trees are dropped together, so ordinary dicts suffice.  They are
        # faster than weak dicts.
        self.method.opinions = {}
        self.method.noisy_opinions = {}
        self.method.judgements = {}
        self.phases = self.method.options()["phases"]
        self.brain.look(game.state for game in self.live)
        for game in self.live:
            game.root = Node(game.state)

    def new_method(self) -> Puct:
        """Return the search method for the next move of each game; `self.rng` draws its noise."""
        assert self.rng is not None
        noise = dirichlet(self.rng, share=self.noise) if self.noise else None
        return Puct(self.brain, noise=noise)

    def decided(self, root: Node) -> tuple[Action, Shares]:
        """Return the move that a search chose, and the shares that the network learns from it."""
        visits = {action: child.visits for action, child in root.children.items()}
        shares = {action: n / self.iterations for action, n in visits.items()}
        return self._chosen(visits), shares

    def _move(self) -> None:
        """Make a move in each game that is not over."""
        moved = []
        for game in self.games:
            if not game.state.is_terminal():
                action, shares = self.decided(game.root)
                game = game.after(action, shares)
            moved.append(game)
        self.games = moved
        self.turn += 1
        self.thought = 0

    def _chosen(self, visits: dict[int, int]) -> int:
        """Return a random move, weighted by visits; after `warm` moves, the most visited move.

        Both cases draw one random number, so that later random numbers are the same.
        """
        assert self.rng is not None
        [drawn] = self.rng.choices(list(visits), list(visits.values()))
        if self.turn < self.warm:
            return drawn
        return max(visits, key=visits.__getitem__)

    def _study(self) -> None:
        """Take one step of learning.

        Before its first step, a generation adds the lessons from its games to the stored lessons.
        After its last step, a new generation begins.
        """
        if not self.studied:
            new = taught(self.games, self.net.actions)
            self.lessons = remembered(self.lessons, new, self.memory)
        assert self.lessons is not None
        rng = np.random.default_rng([self.seed, self.generation, self.studied])
        rows = rng.integers(len(self.lessons[0]) * len(self.images), size=self.batch)
        loss = self.net.learn(*mirrored(self.lessons, self.images, rows), self.rate)
        self.losses = [*self.losses, loss]
        self.studied += 1
        if self.studied == self.steps:
            self.brain.forget()
            self.generation += 1
            self._begin_generation()


# ---------------------------------------------------------------------------- lessons


def taught(games: Sequence[SelfGame], actions: int) -> Table:
    """Return the lessons of finished games, one row for each position that was searched.

    actions  the number of actions of the network
    """
    states = []
    shares_of = []
    results = []
    for game in games:
        rewards = game.state.rewards()
        for state, shares in game.searches:
            states.append(state)
            shares_of.append(shares)
            results.append(rewards[state.current_player])
    planes, legal = arrays(states, actions)
    targets = np.zeros(legal.shape, np.float32)
    for row, shares in zip(targets, shares_of, strict=True):
        row[list(shares)] = list(shares.values())
    return planes, legal, targets, np.array(results, np.float32)


def remembered(old: Table | None, new: Table, memory: int) -> Table:
    """Return the old lessons followed by the new lessons, but at most the `memory` newest.

    old     the old lessons, or None if there are none
    memory  ≥ 1, the number of lessons to keep
    """
    lessons: tuple[np.ndarray, ...] = new
    if old is not None:
        lessons = tuple(np.concatenate(parts) for parts in zip(old, new, strict=True))
    planes, legal, shares, results = (part[-memory:] for part in lessons)
    return planes, legal, shares, results


def mirrored(lessons: Table, mirror_images: Sequence[Image], rows: np.ndarray) -> Table:
    """Return selected rows of a table that contains the lessons in each mirror image.

    rows  row numbers in this table, from 0: the first len(lessons) rows are the lessons in the
          first image, the next len(lessons) rows are the same lessons in the second image, and so
          on
    """
    planes, legal, shares, results = lessons
    image, lesson = np.divmod(rows, len(planes))
    cells, actions = (np.array(part)[image] for part in zip(*mirror_images, strict=True))
    both_planes = np.concatenate([cells, cells + planes.shape[1] // 2], 1)
    row = lesson[:, None]
    return planes[row, both_planes], legal[row, actions], shares[row, actions], results[lesson]


def images(start: State) -> list[Image]:
    """Return the mirror images of a game's board.

    The board itself comes first, and is the only image if no mirror images of the game are known.
    """
    inputs, actions = sizes(start)
    cells = np.arange(inputs // 2)
    same = np.arange(actions)
    if isinstance(start, TicTacToe):
        return [(way, way) for way in turns(len(cells))]
    if isinstance(start, ConnectFour):
        flipped = cells.reshape(-1, actions)[:, ::-1].ravel()
        return [(cells, same), (flipped, same[::-1])]
    return [(cells, same)]
