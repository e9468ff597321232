"""Names that the notebook of chapter 15 (“Search in parallel”) imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_added_up check_paper check_round check_virtual_loss",
    crowds="places",
    lengths="playout_lengths",
    pictures="timeline",
    stored="budgets equal_iterations equal_time said",
    threads="same_again speed threads_available",
    widget="Workers",
)
