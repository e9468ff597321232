"""The committed notebooks: they run, they are what their sources say, they read as the series promises."""
from __future__ import annotations

import json
import re
import statistics
import time
import warnings
from functools import cache
from pathlib import Path

import nbformat
import pytest
from measured import report

import build

ROOT = Path(__file__).resolve().parent.parent
FIRST_EDITION = [
    "00_play_before_you_know",
    "03_walk_one_iteration_by_hand",
    "04_build_it_in_four_functions",
    "07_turn_the_c_knob",
    "08_mcts_against_random_playouts",
]
SECONDS = 90  # how long a notebook may take from start to end


def each(paths):
    return [pytest.param(p, id=p.stem) for p in paths]


NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
per_notebook = pytest.mark.parametrize("path", each(NOTEBOOKS))
per_source = pytest.mark.parametrize("source", each(build.sources()))


@cache
def read(path):
    return nbformat.read(path, 4)


@cache
def fresh_run(path):
    """The committed notebook, run from a fresh kernel, and how long that took."""
    start = time.monotonic()
    nb = build.execute(nbformat.read(path, 4))
    return nb, time.monotonic() - start


def code_cells(nb):
    return [c for c in nb.cells if c.cell_type == "code"]


def markdown(nb):
    return [c.source for c in nb.cells if c.cell_type == "markdown"]


# ---------------------------------------------------------------- they run


@per_notebook
def test_it_runs_from_a_fresh_kernel_without_complaint(path):
    nb, seconds = fresh_run(path)
    assert build.problems(nb) == []
    report(path.stem, [1000 * seconds], 1000 * SECONDS)


@per_notebook
def test_the_committed_outputs_are_what_a_run_gives(path):
    """Pixels aside: they change with matplotlib's version."""

    def seen(nb):
        outputs = [[out.get("text") or out.get("data") for out in c.outputs] for c in code_cells(nb)]
        texts = [json.dumps(o, sort_keys=True) for o in outputs]
        return [re.sub(r'data:image/png;base64,[\w+/=]+|"image/png": "[^"]+"', "", text) for text in texts]

    for committed, cell, now in zip(seen(read(path)), code_cells(read(path)),
                                    seen(build.clean(nbformat.from_dict(fresh_run(path)[0]))), strict=True):
        assert committed == now, f"rebuild {path.name}: the outputs have changed of\n{cell.source}"


@pytest.mark.slow
@per_notebook
def test_it_runs_twice_in_one_kernel(path):
    assert build.problems(build.execute(nbformat.read(path, 4), times=2)) == []


@pytest.mark.slow
@per_source
def test_it_runs_with_every_exercise_solved(source):
    assert build.problems(build.execute(build.solution_notebook(source))) == []


# ---------------------------------------------------------------- they are what their sources say


@per_source
def test_it_is_not_older_than_its_source(source):
    assert not build.stale(source), f"run python notebooks/build.py --only {source.stem}"


def test_every_notebook_has_a_source():
    assert build.orphans() == []


def test_the_first_edition_is_complete_and_the_readme_lists_every_notebook():
    built = [p.stem for p in NOTEBOOKS]
    if not built:
        pytest.skip("no notebook is built yet")
    assert set(FIRST_EDITION) <= set(built)
    listed = re.findall(r"\]\(notebooks/(\w+)\.ipynb\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert listed == built


# ---------------------------------------------------------------- nothing but what a reader needs is in them


@per_notebook
def test_the_file_holds_no_noise(path):
    nb = read(path)
    assert set(nb.metadata) == {"kernelspec", "language_info"}
    assert nb.metadata.language_info == {"name": "python"}
    assert nb.metadata.kernelspec.name == "python3"
    assert len({c.id for c in nb.cells}) == len(nb.cells)
    for cell in nb.cells:
        assert set(cell.metadata) <= {"tags"}
        for out in cell.get("outputs", []):
            assert build.VIEW not in out.get("data", {}), "a live widget shows nothing without a kernel"
            assert not re.search(r" at 0x[0-9a-fA-F]{6}", str(out))


@per_notebook
def test_the_committed_outputs_hold_no_error_and_no_stderr(path):
    assert build.problems(read(path)) == []


@per_notebook
def test_the_execution_counts_are_in_order(path):
    counts = [c.execution_count for c in code_cells(read(path))]
    assert counts == list(range(1, len(counts) + 1))


# ---------------------------------------------------------------- they read as the series promises


@per_notebook
def test_the_code_cells_are_small(path):
    lines = [len([n for n in c.source.splitlines() if n.strip()]) for c in code_cells(read(path))]
    assert statistics.median(lines) <= 4
    assert sum(n < 12 for n in lines) >= 0.9 * len(lines), f"cells of {[n for n in lines if n >= 12]} lines"
    assert max(lines) <= 25


@per_notebook
def test_one_title_and_no_heading_level_skipped(path):
    text = re.sub(r"^```.*?^```", "", "\n\n".join(markdown(read(path))), flags=re.M | re.S)
    levels = [len(h) for h in re.findall(r"^(#+) ", text, re.M)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:], strict=False)), levels


@per_notebook
def test_every_picture_has_words(path):
    """A figure in a text cell too; the outputs' are looked at by build.problems."""
    for text in markdown(read(path)):
        assert not re.search(r"!\[\s*\]\(", text), text
        for tag in re.findall(r"<img\b[^>]*>", text):
            assert re.search(r'\balt="[^"]+"', tag), tag


@per_notebook
def test_every_exercise_has_its_hint_and_solution_below(path):
    cells = read(path).cells
    for cell, below in zip(cells, cells[1:], strict=False):
        if "exercise" in cell.metadata.get("tags", []):
            assert "<b>Hint</b>" in below.source and "<b>Solution</b>" in below.source


@per_notebook
def test_the_length_is_a_sitting(path):
    """A warning, not an error: 1,000 to 1,800 words outside code and folded solutions."""
    text = "\n".join(markdown(read(path)))
    text = re.sub(r"```.*?```|<summary>.*?</summary>|\$[^$]+\$", " ", text, flags=re.S)
    text = re.sub(r"<details>(?:(?!</details>).)*Solution.*?</details>", " ", text, flags=re.S)
    words = len(re.findall(r"[A-Za-z][\w’'-]*", text))
    if not 1_000 <= words <= 1_800:
        warnings.warn(f"{path.name} has {words} words; 1,000 to 1,800 is a sitting", stacklevel=1)
