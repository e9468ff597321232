"""Let the reader's own player take the last exam."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from mctslib.arena.thinking import gathered
from mctslib.course.ch21.exam import QUESTIONS, questions


class Sitting:
    """One player's answers to the questions of the exam.

    name   the name of the player
    given  the columns that the player chose, as digits, one for each question
    """

    def __init__(self, name: str, given: str) -> None:
        self.name = name
        self.given = given

    @property
    def rights(self) -> list[int]:
        """The mark of each question: 1 if the answer is right, else 0."""
        return [
            int(int(column) in question.right)
            for column, question in zip(self.given, questions(), strict=False)
        ]

    @property
    def mark(self) -> float:
        """The share of right answers."""
        return sum(self.rights) / len(self.rights)

    def __repr__(self) -> str:
        return f"{self.name}: {sum(self.rights)} of {len(self.rights)} right"


def whole(sitting: Any) -> Sitting:
    """Return a sitting in which all questions are answered; raise an error for anything else."""
    if not isinstance(sitting, Sitting):
        raise TypeError(f"own must be a sitting, such as `sit(player)`, not {sitting!r}.")
    if len(sitting.given) != QUESTIONS:
        raise ValueError(
            f"{sitting.name} has answered only {len(sitting.given)} of {QUESTIONS} questions: let "
            "the player take the whole exam."
        )
    return sitting


def sit(player: Any, name: str = "", *, seed: int = 0, count: int | None = None) -> Sitting:
    """Let a player answer the questions, with a progress bar.

    player  a player of `mctslib.arena`, or a function that takes a position and a random generator
            and returns a column
    name    the name to show; by default the player's own name
    seed    the seed of the sitting; the random generator for question k has the seed 1,000 · seed +
            k, as in the stored sittings
    count   the number of questions, beginning with the first; by default all questions

    If the reader stops the sitting, the result holds only the answers given by then.

    Raises TypeError if `player` cannot choose moves, and ValueError for an illegal answer.
    """
    choose = getattr(player, "choose", player)
    if not callable(choose):
        raise TypeError(
            f"player must be a player or a function that chooses a column, not {player!r}."
        )
    called = name or str(getattr(player, "name", getattr(player, "__name__", "mine")))
    asked = questions()[:count]

    def answers() -> Iterator[str]:
        for number, question in enumerate(asked):
            yield str(
                checked(choose(question.state, random.Random(1000 * seed + number)), question)
            )

    return Sitting(called, "".join(gathered(answers(), len(asked), "questions")))


def checked(answer: Any, question: Any) -> int:
    """Check an answer and return it as a column.

    Raises ValueError if the answer is not a legal column.
    """
    legal = question.state.legal_actions()
    if isinstance(answer, bool) or answer not in legal:
        columns = ", ".join(map(str, legal))
        raise ValueError(
            f"The answer {answer!r} is not a legal move: choose one of {columns}.\n{question.state}"
        )
    return int(answer)
