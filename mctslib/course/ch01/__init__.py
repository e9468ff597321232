"""Names that the notebook of chapter 01 (“Ask random games for advice”) imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    accuracy="repeated_estimates",
    beat="BeatFlat",
    checkers="check_flat_means check_playouts_needed check_random_value",
    fooled="fooled preferred",
    pictures="film_of",
    widget="FlatExplorer",
)
