"""Find all positions of a game of lines on nine cells, and compute their exact values.

The learner never sees these values, which serve only to measure the quality of the learner's moves.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from mctslib.methods.line_boards import LineRules
from mctslib.methods.muzero import Model
from mctslib.methods.side_by_side import Forest, Imagined, TrueRules, World

NOT_LEGAL = -1.0


class LinesExam:
    """All positions of a game of lines as arrays, with the exact value and the right moves of each
    position.

    boards   the positions in which the game is not over, one in each row; the empty board comes
             first
    ends     the positions in which the game is over
    legal    whether each action is legal
    worth    the exact value of each action for the player who makes it; −1 for an illegal action
    values   the exact value of each position for the player to move
    right    whether each action keeps the exact value
    matters  whether at least one legal move is wrong
    after    the row of the board after each action; −1 if the action is illegal or ends the game
    moves    the number of marks on each board
    """

    def __init__(self, rules: LineRules) -> None:
        self.rules = rules
        self._find_boards()
        self._solve()

    def _find_boards(self) -> None:
        """Find all boards: begin with the empty board and add one mark at a time."""
        level = self.rules.start(1)
        boards = []
        ends = []
        afters = []
        values = []
        first = 0
        while len(level):
            legal = self.rules.legal(level)
            row, action = np.nonzero(legal)
            made, over, next_gets = self.rules.play(level[row], action)
            worth = np.full(legal.shape, NOT_LEGAL)
            worth[row[over], action[over]] = 1 - next_gets[over]
            following, number = np.unique(made[~over], axis=0, return_inverse=True)
            after = np.full(legal.shape, -1)
            after[row[~over], action[~over]] = first + len(level) + number.ravel()
            boards.append(level)
            ends.append(np.unique(made[over], axis=0))
            afters.append(after)
            values.append(worth)
            first += len(level)
            level = following
        self.boards = np.concatenate(boards)
        self.ends = np.unique(np.concatenate(ends), axis=0)
        self.after = np.concatenate(afters)
        self.worth = np.concatenate(values)
        self.legal = self.rules.legal(self.boards)
        self.moves = self.boards.sum(1).astype(int)

    def _solve(self) -> None:
        """Compute the exact values, beginning with the fullest boards and ending with the empty
        board.
        """
        self.values = np.zeros(len(self.boards))
        for marks in range(self.rules.cells - 1, -1, -1):
            rows = np.flatnonzero(self.moves == marks)
            after = self.after[rows]
            known = np.where(after >= 0, 1 - self.values[after], self.worth[rows])
            self.worth[rows] = known
            self.values[rows] = known.max(1)
        self.right = self.worth == self.values[:, None]
        self.matters = (self.right != self.legal).any(1)

    @property
    def every_board(self) -> np.ndarray:
        """All boards: first the boards of unfinished games, then the boards of finished games."""
        return np.concatenate([self.boards, self.ends])

    def sample(self, count: int, seed: int = 0) -> np.ndarray:
        """Return the indices of `count` random positions in which at least one legal move is
        wrong.
        """
        numbers = np.flatnonzero(self.matters)
        if count >= len(numbers):
            return numbers
        return np.sort(np.random.default_rng(seed).choice(numbers, count, replace=False))

    def moves_of(
        self,
        model: Model,
        iterations: int = 25,
        numbers: np.ndarray | None = None,
        *,
        known_rules: bool = False,
    ) -> np.ndarray:
        """Return, for each position, the move that a search with a model chooses.

        numbers      the indices of the positions in `boards`; by default all positions
        known_rules  whether the search uses the true rules below the root
        """
        boards = self.boards if numbers is None else self.boards[numbers]
        world: World = Imagined(model, self.rules)
        if known_rules:
            world = TrueRules(model, self.rules)
        forest = Forest(world, boards, iterations).grow(iterations)
        return forest.root_visits.argmax(1)

    def mistakes(self, moves: np.ndarray, player: int) -> int:
        """Count a player's wrong moves over all positions that the opponent can bring about.

        moves   the player's move in each position
        player  0 for the first player, 1 for the second
        """
        met = np.zeros(len(self.boards), bool)
        met[0] = True
        errors = 0
        for marks in range(self.rules.cells):
            rows = np.flatnonzero(met & (self.moves == marks))
            if marks % 2 == player:
                errors += int((~self.right[rows, moves[rows]]).sum())
                following = self.after[rows, moves[rows]]
            else:
                following = self.after[rows][self.legal[rows]]
            met[following[following >= 0]] = True
        return errors


@cache
def exam_of(lines: tuple[tuple[int, ...], ...]) -> LinesExam:
    """Return the exam of a game of lines.  The result is cached."""
    return LinesExam(LineRules(lines))
