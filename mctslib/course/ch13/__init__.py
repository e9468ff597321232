"""Chapter 13, Prove it: what its notebook imports, each loaded when it is first named."""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_conclude check_final_move check_learn check_score",
    stored="empty_board gains matches",
    positions="POSITIONS",
    widget="ProofExplorer",
)
