"""Names that the notebook of chapter 16 (“From UCT to AlphaZero”) imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    widget="Hunches",
    curve="LearningCurve",
    tables="FOUR LOOKS generations network table",
    results=(
        "iterations_to_overrule match_table "
        "move_with_wrong_prior moves_at_a replies_table turned_table"
    ),
    rare="as_one_image",
    exam="Exam every_reply tictactoe_exam",
    checkers="check_lessons check_merciless check_puct_score lessons puct_score",
)
