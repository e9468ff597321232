"""Make the printable sheet of chapter 20: the player to move and the result in imagined
positions.
"""

import random
from typing import NamedTuple

from mctslib.course.teach.html import BLANK, table
from mctslib.words import count, points

TITLE = "Nobody told it the rules"
ENDS = {1.0: "X has won", 0.5: "a draw", 0.0: "O has won"}
PLACES = 8  # the number of imagined positions ("places") in the first question
AHEAD = 3  # the number of imagined moves in a lesson
LATEST = 5  # the largest number of real moves before an imagined position
HEAD = ("moves made", "imagined moves", "end of the game", "who is to move", "result")


class DreamPlace(NamedTuple):
    """A position that a model imagines."""

    turn: int  # the number of real moves before the position
    ahead: int  # the number of imagined moves
    first: float  # the result of X, the first player, at the end of the real game

    def mover(self) -> int:
        """Return the player to move at this place: 0 for X, who moves first, or 1 for O."""
        return (self.turn + self.ahead) % 2

    def result(self) -> float:
        """Return the result for the player to move."""
        return self.first if self.mover() == 0 else 1 - self.first


class DreamProblem(NamedTuple):
    """The problems on one student's sheet."""

    places: list[DreamPlace]
    turn: int  # the number of real moves before the lesson of the second question
    first: float  # the result of X in the game of the lesson


def handout(rng: random.Random) -> tuple[str, str]:
    """Return the page for one student and the page with the answers, as HTML."""
    problem = drawn(rng)
    return questions(problem), answers(problem)


# ---------------------------------------------------------- the problem


def drawn(rng: random.Random) -> DreamProblem:
    """Draw different places such that each result occurs with each player to move."""
    while True:
        places = [drawn_place(rng) for _ in range(PLACES)]
        kinds = {(place.mover(), place.first) for place in places}
        if len(set(places)) == PLACES and len(kinds) == 2 * len(ENDS):
            break
    decided = (1.0, 0.0)
    return DreamProblem(places, int((LATEST + 1) * rng.random()), decided[int(2 * rng.random())])


def drawn_place(rng: random.Random) -> DreamPlace:
    """Draw one place."""
    ends = list(ENDS)
    turn = int((LATEST + 1) * rng.random())
    ahead = int((AHEAD + 1) * rng.random())
    return DreamPlace(turn, ahead, ends[int(len(ends) * rng.random())])


def lesson(problem: DreamProblem) -> list[DreamPlace]:
    """Return the places of one lesson: a real board and the imagined positions after it."""
    return [DreamPlace(problem.turn, ahead, problem.first) for ahead in range(AHEAD + 1)]


# ---------------------------------------------------------- the pages


def questions(problem: DreamProblem) -> str:
    """Return the student's page as HTML."""
    places = [(*given(place), BLANK, BLANK) for place in problem.places]
    taught = [(ahead(place), BLANK, BLANK) for place in lesson(problem)]
    return (
        "<h2>1. Whose result?</h2><p>X moves first, then O and X take turns. The model looks at "
        "the board after some real moves and imagines further moves. The result counts for the "
        "player"
        " <b>to move</b> in the imagined position: 1 for a win, ½ for a draw, 0 for a loss.</p>"
        f"{table(HEAD, places)}"
        f"<h2>2. A lesson</h2><p>{story(problem)} Which results does the lesson teach?</p>"
        f"{table(('', 'who is to move', 'result'), taught)}"
    )


def answers(problem: DreamProblem) -> str:
    """Return the page with the answers as HTML."""
    places = [(*given(place), *solved(place)) for place in problem.places]
    taught = [(ahead(place), *solved(place)) for place in lesson(problem)]
    return (
        f"<h2>1. Whose result?</h2>{table(HEAD, places)}"
        f"<h2>2. A lesson</h2><p>{story(problem)}</p>"
        f"{table(('', 'who is to move', 'result'), taught)}"
    )


def story(problem: DreamProblem) -> str:
    """Return sentences that describe the lesson of the second question."""
    return (
        f"In this game {ENDS[problem.first]}. The lesson begins after {problem.turn} real moves "
        f"and continues for {AHEAD} imagined moves."
    )


def ahead(place: DreamPlace) -> str:
    """Return how far ahead a place is imagined, such as "3 moves ahead", or "the real board"."""
    return f"{count(place.ahead, 'move')} ahead" if place.ahead else "the real board"


def given(place: DreamPlace) -> tuple[str, str, str]:
    """Return the cells of a place's table row that are filled in on the student's page."""
    return str(place.turn), str(place.ahead), ENDS[place.first]


def solved(place: DreamPlace) -> tuple[str, str]:
    """Return the mark ("X" or "O") of the player to move at a place, and this player's result as a
    string.
    """
    return "XO"[place.mover()], points(place.result())
