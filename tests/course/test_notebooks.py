"""The committed notebooks run, agree with their sources, and keep the rules of the series."""

from __future__ import annotations

import ast
import base64
import json
import re
from functools import cache
from xml.etree import ElementTree

import nbformat
import pytest
from repository import ROOT

import build
from mctslib.course.chapters import chapter_of, is_chapter
from mctslib.course.questions import questions

# The longest line of a table, in characters, and the widest picture, in pixels.
LINE, PAGE = (
    110,
    1024,
)


def each(paths):
    return [pytest.param(p, id=p.stem) for p in paths]


NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
per_notebook = pytest.mark.parametrize("path", each(NOTEBOOKS))
per_source = pytest.mark.parametrize("source", each(build.sources()))


@cache
def read(path):
    return nbformat.read(path, 4)


def code_cells(nb):
    return [c for c in nb.cells if c.cell_type == "code"]


def markdown(nb):
    return [c.source for c in nb.cells if c.cell_type == "markdown"]


# ---------------------------------------------------------------- they run


@pytest.mark.slow
@pytest.mark.timeout(900)  # some chapters compute for minutes, and this test runs them twice
@per_notebook
def test_it_runs_as_committed_and_then_solved(path, tmp_path):
    """Run a notebook twice in one kernel: first as committed, then with every exercise solved.

    The second run uses the budgets of a browser, and its output says so.
    `test_pythons.py` also runs this test with other versions of Python.
    """
    nb = nbformat.read(path, 4)
    nb.cells = [
        nbformat.from_dict(dict(cell, id=f"a-{n}")) for n, cell in enumerate(nb.cells + again(path))
    ]
    # The timeout for each cell is long, because the machine may be slow and busy.
    build.execute(nb, timeout=300, folder=tmp_path)
    assert build.problems(nb) == []
    assert_as_committed(path, nb)
    assert times_spared(nb) == source_of(path).count("budget(")


SPARING = [source for source in build.sources() if "budget(" in source.read_text(encoding="utf-8")]


@pytest.mark.long  # the test above does this with the exercises solved
@pytest.mark.parametrize("source", each(SPARING))
def test_with_the_budget_of_a_browser_it_says_so_and_claims_only_what_holds(source, monkeypatch):
    monkeypatch.setenv("MCTSLIB_BUDGET", "small")
    nb = build.execute(build.checked_notebook(source), timeout=300)
    assert build.problems(nb) == []
    assert times_spared(nb) == source.read_text(encoding="utf-8").count("budget(")


def times_spared(nb):
    """Count a notebook's messages that say that a cell computes less than usual."""
    texts = []
    for cell in code_cells(nb):
        texts += [out.text for out in cell.outputs if "text" in out]
    return "".join(texts).count("To save time: ")


def source_of(path):
    return (build.SRC / f"{path.stem}.py").read_text(encoding="utf-8")


ENTER = 'import os\nos.environ["MCTSLIB_BUDGET"] = "small"'


def again(path):
    """Return the code of a notebook with every exercise solved, followed by the source's claims."""
    source = build.SRC / f"{path.stem}.py"
    cells = json.loads(json.dumps(code_cells(build.solution_notebook(source))))
    claims = json.loads(json.dumps(build.claims_of(source)))
    enter = {"cell_type": "code", "source": ENTER, "metadata": {}, "outputs": []}
    return [enter, *cells, *claims]


def assert_as_committed(path, nb):
    """Check that a run of the notebook begins with the committed outputs."""
    for cell, committed, now in zip(
        code_cells(read(path)), seen(read(path)), seen(build.clean(nb))
    ):
        assert committed == now, f"rebuild {path.name}: the outputs have changed of\n{cell.source}"


def seen(nb):
    """Return the output of each code cell without measured times and pixels.

    Pixels depend on the version of matplotlib.
    """
    cells = [() if "measured" in c.metadata.get("tags", []) else c.outputs for c in code_cells(nb)]
    outputs = [[out.get("text") or out.get("data") for out in outs] for outs in cells]
    texts = [json.dumps(o, sort_keys=True) for o in outputs]
    return [
        re.sub(r'data:image/png;base64,[\w+/=]+|"image/png": "[^"]+"', "", text) for text in texts
    ]


# ---------------------------------------------------------------- they are what their sources say


@per_source
def test_it_is_not_older_than_its_source(source):
    assert not build.stale(source), f"run python notebooks/build.py --only {source.stem}"


def test_every_source_is_built_and_the_readme_lists_every_notebook():
    listed = re.findall(
        r"\]\(notebooks/(\w+)\.ipynb\)", (ROOT / "README.md").read_text(encoding="utf-8")
    )
    assert (
        listed == [path.stem for path in NOTEBOOKS] == [source.stem for source in build.sources()]
    )


# ---------------------------------------------------------------- only what a reader needs


@per_notebook
def test_what_is_folded_gives_nothing_away(path):
    """JupyterLab shows the first line of folded code, and of a folded output if it is not empty."""
    for cell in read(path).cells:
        if build.is_verdict(cell):
            assert cell.source.startswith(build.COMPARED)
            assert cell.metadata.jupyter == {"outputs_hidden": True, "source_hidden": True}
        if cell.metadata.get("jupyter", {}).get("outputs_hidden") and cell.outputs:
            page = cell.outputs[0]["data"]["text/html"]
            assert page.split("\n")[0] == " ", page[:80]


@per_notebook
def test_no_exercise_is_folded_and_no_word_of_its_checker(path):
    """They may stand between a prediction and its verdict."""
    for cell in read(path).cells:
        if cell.metadata.get("jupyter", {}).get("outputs_hidden"):
            assert "exercise" not in cell.metadata.get("tags", [])
            assert not build.CHECK.search(cell.source), cell.source


@per_notebook
def test_the_file_holds_no_noise(path):
    nb = read(path)
    assert set(nb.metadata) == {"kernelspec", "language_info"}
    assert nb.metadata.language_info == {"name": "python"}
    assert nb.metadata.kernelspec.name == "python3"
    assert len({c.id for c in nb.cells}) == len(nb.cells)
    for cell in nb.cells:
        if cell.source != build.COLAB:
            assert set(cell.metadata.get("jupyter", {})) <= {"outputs_hidden", "source_hidden"}
            assert set(cell.metadata) <= {"jupyter", "tags"} and set(
                cell.metadata.get("tags", [])
            ) <= {
                "exercise",
                "measured",
                "outcome",
            }
        for out in cell.get("outputs", []):
            assert build.VIEW not in out.get("data", {}), (
                "a live widget shows nothing without a kernel"
            )
            assert not re.search(r" at 0x[0-9a-fA-F]{6}", str(out))


@per_notebook
def test_the_first_cell_below_the_title_is_colab_s_folded_and_does_nothing_here(path):
    """Only the first cell below the title is for Colab.

    This cell is folded, has no output, and is the same in every notebook.
    """
    cells = read(path).cells
    assert [n for n, cell in enumerate(cells) if "colab" in cell.source] == [1]
    assert cells[1].source == build.COLAB and cells[1].outputs == []
    assert cells[1].metadata.jupyter.source_hidden and cells[1].metadata.cellView == "form"


@per_notebook
def test_the_committed_outputs_hold_no_error_and_no_stderr(path):
    assert build.problems(read(path)) == []


@per_notebook
def test_nothing_is_ticked_before_the_reader_has_done_anything(path):
    """Until a reader acts, no output has a tick.

    Folded explanations and reports on a game are exceptions.
    """
    for cell in code_cells(read(path)):
        page = re.sub(
            r"<details>.*?</details>|base64,[^\"]*",
            "",
            str([out.get("data", out) for out in cell.outputs]),
        )
        assert page.count("✔") == 0 or "check_game(" in cell.source, cell.source


@per_source
def test_no_import_replaces_what_the_reader_wrote(source):
    own, imported = set(), set()
    for cell in code_cells(build.solution_notebook(source)):
        parts = ast.parse(re.sub(r"^%.*", "", cell.source, flags=re.M)).body
        if "exercise" in cell.metadata.get("tags", []):
            own |= {part.name for part in parts if isinstance(part, ast.FunctionDef | ast.ClassDef)}
            for part in parts:
                if isinstance(part, ast.Assign):
                    own |= {name.id for name in part.targets}
        imports = [part for part in parts if isinstance(part, ast.Import | ast.ImportFrom)]
        imported |= {name.asname or name.name for part in imports for name in part.names} & own
    assert not imported, "import them under other names"


@per_notebook
def test_the_execution_counts_are_in_order(path):
    counts = [c.execution_count for c in code_cells(read(path))]
    assert counts == list(range(1, len(counts) + 1))


# ---------------------------------------------------------------- they read as the series promises


@per_notebook
def test_no_output_is_wider_than_the_page(path):
    assert too_wide(read(path)) == []


def too_wide(nb):
    """Return the lines and pictures in the outputs that are too wide for a reader's screen."""
    found = []
    for cell in code_cells(nb):
        for out in cell.outputs:
            data = out.get("data", {})
            text = out.get("text", "") or (
                "" if {"text/html", "image/png"} & set(data) else data.get("text/plain", "")
            )
            found += [
                line for line in text.splitlines() if len(line) > LINE and not is_sentence(line)
            ]
            found += [
                f"a picture {w:.0f} pixels wide: {cell.source}" for w in widths(out) if w > PAGE
            ]
    return found


def is_sentence(line):
    """Return whether a line is a sentence, which a page may wrap, and not a row of a table."""
    return (
        len(re.findall(r"\S {2,}(?=\S)", line.strip())) <= 1 and max(map(len, line.split())) <= LINE
    )


def widths(out):
    """Yield the displayed widths of the pictures of an output, in pixels."""
    data = out.get("data", {})
    for tag in re.findall(r"<img\b[^>]*>", data.get("text/html", "")):
        if shown := re.search(
            r"""\bwidth[=:]\s*["']?(\d+)(?:px)?["';\s>]""", re.sub(r'src="[^"]*"', "", tag)
        ):
            yield float(shown[1])
        elif source := re.search(r'src="data:image/(png|svg\+xml);base64,([^"]+)"', tag):
            yield natural_width(source[1], base64.b64decode(source[2]))
    if "image/png" in data:
        yield natural_width("png", base64.b64decode(data["image/png"]))


def natural_width(kind, picture):
    if kind == "png":
        return int.from_bytes(picture[16:20], "big")
    root = ElementTree.fromstring(picture)
    width = re.match(r"([\d.]+)(px|pt)?$", root.get("width", ""))
    size = float(width[1]) if width else float(root.get("viewBox", "0 0 0 0").split()[2])
    return size * 4 / 3 if width and width[2] == "pt" else size


@per_notebook
def test_one_title_and_no_heading_level_skipped(path):
    text = re.sub(r"^```.*?^```", "", "\n\n".join(markdown(read(path))), flags=re.M | re.S)
    levels = [len(h) for h in re.findall(r"^(#+) ", text, re.M)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:], strict=False)), (
        levels
    )


DEFINES = re.compile(r"^(?:def|class) ", re.M)
LINES = 12  # the largest number of lines in a cell that sets up a measurement
LESSON = 24  # the largest number of lines in a cell whose definitions are the lesson


@per_notebook
def test_a_cell_that_measures_is_short(path):
    """A cell calls its measurement, whose code is in the chapter's folder."""
    for cell in code_cells(read(path)):
        lines = [line for line in cell.source.splitlines() if line.strip()]
        assert len(lines) <= (LESSON if DEFINES.search(cell.source) else LINES), cell.source


@per_notebook
def test_every_picture_has_words(path):
    """Pictures in text cells have alternative text.

    `build.problems` checks the pictures of outputs.
    """
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
def test_a_chapter_asks_predicts_sums_up_and_claims(path):
    if not is_chapter(path):
        return
    code = "\n".join(c.source for c in code_cells(read(path)))
    chapter = chapter_of(path)
    asked = [(one.kind, one.key) for one in questions(chapter)]
    used = re.findall(r"\b(predict|checkpoint)\([\"']([\w-]+)[\"']\)", code)
    assert sorted(used) == sorted(asked), "every question must be asked exactly once"
    predicted = [kind for kind, _ in asked].count("predict")
    assert predicted == len(re.findall(r"\bscore_prediction\(", code)) >= 1
    assert "claim(" not in code, "claims must stand below the marker, out of the reader's sight"


@per_source
def test_the_prose_is_checked(source):
    assert build.claims_of(source)
    if is_chapter(source):
        assert any("claim(" in cell.source for cell in build.claims_of(source))
