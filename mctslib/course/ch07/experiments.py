"""The measurements of chapter 07: how often a search moves right for a c and a budget, and rewards in another range."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mctslib.arena.thinking import gathered
from mctslib.course.marks import grown
from mctslib.course.puzzles import Puzzle
from mctslib.policies import FinalMove, most_visited
from mctslib.search import Phases, backpropagate
from mctslib.tree import Node


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
    return [puzzle.solved_by(final_move(root)) for root in grown(puzzle.state, marks, seed, c)]


def correct_shares(
    puzzle: Puzzle,
    c: float,
    marks: Sequence[int],
    seeds: Iterable[int] = range(60),
    final_move: FinalMove = most_visited,
) -> list[float]:
    """Share of the seeds that move right, for each iteration count in `marks`; from 0 to 1.

    The stop button ends it with the seeds that were done by then, and how many they are is printed.
    """
    seeds = list(seeds)
    return mean_of(
        gathered(
            (one_run(puzzle, c, marks, seed, final_move) for seed in seeds), len(seeds), "seeds"
        )
    )


def mean_of(runs: Sequence[Sequence[float]]) -> list[float]:
    """Column by column, the mean of several equally long runs.  Raises ValueError without any."""
    if not runs:
        raise ValueError("There must be at least one run.")
    return [sum(column) / len(runs) for column in zip(*runs, strict=True)]
