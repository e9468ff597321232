"""Chapter 15, Search in parallel: what its notebook imports, each loaded when it is first named."""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_added_up check_paper check_round check_virtual_loss",
    lengths="playout_lengths",
    widget="Workers",
)
