"""Names that the notebook of chapter 20 (“Nobody told it the rules”) imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    widget="SecretLines",
    checkers="check_dream check_gradients check_read_lines dream gradients read_lines",
    exam="LinesExam exam_of",
    pictures="show_lines",
    reading="Expectation Probe beliefs imagined_boards lines_found probe_of",
    secrets="SECRET lines_by_dice",
)
