"""The games: each game's file contains its rules, and imports neither search nor other games.

The `MENU` in such a file lists the starting positions that the command line offers.

A game has the six members of `game.State`.  It may have more:

| member | what it is | which file uses it |
|---|---|---|
| `cells()` | one character for each cell of the board, row by row | `games/board.py` |
| `columns` or `size` | the number of cells in a row | `games/board.py` |
| `cell_of(action)` | the cell in which an action lies | `games/board.py` |
| `by_column` | whether an action is a column, because pieces fall | `games/board.py` |
| `winning_cells()` | the line that won | `games/board.py` |
| `block`, `block_marks()` | the side of a block; the winner of each block | `games/board.py` |
| `sides` | for hexagons: the owners of the four sides | `games/board.py` |
| `action_name(action)` | the name of an action | `games/board.py` |
| `player_names` | the names of the players, such as `("X", "O")` | `games/names.py` |
| `_repr_svg_()` | a picture of the position | `games/board.py` |
| `picture_for(player, names)` | a picture as a player may see it | `games/board.py` |
| `winnings()` | the coins that each player has won at the end | `games/names.py` |
| `decisive_actions()` | winning actions, or else safe actions, or else all | `more_policies.py` |
| `most_moves` | the number of moves after which a playout is given up; without it 10,000 | `door/contract.py` |
| `chance_player` | the last player, if it is dice or cards; its rewards are 0 | `chance.py` |
| `chance_outcomes()` | the actions of chance with their probabilities | `chance.py` |
| `determinizations()` | the positions that the mover cannot tell apart | `chance.py` |
| `view(player)`, `seen_by(player)` | the knowledge of a player | `methods/hidden.py` |

Without `chance_outcomes()` all legal actions of chance are equally likely.  A `float` may be an
action, too.  A numpy integer may not, because it cannot be saved: write `int(action)`.
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
