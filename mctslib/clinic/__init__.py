"""The bug clinic of chapter 05: engines with one wrong line (mutants), the tests that may see it (instruments).

    patient = MUTANTS["no sides"]
    print(patient.diff())                              # the line, right and wrong
    INSTRUMENTS["perfect as O"].examine(patient.engine(), trials=20)
    load_matrix().cell("no sides", "random as X")      # measured once with many games, and stored
"""
from mctslib.clinic.engine import HEALTHY, Engine, EnginePlayer
from mctslib.clinic.findings import Count, Finding, difference_interval
from mctslib.clinic.instruments import INSTRUMENTS, Instrument
from mctslib.clinic.matrix import Matrix, load_matrix
from mctslib.clinic.mutants import MUTANTS, Mutant

__all__ = [
    "Count", "Engine", "EnginePlayer", "Finding", "HEALTHY", "INSTRUMENTS", "Instrument", "MUTANTS", "Matrix",
    "Mutant", "difference_interval", "load_matrix",
]  # fmt: skip
