"""Names that the notebook of chapter 05 (“Whose win is it? The bug clinic”) imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_diagnosis check_finished_right check_hand_test check_kit missed_by",
    widget="Clinic",
    card="case_file",
    engine="HEALTHY Engine EnginePlayer",
    findings="Count Finding difference_interval",
    exams="on_paper",
    instruments="EXAMS INSTRUMENTS Instrument",
    measure="examine_again",
    matrix="PATIENTS load_matrix",
    mutants="MUTANTS Mutant",
)
