"""Names that the notebook of chapter 09 ("Measure strength") imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_games_needed check_peeks check_width_ratio check_wilson",
    bell="Bell",
    experiments="coin_matches first_proof power shares_fooled",
)
