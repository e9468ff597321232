"""Names that the notebook of chapter 21 (“The last exam”) imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    answers="holm iterations_for lead needed paired",
    checkers="check_holm check_iterations_for check_needed check_paired",
    exam="ExamQuestion draw_questions questions results_of",
    players="CANDIDATES",
    results="comparisons exam_table ladder_table leads mark marks marks_by_kind same_answers",
    sitting="Sitting sit",
    widget="LastExam",
)
