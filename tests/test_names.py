"""A name that begins with an underscore is used only in the file that defines it."""

import ast

import pytest
from repository import ROOT, files

FILES = files(".py")
OTHERS = {  # names that Python or a library offers to its users
    "_asdict",  # of a NamedTuple, like the next three
    "_fields",
    "_make",
    "_replace",
    "_css",  # of an anywidget, like the next one
    "_esm",
    "_exit",  # of the module os
    "_tmp_path_factory",  # of pytest, which has no public name for it
    "_instances",  # the widgets that are open, in ipywidgets
    "_handle_msg",  # a message from a page to a widget, in ipywidgets
    "_view_module",  # the package that shows a widget, in ipywidgets
    "_mp_context",  # how a process pool starts its processes, in concurrent.futures
    "_processes",
    "_api",  # the settings with which Pyodide was built
    "_stats",  # the counts of mutmut
}


def is_private(name):
    """Return whether a name is private to one file: `_x`, but not `__x__` or `_repr_html_`."""
    return name.startswith("_") and not name.endswith("_") and name not in OTHERS


def defined_in(tree):
    """Return the names that a file defines: functions, classes, variables and attributes."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            names.add(node.attr)
    return names


def is_inherited(attribute):
    """Return whether an attribute belongs to the object itself, such as `self._draw`.

    The attribute may be inherited from a class in another file.
    """
    owner = attribute.value
    return isinstance(owner, ast.Name) and owner.id in ("self", "cls")


def borrowed(tree):
    """Return the private names that a file uses but does not define, each with its line.

    A class may use inherited names, so `self._draw` is not borrowed.
    """
    own = defined_in(tree)
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.Attribute) and node.attr not in own and not is_inherited(node):
            names = [node.attr]
        else:
            continue
        found += [f"line {node.lineno}: {name}" for name in names if is_private(name)]
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_uses_no_private_name_of_another(path):
    assert borrowed(ast.parse(path.read_text(encoding="utf-8"))) == []


def test_a_borrowed_private_name_is_found():
    lines = [
        "from mctslib.tree import _walk",
        "",
        "widget._draw()",
        "self._own = 1",
        "other._own",
        "self._inherited()",
    ]
    text = "\n".join(lines)
    assert borrowed(ast.parse(text)) == ["line 1: _walk", "line 3: _draw"]
