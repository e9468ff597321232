"""Checkers of chapter 00: the result of a position, and a plan that wins."""

import random
from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from typing import Any

from mctslib.course.exercise import Wrong, demand, exercise, given, whole
from mctslib.course.grading import Case, Graded
from mctslib.course.puzzles import A
from mctslib.draw.show import board_svg
from mctslib.game import State
from mctslib.games import TicTacToe
from mctslib.oracle import optimal_actions, positions, value

BOARDS = (  # boards for each answer of `outcome`, among them a full board that is not a draw
    "XXX/OO./...",  # X wins
    "X.O/.X./..O",  # not over
    "X.O/XO./O.X",  # O wins
    "XOX/XOO/OXX",  # a draw
    ".../.../...",  # not over
    "XOX/OXO/XOX",  # X wins: the board is full, but the game is not a draw
)


# ---------------------------------------------------------- exercise 1: read a state


def outcome(state: State) -> str:
    """Return the result of a position, or "not over" if the game goes on."""
    if not state.is_terminal():
        return "not over"
    return {1.0: "X wins", 0.5: "draw", 0.0: "O wins"}[state.rewards()[0]]


def outcome_cases() -> list[Case]:
    """Return the boards of `BOARDS`, and 200 others."""
    states: list[State] = [TicTacToe.from_text(board) for board in BOARDS]
    states += random.Random(0).sample(list(positions(TicTacToe())), 200)
    return [
        Case((state,), "state is the board below", partial(board_svg, state)) for state in states
    ]


check_outcome = Graded("00", outcome, outcome_cases, returns=str).checker()


# ---------------------------------------------------------- exercise 2: a plan that wins

CORNER = A.state.apply(0)  # the trap after O's losing move


@exercise("This is a proof: your plan wins against each of O's defences.")
def check_plan(plan: Any) -> None:
    """Check that X wins from `CORNER` whatever O does, if X takes the first free cell of a plan."""
    cells = [whole(cell, "a cell of plan") for cell in given(plan, list, "plan")]
    missing = set(CORNER.legal_actions()) - set(cells)
    demand(not missing, f"Write all five free cells. Missing: {', '.join(map(str, missing))}.")
    line = escape(cells, CORNER)
    if line:
        states = list(accumulate(line, lambda state, cell: state.apply(cell), initial=CORNER))
        raise Wrong(mistake(states, line), partial(board_svg, states[-1]))


def escape(cells: Sequence[int], state: State) -> list[int]:
    """Return the moves of the first game that X does not win with a plan; [] if X wins them all."""
    legal = state.legal_actions()
    if state.current_player == 0:
        legal = [next(cell for cell in cells if cell in legal)]
    for cell in legal:
        after = state.apply(cell)
        if not after.is_terminal():
            rest = escape(cells, after)
            if rest:
                return [cell, *rest]
        elif after.rewards()[0] < 1:
            return [cell]
    return []


def mistake(states: Sequence[State], line: Sequence[int]) -> str:
    """Return a message about X's first move after which the win is gone.

    states  the positions of a game, from `CORNER` to the end
    line    the moves between them
    """
    turn = next(k for k, state in enumerate(states[1:]) if value(state, 0) < 1)
    result = "O wins" if states[-1].rewards()[1] == 1 else "the game is a draw"
    game = f"If the game goes on {', '.join(map(str, line))}, {result} (see the board)."
    if turn == 0:
        return f"{game} X's first move {line[0]} throws the win away."
    state = states[turn]
    wins = [cell for cell in optimal_actions(state) if state.apply(cell).is_terminal()]
    if wins:
        missed = f"X could have won at once with {wins[0]}, but your plan took {line[turn]}"
        return f"{game} After O's {line[turn - 1]} {missed}."
    wanted = "a move that makes two threats at once, because O can block only one"
    return f"{game} After O's {line[turn - 1]} your plan took {line[turn]}: X needs {wanted}."
