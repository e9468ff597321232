"""Names that the notebook of chapter 06 ("Watch trees grow") imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_count_nodes check_missing check_recent_value",
    widget="Growth",
    growing="all_paths last_new_node ledger missing_paths recent_value snapshots",
    plots="gains_picture root_value_picture",
)
