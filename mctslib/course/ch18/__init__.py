"""Names that the notebook of chapter 18 (“More moves than you can try”) imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_draw_near check_exponent_for check_plan check_replayed check_room room",
    exact="all_values tables",
    experiments="band belief best_tried by_count evenly every_roll favourites holes holing_runs"
    " near_best paid_by_tree uct untried_near widened",
    lost="lost_by_stroke",
    plots="believed_and_paid exact_map kept_rolls rolls_of rows share_of_runs",
    widget="PuttingLab",
)
