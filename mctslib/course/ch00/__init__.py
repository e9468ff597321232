"""Chapter 00, Play before you know: what its notebook imports, each loaded when it is first named."""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__, checkers="check_drawn_game check_outcome check_random_game check_shares"
)
