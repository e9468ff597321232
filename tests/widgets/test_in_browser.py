"""In a browser, the library works without threads, processes and some packages.

There the library uses a different build of Graphviz, and smaller budgets.
"""

import asyncio
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest

import mctslib
from mctslib import TicTacToe, record, search
from mctslib.course import budget, in_full
from mctslib.draw import layout, wasm
from mctslib.draw.show import tree_svg
from mctslib.widgets import StepperView

PAGE = """
import asyncio, importlib, pkgutil, sys, threading
import mctslib.machine
mctslib.machine.in_browser = lambda: True
sys.modules["_multiprocessing"] = sys.modules["_posixsubprocess"] = None
for name in ("numba", "scipy", "jupyterlab", "graphviz_pure", "distributed", "llvmlite", "easydot"):
    sys.modules[name] = None
def start(thread): raise RuntimeError("can't start new thread")
threading.Thread.start = start

for module in pkgutil.walk_packages(mctslib.__path__, "mctslib."):
    kernels = ("kernels", "rules", "draws", "hexes", "selection", "warm", "engine", "flat")
    if not module.name.endswith((*kernels, "__main__")):
        importlib.import_module(module.name)

from mctslib import TicTacToe, fast, search
from mctslib.arena import MCTSPlayer, RandomPlayer, ladder, match, round_robin
from mctslib.arena.spread import MANY
from mctslib.draw import tree_svg
from mctslib.methods.threads import search_threads
from mctslib.widgets import Atlas, Play, StepperView

print(match(RandomPlayer(), RandomPlayer(), MANY, progress=False).games)
print(len(ladder(round_robin([MCTSPlayer(9), RandomPlayer()], 4, progress=False))))
print("easydot" in tree_svg(search(TicTacToe(), 30, seed=0).root))
for refused in (fast.search, lambda *given: search_threads(*given, 2)):
    try: refused(TicTacToe(), 10)
    except ImportError as error: print(error)

async def page():
    view = StepperView(TicTacToe(), iterations=9, at=5)
    play = Play(TicTacToe(), iterations=30, human="O")
    shown = [view, play, Atlas(TicTacToe(), iterations=300)]
    while any(one.work.running for one in shown) or not view.face.tree:
        await asyncio.sleep(0.05)
    print([one.status.error for one in shown], "├─" in view.face.tree, play.game.actions != ())

asyncio.run(page())
"""


@pytest.mark.slow
def test_without_threads_processes_and_big_packages_everything_runs_and_what_cannot_says_why():
    out = subprocess.run(
        [sys.executable, "-W", "error", "-c", PAGE], capture_output=True, text=True, timeout=120
    )
    no_engine = (
        "The compiled engine needs numba, which does not exist for browsers: "
        "open this notebook in JupyterLab or on Binder"
    )
    said = [
        "1000",
        "2",
        "True",
        no_engine,
        no_engine,
        "[None, None, None] True True",
    ]
    assert (out.stdout.splitlines(), out.stderr) == (said, "")


@pytest.fixture
def page(monkeypatch):
    """Simulate a browser in which Python cannot wait, because `can_run_sync` returns False.

    Graphviz therefore loads in the event loop.
    """
    failed = type("JsException", (Exception,), {})

    class Graphviz:
        @staticmethod
        async def load():
            return Graphviz()

        def layout(self, dot, kind, engine):
            if dot == "no dot":
                raise failed("syntax error")
            return DRAWN

    async def run_js(code):
        assert code.startswith("import('data:text/javascript;base64,")
        return types.SimpleNamespace(Graphviz=Graphviz)

    ffi = types.SimpleNamespace(JsException=failed, can_run_sync=lambda: False, run_sync=None)
    monkeypatch.setitem(sys.modules, "pyodide.code", types.SimpleNamespace(run_js=run_js))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    monkeypatch.setattr(wasm, "loading", None)
    monkeypatch.setattr(wasm, "find_spec", lambda name: types.SimpleNamespace(origin=__file__))
    monkeypatch.setattr(wasm.Path, "read_bytes", lambda path: b"")
    monkeypatch.setattr(layout, "in_browser", lambda: True)
    layout.render.cache_clear()
    yield
    layout.render.cache_clear()


GRAPH = '<g class="graph" transform="translate(0 9)"></g>'
DRAWN = f'<svg width="9pt" height="9pt" viewBox="0 0 9 9">{GRAPH}</svg>'


def test_the_graphviz_of_a_page_draws_as_soon_as_it_is_loaded(page):
    root = search(TicTacToe(), 9, seed=0).root

    async def drawn():
        first = tree_svg(root)
        await asyncio.sleep(0.01)
        assert "└─" in first and wasm.LOADING in first and "└─" not in tree_svg(root)
        with pytest.raises(OSError, match="Graphviz failed: syntax error"):
            layout.render("no dot")

    asyncio.run(drawn())


def test_the_stepper_of_a_page_draws_its_tree_as_soon_as_graphviz_is_loaded(page):
    async def looked_at():
        view = StepperView(record(TicTacToe(), 9, seed=0), at=2)
        assert wasm.LOADING in view.face.tree
        await asyncio.sleep(0.1)
        assert wasm.LOADING not in view.face.tree and "<svg" in view.face.tree

    asyncio.run(looked_at())


SHORT_RUN = "To save time: 3 of the 9 games.\nThe text describes the full run.\n"


@pytest.mark.parametrize(
    "wanted, browser, spent",
    [("", False, 9), ("", True, 3), ("small", False, 3), ("full", True, 9)],
)
def test_the_budget_is_small_in_a_browser_or_where_one_says_so_and_then_it_is_said(
    monkeypatch, capsys, wanted, browser, spent
):
    monkeypatch.setenv("MCTSLIB_BUDGET", wanted)
    monkeypatch.setattr("mctslib.course.budgets.in_browser", lambda: browser)
    assert (budget(9, 3, "games"), in_full()) == (spent, spent == 9)
    said = capsys.readouterr().out
    assert said == SHORT_RUN * (spent == 3)
    assert max(map(len, said.splitlines()), default=0) < 42, "the sentence is cut on a phone"


def test_another_word_for_the_budget_is_refused(monkeypatch):
    monkeypatch.setenv("MCTSLIB_BUDGET", "tiny")
    with pytest.raises(ValueError, match='must be "full" or "small", not \'tiny\''):
        budget(9, 3, "games")


ROOM = Path(mctslib.__file__).parent
# The scripts in `living` run on pages without Python, so they never get None from Python.
SCRIPTS = [file for file in sorted(ROOM.rglob("*.js")) if file.parent.name != "living"]


def test_no_page_script_tells_null_from_undefined():
    """Page scripts test for Python's None with `== null`, which is true of null and of undefined.

    A page whose kernel runs on a server gets None as null; a page with Pyodide gets undefined.
    """
    for script in SCRIPTS:
        assert re.findall(r"[!=]== null", script.read_text(encoding="utf-8")) == []
