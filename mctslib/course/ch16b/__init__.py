"""Names that the notebook of chapter 16b (“What self-play learns”) imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    widget="SelfPlayLab",
    gumbel="drawn_worth favourites_worth problems puct_shares",
    results=(
        "different_games first_moves_picture game_values_table looks_table "
        "halving_rounds noise_table problems_table"
    ),
    checkers="best_of best_of_two check_best_of check_best_of_two check_noisy noisy",
)
