"""Recognise a board of tic-tac-toe in all its rotations and mirror images."""

from mctslib.games import TicTacToe
from mctslib.methods.selfplay import images

IMAGES = [list(map(int, cells)) for cells, _ in images(TicTacToe())]


def as_one_image(state: TicTacToe) -> str:
    """Return the same text for a board and for its rotations and mirror images."""
    cells = state.cells()
    return min("".join(cells[cell] for cell in image) for image in IMAGES)
