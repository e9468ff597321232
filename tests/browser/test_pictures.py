"""In common fonts, no word in a picture is cut off, too small, overlapped or outside its node.

One page, as wide as a notebook's output, shows the pictures of the committed notebooks and of every
widget.
"""

import json
import re
import shutil
import subprocess
from base64 import b64decode
from functools import cache
from pathlib import Path

import hostile
import pytest
from hostile import Pretty

from mctslib import ConnectFour, Node, SudoTicTacToe, TicTacToe, record, search
from mctslib.course.ch01 import FlatExplorer
from mctslib.course.ch02 import Bandit
from mctslib.course.ch04 import LiveTree
from mctslib.course.ch05 import Clinic
from mctslib.course.ch06 import Growth
from mctslib.course.ch07 import CExplorer
from mctslib.course.ch08 import Race
from mctslib.course.ch09b import Tournament
from mctslib.course.chapters import chapter_of
from mctslib.draw import board_svg, boards, children_bars_svg, film_strip, tree_svg
from mctslib.draw.look import LEAST, PAGE
from mctslib.games import Hex, Nim
from mctslib.tree import PHASE_NAMES
from mctslib.widgets import Atlas, Play, StepperView

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
PACKAGES = {
    "DejaVu Sans": "fonts-dejavu-core",
    "Liberation Sans": "fonts-liberation",
    "Noto Sans": "fonts-noto-core",
}
TRACE = record(TicTacToe(), 400, seed=3)

FAULTS = Path(__file__).with_name("faults.js").read_text(encoding="utf-8")


def pictures(html):
    """Yield the source of each SVG picture in a piece of HTML, including SVGs in images."""
    for data in re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', html):
        yield b64decode(data).decode()
    if "data:image/svg" not in html:
        yield from re.findall(r"<svg\b.*</svg>", html, re.DOTALL)


def committed():
    """Yield the name and the SVG of each picture in the committed notebooks."""
    for path in NOTEBOOKS:
        for number, cell in enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"]):
            for output in cell.get("outputs", []):
                for kind in ("text/html", "image/svg+xml"):
                    for picture in pictures("".join(output.get("data", {}).get(kind, ""))):
                        yield f"{chapter_of(path)} cell {number}", picture


def phases():
    """Yield the four pictures of an iteration, for three iterations of a search."""
    for t in (4, 12, 300):
        root, step = TRACE.tree(t), TRACE.iterations[t]
        for phase in PHASE_NAMES:
            seen = step.path[:-1] if step.expanded and phase == "select" else step.path
            new = seen if step.expanded and phase != "select" else None
            yield tree_svg(root, phase=phase, path=seen, new=new, result="a draw: 0.5 each")


@cache
def drawn():
    """Return the names and SVGs of boards, tables, trees, and widgets in several states."""
    moves = TicTacToe.from_text("X.O/.X./..O")
    whole = {"shares": {0: 0.3, 1: 0.25, 8: 1.0}, "values": {0: 0.44, 1: 0.5, 5: 1.0, 8: 0.54}}
    found = [("board", board_svg(moves, last=8, width=width, **whole)) for width in (150, 240, 300)]
    found += [("table", children_bars_svg(TRACE.tree(t))) for t in (0, 3, 60)]
    found += [("phase", picture) for picture in phases()]
    for state in (TicTacToe(), TicTacToe(6), ConnectFour(), SudoTicTacToe(), Nim(3, 4, 5), Hex(7)):
        big = search(state, 10_000 if state == TicTacToe() else 1_500, seed=0).root
        found += [(f"{type(state).__name__} {n}", tree_svg(big, max_nodes=n)) for n in (1, 9, 15)]
        found += [
            ("table", children_bars_svg(big)),
            ("strip", film_strip([board_svg(state)] * 5, ["seen"] * 5).svg),
        ]
    root = Node(TicTacToe())
    found.append(("one node", tree_svg(root, phase="select", differs={()})))
    widgets = [
        Play(),
        Play(iterations=1_000, human="O"),
        Play(ConnectFour(), human="O"),
        Play(SudoTicTacToe(), human="O"),
        Play(TicTacToe(5), human="O"),
        Play(Hex(5), human="O"),
        Atlas(TicTacToe(), iterations=300),
        *(StepperView(TicTacToe(), iterations=60, at=at) for at in (1, 12, 60)),
        StepperView(ConnectFour(), iterations=200, at=200),
        LiveTree(TicTacToe(), iterations=200),
        Growth(iterations=500),
        CExplorer(),
        Race(),
        FlatExplorer(),
        Bandit(arms=6, pulls=40),
        Clinic(),
        Tournament(players=("random", "flat 30", "MCTS 10")),
    ]
    for widget in widgets:
        found += [(type(widget).__name__, picture) for picture in pictures(widget.static_picture())]
        widget.close()
    return found


@pytest.fixture(scope="module")
def page(context):
    page = context.new_page()
    page.set_viewport_size({"width": PAGE + 40, "height": 900})
    yield page
    page.close()


def faults(page, named, font):
    """Return the name of each picture that has faults in this font, with its first faults."""
    style = f"<style>* {{ font-family: '{font}' !important; }} .one {{ width: {PAGE}px; }}</style>"
    page.set_content(style + "".join(f'<div class="one">{picture}</div>' for _, picture in named))
    found = page.evaluate(FAULTS, LEAST)
    return [(name, *some[:4]) for (name, _), some in zip(named, found, strict=True) if some]


@pytest.mark.parametrize("font", PACKAGES)
@pytest.mark.parametrize("source", [committed, drawn])
def test_words_fit_whatever_font_the_reader_has(page, source, font):
    names = ["fc-list", ":", "family"]
    if (
        not shutil.which("fc-list")
        or font not in subprocess.run(names, capture_output=True, text=True).stdout
    ):
        pytest.skip(f"{font} is not installed (on Debian: apt install {PACKAGES[font]})")
    assert faults(page, list(source()), font) == []


def test_no_picture_of_a_game_runs_a_script_or_loads_anything(page):
    """The pictures are shown as in a widget, and none of them runs a script or loads anything.

    Without the library's protection, many of the pictures do so, which shows that the test can
    fail.
    """
    asked = []
    page.on("request", lambda request: asked.append(request.url))

    def harmed(shown):
        asked.clear()
        page.set_content(f'<main id="place">{shown}</main>')
        page.evaluate(
            "() => document.querySelectorAll('rect').forEach(one => one.dispatchEvent(new "
            "Event('click')))"
        )
        page.wait_for_timeout(20)
        away = [url for url in asked if not url.startswith(("data:", "about:"))]
        return bool(page.evaluate("() => window.hit")) or bool(away)

    shown = {name: boards.picture(Pretty(own)) for name, own in hostile.PICTURES.items()}
    assert [name for name, one in shown.items() if harmed(one)] == []
    assert sum(harmed(own) for own in hostile.PICTURES.values()) > 15
