"""Names that the notebook of chapter 06b (“When paths meet”) imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_learn check_trap",
    counted="copies copies_table depths factor gain graph_with picks picks_table right right_table symptoms",
    cycles="Counted WithHistory stored_values",
    mistakes="AllParents AnewOnly EdgesOnly MovesTaken PathOnly",
    small="CYCLE MEET Small meeting",
    widget="Meeting",
)
