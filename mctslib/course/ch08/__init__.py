"""Names that the notebook of chapter 08 ("MCTS against random playouts") imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_minimax check_trap",
    widget="Race",
    exam="count_wrong flat_results only_one_right tree_results wrong_in_the_limit",
    histories="flat_history tree_history",
    infinite="InfiniteFlat favourites",
    pgame="PGame average games_with_a_choice right_moves",
)
