"""The names that the notebook of chapter 99, Count to two, imports; each is loaded at its first
use.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__, checkers="check_first_half check_second_half check_whole"
)
