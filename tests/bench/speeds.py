"""Measure the steps of chapter 12b once, in turns, and store the runs in ch12b/speeds.json.

    python -m tests.bench.speeds      takes about two minutes of CPU time

The versions and the parts of a move are those of the notebook: its cells are run up to the one that
takes a move apart.  The times are CPU times of versions that take turns.
To measure again, run the script again; it replaces the file.
"""

import platform
from importlib.metadata import version
from pathlib import Path

from mctslib.course.ch12b.timing import iterations_per_second, shares
from mctslib.course.chapters import chapter_of
from notebooks import build
from tests.bench.keeping import keep

RUNS = 31
LAST = "tasks = ch12b.parts_of_a_move("


def cells() -> dict:
    """Run the cells of chapter 12b that define the versions, and return their names."""
    (source,) = [source for source in build.sources() if chapter_of(source) == "12b"]
    names: dict = {}
    for cell in build.solution_notebook(source).cells:
        if cell.cell_type == "code" and "measured_" not in cell.source:
            exec(compile(cell.source, "<a cell>", "exec"), names)
            if LAST in cell.source:
                break
    return names


def machine() -> str:
    """Return the processor and the versions of Python and numba."""
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    processor = next(line.partition(": ")[2] for line in lines if line.startswith("model name"))
    return f"{processor}, Python {platform.python_version()}, numba {version('numba')}"


if __name__ == "__main__":
    made = cells()
    rates = iterations_per_second(made["steps"], RUNS)
    parts = shares(made["tasks"], RUNS)
    found = {
        "machine": machine(),
        "rates": {name: [round(rate) for rate in sorted(runs)] for name, runs in rates.items()},
        "parts": {
            part: [[round(share, 4) for share in runs] for runs in both]
            for part, both in parts.items()
        },
    }
    keep("ch12b/speeds", found)
