"""Chapter 99, Count to two: what its notebook imports, each loaded when it is first named."""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__, checkers="check_first_half check_second_half check_whole"
)
