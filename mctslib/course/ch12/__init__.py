"""Names that the notebook of chapter 12 ("Grow up: Connect Four") imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_alpha_beta check_keep check_order turned_over",
    alphabeta="AlphaBetaPlayer count_positions from_the_middle",
    tables="matches_at_equal_time score_picture stronger",
)
