"""Chapter 02, Choose between slot machines: what its notebook imports, each loaded when it is first named."""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_choose check_regret check_rescaled check_scores",
    widget="Bandit",
    plots="regret_lines",
)
