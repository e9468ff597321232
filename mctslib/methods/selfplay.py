"""Learning from nothing: play against oneself, and teach the network what the search and the games said.

A **generation** is some games of self-play, all at once, and some steps of learning from the newest positions.
"""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from mctslib.game import State
from mctslib.limits import whole_number
from mctslib.methods.network import Brain, Net, arrays, sizes
from mctslib.methods.puct import Puct, dirichlet
from mctslib.search import backpropagate
from mctslib.tree import Node

Table = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""A row a position: the planes, which actions are legal, the search's shares, the result of the player to move."""
Image = tuple[np.ndarray, np.ndarray]


class SelfGame:
    """One game of self-play: where it stands, and what the searches said on the way."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.said: list[tuple[State, dict[int, float]]] = []
        self.root: Any = None  # a Node, while it thinks

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "root": None}


class Learner:
    """A network that learns a game by playing against itself, in small steps: whenever they end, nothing is lost.

    games, iterations  of a generation; iterations of the search of each move
    hidden, rate       of the network: units of its hidden layers, Adam's pace
    steps, batch       of Adam a generation, and positions in each
    memory             how many positions are kept, the newest
    noise, alpha       share of the root's prior that is given away at random, and how unevenly
    warm               moves of a game that are drawn from the shares of visits; later ones are the most visited
    mirrored           whether every position is learned in all its mirror images

    All chance follows from the seed and the place in the run, so a pickled learner goes on as if never interrupted.
    """

    def __init__(
        self,
        start: State,
        seed: int = 0,
        *,
        games: int = 64,
        iterations: int = 25,
        c: float = 1.5,
        hidden: tuple[int, ...] = (128, 64),
        rate: float = 2e-3,
        steps: int = 16,
        batch: int = 256,
        memory: int = 20_000,
        noise: float = 0.25,
        alpha: float = 1.0,
        warm: int = 6,
        mirrored: bool = True,
    ) -> None:
        for name, number in {
            "games": games,
            "iterations": iterations,
            "steps": steps,
            "batch": batch,
        }.items():
            whole_number(name, number)
        self.start, self.seed, self.count, self.iterations, self.c = (
            start,
            seed,
            games,
            iterations,
            c,
        )
        self.rate, self.steps, self.batch, self.memory = rate, steps, batch, memory
        self.noise, self.alpha, self.warm = noise, alpha, warm
        self.images = images(start) if mirrored else images(start)[:1]
        self.net = Net(*sizes(start), hidden, seed)
        self.brain = Brain(self.net, start)
        self.generation, self.losses = 0, []  # type: tuple[int, list[tuple[float, float]]]
        self.lessons: Any = None  # a Table, after the first games
        self._begin()

    def _begin(self) -> None:
        self.games = [SelfGame(self.start) for _ in range(self.count)]
        self.turn = self.thought = self.studied = 0
        self.rng: Any = None
        self.phases: Any = None

    def __getstate__(self) -> dict[str, Any]:
        """The search of a move that is not over is done again: from the same dice."""
        return {**self.__dict__, "thought": 0, "rng": None, "phases": None}

    @property
    def progress(self) -> float:
        """Which part of this generation is done, about."""
        if not self.live:
            return 0.9 + 0.1 * self.studied / self.steps
        return 0.9 * (1 - len(self.live) / self.count * 0.5 ** (self.turn / 6))

    @property
    def live(self) -> list[SelfGame]:
        return [game for game in self.games if not game.state.is_terminal()]

    def step(self) -> None:
        """One small piece of work: an iteration in each game, then the moves; when all are over, a step of Adam."""
        if not self.live:
            self._study()
        elif self.thought < self.iterations:
            self._think()
        else:
            self._move()

    def slices(self, generations: int) -> Iterator[float]:
        """Steps until so many generations are done; yields the fraction after each."""
        first = self.generation
        while self.generation < first + generations:
            self.step()
            yield min(1.0, (self.generation - first + self.progress) / generations)

    def learn(self, generations: int) -> None:
        """So many generations, at once."""
        for _ in self.slices(generations):
            pass

    def _think(self) -> None:
        if not self.thought:
            self._set_up()
        leaves = [
            self.phases.expand(self.phases.select(game.root, None), self.rng) for game in self.live
        ]
        self.brain.look(leaf.state for leaf in leaves if not leaf.state.is_terminal())
        for leaf in leaves:
            backpropagate(leaf, self.phases.simulate(leaf.state, self.rng, None).rewards)
        self.thought += 1

    def _set_up(self) -> None:
        """New trees, and new dice that follow from where the run is."""
        self.rng = random.Random(f"{self.seed} {self.generation} {self.turn}")
        noise = dirichlet(self.rng, self.alpha, self.noise) if self.noise else None
        self.phases = Puct(self.brain, self.c, noise).options()["phases"]
        self.brain.look(game.state for game in self.live)
        for game in self.live:
            game.root = Node(game.state)

    def _move(self) -> None:
        for game in self.live:
            visits = {action: child.visits for action, child in game.root.children.items()}
            game.said.append(
                (game.state, {action: n / self.iterations for action, n in visits.items()})
            )
            drawn = self.rng.choices(list(visits), list(visits.values()))[0]
            game.state = game.state.apply(
                drawn if self.turn < self.warm else max(visits, key=visits.__getitem__)
            )
            game.root = None
        self.turn, self.thought = self.turn + 1, 0

    def _remember(self, new: Table) -> None:
        """Put the new lessons to the old ones; of all, the newest are kept."""
        old = self.lessons or tuple(part[:0] for part in new)
        x, legal, shares, results = (
            np.concatenate(pair)[-self.memory :] for pair in zip(old, new, strict=True)
        )
        self.lessons = x, legal, shares, results

    def _study(self) -> None:
        """One step of Adam; before the first, the new games are put to what is remembered; after the last, anew."""
        if not self.studied:
            self._remember(taught(self.games, self.net.actions))
        rng = np.random.default_rng([self.seed, self.generation, self.studied])
        rows = rng.integers(len(self.lessons[0]) * len(self.images), size=self.batch)
        self.losses.append(self.net.learn(*mirrored(self.lessons, self.images, rows), self.rate))
        self.studied += 1
        if self.studied == self.steps:
            self.brain.forget()
            self.generation += 1
            self._begin()


def taught(games: list[SelfGame], actions: int) -> Table:
    """What is learned of each position of these games: the search's shares of visits, the result of who was to move."""
    said = [(state, shares, game.state.rewards()) for game in games for state, shares in game.said]
    x, legal = arrays([state for state, *_ in said], actions)
    targets = np.zeros(legal.shape, np.float32)
    for row, (_, shares, _) in zip(targets, said):
        row[list(shares)] = list(shares.values())
    results = [rewards[state.current_player] for state, _, rewards in said]
    return x, legal, targets, np.array(results, np.float32)


def mirrored(lessons: Table, images: list[Image], rows: np.ndarray) -> Table:
    """These rows of the lessons in all its mirror images, one image after the other."""
    x, legal, shares, results = lessons
    image, row = np.divmod(rows, len(x))
    cells, actions = (np.array(part)[image] for part in zip(*images))
    both, row_ = np.concatenate([cells, cells + x.shape[1] // 2], 1), row[:, None]
    return x[row_, both], legal[row_, actions], shares[row_, actions], results[row]


def images(start: State) -> list[Image]:
    """The mirror images of a game's board: where its cells come from, and its actions; the board itself comes first."""
    from mctslib.games import ConnectFour, TicTacToe

    inputs, actions = sizes(start)
    cells, same = np.arange(inputs // 2), np.arange(actions)
    if isinstance(start, TicTacToe):
        board = cells.reshape(start.size, start.size)
        turned = [np.rot90(way, k).ravel() for way in (board, board.T) for k in range(4)]
        return [(way, way) for way in turned]
    if isinstance(start, ConnectFour):
        return [(cells, same), (cells.reshape(-1, actions)[:, ::-1].ravel(), same[::-1])]
    return [(cells, same)]
