"""Chapter 12, Grow up: Connect Four, and speed: what its notebook imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="amdahl check_drop check_keep check_speedup check_wins",
    widget="SpeedPlay",
    plots="speed_bars busiest calls millisecond phase_shares profile_bars",
    alphabeta="AlphaBetaPlayer",
    tables="matches_at_equal_time matches_of_iterations scores_table shares_table stronger",
    timing="alone each in_turns moves_of shares thread_time",
)
