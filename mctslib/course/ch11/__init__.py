"""Names that the notebook of chapter 11 ("Design your own game") imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_chomp check_lies check_two_stones",
    lies="Ice Lake advice on_the_ice",
    pictures="show_dominoes",
)
