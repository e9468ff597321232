"""Each checker refuses its chapter's solution if one place in it is changed.

The test finds the solutions and the checkers itself.  A change that makes no difference to the
answers is listed in `NO_DIFFERENCE`, with the reason.
"""

import ast

import pytest
from one_change import changed
from solved import answers, exercises
from test_exercises import CHECKS

import build

LONG = {"best_move", "my_c", "correct_share", "holed_share", "missing", "TwoStones", "flat_means"}
"""Exercises whose checkers take seconds for each answer."""

NONE_ANYWAY = "a function without a return returns None"
NO_DIFFERENCE = {
    "09 wilson": {
        "return (max(-1.0, low), min(1.0, high))": "only rounding puts the low end below 0",
        "return (max(0.0, low), min(2.0, high))": "only rounding puts the high end above 1",
    },
    "09 peeks": {"if not low < 0.5 <= high:": "no end of an interval is exactly 0.5"},
    "13 final_move": {
        "usual = max(others, key=lambda child: (child.visits, child.visits))": "the text does not "
        "say which of two moves with equal visits is played",
    },
    "18 plan": {"for green in range(19):": "with 19 greens the plan is as fair"},
    "18 room": {
        "limit = max(0, factor * max(node.visits, 1) ** exponent)": "the power is above 0",
        "limit = max(1, factor * max(node.visits, 0) ** exponent)": "0 ** exponent is below 1",
    },
    "18 draw_near": {
        "if node.children and rng.random() <= 0.5:": "one half, but for a rounding error",
        "if node.children and rng.random() > 0.5:": "the other half of the random numbers",
    },
    "19 steps_until_solved": {"pass": NONE_ANYWAY},
    "21 iterations_for": {
        "return max(1, int((milliseconds - fixed) // each))": "`int` rounds down as well",
    },
}
"""For each exercise: lines of changed solutions, and why these changes make no difference."""


def functions():
    """Return a case for each exercise that is a function: its chapter, its name and its source."""
    found = []
    for chapter, name in CHECKS:
        for cell in map(build.solution, exercises(chapter)):
            source = alone(cell, name)
            if source and name not in LONG:
                found.append(pytest.param(chapter, name, source, id=f"{chapter} {name}"))
    return found


def alone(cell: str, name: str) -> str:
    """Return a function of a cell with the imports before it, or "" if the function is missing."""
    tree = ast.parse(cell)
    own = [one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == name]
    imports = [one for one in tree.body if isinstance(one, ast.Import | ast.ImportFrom)]
    return ast.unparse(ast.Module([*imports, *own], [])) if own else ""


def new_lines(source: str, text: str) -> list[str]:
    """Return the lines of the changed program `text` that the program `source` does not have."""
    known = {line.strip() for line in ast.unparse(ast.parse(source)).splitlines()}
    return [line.strip() for line in text.splitlines() if line.strip() not in known]


def runs(text: str, chapter: str) -> dict | None:
    """Run a changed cell after the chapter's other cells; return the names, or None if it fails."""
    names = dict(answers(chapter))
    try:
        exec(compile(text, "a cell", "exec"), names)
    except Exception:
        return None
    return names


def accepted(chapter: str, name: str, source: str) -> list[list[str]]:
    """Return, for each changed solution that the checker accepts, the lines that are new."""
    found = []
    for text in changed(source):
        names = runs(text, chapter)
        if names is not None and CHECKS[chapter, name](names[name]):
            found.append(new_lines(source, text))
    return found


@pytest.mark.parametrize(("chapter", "name", "source"), functions())
def test_a_solution_that_is_changed_in_one_place_is_refused(chapter, name, source):
    known = NO_DIFFERENCE.get(f"{chapter} {name}", {})
    missed = [lines for lines in accepted(chapter, name, source) if not known.keys() & set(lines)]
    assert missed == []


def test_a_program_is_changed_in_one_place_at_a_time():
    texts = list(changed("def f(x):\n    return max(x, 1) < 2"))
    assert "def f(x):\n    return min(x, 1) < 2" in texts
    assert "def f(x):\n    return max(x, 1) <= 2" in texts
    assert "def f(x):\n    pass" in texts
    assert len(texts) == len(set(texts)) == 8
