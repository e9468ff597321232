"""When a reader opens a chapter, a board, a picture or an interactive is near its top."""

from pathlib import Path

import pytest
from pages import eventually

from mctslib.course.chapters import is_chapter

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = [file.name for file in sorted((ROOT / "notebooks").glob("*.ipynb"))]
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


@pytest.mark.parametrize("name", [name for name in CHAPTERS if is_chapter(Path(name).stem)])
def test_the_first_picture_of_a_chapter_is_near_its_top(opened, name):
    with opened(name) as nb:
        nb.page.set_viewport_size(SCREEN)
        nb.at_rest()
        eventually(lambda: nb.page.evaluate(FIRST), lambda top: top is not None)
        top = nb.page.evaluate(FIRST)
        nb.screenshot(f"first {name[:3]}")
        assert top <= MOST * SCREEN["height"], f"{top / SCREEN['height']:.2f} screens"
