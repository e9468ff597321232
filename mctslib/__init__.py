"""mctslib: Monte Carlo tree search to learn from.  mctslib/README.md has a map of the code.

Importing this package does not load large libraries; drawings and widgets load them on first use.
"""

from mctslib.door.entrance import reuse, search
from mctslib.door.guard import PhaseError
from mctslib.door.limits import Limit
from mctslib.door.result import SearchResult
from mctslib.door.saved import TraceError
from mctslib.game import IllegalAction, State
from mctslib.games import ConnectFour, Hex, Nim, SudoTicTacToe, TicTacToe
from mctslib.more_policies import Highest, best_value, blocking
from mctslib.offer import OtherEdition as OtherEdition
from mctslib.policies import UCB1, most_visited, ucb1, uniform
from mctslib.search import Phases, backpropagate, expand, iterate, select, simulate
from mctslib.trace import Trace, record, replay
from mctslib.tree import Iteration, Node, Playout

__version__ = "0.1.0"
__all__ = [
    "ConnectFour",
    "Hex",
    "Highest",
    "IllegalAction",
    "Iteration",
    "Limit",
    "Nim",
    "Node",
    "PhaseError",
    "Phases",
    "Playout",
    "SearchResult",
    "State",
    "SudoTicTacToe",
    "TicTacToe",
    "Trace",
    "TraceError",
    "UCB1",
    "backpropagate",
    "best_value",
    "blocking",
    "expand",
    "iterate",
    "most_visited",
    "record",
    "replay",
    "reuse",
    "search",
    "select",
    "simulate",
    "ucb1",
    "uniform",
]
