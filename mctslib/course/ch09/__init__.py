"""Chapter 09, Measure strength: what its notebook imports, each loaded when it is first named."""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_games_needed check_pair check_peeks check_wilson",
    widget="Tournament",
    bell="Bell",
    chances="chances_of frozen positions_with_traps trap_setter",
    shares="chance_to_miss",
)
