"""The games: each game's file contains its rules, and imports neither search nor other games.

The `MENU` in such a file lists the starting positions that the command line offers.
"""

from mctslib.games.connect4 import ConnectFour as ConnectFour
from mctslib.games.hex import Hex as Hex
from mctslib.games.kuhn import Kuhn as Kuhn
from mctslib.games.nim import Nim as Nim
from mctslib.games.pig import Pig as Pig
from mctslib.games.putting import Putting as Putting
from mctslib.games.sudo import SudoTicTacToe as SudoTicTacToe
from mctslib.games.tictactoe import TicTacToe as TicTacToe
from mctslib.games.twentyfour import TwentyFour as TwentyFour
from mctslib.games.two_cards import TwoCards as TwoCards
