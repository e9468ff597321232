"""Positions for which chapter 13 counts the iterations until a proof."""

from mctslib.course.puzzles import A, Puzzle, S, W
from mctslib.games import TicTacToe

B = Puzzle(
    "B",
    TicTacToe.from_text(".O./.X./..."),
    frozenset({0, 2, 3, 5, 6, 8}),
    "O has answered the centre with an edge, so six of X's seven moves win.",
)
C = Puzzle(
    "C",
    TicTacToe.from_text(".X./OX./..."),
    frozenset({0, 2, 5, 6, 7, 8}),
    "O is to move, and every move loses.",
)
D = Puzzle(
    "D",
    TicTacToe.from_text("X.O/.../.X."),
    frozenset({8}),
    "Only move 8 keeps the draw for O.",
)
POSITIONS = {puzzle.name: puzzle for puzzle in (A, S, B, C, D, W)}
