"""The code has no expression that is too dense to be read at a glance.

A comprehension has at most two clauses, no conditional expression contains another one, and no
argument of a call assigns a variable.
"""

import ast

import pytest
from repository import ROOT, files

COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
FILES = files(".py")


def clauses(comprehension):
    """Return how many `for` and `if` clauses a comprehension has."""
    found = 0
    for generator in comprehension.generators:
        found += 1 + len(generator.ifs)
    return found


def folded(node):
    """Return a description of what is too dense in a node of the syntax tree, or ""."""
    if isinstance(node, COMPREHENSIONS) and clauses(node) > 2:
        return "a comprehension with three clauses"
    if isinstance(node, ast.IfExp):
        parts = (node.test, node.body, node.orelse)
        if any(isinstance(part, ast.IfExp) for part in parts):
            return "a conditional expression in another one"
    if isinstance(node, ast.Call):
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
        if any(isinstance(argument, ast.NamedExpr) for argument in arguments):
            return "an argument that assigns a variable"
    return ""


def findings(text):
    """Return (line, description) for each place in Python code that is too dense."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if folded(node):
            found.append((node.lineno, folded(node)))
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_nothing_has_to_be_unfolded(file):
    assert findings(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "text",
    [
        "[a for a in b for c in d if e]",
        "x = 1 if a else 2 if b else 3",
        "print(x := 3)",
        "f(y=(x := 3))",
    ],
)
def test_what_is_folded_is_found(text):
    assert findings(text)


def test_what_is_plain_passes():
    assert findings("[a for a in b if c]\nx = 1 if a else 2\nif y := f():\n    pass") == []
