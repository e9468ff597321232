"""Measure the whole matrix, and store it:  python -m mctslib.course.ch05.measure

This takes about ten minutes on one core.  Each trial has its own seed, made from the names of its
row and column and from the number of the trial.  Therefore a single cell can be measured again, and
gives the same count.
"""

import json
import sys
from itertools import product
from typing import Any

from mctslib.course.ch05.engine import HEALTHY, Engine
from mctslib.course.ch05.findings import CONFIDENCE, Count
from mctslib.course.ch05.instruments import (
    EXAMS,
    INSTRUMENTS,
    ITERATIONS,
    LITMUS_ITERATIONS,
)
from mctslib.course.ch05.matrix import FILE, PATIENTS
from mctslib.course.ch05.mutants import MUTANTS
from mctslib.course.stored import file_of
from mctslib.files import write_safely

GAMES = 1000
SEARCHES = 400
FIRST = 20  # the number of trials that a quick test repeats in each cell
# The healthy engine with which the other engines are compared.  It has seeds of its own.
BASELINE = "baseline"


def engine_of(patient: str) -> Engine:
    """Return the engine of a row of the matrix."""
    return MUTANTS[patient].engine() if patient in MUTANTS else HEALTHY


def sample_size(instrument: str) -> int:
    """Return the number of trials in each cell of an instrument's column."""
    return SEARCHES if instrument.startswith("litmus") else GAMES


def measure(patient: str, instrument: str, trials: int | None = None) -> dict[str, Any]:
    """Measure one cell, and return it in the form in which it is stored.

    trials  the number of trials to run, beginning with the cell's first trial; by default all
            trials
    """
    tool = INSTRUMENTS[instrument]
    engine = engine_of(patient)
    if tool.exam:
        return {"complaint": tool.exam(engine)}
    seed = f"{patient}/{instrument}"
    count = tool.count(engine, trials or sample_size(instrument), seed)
    return as_stored(count) | {"first": tool.count(engine, FIRST, seed).hits}


def examine_again() -> dict[tuple[str, str], str]:
    """Repeat the exams, and return a dict from (patient, exam) to the reason for the new verdict.

    The reason is in words, as in `Finding.said`.
    """
    found = {}
    for patient in PATIENTS:
        engine = engine_of(patient)
        for name in EXAMS:
            found[patient, name] = INSTRUMENTS[name].examine(engine).said
    return found


def as_stored(count: Count) -> dict[str, Any]:
    """Return a count and its 95% interval in the form in which the file stores them.

    No code uses the stored interval, which is meant for people who read the file.
    """
    return {"count": list(count), "interval95": [round(end, 4) for end in count.interval()]}


def main(workers: int = 1) -> None:
    """Measure all cells and write the file.

    workers  the number of processes, 1 or more
    """
    from concurrent.futures import ProcessPoolExecutor

    jobs = list(product([BASELINE, *PATIENTS], INSTRUMENTS))
    patients, instruments = zip(*jobs)
    with ProcessPoolExecutor(workers) as pool:
        found = dict(zip(jobs, pool.map(measure, patients, instruments), strict=True))
    settings = {
        "iterations a move": ITERATIONS,
        "litmus iterations": LITMUS_ITERATIONS,
        "games": GAMES,
        "litmus searches": SEARCHES,
        "c": 1.0,
        "seeds": "patient/instrument/number",
        "verdict confidence": CONFIDENCE,
    }
    rows: dict[str, dict[str, Any]] = {}
    for (patient, instrument), cell in found.items():
        rows.setdefault(patient, {})[instrument] = cell
    data = {"settings": settings, "baseline": rows.pop(BASELINE), "cells": rows}
    write_safely(file_of(FILE), json.dumps(data, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
