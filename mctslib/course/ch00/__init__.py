"""Names that the notebook of chapter 00 (“Play before you know”) imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_outcome check_plan",
    trap="falls searches",
    widget="Trap",
)
