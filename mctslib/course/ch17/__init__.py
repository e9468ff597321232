"""Names that the notebook of chapter 17 (“Roll dice, hide cards”) imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    answers="honest promise roll_value",
    checkers="check_bluff check_pay check_pick check_roll_value",
    experiments="FrozenPig beliefs mended plays_safe queens_calls",
    plots="gain_lines",
    views="twelve_views",
)
