"""Chapter 07: the solutions as the chapter itself writes them pass, what the reader gets first does not."""
from __future__ import annotations

from math import sqrt
from pathlib import Path

import pytest

import build
from mctslib import UCB1, search
from mctslib.course.ch07 import checkers as ch07

SOURCE = Path(build.SRC) / "07_turn_the_c_knob.py"
CHECKERS = {
    "correct_share": ch07.check_correct_share,
    "my_c": ch07.check_choose_c,
    "rescale_c": ch07.check_rescale_c,
    "secure_child": ch07.check_secure_child,
}


def exercises(cells):
    """name → what the exercise cells define."""
    names = {"sqrt": sqrt, "search": search, "UCB1": UCB1}
    for cell in cells:
        if "exercise" in cell.metadata.get("tags", []):
            exec(cell.source, names)
    return {name: names[name] for name in CHECKERS}


@pytest.mark.parametrize("name", CHECKERS)
def test_the_chapters_own_solution_passes(name):
    assert CHECKERS[name](exercises(build.solution_notebook(SOURCE).cells)[name])


@pytest.mark.parametrize("name", CHECKERS)
def test_the_readers_stub_is_pending(name):
    import nbformat

    cells = nbformat.read(Path(build.HERE) / "07_turn_the_c_knob.ipynb", 4).cells
    assert CHECKERS[name](exercises(cells)[name]).status == "pending"
