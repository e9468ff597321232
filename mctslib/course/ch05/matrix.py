"""The stored measurements of all mutants with all instruments, and the verdicts.

The file `matrix.json` contains the raw counts and the settings needed to repeat the measurements.
This module computes the verdicts.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from mctslib.course.ch05.findings import Count, Finding, compare
from mctslib.course.ch05.instruments import INSTRUMENTS
from mctslib.course.ch05.mutants import MUTANTS
from mctslib.course.stored import measured

FILE = "ch05/matrix"
CONTROL = "healthy"  # a second healthy engine, in which the instruments should find no bug
PATIENTS = (CONTROL, *MUTANTS)


@dataclass(frozen=True)
class Matrix:
    """The measurements, with the settings, the baseline and the cells as in the file."""

    data: dict[str, Any]

    @property
    def settings(self) -> dict[str, Any]:
        """The settings: numbers of iterations, sample sizes and seeds."""
        return self.data["settings"]

    def baseline(self, instrument: str) -> Count:
        """Return the healthy engine's count, with which the other engines' counts are compared."""
        return Count(*self.data["baseline"][instrument]["count"])

    def cell(self, patient: str, instrument: str) -> Finding:
        """Return the verdict of one instrument on one engine."""
        cell = self.data["cells"][patient][instrument]
        if "count" in cell:
            count = Count(*cell["count"])
            return compare(count, self.baseline(instrument), INSTRUMENTS[instrument].goal)
        complaint = cell["complaint"]
        return Finding(bool(complaint), complaint or "No fault found.")

    def seen_by(self, instrument: str) -> list[str]:
        """Return the mutants in which an instrument finds a bug."""
        return [name for name in MUTANTS if self.cell(name, instrument).guilty]

    def seeing(self, patient: str) -> list[str]:
        """Return the instruments that find a bug in an engine."""
        return [name for name in INSTRUMENTS if self.cell(patient, name).guilty]

    def tells_apart(self, patient: str, guess: str, used: Iterable[str] = ()) -> str:
        """Return an instrument whose verdicts on two engines differ, or "" if there is none.

        The instruments in `used` are tried first.
        """
        for name in [*used, *INSTRUMENTS]:
            if self.cell(patient, name).guilty != self.cell(guess, name).guilty:
                return name
        return ""

    def in_words(self) -> str:
        """Return a line for each engine, with the instruments that find its bug."""
        return "\n".join(f"{name}: {', '.join(self.seeing(name)) or '·'}" for name in PATIENTS)


@lru_cache(maxsize=1)
def load_matrix() -> Matrix:
    """Return the measurements that are part of the package."""
    return Matrix(measured(FILE))
