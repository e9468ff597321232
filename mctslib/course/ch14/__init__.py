"""Chapter 14, What playouts share: what its notebook imports, each loaded when it is first named."""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    answers="blend block_only credited learn win_only",
    checkers="check_blend check_block check_credited check_learn",
    maps="means mixed pairs_right winning_openings",
    widget="BetaMap",
)
