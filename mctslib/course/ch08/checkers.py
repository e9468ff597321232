"""Check the exercises of chapter 08: minimax and a trap.

The words and the common mistakes of the first are in `exercises.toml`.
"""

import random
from functools import cache, partial
from typing import Any

from mctslib.course.ch08.pgame import PGame
from mctslib.course.ch08.written_out import UNUSUAL
from mctslib.course.exercise import demand, exercise, given, plain
from mctslib.course.grading import Case, Graded
from mctslib.course.puzzles import W
from mctslib.draw.show import board_svg
from mctslib.game import State
from mctslib.games import Nim, TicTacToe
from mctslib.oracle import expected_value, positions, value

# The number of lines of code that a call may execute.  The limit is large, because minimax visits
# all positions that can follow.
PATIENCE = 5_000_000

# ------------------------------------------------------------ exercise 1: minimax

X_HAS_WON = TicTacToe.from_text("XXX/OO./...")
LARGER = TicTacToe.from_text("XOXO/OXXO/O..X/XO..")
LONG = Nim(16, most=1)  # one legal move at each turn, and more turns than tic-tac-toe
ADDED_UP = PGame(3, branching=3, depth=4)


def minimax(state: State, player: int) -> float:
    """Return the exact reward of `player` if both sides play perfectly from here on."""
    if state.is_terminal():
        return state.rewards()[player]
    values = [minimax(state.apply(action), player) for action in state.legal_actions()]
    return max(values) if state.current_player == player else min(values)


def minimax_cases() -> list[Case]:
    """Return the cases of exercise 1: each position with each of the two players."""
    named: list[tuple[str, State]] = [("X has won", X_HAS_WON)]
    named += [(f"{len(state.legal_actions())} cells are free", state) for state in _sample(4)]
    named += [
        ("`state` is position W", W.state),
        ("the board is larger", LARGER),
        ("the game lasts 16 moves", LONG),
        ("numbers are added up, as in a P-game", ADDED_UP),
        ("player 1 begins, a player moves twice in a row, and rewards are fractions", UNUSUAL),
    ]
    return [
        Case((state, player), words, partial(board_svg, state))
        for words, state in named
        for player in (0, 1)
    ]


@cache
def _sample(count: int) -> list[State]:
    """Return positions with 4 or 5 empty cells in which the value and the mean reward differ."""
    found = []
    for state in positions(TicTacToe()):
        cells_left = len(state.legal_actions())
        if 4 <= cells_left <= 5 and value(state) != expected_value(state):
            found.append(state)
    return random.Random(0).sample(found, count)


check_minimax = Graded("08", minimax, minimax_cases, returns=float, lines=PATIENCE).checker()

# ------------------------------------------------------------ exercise 2: a trap

SIDES = "left", "right"


@exercise(
    "Right: four wins that one reply spoils, against three that no reply can spoil. There is no other"
    " trap of this size."
)
def check_trap(trap: Any) -> None:
    """Check that random games prefer the left move, which loses, to the right one, which wins.

    trap  dict from "left" and "right" to three pairs, one for each reply of the opponent: the
          reader's rewards, 0 or 1, after the two last moves
    """
    trap = given(trap, dict, "trap")
    for side in SIDES:
        replies = plain(trap.get(side))
        shape = f'`trap["{side}"]` should be a list of three pairs of 0 and 1.'
        demand(isinstance(replies, list | tuple) and len(replies) == 3, shape)
        for pair in map(plain, replies):
            demand(isinstance(pair, list | tuple) and len(pair) == 2, shape)
            demand(all(end in (0, 1) for end in pair), shape)
    left, right = ([tuple(plain(pair)) for pair in plain(trap[side])] for side in SIDES)
    won = "*left* wins: after each reply you have a last move that wins. Give one reply two losses."
    demand(any(not any(pair) for pair in left), won)
    lost = "*right* loses: the opponent has a reply after which both last moves lose."
    demand(all(any(pair) for pair in right), lost)
    wins = sum(map(sum, left)), sum(map(sum, right))
    means = f"random games win {wins[0]} of 6 after *left* and {wins[1]} of 6 after *right*"
    demand(wins[0] > wins[1], f"Nearly: {means}, so they do not prefer *left*.")
