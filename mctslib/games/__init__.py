"""The games.  Each file holds the rules of one game and knows nothing of search or of other games."""
from mctslib.games.tictactoe import TicTacToe

__all__ = ["TicTacToe"]
