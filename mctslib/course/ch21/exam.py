"""Draw and load the 300 questions of the last exam: positions of Connect Four on a 5 × 4 board,
with exact answers.

Each question is a position in which at least one legal move is wrong.  A move is right if it keeps
the value of the position under perfect play.  `python -m tests.bench.last_exam questions` draws the
questions and writes `questions.json`.
"""

from __future__ import annotations

import random
from functools import cache
from typing import NamedTuple

from mctslib.course.stored import measured
from mctslib.games import ConnectFour
from mctslib.more_policies import loses, wins
from mctslib.oracle import solve

START = ConnectFour(5, 4)
COLUMNS = 5
QUESTIONS = 300
SEED = 21
PLIES = range(6, 15)  # the numbers of moves played before a question
RESULTS = {1.0: "w", 0.5: "d", 0.0: "l"}  # maps the reward of the player to move to a letter
IN_WORDS = {"w": "wins", "d": "draws", "l": "loses"}
KINDS = ("win at once", "block at once", "look further")


class ExamQuestion(NamedTuple):
    """One question of the exam.

    moves    the columns that were played from the empty board, as digits, such as "32210"
    results  for each column, the result for the player to move if this player chooses the column
             and both players then play perfectly: "w" (win), "d" (draw) or "l" (loss); "-" for a
             full column
    """

    moves: str
    results: str

    @property
    def state(self) -> ConnectFour:
        """The position of the question."""
        state = START
        for move in self.moves:
            state = state.apply(int(move))
        return state

    @property
    def best(self) -> str:
        """The result for the player to move if both players play perfectly: "w" or "d" ("l" cannot
        occur).
        """
        return next(result for result in "wdl" if result in self.results)

    @property
    def right(self) -> tuple[int, ...]:
        """The columns whose moves keep the value of the position."""
        return tuple(c for c, result in enumerate(self.results) if result == self.best)

    @property
    def chance(self) -> float:
        """The probability that a random legal move is right."""
        return len(self.right) / sum(result != "-" for result in self.results)

    @property
    def kind(self) -> str:
        """The kind of the question: "win at once", "block at once" or "look further"."""
        state = self.state
        mover = state.current_player
        after = [state.apply(action) for action in state.legal_actions()]
        if any(wins(one, mover) for one in after):
            return KINDS[0]
        if any(loses(one, mover) for one in after):
            return KINDS[1]
        return KINDS[2]


def results_of(state: ConnectFour) -> str:
    """Return the result of a move in each column, coded as in `ExamQuestion.results`."""
    letters = ["-"] * COLUMNS
    for action in state.legal_actions():
        reward = solve(state.apply(action))[state.current_player]
        letters[action] = RESULTS[float(reward)]
    return "".join(letters)


def draw_questions(count: int = QUESTIONS, seed: int = SEED) -> list[ExamQuestion]:
    """Draw positions from random games, and return the positions in which at least one legal move
    is wrong.

    Each random game stops after 6 to 14 moves; all of these numbers are equally likely.  No
    position occurs twice, and no position is the mirror image of another.
    """
    rng = random.Random(seed)
    found: list[ExamQuestion] = []
    met: set[ConnectFour] = set()
    while len(found) < count:
        moves = random_moves(rng.choice(PLIES), rng)
        question = ExamQuestion(moves, "")
        state = question.state
        mirrored = ExamQuestion("".join(str(COLUMNS - 1 - int(move)) for move in moves), "").state
        if state.is_terminal() or state in met or mirrored in met:
            continue
        met.add(state)
        results = results_of(state)
        if len(set(results) - {"-"}) > 1:
            found.append(ExamQuestion(moves, results))
    return found


def random_moves(plies: int, rng: random.Random) -> str:
    """Return the first `plies` moves of a random game as digits, or all moves if the game ends
    sooner.
    """
    state = START
    moves = ""
    while len(moves) < plies and not state.is_terminal():
        action = rng.choice(state.legal_actions())
        moves += str(action)
        state = state.apply(action)
    return moves


@cache
def questions() -> tuple[ExamQuestion, ...]:
    """Return the 300 questions of the exam, in the order in which they were drawn."""
    return tuple(ExamQuestion(*row) for row in measured("ch21/questions"))
