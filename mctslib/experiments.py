"""The same search many times over, on positions whose answer is known: the measurements of chapters 07 and 08.

A **puzzle** is a position together with the moves that are right in it.  A search is random, so one run
proves little; the share of many seeds that choose right is a number one can compare.
"""
from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import islice
from math import nan

from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.limits import Limit
from mctslib.oracle import TooLarge, optimal_actions, positions, value
from mctslib.players import flat_search
from mctslib.policies import UCB1, FinalMove, most_visited
from mctslib.search import Node, Phases, backpropagate, search


@dataclass(frozen=True)
class Puzzle:
    """A position, the moves that are right in it, and why, in one sentence."""

    name: str
    state: State
    correct: frozenset[Action]
    story: str

    def solved_by(self, action: Action) -> bool:
        """Whether `action` is one of the right moves."""
        return action in self.correct


A = Puzzle(
    "A",
    TicTacToe.from_text(".../O.X/.X."),
    frozenset({2, 8}),
    "X is about to make two threats at once.  Only 2 and 8 hold the draw; random games like the corner 0 best.",
)
S = Puzzle(
    "S",
    TicTacToe.from_text("O.X/.OO/..X", to_move="X"),
    frozenset({3}),
    "X must block at 3; random games like the useless 7 exactly as much.",
)
W = Puzzle(
    "W",
    TicTacToe.from_text("OO./.../XX."),
    frozenset({8}),
    "X wins at once with 8: the easy one.",
)
PUZZLES = {puzzle.name: puzzle for puzzle in (A, S, W)}
MOST_POSITIONS = 50_000  # that may come up in a game of one's own: its right moves are worked out while one waits


def puzzle_of(state: State) -> Puzzle:
    """A position of any game as a puzzle, its right moves worked out by perfect play.

    Raises `TooLarge` if more than `MOST_POSITIONS` can come up, ValueError if the game is over.
    """
    if state.is_terminal():
        raise ValueError(f"The game is over, so no move is right:\n{state}")
    looked = sum(1 for _ in islice(positions(state), MOST_POSITIONS + 1))
    if looked > MOST_POSITIONS:
        many = f"Over {MOST_POSITIONS:,} positions can come up here, too many to work out which moves are right."
        raise TooLarge(f"{many} Begin later in the game, or with a smaller board.")
    best = optimal_actions(state)
    moves = escape(", ".join(map(str, best)))
    worth = f"Perfect play brings the player to move {value(state):g}, with any of these moves: {moves}."
    return Puzzle(type(state).__name__, state, frozenset(best), worth)


def choose(known: Mapping[str, Puzzle], wanted: str | State, what: str = "puzzle") -> tuple[dict[str, Puzzle], str]:
    """The puzzles to choose from and the chosen one's name; a position of one's own game stands alone.

    Raises ValueError for a name that is not known, `TooLarge` as `puzzle_of`.
    """
    if not isinstance(wanted, str):
        own = puzzle_of(wanted)
        return {own.name: own}, own.name
    if wanted not in known:
        raise ValueError(f"{what} must be one of {', '.join(known)} or a position, not {wanted!r}.")
    return dict(known), wanted


@dataclass(frozen=True)
class RewardRange:
    """Rewards from `low` (a loss) to `high` (a win), in place of 0 to 1."""

    low: float = 0.0
    high: float = 1.0

    @property
    def width(self) -> float:
        """How much wider the range is than that from 0 to 1."""
        return self.high - self.low

    @property
    def phases(self) -> Phases:
        """The four phases of a search whose rewards lie in this range."""

        def stretched(node: Node | None, rewards: tuple[float, ...]) -> None:
            backpropagate(node, tuple(self.low + self.width * reward for reward in rewards))

        return Phases(backpropagate=stretched)

    def to_unit(self, root: Node) -> None:
        """Write the value sums of a tree that is done as if its rewards had been from 0 to 1."""
        for node in root.descendants():
            node.value_sum = (node.value_sum - self.low * node.visits) / self.width


def one_run(
    puzzle: Puzzle, c: float, marks: Sequence[int], seed: int, final_move: FinalMove = most_visited
) -> list[bool]:
    """Grow one tree and note at each of the iteration counts `marks` whether it would move right.

    Going on with a search equals having searched longer, so one tree serves all marks.  Raises ValueError unless
    they grow.
    """
    if list(marks) != sorted(set(marks)):
        raise ValueError(f"marks must grow from one to the next: {list(marks)}.")
    root, rng, policy = Node(puzzle.state), random.Random(seed), UCB1(c)
    answers = []
    for mark in marks:
        search(root, Limit(iterations=mark - root.visits), seed=rng, tree_policy=policy)
        answers.append(puzzle.solved_by(final_move(root)))
    return answers


def correct_shares(
    puzzle: Puzzle,
    c: float,
    marks: Sequence[int],
    seeds: Iterable[int] = range(60),
    final_move: FinalMove = most_visited,
) -> list[float]:
    """Share of the seeds that move right, for each iteration count in `marks`; from 0 to 1."""
    return mean_of([one_run(puzzle, c, marks, seed, final_move) for seed in seeds])


def mean_of(runs: Sequence[Sequence[float]]) -> list[float]:
    """Column by column, the mean of several equally long runs.  Raises ValueError without any."""
    if not runs:
        raise ValueError("There must be at least one run.")
    return [sum(column) / len(runs) for column in zip(*runs, strict=True)]


def tree_history(state: State, marks: Sequence[int], seed: int, c: float) -> dict[Action, list[float]]:
    """MCTS: action → its value Q for the player to move, at each of the iteration counts `marks`."""
    root, rng = Node(state), random.Random(seed)

    def grow(mark: int) -> dict[Action, float]:
        search(root, Limit(iterations=mark - root.visits), seed=rng, tree_policy=UCB1(c))
        return {action: child.value for action, child in root.children.items()}

    return _history(state, grow, marks)


def flat_history(state: State, marks: Sequence[int], seed: int) -> dict[Action, list[float]]:
    """Pure random playouts: action → its mean reward, after each of the playout counts `marks`."""
    rng, estimates, done = random.Random(seed), None, 0

    def grow(mark: int) -> dict[Action, float]:
        nonlocal estimates, done
        estimates, done = flat_search(state, mark - done, rng, start=estimates), mark
        return {action: value for action, (_, value) in estimates.items()}

    return _history(state, grow, marks)


def _history(
    state: State, grow: Callable[[int], dict[Action, float]], marks: Sequence[int]
) -> dict[Action, list[float]]:
    columns = [grow(mark) for mark in marks]
    return {action: [column.get(action, nan) for column in columns] for action in state.legal_actions()}
