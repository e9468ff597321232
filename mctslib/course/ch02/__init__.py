"""Names that the notebook of chapter 02 (“Choose between slot machines”) imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    bandit="UCB1Arm auer_bound play_runs",
    checkers="check_choose check_machine check_regret check_scores",
    experiments="compare_policies final_regrets share_too_low",
    widget="Bandit",
    plots="regret_lines",
)
