"""Check N and W of a few nodes after one iteration, as the reader writes them."""

from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import NamedTuple

from mctslib.games.names import player_name
from mctslib.stepper.explain import outcome
from mctslib.trace import Trace, replay_one
from mctslib.tree import Node, Path, attach, walk
from mctslib.words import number, points

HALVES = str.maketrans({"½": " 1/2", "¼": " 1/4", "¾": " 3/4", ",": "."})
Cell = tuple[int, str]
"""A **cell** is a pair: the number of a row, and "N" or "W"."""

NEAR = 0.006  # tolerance for a number that was rounded to two decimals
NO_NUMBER = "Write a number, such as 2 or 1.5."


class Remark(NamedTuple):
    """A remark on each number from `low` to `high`, both inclusive; "" for the right number."""

    low: float
    high: float
    words: str


def number_in(text: str) -> Fraction | None:
    """Return the exact number that a text such as `2`, `2.5`, `2,5`, `2½` or `5/2` stands for.

    Returns None if the text is not a number.
    """
    parts = text.translate(HALVES).split()
    if not parts:
        return None
    if len(parts) > 1 and not is_mixed(parts):
        return None
    try:
        return sum(map(Fraction, parts), Fraction(0))
    except (ValueError, ZeroDivisionError):
        return None


def is_mixed(parts: list[str]) -> bool:
    """Return whether the parts are a whole number and a fraction, such as 2 and 1/2."""
    return len(parts) == 2 and parts[0].isdigit() and "/" in parts[1]


# ---------------------------------------------------------- one node


@dataclass(frozen=True)
class Row:
    """A node of the sheet, with the rewards and with N and W before and after the iteration."""

    path: Path
    name: str  # the moves from the root down to the node
    who: str  # the player who moved into the node
    before: dict[str, float]  # "N" and "W" → number
    after: dict[str, float]
    reward: float  # reward of the player who moved into the node
    other: float  # reward of the other player
    on_path: bool  # False for the decoy, which the iteration does not change

    def remark(self, letter: str, text: str) -> str:
        """Return a remark on a wrong number, or "" if the number is right.

        letter  "N" or "W"
        text    the text that the reader wrote as the new N or W
        """
        answer = number_in(text)
        if answer is None:
            return NO_NUMBER
        for remark in self.remarks(letter):
            if remark.low <= answer <= remark.high:
                return remark.words
        raise AssertionError("the last remark covers every number")

    def remarks(self, letter: str) -> list[Remark]:
        """Return the possible remarks on the new N or W; the first remark that fits is used."""
        right = Remark(self.after[letter], self.after[letter], "")
        if not self.on_path:
            unchanged = f"This node is not on the path, so {letter} stays as it was."
            return [right, Remark(-inf, inf, unchanged)]
        if letter == "N":
            return [right, *self.remarks_on_visits()]
        return [right, *self.remarks_on_value_sum()]

    def remarks_on_visits(self) -> list[Remark]:
        """Return the remarks on wrong numbers for the new N."""
        before = self.before["N"]
        won = before + self.reward
        again = "+1 for the visit: this iteration passed through the node"
        again += "." if before else ", and made it."
        return [
            Remark(before, before, again),
            Remark(won, won, "N counts visits, not points. It grows by 1, no matter who won."),
            Remark(-inf, inf, f"N was {number(before)}, and one iteration is one visit."),
        ]

    def remarks_on_value_sum(self) -> list[Remark]:
        """Return the remarks on wrong numbers for the new W."""
        before = self.before["W"]
        theirs = before + self.other
        mean = self.after["W"] / self.after["N"]
        gets = f"{self.mover}, so W grows by {self.who}'s reward, {points(self.reward)}."
        others = f"You added the other side's reward, {points(self.other)}. {gets}"
        unchanged = f"W did not change? {gets}" if self.other else others
        q = "You wrote Q = W / N, the mean of the rewards. W is their sum."
        shrinks = f"W does not shrink, because a loss adds 0. {gets}"
        return [
            Remark(before, before, unchanged),
            Remark(mean - NEAR, mean + NEAR, q),
            Remark(-inf, before, shrinks),
            Remark(theirs, theirs, others),
            Remark(-inf, inf, f"W was {points(before)}. {gets}"),
        ]

    def given(self) -> str:
        """Return N and W before the iteration, in words."""
        return f"before: N = {number(self.before['N'])}, W = {points(self.before['W'])}"

    @property
    def mover(self) -> str:
        """The beginning of a sentence about the player whose rewards this node counts."""
        if self.path:
            return f"{self.who} moved into this node"
        return f"The root counts for {self.who}, who is to move there"


# ---------------------------------------------------------- a sheet


class Sheet:
    """One iteration of a trace up to backpropagation, and the rows to be filled in.

    trace  a recorded search
    t      the number of the iteration, from 1
    root   the tree with the new node in it, not yet updated
    later  the tree after the iteration
    rows   the nodes on the path from the root down, and then a node off the path as a decoy, if
           the tree has one
    tried  dict from each cell that the reader has tried to whether the first number there was right

    Raises ValueError if the trace has no iteration `t`.
    """

    def __init__(self, trace: Trace, t: int) -> None:
        if not 1 <= t <= len(trace):
            raise ValueError(f"The trace has iterations 1 to {len(trace)}, but not {t}.")
        self.trace = trace
        self.t = t
        self.iteration = trace.iterations[t - 1]
        self.root = trace.tree(t - 1)
        self.later = trace.tree(t - 1)
        path = self.iteration.path
        if self.iteration.expanded:
            attach(walk(self.root, path[:-1]), path[-1])
        replay_one(self.later, self.iteration)
        self.rows = [self._row(node_path) for node_path in self._paths()]
        self.tried: dict[Cell, bool] = {}

    def _paths(self) -> list[Path]:
        """Return the paths to the nodes on the sheet."""
        path = self.iteration.path
        paths = [path[:length] for length in range(len(path) + 1)]
        for node in self.root.descendants():
            if node.path() not in paths:
                return [*paths, node.path()]
        return paths

    def _row(self, path: Path) -> Row:
        node = walk(self.root, path)
        later = walk(self.later, path)
        rewards = list(self.iteration.rewards)
        reward = rewards.pop(node.player)
        return Row(
            path,
            self._name(node),
            player_name(self.trace.state, node.player),
            {"N": node.visits, "W": node.value_sum},
            {"N": later.visits, "W": later.value_sum},
            reward,
            max(rewards, default=reward),
            path == self.iteration.path[: len(path)],
        )

    def _name(self, node: Node) -> str:
        """Return the moves down to a node, each with its player, such as "X 1, O 8"."""
        moves: list[str] = []
        while node.parent is not None:
            moves.append(f"{player_name(self.trace.state, node.player)} {node.action}")
            node = node.parent
        return ", ".join(reversed(moves)) or "root"

    @property
    def result(self) -> str:
        """The end of the playout, in words."""
        return outcome(self.trace.state, self.iteration.rewards)

    def story(self) -> str:
        """Return a description of the iteration up to the end of the playout."""
        rewards = ", ".join(map(points, self.iteration.rewards))
        way = f"Iteration {self.t} went along the bold path"
        if self.iteration.expanded:
            way += " and added the dashed node"
        end = f"The game then ended: {self.result}, with the rewards ({rewards})."
        return f"{way}. {end} Now backpropagate."

    @property
    def cells(self) -> list[Cell]:
        """All cells of the sheet, row by row."""
        return [(row, letter) for row in range(len(self.rows)) for letter in "NW"]

    def judge(self, cell: Cell, text: str) -> str:
        """Return the remark on the text in a cell, or "" if the number is right.

        The sheet remembers whether the first number in each cell was right.
        """
        row, letter = cell
        remark = self.rows[row].remark(letter, text)
        if number_in(text) is not None:
            self.tried.setdefault(cell, not remark)
        return remark

    @property
    def all_tried(self) -> bool:
        """Whether a number has been tried in each cell, so that the answers may be shown."""
        return len(self.tried) == len(self.cells)

    @property
    def score(self) -> tuple[int, int]:
        """The number of cells that were right at the first attempt, and the number of all cells."""
        return sum(self.tried.values()), len(self.cells)
