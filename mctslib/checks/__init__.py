"""Checks of your own work: a game, a search tree, and whether the rules are complete."""

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
