"""Names that the notebook of chapter 05b (“A blank sheet”) imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_best_move check_final_action check_pick_child",
    coins="CoinRow",
    engines="best_move_by_depth by_depth",
    exam="wrong_moves",
    watched="show_exam show_own_tree",
    widget="PlayYourEngine",
)
