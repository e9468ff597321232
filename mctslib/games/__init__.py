"""The games.  Each file holds the rules of one game and knows nothing of search or of other games."""
from mctslib.games.connect4 import ConnectFour
from mctslib.games.nim import Nim
from mctslib.games.sudo import SudoTicTacToe
from mctslib.games.tictactoe import TicTacToe

__all__ = ["ConnectFour", "Nim", "SudoTicTacToe", "TicTacToe"]
