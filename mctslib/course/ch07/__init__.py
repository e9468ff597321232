"""Names that the notebook of chapter 07 ("Turn the c knob") imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_choose_c check_correct_share check_rescale_c",
    widget="CExplorer",
    experiments=(
        "correct_shares mean_of mean_visit_shares one_run "
        "right_moves_everywhere share_right tricky_positions"
    ),
)
