"""Names that the notebook of chapter 03 (“Walk one iteration by hand”) imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_backpropagation check_children check_next_record check_scores",
)
