"""Measure how often searches choose a right move with different values of c and final-move rules."""

import random
from collections.abc import Iterable, Sequence
from statistics import fmean

from mctslib.arena.thinking import gathered
from mctslib.course.marks import grown
from mctslib.course.puzzles import Puzzle
from mctslib.door.entrance import search
from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.oracle import optimal_actions, positions
from mctslib.policies import UCB1, FinalMove, most_visited


def one_run(
    puzzle: Puzzle, c: float, marks: Sequence[int], seed: int, final_move: FinalMove = most_visited
) -> list[bool]:
    """Grow one tree, and return for each mark whether the search would choose a right move.

    marks  the numbers of iterations, in increasing order

    The first n iterations of a long search are the same as those of a search with n iterations, so
    one tree is enough for all marks.  Raises ValueError if the marks do not increase.
    """
    return [puzzle.solved_by(final_move(root)) for root in grown(puzzle.state, marks, seed, c)]


def correct_shares(
    puzzle: Puzzle,
    c: float,
    marks: Sequence[int],
    seeds: Iterable[int] = range(60),
    final_move: FinalMove = most_visited,
) -> list[float]:
    """Return the share of runs that choose a right move, for each number of iterations in `marks`.

    The function makes one run for each seed.  If the reader presses the stop button, the shares are
    computed from the runs made so far, and the number of these runs is printed.
    """
    seeds = list(seeds)
    runs = (one_run(puzzle, c, marks, seed, final_move) for seed in seeds)
    return mean_of(gathered(runs, len(seeds), "seeds"))


def mean_of(runs: Sequence[Sequence[float]]) -> list[float]:
    """Return the mean of several runs of the same length, column by column.

    Raises ValueError if there are no runs.
    """
    if not runs:
        raise ValueError("There must be at least one run.")
    return [sum(column) / len(runs) for column in zip(*runs, strict=True)]


def mean_visit_shares(
    puzzle: Puzzle, c: float, iterations: int, seeds: Iterable[int]
) -> dict[Action, float]:
    """Return each action's share of the visits, from 0 to 1, as a mean over the seeds."""
    runs = []
    for seed in seeds:
        runs.append(search(puzzle.state, iterations, seed=seed, tree_policy=UCB1(c)).distribution())
    return {action: fmean(run[action] for run in runs) for action in runs[0]}


RightMoves = dict[State, set[Action]]


def right_moves_everywhere() -> RightMoves:
    """Return the right moves of each position of tic-tac-toe in which the game is not over."""
    right = {}
    for state in positions(TicTacToe()):
        if not state.is_terminal():
            right[state] = set(optimal_actions(state))
    return right


def tricky_positions(right: RightMoves, number: int, seed: int = 0) -> list[State]:
    """Return `number` random positions in which some moves are right and others are wrong."""
    tricky = [state for state, moves in right.items() if len(moves) < len(state.legal_actions())]
    return random.Random(seed).sample(tricky, number)


def share_right(right: RightMoves, sample: Sequence[State], c: float, iterations: int) -> float:
    """Return the share of the positions in which a search with seed 1 chooses a right move."""
    hits = 0
    for state in sample:
        found = search(state, iterations, seed=1, tree_policy=UCB1(c))
        hits += found.action in right[state]
    return hits / len(sample)
