"""Names that the notebook of chapter 09b ("Rate many players") imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_dice check_expected check_improve",
    widget="Tournament",
    chances="chances_of frozen positions_with_traps trap_setter",
    pictures="elo_curve score_intervals show_ladder",
    tournaments=("dice_tournament fitted leads_of_perfect rows_of small_tournaments told_apart"),
)
