"""Use a linear probe to read the boards that a model imagines, and find the lines that the model
expects.

A **linear probe** (Alain and Bengio, 2016) is a linear map from latent states to the marks of the
cells.  It is fitted by least squares on latent states of *real* boards only.  Then the probe reads
imagined latent states.  Fitting a probe on imagined states would prove nothing, because such a
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
EMPTY, MINE, THEIRS = range(3)  # the contents of a cell, as seen by the player to move
# added to the diagonal, so that the matrix of the least-squares problem is not singular
RIDGE = 1e-2
SAMPLES = 60  # the number of boards drawn for each triple


def contents(boards: np.ndarray) -> np.ndarray:
    """Return each cell's content: 0 if it is empty, 1 for a mark of the player to move, 2 for the
    opponent's mark.
    """
    cells = boards.shape[1] // 2
    return (boards[:, :cells] + 2 * boards[:, cells:]).astype(int)


def keys(boards: np.ndarray) -> np.ndarray:
    """Return a number for each board; different boards have different numbers."""
    found = contents(boards)
    return found @ 3 ** np.arange(found.shape[1])


class Probe:
    """A linear map from latent states to the contents of the cells.

    latents  the latent states of some boards, one in each row
    boards   the boards themselves

    The map is fitted by least squares and returns three numbers for each cell.
    """

    def __init__(self, latents: np.ndarray, boards: np.ndarray) -> None:
        inputs = with_one(latents)
        wanted = np.eye(3)[contents(boards)].reshape(len(boards), -1)
        square = inputs.T @ inputs + RIDGE * np.eye(inputs.shape[1])
        self.weights = np.linalg.solve(square, inputs.T @ wanted)

    def shares(self, latents: np.ndarray) -> np.ndarray:
        """Return three numbers for each cell: how much the cell looks empty, like a mark of the
        player to move, and like a mark of the opponent.
        """
        found = with_one(latents) @ self.weights
        return found.reshape(len(latents), -1, 3)

    def read(self, latents: np.ndarray) -> np.ndarray:
        """Return the most likely content of each cell, coded as in `contents`."""
        return self.shares(latents).argmax(2)


def with_one(latents: np.ndarray) -> np.ndarray:
    """Append a 1 to each row, so that a linear map of the row can include a constant."""
    return np.concatenate([latents, np.ones((len(latents), 1))], 1)


def probe_of(model: Model, boards: np.ndarray) -> Probe:
    """Return a probe fitted on the latent states of real boards."""
    return Probe(model.latents_of(boards), boards)


class BoardsRead(NamedTuple):
    """Measurements of how well boards are read after some number of imagined moves."""

    boards: int  # the number of boards that were read; none of them was used to fit the probe
    whole: float  # the share of boards read without a mistake
    cells: float  # the share of cells that are read correctly


def imagined_boards(
    model: Model, exam: LinesExam, depth: int = 7, *, refit: bool = False
) -> list[BoardsRead]:
    """Imagine random legal games, and measure how well a probe reads the boards after 0, 1, …
    `depth` moves.

    refit  whether to fit a separate probe on imagined states at each depth; a good result would
           then prove nothing

    The probe is fitted on a random half of all boards, and reads the other half.
    """
    with one_thread():
        return read_along(model, exam, depth, np.random.default_rng([0, 7]), refit)


def read_along(
    model: Model, exam: LinesExam, depth: int, rng: np.random.Generator, refit: bool
) -> list[BoardsRead]:
    """Compute the result of `imagined_boards` with random numbers from `rng`."""
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

    Games that are over are left out of the following steps.
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
    """The value that a model expects from filling three cells."""

    line: Line
    value: float  # the mean imagined value for the player who fills the three cells, from 0 to 1
    error: float  # the standard error of this mean


def beliefs(model: Model, seed: int = 1, samples: int = SAMPLES) -> list[Expectation]:
    """Return the model's estimated value of filling each of the 84 triples of cells, highest first.

    For each triple, `samples` boards are drawn.  On each board the player to move has marks in two
    of the three cells, the third cell is free, and the opponent has two or three marks elsewhere.
    The model imagines the move to the third cell and estimates the value of the imagined state.  No
    rule of the game is used.
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
    """Count how many of the n true lines are among the first n triples of a ranking."""
    true = {tuple(sorted(line)) for line in lines}
    return sum(belief.line in true for belief in ranking[: len(true)])
