"""Names that the notebook of chapter 19 (“Nobody plays against you”) imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    answers="ceiling keep steps_until_solved",
    checkers="check_ceiling check_keep check_steps_until_solved",
    counts="lines_tried paid_by_mistaken solved",
    judges="LearnedJudge learned_judge likes_small nearness",
    picking="picked",
    proposer="FEATURES Proposer exam hands_to_learn_from learned",
    tables="budget_table picking_charts",
    widget="SameBudget",
)
