"""Compute the data that the widget shows: a learning run that is measured at intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from mctslib.course.ch20.exam import LinesExam, exam_of
from mctslib.course.ch20.reading import (
    Expectation,
    beliefs,
    lines_found,
    probe_of,
)
from mctslib.course.stored import measured
from mctslib.methods.dreamer import Dreamer
from mctslib.methods.line_boards import Line, LineRules
from mctslib.methods.muzero import Model

MOVES = (4, 0, 2, 6, 3, 5, 7)  # the moves of the game that the widget's model imagines
SHOWN = 15  # the number of triples, out of 84, that the widget shows
LOOKS = (1, 2, 3, 4, 6, 8, 10, 13, 16, 20, 25, 30, 36, 42, 50, 60, 75, 90, 120, 150, 200, 250, 300)


class Dreamed(NamedTuple):
    """One imagined board, as the probe reads it."""

    x: list[float]  # how much each cell looks like an X, from 0 to 1
    o: list[float]


class Glimpse(NamedTuple):
    """The measurements of a learner after some number of games."""

    games: int
    found: int  # how many of the n lines are among the first n triples of the ranking
    top: list[Expectation]  # the triples with the highest expectation
    dream: list[Dreamed]  # the imagined boards of one game, of which the model sees only the start


class ObservedRun:
    """A learning run on secret lines, with snapshots after some of its generations.

    lines  the winning lines, each of three cells
    seed   the seed of the model and of its games
    """

    def __init__(self, lines: Sequence[Line], seed: int = 0) -> None:
        self.lines = tuple(lines)
        self.seed = seed
        self.learner = Dreamer(LineRules(self.lines), seed, mirrored=False)
        self.exam: LinesExam = exam_of(self.lines)
        self.snapshots = [self.look()]

    def slices(self, generations: int) -> Iterator[float]:
        """Learn for `generations` generations, step by step; yield the fraction done so far."""
        for fraction in self.learner.slices(generations):
            known = self.snapshots[-1].games
            due = self.learner.generation in LOOKS or fraction >= 1
            if due and self.learner.played > known:
                self.snapshots.append(self.look())
            yield fraction

    def look(self) -> Glimpse:
        """Measure the current state of the learner."""
        model = self.learner.model
        ranking = beliefs(model)
        return Glimpse(
            self.learner.played,
            lines_found(ranking, self.lines),
            ranking[:SHOWN],
            dreamed(model, self.exam, len(scenes(self.exam))),
        )


def dreamed(model: Model, exam: LinesExam, boards: int) -> list[Dreamed]:
    """Return the boards that a probe reads while the model imagines `MOVES` from the empty board.

    boards  the number of boards, including the empty one
    """
    probe = probe_of(model, exam.every_board)
    latents = model.latents_of(exam.rules.start(1))
    found = []
    for number in range(boards):
        shares = probe.shares(latents)[0].clip(0, 1)
        mine, theirs = shares[:, 1], shares[:, 2]
        if number % 2:
            mine, theirs = theirs, mine
        found.append(Dreamed(rounded(mine), rounded(theirs)))
        if number < len(MOVES):
            latents = model.after(latents, np.array([MOVES[number]]))
    return found


def rounded(shares: np.ndarray) -> list[float]:
    """Return the numbers rounded to two decimals."""
    return [round(float(share), 2) for share in shares]


def scenes(exam: LinesExam) -> list[str]:
    """Return the empty board and the real board after each of `MOVES`, until the game ends."""
    boards = exam.rules.start(1)
    found = ["." * 9]
    for number, action in enumerate(MOVES):
        boards, over, _ = exam.rules.play(boards, np.array([action]))
        found.append(cells_of(boards[0], x_to_move=number % 2 == 1))
        if over[0]:
            break
    return found


def cells_of(board: np.ndarray, x_to_move: bool) -> str:
    """Return a board as a string with one character for each cell."""
    mine, theirs = ("X", "O") if x_to_move else ("O", "X")
    cells = ["."] * 9
    for cell in np.flatnonzero(board[:9]):
        cells[cell] = mine
    for cell in np.flatnonzero(board[9:]):
        cells[cell] = theirs
    return "".join(cells)


# ---------------------------------------------------------------------------- the stored run


def stored_snapshots() -> list[Glimpse]:
    """Return the stored snapshots of the run that the widget shows when it opens."""
    found = []
    for row in measured("ch20/opening")["rows"]:
        top = [Expectation(tuple(line), value, error) for line, value, error in row["top"]]
        dream = [Dreamed(*board) for board in row["dream"]]
        found.append(Glimpse(**{**row, "top": top, "dream": dream}))
    return found
