"""Each room of the library imports only from the rooms that the table in the map allows.

Imports inside functions and imports for type hints count too.
"""

import ast
import re
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from mctslib.course.chapters import chapter_of_folder

ROOT = Path(__file__).resolve().parent.parent / "mctslib"
HEAVY = {
    "numba",
    "ipywidgets",
    "graphviz",
    "matplotlib",
    "anywidget",
    "scipy",
    "IPython",
    "tqdm",
    "numpy",
}
FILES = sorted(ROOT.rglob("*.py"))
HOLDS_STATEMENTS = (ast.stmt, ast.excepthandler, ast.match_case)  # an expression contains no import


def table():
    """Return the table of mctslib/README.md: room → the rooms that it may import from.

    A name in brackets is a room whose modules may be imported only inside functions.
    """
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| `([\w/]+)` \| ([^|]*) \|", text.partition("## Which room may import which")[2], re.M
    )
    return {
        room: set(re.findall(r"\(?\w+\)?", known.replace("nobody", ""))) for room, known in rows
    }


def room(path):
    """Return the room of a file: the first name below mctslib/, or the folder of a chapter."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[0] == "course" and chapter_of_folder(parts[1]):
        return f"course/{parts[1]}"
    return parts[0]


def home(module):
    """Return the file of the module with this full name, or None if the module is not ours."""
    path = ROOT.parent.joinpath(*module.split("."))
    return next(
        (file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None
    )


@cache
def imports(path):
    """Return (file or foreign package, whether in a function) for each import of a file."""
    found, known = [], []

    def walk(node, later):
        for part in ast.iter_child_nodes(node):
            if not isinstance(part, HOLDS_STATEMENTS):
                continue
            if isinstance(part, ast.Import):
                found.extend((alias.name, later) for alias in part.names)
            elif isinstance(part, ast.ImportFrom):
                assert not part.level, f"{path}: imports are written in full"
                found.extend((f"{part.module}.{alias.name}", later) for alias in part.names)
            walk(part, later or isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef))

    walk(ast.parse(path.read_text(encoding="utf-8")), False)
    for name, later in found:
        if name.split(".")[0] != "mctslib":
            known.append((name.split(".")[0], later))
        else:
            known.append((home(name) or home(name.rpartition(".")[0]), later))
    return known


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_file_knows_only_the_rooms_that_the_table_names(path):
    rules, own = table(), room(path)
    if own in ("__init__", "__main__"):
        return
    allowed = rules["course/chNN" if own.startswith("course/") else own]
    if own.startswith("course/"):
        # the second half of a chapter may import from the first
        allowed = allowed | {own.rstrip("abc")}
    for other, later in imports(path):
        if isinstance(other, Path) and room(other) not in (
            own,
            "offer",
            "files",
            "words",
            "__init__",
        ):
            assert {room(other)} & allowed or (later and f"({room(other)})" in allowed), (
                f"{path} knows {other}"
            )


def test_the_table_has_every_room_and_no_other():
    rooms = {"course/chNN" if room(path).startswith("course/") else room(path) for path in FILES}
    assert set(table()) == rooms - {"__init__", "__main__"}


def test_no_two_classes_share_a_name():
    names = [
        name
        for path in FILES
        for name in re.findall(r"^class (\w+)", path.read_text(encoding="utf-8"), re.M)
    ]
    assert sorted(names) == sorted(set(names))


def test_no_files_know_each_other_in_a_circle():
    waiting = {
        path: {other for other, _ in imports(path) if other in FILES and other != path}
        for path in FILES
    }
    while leaves := [path for path, others in waiting.items() if not others & set(waiting)]:
        for path in leaves:
            del waiting[path]
    assert not waiting, "\n".join(map(str, waiting))


def test_the_evening_s_files_know_nothing_heavy():
    evening = [path for path in FILES if path.parent in (ROOT, ROOT / "games", ROOT / "checks")]
    for path in evening:
        assert not HEAVY & {other for other, _ in imports(path)}, path


def test_only_widgets_know_ipywidgets():
    for path in FILES:
        if {"ipywidgets", "anywidget"} & {other for other, _ in imports(path)}:
            assert room(path).startswith(("widgets", "course")), path


def test_import_mctslib_loads_no_heavy_package():
    code = f"import sys, mctslib; print(sorted({HEAVY!r} & set(sys.modules)))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


@pytest.mark.parametrize("room", ["arena", "widgets", "course.ch03"])
def test_a_room_lists_the_names_that_it_offers(room):
    """An editor can complete the names of a room before the modules of these names are loaded."""
    module = import_module(f"mctslib.{room}")
    assert dir(module) == sorted(module.__all__) != []
