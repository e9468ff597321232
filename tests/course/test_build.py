"""The notebook builder turns exercises into stubs, and removes or refuses certain other parts."""

import re
import sys
import types
from time import sleep

import nbformat
import pytest

import build

MEAN = """\
# %% [markdown]
# # A title

# %% tags=["exercise"]
# hint: Divide.
# hint: W comes first.
def mean(w, n):
    '''The mean reward.'''
    # --- solution
    return w / n
    # --- end

# %%
try:
    print(mean(3, 4))
except NotImplementedError as nothing_yet:
    print(nothing_yet)
"""


def write(folder, text, name="99_try.py"):
    source = folder / name
    source.write_text(text, encoding="utf-8")
    return source


def texts(nb):
    found = []
    for cell in nb.cells:
        if cell.cell_type == "code":
            found += [out.text for out in cell.outputs]
    return found


def test_the_reader_gets_a_stub_and_below_it_hint_and_solution_folded(tmp_path):
    cells = build.reader_notebook(write(tmp_path, MEAN)).cells
    assert [c.cell_type for c in cells] == ["markdown", "code", "code", "markdown", "code"]
    assert cells.pop(1).source == build.COLAB
    assert cells[1].source == (
        "def mean(w, n):\n    '''The mean reward.'''\n    raise NotImplementedError(\"your turn\")"
    )
    assert "Divide. W comes first." in cells[2].source
    assert "return w / n\n```" in cells[2].source
    assert cells[2].source.count("<details>") == cells[2].source.count("</details>") == 2


def test_the_solved_notebook_holds_the_solution_and_no_marker(tmp_path):
    cells = build.solution_notebook(write(tmp_path, MEAN)).cells
    assert cells[2].source == "def mean(w, n):\n    '''The mean reward.'''\n    return w / n"


def test_on_colab_the_folded_cell_installs_the_library_and_elsewhere_it_does_nothing(monkeypatch):
    done = []
    shell = types.SimpleNamespace(run_line_magic=lambda *words: done.append(words))
    exec(build.COLAB, {"get_ipython": lambda: shell})
    assert done == []
    output = types.SimpleNamespace(enable_custom_widget_manager=lambda: done.append("widgets"))
    monkeypatch.setitem(sys.modules, "google.colab", types.SimpleNamespace(output=output))
    exec(build.COLAB, {"get_ipython": lambda: shell})
    assert done == [("pip", f"install -q git+{build.REPOSITORY}"), "widgets"]


def test_a_stub_can_be_written_out():
    exercise = "# --- solution\nx = 4\n# --- stub\n# x = None\n# --- end\nprint(x)"
    assert build.stub(exercise) == "x = None\nprint(x)"
    assert build.solution(exercise) == "x = 4\nprint(x)"


def test_two_marked_passages_in_one_cell():
    exercise = "def f():\n    # --- solution\n    return 1\n    # --- end\n" * 2
    assert build.stub(exercise).count("your turn") == 2
    assert build.solution(exercise).count("return 1") == 2


@pytest.mark.parametrize(
    "text, message",
    [
        ("# hint: h\ndef f():\n    return 1", "marks its solution"),
        ("# hint: h\ndef f():\n    # --- solution\n    return 1", "marks its solution"),
        ("def f():\n    # --- solution\n    return 1\n    # --- end", "needs a hint"),
        ("# hint: h\n# --- solution\nx = 1\n# --- end", "needs a stub of its own"),
    ],
)
def test_a_half_written_exercise_is_refused(tmp_path, text, message):
    with pytest.raises(build.BuildError, match=message):
        build.reader_notebook(write(tmp_path, f'# %% tags=["exercise"]\n{text}\n'))


def test_cell_ids_depend_on_the_content_alone(tmp_path):
    first, second = (build.reader_notebook(write(tmp_path, MEAN, n)) for n in ("1.py", "2.py"))
    assert first == second and len({c.id for c in first.cells}) == len(first.cells)


@pytest.mark.slow
def test_stub_and_solution_both_run(tmp_path):
    source = write(tmp_path, MEAN)
    assert texts(build.execute(build.reader_notebook(source))) == ["your turn\n"]
    assert texts(build.execute(build.solution_notebook(source))) == ["0.75\n"]


WIDGET = """\
# %%
import ipywidgets
class Board(ipywidgets.HTML):
    def _repr_mimebundle_(self, **kw):
        drawing = '<svg role="img" aria-label="X wins"/>'
        return {**super()._repr_mimebundle_(**kw), "image/svg+xml": drawing}
"""


@pytest.mark.slow
def test_two_builds_give_the_same_bytes_and_a_widget_leaves_its_picture(tmp_path):
    source = write(
        tmp_path,
        WIDGET
        + """
# %%
from tqdm.auto import tqdm
for i in tqdm(range(2)):
    print(object())

# %%
Board("live")
""",
    )
    built = [build.build(source) for _ in range(2)]
    *_, loop, board = built[0].cells
    first, second = map(nbformat.writes, built)
    assert first == second
    assert [o.text for o in loop.outputs] == ["<object object>\n" * 2]
    assert set(board.outputs[0].data) == {"text/html", "text/plain"}
    assert board.outputs[0].data["text/plain"] == "X wins"
    assert (
        board.outputs[0]
        .data["text/html"]
        .startswith('<img alt="X wins" src="data:image/svg+xml;base64,')
    )
    assert "widget-view" not in first and '"widgets": {' not in first


def test_every_drawing_in_html_becomes_an_image_nested_ones_stay_inside(tmp_path):
    source = write(
        tmp_path,
        """\
# %%
from IPython.display import HTML
board = '<svg role="img" aria-label="3 &lt; 4"><svg x="1"/><svg><g/></svg></svg>'
HTML(f'<p>{board} and {board}</p>')
""",
    )
    data = build.build(source).cells[0].outputs[0].data
    assert data["text/html"].count('<img alt="3 &lt; 4"') == 2 and "<svg" not in data["text/html"]
    assert data["text/html"].startswith("<p><img") and data["text/plain"] == "3 < 4\n3 < 4"


REFUSED = [
    ("1 / 0", "ends in ZeroDivisionError"),
    ("import warnings; warnings.warn('look out')", "look out"),
    ("import os; print(os.getcwd() + os.sep)", "path on this machine"),
    ("import ipywidgets; ipywidgets.IntSlider()", "without a static picture"),
    ("from IPython.display import SVG; SVG('<svg/>')", "drawing without a text alternative"),
    ("from IPython.display import HTML; HTML('<img src=x>')", "<img> without a text alternative"),
    ("import matplotlib.pyplot as p; p.plot([1]); p.show()", "bitmap without a text alternative"),
    (
        "from IPython.display import HTML; HTML('<svg aria-label=\"a\">&nbsp;</svg>')",
        "not well-formed",
    ),
    ("w = ipywidgets.Output()\nwith w: 1 / 0", "ends in ZeroDivisionError"),
]


@pytest.mark.slow
def test_what_a_reader_must_not_see_is_refused(tmp_path):
    """Outputs that a reader must not see are refused, even if there are many in one run."""
    hides = "v = ipywidgets.HTML('ValueError: no such move')"
    cells = "".join(
        f'# %% tags=["raises-exception"]\n{code}\n\n' for code in [*dict(REFUSED), hides]
    )
    with pytest.raises(build.BuildError) as refused:
        build.build(write(tmp_path, cells))
    said = str(refused.value)
    for number, (_, message) in enumerate(REFUSED, start=1):
        assert re.search(rf"^code cell {number} \(.*\) .*{re.escape(message)}", said, re.M), (
            message,
            said,
        )
    assert said.endswith("a widget hides an error in its value: ValueError: no such move")


def test_an_error_ends_the_run(tmp_path):
    with pytest.raises(build.BuildError, match="ZeroDivisionError"):
        build.build(write(tmp_path, "# %%\n1 / 0\n"))


def test_a_name_that_no_source_has_is_an_error(capsys):
    assert build.main(["--only", "zz"]) == 1
    assert "has 'zz' in its name" in capsys.readouterr().err


def test_check_finds_a_stale_notebook_without_running_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(build, "HERE", tmp_path)
    monkeypatch.setattr(build, "SRC", tmp_path / "src")
    build.SRC.mkdir()
    source = write(build.SRC, MEAN)
    assert build.main(["--check"]) == 1 and "stale" in capsys.readouterr().err
    nbformat.write(build.reader_notebook(source), build.target(source))
    assert build.main(["--check"]) == 0
    source.write_text(MEAN.replace("Divide", "Multiply"))
    assert build.main(["--check"]) == 1
    source.unlink()
    assert build.main(["--check"]) == 1 and "no source" in capsys.readouterr().err


@pytest.mark.parametrize("said, kept", [("", []), ("the table\n", ["the table\n"])])
def test_that_the_engine_was_compiled_on_the_way_is_not_committed(said, kept):
    told = "Compiling the fast engine, once on this machine: this takes a few seconds …\n… done.\n"
    cell = nbformat.v4.new_code_cell(
        "1", outputs=[nbformat.v4.new_output("stream", text=told + said)]
    )
    assert texts(build.clean(nbformat.v4.new_notebook(cells=[cell]))) == kept


def test_the_engine_still_says_it_in_these_words(capsys, monkeypatch):
    warm = pytest.importorskip("mctslib.fast.warm")
    monkeypatch.setattr(warm, "PATIENCE", 0.01)
    event = pytest.importorskip("numba.core.event")
    warm.announced(lambda: event.start_event("numba:compile") or sleep(0.2), quiet=False)
    assert (
        build.clean(
            nbformat.v4.new_notebook(
                cells=[
                    nbformat.v4.new_code_cell(
                        "1",
                        outputs=[nbformat.v4.new_output("stream", text=capsys.readouterr().out)],
                    )
                ]
            )
        )
        .cells[0]
        .outputs
        == []
    )


def test_claims_run_after_the_reader_s_cells_and_do_not_reach_the_notebook(tmp_path):
    claims = '# %% [claims]\nfrom claims import claim\n\nclaim("wins 44 games", games)\n'
    nb = build.build(write(tmp_path, f"# %%\ngames = 44\nprint(games)\n\n{claims}"))
    assert texts(nb) == ["44\n"] and "claim" not in str(nb)
    with pytest.raises(build.BuildError, match="says 44, this run gives 45"):
        build.build(write(tmp_path, f"# %%\ngames = 45\n\n{claims}"))
