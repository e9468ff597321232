"""The bug card: symptom → likely bug → the test that catches it → the line to look at, on one page."""
from dataclasses import dataclass
from html import escape

from mctslib.course.ch05.instruments import EXAMS
from mctslib.course.ch05.matrix import Matrix, load_matrix
from mctslib.course.ch05.mutants import MUTANTS, Mutant

HEADS = ("Symptom", "Likely bug", "The test that catches it", "The line to look at, when it is right")
CELL = 'style="text-align:left;vertical-align:top;white-space:normal"'


@dataclass(frozen=True)
class Card:
    """The card as a table; what catches a bug is read from the measurements."""

    matrix: Matrix

    def tests(self, name: str) -> list[str]:
        """The exams that see this bug, the quickest way to be sure."""
        return [test for test in EXAMS if test in self.matrix.seeing(name)]

    def rows(self) -> list[tuple[str, str, str, str]]:
        """One row a bug: plain words in the order of `HEADS`."""
        return [self._row(mutant) for mutant in MUTANTS.values()]

    def _row(self, mutant: Mutant) -> tuple[str, str, str, str]:
        line = f"{mutant.part}: {mutant.healthy_line()}"
        return mutant.symptom, mutant.title, ", ".join(self.tests(mutant.name)), line

    def __repr__(self) -> str:
        return "\n".join(" | ".join(row) for row in [HEADS, *self.rows()])

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col" {CELL}>{escape(word)}</th>' for word in HEADS)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(map(_html, self.rows()))}</tbody></table>"


def _html(row: tuple[str, ...]) -> str:
    *words, line = map(escape, row)
    cells = "".join(f"<td {CELL}>{word}</td>" for word in words)
    return f"<tr>{cells}<td {CELL}><code>{line}</code></td></tr>"


def bug_card() -> Card:
    """The card, from the stored measurements."""
    return Card(load_matrix())
