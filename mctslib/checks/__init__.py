"""Checks to run on one's own work: is this a game, is this a search tree, are the rules complete?"""

from mctslib.checks.check import Report, TreeError, check_game, check_tree, perft, perft_split

__all__ = ["Report", "TreeError", "check_game", "check_tree", "perft", "perft_split"]
