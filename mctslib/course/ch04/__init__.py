"""Names that the notebook of chapter 04 (“Build it in four functions”) imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_backpropagate check_expand check_first_seen check_select check_simulate",
    widget="LiveTree",
    own="own_phases",
    compare="compare_trees first_difference reference_tree",
    experiments="count_right_moves",
)
