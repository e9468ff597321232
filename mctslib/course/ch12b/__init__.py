"""Names that the notebook of chapter 12b ("From objects to machine code") imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_drop check_speedup check_wins",
    pictures="scores_against_alpha_beta",
    plots="speed_bars busiest calls phase_shares profile_bars",
    steps="LINES Shared excerpt parts_of_a_move rewards_after trace_of",
    tables="measured_on measured_parts measured_rates shares_table",
    timing="each in_turns iterations_per_second moves_of profile_of shares",
)
