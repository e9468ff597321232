"""Chapter 01, Ask random games for advice: what its notebook imports, each loaded when it is first named."""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_flat_means check_is_blunder check_playouts_needed check_random_value",
    widget="FlatExplorer",
)
