"""Make the bug card and the case files of the patients.

The bug card is a table that leads from symptoms to lines of code.
"""

from dataclasses import dataclass
from html import escape

from mctslib.course.ch05.instruments import EXAMS, INSTRUMENTS
from mctslib.course.ch05.matrix import Matrix, load_matrix
from mctslib.course.ch05.mutants import MUTANTS
from mctslib.words import number

HEADS = (
    "Symptom",
    "Likely bug",
    "The test that finds the bug",
    "The line to look at, in its correct form",
)
CELL = 'style="text-align:left;vertical-align:top;white-space:normal"'


@dataclass(frozen=True)
class Card:
    """The bug card, a table of the bugs and of the exams that found them in the measurements."""

    matrix: Matrix

    def tests(self, name: str) -> list[str]:
        """Return the exams that find the bug of the mutant `name`."""
        return [test for test in EXAMS if test in self.matrix.seeing(name)]

    def rows(self) -> list[tuple[str, str, str, str]]:
        """Return a row of strings for each bug, with the columns in the order of `HEADS`."""
        rows = []
        for one in MUTANTS.values():
            tests = ", ".join(self.tests(one.name))
            line = f"{one.part}: {one.healthy_line()}"
            rows.append((one.symptom, one.title, tests, line))
        return rows

    def __repr__(self) -> str:
        return "\n".join(" | ".join(row) for row in [HEADS, *self.rows()])

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col" {CELL}>{escape(word)}</th>' for word in HEADS)
        body = "".join(map(_html, self.rows()))
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _html(row: tuple[str, ...]) -> str:
    *words, line = map(escape, row)
    cells = "".join(f"<td {CELL}>{word}</td>" for word in words)
    return f"<tr>{cells}<td {CELL}><code>{line}</code></td></tr>"


def bug_card() -> Card:
    """Return the bug card of the stored measurements."""
    return Card(load_matrix())


# ---------------------------------------------------------------------------- patients to be named

RIGHT_NAMES = {
    "P": "no sides",
    "Q": "plays on",
    "R": "healthy",
    "T": "log of n",
    "U": "draw is a loss",
}
EVIDENCE = {
    "P": ("random as X", "random as O", "formula", "perft"),
    "Q": ("random as X", "perfect as X", "litmus W", "invariants", "perft"),
    "R": ("random as O", "perfect as O", "tree by hand", "invariants", "formula", "perft"),
    "T": ("random as X", "perfect as X", "perfect as O", "invariants", "formula"),
    "U": ("random as X", "perfect as O", "invariants", "formula", "perft"),
}


def case_file(letter: str) -> str:
    """Return the findings of the instruments on one engine, each on a line of its own.

    letter  the engine's letter: P, Q, R, T or U
    """
    lines = [f"Engine {letter}"]
    for name in EVIDENCE[letter]:
        lines.append(f"{name:14}{_finding_line(RIGHT_NAMES[letter], name)}")
    return "\n".join(lines)


def _finding_line(patient: str, instrument: str) -> str:
    matrix = load_matrix()
    finding = matrix.cell(patient, instrument)
    if finding.count is None:
        return repr(finding)
    goal = INSTRUMENTS[instrument].goal.lower()
    healthy = number(matrix.baseline(instrument).hits)
    return f"{finding.mark} {goal}: {finding.count.in_short()}; the healthy engine {healthy}"
