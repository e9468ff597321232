"""Notebooks run in JupyterLab without red output and without complaints in the console."""

import json
from pathlib import Path

import pytest
from opened import WINDOW
from pages import eventually
from playwright.sync_api import expect

from mctslib.course.chapters import is_chapter

NOTEBOOKS = sorted(
    p.name for p in (Path(__file__).resolve().parents[2] / "notebooks").glob("*.ipynb")
)

# The last cell has a reader's own game that draws a bare SVG.  JupyterLab gives the <img> of such
# an SVG no alternative text.
PICTURES = (
    "from mctslib import *\nTicTacToe()",
    "ConnectFour()",
    "Hex()",
    "SudoTicTacToe(2)",
    "Nim(3, 4, 5)",
    "from mctslib.draw import *\nresult = search(TicTacToe(), 50, seed=0)\nshow_tree(result.root, "
    "max_nodes=4)",
    "show_board(TicTacToe())",
    "show_children(result.root)",
    "gallery([board_svg(TicTacToe())], ['one'])",
    "film_strip([board_svg(TicTacToe())] * 2, ['one', 'two'])",
    "from mctslib.course.plots import picture, share_lines\npicture(share_lines({'N': [0, 1]}, "
    "[1, 2]))",
    "class Own:\n    def _repr_svg_(self):\n        return board_svg(TicTacToe())\nOwn()",
)

STUB = "Nothing here yet"  # the message of a checker about an exercise without an answer


def long_but(*chapters):
    """Return all notebooks; those of other chapters are opened only with `-m long`."""
    others = {name: [pytest.mark.long] for name in NOTEBOOKS if not name.startswith(chapters)}
    return [pytest.param(name, marks=others.get(name, ())) for name in NOTEBOOKS]


# the size of a laptop's screen without the bars of the browser
SCREEN = {"width": 1280, "height": 779}
MOST = 1.7  # the first picture begins at most this many screen heights below the top

# This script returns how many pixels below the top of the notebook the first picture begins.  A
# question does not count as a picture, because it is a form.
FIRST = """() => {
    const notebook = document.querySelector(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Notebook");
    const asks = /\\b(predict|checkpoint)\\(/;
    const shows = "img, svg, canvas, table, .mcts-panel";
    const top = notebook.querySelector(".jp-Cell").getBoundingClientRect().top;
    const table = notebook.querySelector(".jp-MarkdownOutput table");
    const least = table ? table.getBoundingClientRect().top - top : Infinity;
    for (const cell of notebook.querySelectorAll(".jp-CodeCell")) {
        const code = cell.querySelector(".jp-InputArea-editor");  // a folded cell has none
        if (!code || asks.test(code.textContent)) continue;
        const places = [...cell.querySelectorAll(".jp-OutputArea-output")];
        const seen = places.flatMap((place) => [...place.querySelectorAll(shows)]);
        const figure = seen.find((one) => one.getBoundingClientRect().height > 40);
        if (figure) return Math.min(least, figure.getBoundingClientRect().top - top);
    }
    return null;
}"""


@pytest.mark.parametrize("name", long_but("00", "05_", "13", "20"))
def test_the_notebook_shows_its_pictures_before_it_is_run_the_first_near_its_top(opened, lab, name):
    with opened(name) as nb:
        _see_pictures(nb, json.dumps(_outputs(lab, name, folded=False)).count("<img "))
        nb.long_screenshot(f"{name} as committed")
        if is_chapter(name):
            nb.page.set_viewport_size(SCREEN)
            nb.at_rest()
            eventually(lambda: nb.page.evaluate(FIRST), lambda top: top is not None)
            top = nb.page.evaluate(FIRST)
            nb.screenshot(f"first {name[:3]}")
            nb.page.set_viewport_size(WINDOW)
            assert top <= MOST * SCREEN["height"], f"{top / SCREEN['height']:.2f} screens"
        assert nb.errors() == [] and nb.problems == []


@pytest.mark.parametrize("name", long_but("03"))
def test_the_notebook_runs_without_complaint(opened, lab, name):
    with opened(name) as nb:
        nb.clear()
        nb.run_all()
        with nb.seen("Dark", 800):
            nb.long_screenshot(f"{name} after running all, dark and narrow")
        assert nb.errors() == []
        assert _without_words(nb) == [] and nb.violations(".jp-OutputArea-output") == []
        assert nb.page.get_by_text(STUB).count() == sum(
            STUB in json.dumps(o) for o in _outputs(lab, name)
        )
        assert nb.problems == []


def _see_pictures(nb, committed: int) -> None:
    """Check that the committed pictures are visible before a cell runs.

    JupyterLab removes parts that may be dangerous from the outputs of other sessions.
    """
    nb.page.wait_for_load_state("networkidle")
    images = nb.page.locator(".jp-OutputArea img")
    eventually(
        lambda: images.evaluate_all("all => all.map(i => i.naturalWidth)"),
        lambda sizes: len(sizes) == committed and all(sizes),
    )


def _outputs(lab, name, folded=True) -> list[list[dict]]:
    """Return the committed outputs of each code cell, with those that are folded or without."""
    cells = json.loads((lab.folder / name).read_text(encoding="utf-8"))["cells"]
    return [
        cell["outputs"]
        for cell in cells
        if cell["cell_type"] == "code" and (folded or "jupyter" not in cell["metadata"])
    ]


def _without_words(nb) -> list[str]:
    """Return the pictures in the outputs for which a screen reader finds no words."""
    return (
        nb.page.locator(".jp-OutputArea")
        .locator("img, svg")
        .evaluate_all("""all => all
        .filter(e => !e.parentElement.closest("svg, [aria-hidden=true], button") &&
            e.ariaHidden !== "true")
        .filter(e => !e.getAttribute(e.localName === "img" ? "alt" : "aria-label") &&
            e.getAttribute("role") !== "grid")
        .map(e => e.outerHTML.slice(0, 160))""")
    )


def test_every_kind_of_picture_has_words(open_code):
    """A game, a tree, a plot and a table as the last line of a cell have alternative text.

    Only a bare SVG has none.
    """
    nb = open_code(*PICTURES).run_all()
    assert nb.complaints() == []
    expect(nb.page.locator(".jp-OutputArea-output img")).to_have_count(len(PICTURES))
    assert [text[:10] for text in _without_words(nb)] == ['<img src="']
