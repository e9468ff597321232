"""What is in a model's head: imagined boards, read by a linear probe, and the lines it believes in.

A **linear probe** (Alain and Bengio, 2016) is a linear map from latent states to the marks of the
cells.  It is fitted by least squares on latent states of *real* boards only.  Then it reads latent
states that were imagined.  A probe fitted on imagined states would prove nothing, because such a
probe can also read the states of an untrained model.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np

from mctslib.course.ch20.exam import LinesExam
from mctslib.methods.line_boards import Line, LineRules
from mctslib.methods.muzero import Model
from mctslib.methods.one_thread import one_thread

TRIPLES: tuple[Line, ...] = tuple(combinations(range(9), 3))
EMPTY, MINE, THEIRS = range(3)  # what a cell may contain, from the mover's point of view
RIDGE = 1e-2  # keeps the least squares from dividing by 0
SAMPLES = 60  # boards on which the belief in one triple is measured


def contents(boards: np.ndarray) -> np.ndarray:
    """Return for each cell of each board 0 for an empty cell, 1 for my mark, 2 for the
    opponent's."""
    cells = boards.shape[1] // 2
    return (boards[:, :cells] + 2 * boards[:, cells:]).astype(int)


def keys(boards: np.ndarray) -> np.ndarray:
    """Return a number for each board, the same for the same board."""
    found = contents(boards)
    return found @ 3 ** np.arange(found.shape[1])


class Probe:
    """A linear map from latent states to what is on the cells.

    latents  of some boards
    boards   these boards

    By least squares, three numbers for each cell.
    """

    def __init__(self, latents: np.ndarray, boards: np.ndarray) -> None:
        inputs = with_one(latents)
        wanted = np.eye(3)[contents(boards)].reshape(len(boards), -1)
        square = inputs.T @ inputs + RIDGE * np.eye(inputs.shape[1])
        self.weights = np.linalg.solve(square, inputs.T @ wanted)

    def shares(self, latents: np.ndarray) -> np.ndarray:
        """Return three numbers for each cell: how much it looks empty, mine and theirs."""
        found = with_one(latents) @ self.weights
        return found.reshape(len(latents), -1, 3)

    def read(self, latents: np.ndarray) -> np.ndarray:
        """Return what is most likely on each cell, as `contents` does."""
        return self.shares(latents).argmax(2)


def with_one(latents: np.ndarray) -> np.ndarray:
    """Return the rows with a 1 appended to each, for the constant of a linear map."""
    return np.concatenate([latents, np.ones((len(latents), 1))], 1)


def probe_of(model: Model, boards: np.ndarray) -> Probe:
    """Return a probe that is fitted on the latent states of real boards."""
    return Probe(model.latents_of(boards), boards)


class BoardsRead(NamedTuple):
    """How well imagined boards are read after some imagined moves."""

    boards: int  # how many were read; none of these boards was used to fit the probe
    whole: float  # share of boards read without a mistake
    cells: float  # share of cells read right


def imagined_boards(
    model: Model, exam: LinesExam, depth: int = 7, seed: int = 0, *, refit: bool = False
) -> list[BoardsRead]:
    """Dream along random legal games, and read the boards after 0, 1, … `depth` imagined moves.

    refit  whether to fit a separate probe at each depth, on imagined states.  This is the pitfall

    A random half of all boards is for fitting, the other half is read.
    """
    with one_thread():
        return read_along(model, exam, depth, np.random.default_rng([seed, 7]), refit)


def read_along(
    model: Model, exam: LinesExam, depth: int, rng: np.random.Generator, refit: bool
) -> list[BoardsRead]:
    """Return what `imagined_boards` does, with random numbers from `rng`."""
    every = exam.every_board
    for_fitting = np.zeros(3**9, bool)
    for_fitting[keys(every[rng.random(len(every)) < 0.5])] = True
    probe = probe_of(model, every[for_fitting[keys(every)]])
    found = []
    start = np.concatenate([exam.boards, np.repeat(exam.boards[:1], 1000, 0)])
    for real, latents in walks(model, exam.rules, start, depth, rng):
        fitting = for_fitting[keys(real)]
        reader = Probe(latents[fitting], real[fitting]) if refit else probe
        same = reader.read(latents[~fitting]) == contents(real[~fitting])
        whole = float(same.all(1).mean())
        found.append(BoardsRead(len(same), round(whole, 4), round(float(same.mean()), 4)))
    return found


def walks(
    model: Model, rules: LineRules, boards: np.ndarray, depth: int, rng: np.random.Generator
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield real boards and imagined latent states after 0, 1, … `depth` random legal moves.

    A game that is over drops out.
    """
    latents = model.latents_of(boards)
    yield boards, latents
    for _ in range(depth):
        free = rules.legal(boards)
        actions = np.where(free, rng.random(free.shape), -1).argmax(1)
        boards, over, _ = rules.play(boards, actions)
        latents = model.after(latents, actions)
        yield boards, latents
        boards, latents = boards[~over], latents[~over]


class Expectation(NamedTuple):
    """What a model expects from filling three cells."""

    line: Line
    value: float  # mean imagined value for the player who fills them, from 0 to 1
    error: float  # the standard error of this mean


def beliefs(model: Model, seed: int = 1, samples: int = SAMPLES) -> list[Expectation]:
    """Return what a model expects from filling each of the 84 triples of cells, highest first.

    For each triple there are `samples` boards on which the player to move has two of its cells and
    the third is free; two or three marks of the opponent lie elsewhere.  The model imagines the
    move to the third cell, and we read the value.  No rule is used.
    """
    rng = np.random.default_rng(seed)
    boards = []
    actions = []
    for triple in TRIPLES:
        others = [cell for cell in range(9) if cell not in triple]
        for number in range(samples):
            own = rng.permutation(triple)
            board = np.zeros(18, np.float32)
            board[own[:2]] = 1
            board[9 + rng.permutation(others)[: 2 + number % 2]] = 1
            boards.append(board)
            actions.append(own[2])
    with one_thread():
        latents = model.after(model.latents_of(np.array(boards)), np.array(actions))
        values = 1 - model.heads(latents)[1].reshape(len(TRIPLES), samples)
    found = []
    for triple, row in zip(TRIPLES, values, strict=True):
        found.append(Expectation(triple, float(row.mean()), float(row.std() / samples**0.5)))
    return sorted(found, key=lambda belief: -belief.value)


def lines_found(ranking: list[Expectation], lines: tuple[Line, ...]) -> int:
    """Return how many of the true lines stand among the first, as many as there are lines."""
    true = {tuple(sorted(line)) for line in lines}
    return sum(belief.line in true for belief in ranking[: len(true)])
