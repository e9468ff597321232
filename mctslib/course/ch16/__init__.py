"""Chapter 16, From UCT to AlphaZero: what its notebook imports, each loaded when it is first named."""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    widget="Hunches",
    curve="LearningCurve",
    opponents="PlayGeneration",
    tables="FOUR generations network table",
    exam="Exam every_reply tictactoe_exam",
    gumbel="best_of drawn_worth problems puct_shares",
    checkers="check_best_of check_lessons check_puct_score check_whose lessons puct_score",
)
