"""One iteration on paper: the reader writes N and W of a few nodes, and each number is judged in words."""

from dataclasses import dataclass
from fractions import Fraction
from math import inf

from mctslib.games.names import player_name
from mctslib.stepper.explain import outcome
from mctslib.trace import Trace, replay_one, walk
from mctslib.tree import Node, Path, attach
from mctslib.words import points

HALVES = str.maketrans({"½": " 1/2", "¼": " 1/4", "¾": " 3/4", ",": "."})
Cell = tuple[int, str]
"""A **cell** is the number of a row and "N" or "W"."""
Remark = tuple[float, float, str]
"""A **remark** is made on a number from a lowest to a highest one; it is empty where the number is right."""
NEAR = 0.006  # a number with two decimals
NO_NUMBER = "Write a number, such as 2 or 1.5."


def number(text: str) -> Fraction | None:
    """What the reader wrote, exactly: `2`, `2.5`, `2,5`, `2½`, `5/2`; None if it is no number."""
    first, *rest = text.translate(HALVES).split() or [""]
    if rest and (len(rest) > 1 or not first.isdigit() or "/" not in rest[0]):
        return None  # two numbers side by side are one only as in 2 1/2
    try:
        return sum(map(Fraction, [first, *rest]), Fraction(0))
    except (ValueError, ZeroDivisionError):
        return None


@dataclass(frozen=True)
class Row:
    """One node of the sheet: its N and W before and after, who moved into it, and what the players got.

    reward, other   the reward of that player, and of the other one
    on_path         False for the decoy, which the iteration does not touch
    """

    path: Path
    name: str
    who: str
    before: dict[str, float]
    after: dict[str, float]
    reward: float
    other: float
    on_path: bool

    def remark(self, letter: str, text: str) -> str:
        """What is wrong with `text` as the new N or W, in a sentence; empty if nothing is."""
        answer = number(text)
        if answer is None:
            return NO_NUMBER
        return next(words for low, high, words in self.remarks(letter) if low <= answer <= high)

    def remarks(self, letter: str) -> list[Remark]:
        """What is said about a number as the new N or W: the first remark between whose bounds it lies."""
        right, before = self.after[letter], self.before[letter]
        if not self.on_path:
            return [
                (right, right, ""),
                (-inf, inf, f"This node is not on the path, so {letter} stays as it was."),
            ]
        return [
            (right, right, ""),
            *(self._visits(before) if letter == "N" else self._value_sum(before)),
        ]

    def _visits(self, before: float) -> list[Remark]:
        won = before + self.reward
        again = "+1 for the visit: this iteration passed through the node" + (
            ", and made it." if not before else "."
        )
        return [
            (before, before, again),
            (won, won, "N counts visits, not points: +1, whoever won."),
            (-inf, inf, f"N was {before:g}, and one iteration is one visit."),
        ]

    def _value_sum(self, before: float) -> list[Remark]:
        gets = f"{self.mover}, so W grows by {self.who}'s reward, {points(self.reward)}."
        mean, theirs = self.after["W"] / self.after["N"], before + self.other
        others = f"That is the other side's reward, {points(self.other)}. {gets}"
        return [
            (before, before, f"W did not change? {gets}" if self.other else others),
            (
                mean - NEAR,
                mean + NEAR,
                "That is Q = W / N. W is the sum of the rewards, not their mean.",
            ),
            (-inf, before, f"W never shrinks: a loss adds 0, it takes nothing away. {gets}"),
            (theirs, theirs, others),
            (-inf, inf, f"W was {points(before)}. {gets}"),
        ]

    def given(self) -> str:
        """The numbers before; whose they are is for the reader to know."""
        return f"before: N = {self.before['N']:g}, W = {points(self.before['W'])}"

    @property
    def mover(self) -> str:
        """Who moved into this node, as the beginning of a sentence."""
        return (
            f"{self.who} moved into this node"
            if self.path
            else f"The root counts for {self.who}, to move there"
        )


class Sheet:
    """Iteration number `t`, from 1 (else ValueError), of a trace up to backpropagation, and the rows to be filled in.

    root   the tree with the new node in it, not yet updated
    rows   the nodes of the path from the root down, then one decoy (if there is a node off the path)
    """

    def __init__(self, trace: Trace, t: int) -> None:
        if not 1 <= t <= len(trace):
            raise ValueError(f"The trace has iterations 1 to {len(trace)}, so not {t}.")
        self.trace, self.t, self.iteration = trace, t, trace.iterations[t - 1]
        self.root, self.later = trace.tree(t - 1), trace.tree(t - 1)
        if self.iteration.expanded:
            attach(walk(self.root, self.iteration.path[:-1]), self.iteration.path[-1])
        replay_one(self.later, self.iteration)
        self.rows = [self._row(path) for path in self._paths()]
        self.tried: dict[Cell, bool] = {}

    def _paths(self) -> list[Path]:
        path = self.iteration.path
        off = [
            node.path()
            for node in self.root.descendants()
            if node.path() != path[: len(node.path())]
        ]
        return [path[:length] for length in range(len(path) + 1)] + off[:1]

    def _row(self, path: Path) -> Row:
        node, later, rewards = walk(self.root, path), walk(self.later, path), self.iteration.rewards
        other = max(
            reward
            for player, reward in enumerate(rewards)
            if player != node.player or len(rewards) == 1
        )
        who = player_name(self.trace.state, node.player)
        on_path = path == self.iteration.path[: len(path)]
        before, after = ({"N": one.visits, "W": one.value_sum} for one in (node, later))
        return Row(path, self._name(node), who, before, after, rewards[node.player], other, on_path)

    def _name(self, node: Node) -> str:
        """The moves down to the node, each with its player: "X 1, O 8"."""
        moves = []
        while node.parent is not None:
            moves.append(f"{player_name(self.trace.state, node.player)} {node.action}")
            node = node.parent
        return ", ".join(reversed(moves)) or "root"

    @property
    def result(self) -> str:
        """How the playout ended, in words."""
        return outcome(self.trace.state, self.iteration.rewards)

    def story(self) -> str:
        """What has happened so far in this iteration, in words."""
        rewards = ", ".join(map(points, self.iteration.rewards))
        walk = f"Iteration {self.t} went along the bold path"
        added = " and added the dashed node" if self.iteration.expanded else ""
        return f"{walk}{added}. The game then ended: {self.result}, rewards ({rewards}). Now backpropagate."

    @property
    def cells(self) -> list[Cell]:
        """Every cell of the sheet, row by row."""
        return [(row, letter) for row in range(len(self.rows)) for letter in "NW"]

    def judge(self, cell: Cell, text: str) -> str:
        """The remark on what stands in a cell, empty if it is right.  The first judgement of a number is kept."""
        remark = self.rows[cell[0]].remark(cell[1], text)
        if number(text) is not None:
            self.tried.setdefault(cell, not remark)
        return remark

    @property
    def all_tried(self) -> bool:
        """Whether every cell has had a number: only then may the answers be shown."""
        return len(self.tried) == len(self.cells)

    @property
    def score(self) -> tuple[int, int]:
        """(cells right at the first try, cells)."""
        return sum(self.tried.values()), len(self.cells)
