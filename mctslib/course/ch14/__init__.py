"""Names that the notebook of chapter 14 (“What playouts share”) imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    answers="blend block_only",
    checkers="check_adviser check_credited check_learn credited",
    games="finds_a_win leads misled score_against_random",
    maps="winning_openings",
    pictures="first_moves value_boards",
    stored="MatchSetting favourite_table favourites match_table matches share_of_random share_right with_controls",
    widget="BetaMap",
)
