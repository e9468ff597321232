"""Names that the notebook of chapter 10 ("Sudo tic-tac-toe") imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_greedy check_shortest",
    levels="against_next_level",
    matches="agreement heavy_results heavy_rows heavy_scores reuse_results reuse_rows who_is_ahead",
    sizes="first_chances shape size winning_actions",
)
