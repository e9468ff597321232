"""Chapter 14, What playouts share: what its notebook imports, each loaded when it is first named."""
from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="blend block_only check_blend check_block check_credited check_learn credited learn win_only",
    maps="means mixed pairs_right winning_openings",
    widget="BetaMap",
)
