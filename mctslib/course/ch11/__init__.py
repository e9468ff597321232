"""Chapter 11, Design your own game: what its notebook imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_chomp check_stairs check_two_stones",
    pictures="show_dominoes",
)
