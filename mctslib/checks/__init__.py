"""Check your own work: the rules of a game, the counts of its move sequences, and search trees."""

from mctslib.checks.counting import perft, perft_results, perft_split
from mctslib.checks.games import Report, check_game
from mctslib.checks.trees import TreeError, check_tree

__all__ = [
    "Report",
    "TreeError",
    "check_game",
    "check_tree",
    "perft",
    "perft_results",
    "perft_split",
]
