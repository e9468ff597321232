"""Names that the notebook of chapter 02 (“Choose between slot machines”) imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_choose check_regret check_rescaled check_scores",
    experiments="compare_policies final_regrets share_too_low",
    widget="Bandit",
    plots="regret_lines",
)
