"""The games.  Each file holds the rules of one game and knows nothing of search or of other games.

Its `MENU` says by which names the command line starts it: where from, and what it tells about it.
"""
from mctslib.games.connect4 import ConnectFour as ConnectFour
from mctslib.games.nim import Nim as Nim
from mctslib.games.sudo import SudoTicTacToe as SudoTicTacToe
from mctslib.games.tictactoe import TicTacToe as TicTacToe
