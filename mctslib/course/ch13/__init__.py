"""Names that the notebook of chapter 13 (“Prove it”) imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_conclude check_final_move check_learn check_score",
    proving="positions_looked_at",
    parts="Parts around_the_proof plays_a_proved_loss proved_after",
    engine="compare_engines",
    stored="empty_board fall gap matches resistance right_shares right_table",
    positions="POSITIONS",
    widget="ProofExplorer",
)
