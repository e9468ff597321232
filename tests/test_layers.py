"""Which file may know which: read from the imports, so that the map in mctslib/README.md stays true."""
import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "mctslib"
CORE = {"game", "games", "policies", "limits", "guard", "result", "search", "trace", "oracle", "checks"}
HEAVY = {"numba", "ipywidgets", "graphviz", "matplotlib", "anywidget", "scipy", "IPython", "tqdm", "numpy", "choix"}
SHOWING = {"draw", "svg", "dot", "plots", "widgets", "fast", "exercises", "stepper"}


def imports(path, top_level_only=False):
    """The modules a file imports: `mctslib.x.y` counts as `x`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = tree.body if top_level_only else ast.walk(tree)
    names = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return {name.split(".")[1] if name.startswith("mctslib.") else name.split(".")[0] for name in names}


def files(*names):
    for name in names:
        path = ROOT / name
        yield from path.rglob("*.py") if path.is_dir() else [path.with_suffix(".py")]


@pytest.mark.parametrize("path", list(files("game", "games")), ids=lambda p: p.stem)
def test_games_know_only_the_protocol_and_plain_pictures(path):
    ours = imports(path) - set(sys.stdlib_module_names) - {"mctslib"}
    assert ours <= {"game", "games", "svg", "boards"} and not (path.stem == "game" and ours)


@pytest.mark.parametrize("name", sorted(CORE - {"games"}))
def test_the_core_knows_no_pictures(name):
    path = ROOT / f"{name}.py"
    assert not imports(path) & (SHOWING - {"svg"})
    assert not imports(path) & HEAVY


def test_search_knows_only_policies_and_limits():
    ours = imports(ROOT / "search.py") & {path.stem for path in ROOT.glob("*.py")}
    assert ours == {"game", "policies", "limits", "guard", "result"}


def test_only_widgets_know_ipywidgets():
    for path in ROOT.rglob("*.py"):
        if "widgets" not in path.parts:
            assert not imports(path) & {"ipywidgets", "anywidget"}, path


def test_import_mctslib_loads_no_heavy_package():
    code = f"import sys, mctslib; print(sorted({HEAVY!r} & set(sys.modules)))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
