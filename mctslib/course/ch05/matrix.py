"""The stored measurements of all mutants with all instruments, and the table of the verdicts.

The file `matrix.json` contains the raw counts and the settings needed to repeat the measurements.
This module computes the verdicts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from html import escape
from typing import Any

from mctslib.course.ch05.findings import Count, Finding, compare
from mctslib.course.ch05.instruments import INSTRUMENTS
from mctslib.course.ch05.mutants import MUTANTS
from mctslib.course.stored import measured
from mctslib.words import percent

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
        return self._findings[patient, instrument]

    @cached_property
    def _findings(self) -> dict[tuple[str, str], Finding]:
        rows = self.data["cells"]
        return {
            (row, name): self._finding(name, rows[row][name]) for row in rows for name in rows[row]
        }

    def _finding(self, instrument: str, cell: dict[str, Any]) -> Finding:
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

    def table(
        self, patients: Sequence[str] = PATIENTS, instruments: Sequence[str] = ()
    ) -> "MatrixTable":
        """Return the table of the verdicts.

        patients     the engines, one for each row
        instruments  the instruments, one for each column; by default all instruments
        """
        return MatrixTable(self, tuple(patients), tuple(instruments or INSTRUMENTS))


@dataclass(frozen=True)
class MatrixTable:
    """A table of verdicts, with a row for each engine and a column for each instrument.

    A cell has the mark ✗ if a bug was found, and otherwise ·.  If the instrument counts trials, the
    cell also gives the share of trials that went well.
    """

    matrix: Matrix
    patients: tuple[str, ...]
    instruments: tuple[str, ...]

    def _cell(self, patient: str, instrument: str) -> str:
        finding = self.matrix.cell(patient, instrument)
        if finding.count is None:
            return finding.mark
        return f"{finding.mark} {percent(finding.count.share)}"

    def __repr__(self) -> str:
        width = max(map(len, self.instruments)) + 2
        head = " " * 18
        for name in self.instruments:
            head += name.rjust(width)
        rows = [head]
        for patient in self.patients:
            row = patient.ljust(18)
            for name in self.instruments:
                row += self._cell(patient, name).rjust(width)
            rows.append(row)
        return "\n".join(rows)

    def _repr_html_(self) -> str:
        style = "white-space:normal;width:3em;padding:2px"
        head = "".join(f'<th scope="col" style="{style}">{name}</th>' for name in self.instruments)
        rows = "".join(map(self._row, self.patients))
        caption = (
            "✗: the instrument finds the bug. ·: the instrument finds nothing. A percentage is "
            "the share of good results."
        )
        return (
            '<table style="border-collapse:collapse;font-size:80%">'
            f'<caption style="text-align:left">{caption}</caption>'
            f"<thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>"
        )

    def _row(self, patient: str) -> str:
        row = f'<th scope="row" style="text-align:left">{escape(patient)}</th>'
        for instrument in self.instruments:
            words = self._cell(patient, instrument)
            if words.startswith("✗"):
                words = f"<b>{words}</b>"
            row += f'<td style="white-space:nowrap;padding:2px">{words}</td>'
        return f"<tr>{row}</tr>"


@lru_cache(maxsize=1)
def load_matrix() -> Matrix:
    """Return the measurements that are part of the package."""
    return Matrix(measured(FILE))
