"""Chapter 03, Walk one iteration by hand: what its notebook imports, each loaded when it is first named."""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_backpropagation check_children check_next_record check_scores",
    widget="Paper",
)
