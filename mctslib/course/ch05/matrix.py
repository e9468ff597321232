"""Which instrument sees which bug: the stored measurements, `matrix.json`, and their table.

The file holds the raw counts and what is needed to repeat them; the verdicts are computed here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Any

from mctslib.course.ch05.findings import Count, Finding, compare
from mctslib.course.ch05.instruments import INSTRUMENTS
from mctslib.course.ch05.mutants import MUTANTS
from mctslib.course.stored import measured
from mctslib.words import percent

FILE = "ch05/matrix"
CONTROL = "healthy"  # the row of a healthy engine that nobody may convict
PATIENTS = (CONTROL, *MUTANTS)


@dataclass(frozen=True)
class Matrix:
    """The measurements: settings, baseline and cells as in the file."""

    data: dict[str, Any]

    @property
    def settings(self) -> dict[str, Any]:
        """Iterations, sample sizes and seeds."""
        return self.data["settings"]

    def baseline(self, instrument: str) -> Count:
        """The healthy engine's count, which every engine is compared with."""
        return Count(*self.data["baseline"][instrument]["count"])

    def cell(self, patient: str, instrument: str) -> Finding:
        """The verdict of one instrument on one engine."""
        cell = self.data["cells"][patient][instrument]
        if "count" in cell:
            return compare(
                Count(*cell["count"]), self.baseline(instrument), INSTRUMENTS[instrument].goal
            )
        return Finding(bool(cell["complaint"]), cell["complaint"] or "Nothing to complain about.")

    def seen_by(self, instrument: str) -> list[str]:
        """The mutants that an instrument convicts."""
        return [name for name in MUTANTS if self.cell(name, instrument).guilty]

    def seeing(self, patient: str) -> list[str]:
        """The instruments that convict an engine."""
        return [name for name in INSTRUMENTS if self.cell(patient, name).guilty]

    def suspects(self, patient: str, used: Iterable[str]) -> list[str]:
        """Return the engines with the same marks as `patient` under the instruments used.

        `patient` is one of them.
        """
        marks = [(name, self.cell(patient, name).guilty) for name in used]
        return [
            other
            for other in PATIENTS
            if all(self.cell(other, name).guilty == mark for name, mark in marks)
        ]

    def tells_apart(self, patient: str, guess: str, used: Iterable[str] = ()) -> str:
        """Return an instrument whose mark tells two engines apart, "" if there is none.

        It is one of those used, if possible.
        """
        order = [*used, *INSTRUMENTS]
        return next(
            (n for n in order if self.cell(patient, n).guilty != self.cell(guess, n).guilty), ""
        )

    def table(
        self, patients: Sequence[str] = PATIENTS, instruments: Sequence[str] = ()
    ) -> "MatrixTable":
        """The table of verdicts, for a notebook."""
        return MatrixTable(self, tuple(patients), tuple(instruments or INSTRUMENTS))


@dataclass(frozen=True)
class MatrixTable:
    """Verdicts as a table: ✗ sees it, · does not; trials with the share that went well."""

    matrix: Matrix
    patients: tuple[str, ...]
    instruments: tuple[str, ...]

    def _cell(self, patient: str, instrument: str) -> str:
        finding = self.matrix.cell(patient, instrument)
        return f"{finding.mark} {percent(finding.count.share)}" if finding.count else finding.mark

    def __repr__(self) -> str:
        width = max(map(len, self.instruments)) + 2
        rows = [f"{'':18}" + "".join(f"{name:>{width}}" for name in self.instruments)]
        for patient in self.patients:
            rows.append(
                f"{patient:18}"
                + "".join(f"{self._cell(patient, i):>{width}}" for i in self.instruments)
            )
        return "\n".join(rows)

    def _repr_html_(self) -> str:
        column = '<th scope="col" style="white-space:normal;width:3em;padding:2px">{}</th>'.format
        head = "".join(map(column, self.instruments))
        name = '<tr><th scope="row" style="text-align:left">{}</th>{}</tr>'.format
        rows = "".join(name(escape(patient), self._row(patient)) for patient in self.patients)
        caption = "✗ sees the bug; · does not. Percentages: the share of trials that went well."
        return (
            '<table style="border-collapse:collapse;font-size:80%">'
            f'<caption style="text-align:left">{caption}</caption>'
            f"<thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>"
        )

    def _row(self, patient: str) -> str:
        cells = (self._cell(patient, instrument) for instrument in self.instruments)
        cell = '<td style="white-space:nowrap;padding:2px">{}</td>'.format
        return "".join(cell(f"<b>{c}</b>" if c[0] == "✗" else c) for c in cells)


@lru_cache(maxsize=1)
def load_matrix() -> Matrix:
    """The measurements that come with the package."""
    return Matrix(measured(FILE))
