"""Find the code to show: the four lines of an iteration, and a function's code and docstring."""

import ast
import inspect
import textwrap
from collections.abc import Callable
from typing import Any

from mctslib.search import iterate
from mctslib.tree import PHASE_NAMES


def four_lines() -> list[str]:
    """Return the lines of `iterate` that call the four phases, in the order of the phases."""
    lines = inspect.getsource(iterate).splitlines()
    return [
        next(line.strip() for line in lines if f"phases.{name}(" in line) for name in PHASE_NAMES
    ]


def source(function: Callable[..., Any]) -> str:
    """Return the source of a function, or a comment stating that the source is not available."""
    try:
        return textwrap.dedent(inspect.getsource(function)).rstrip()
    except (OSError, TypeError):
        return f"# the source of {getattr(function, '__name__', function)!r} is not available"


def folded(text: str) -> tuple[str, str]:
    """Return the source of a function without its docstring, and the docstring.

    The docstring is "" if none is found.
    """
    try:
        function = ast.parse(text).body[0]
    except (SyntaxError, IndexError):  # for example a lambda in the middle of a line
        return text, ""
    if not isinstance(function, ast.FunctionDef):
        return text, ""
    words = ast.get_docstring(function)
    if not words:
        return text, ""
    first = function.body[0]
    lines = text.splitlines()
    assert first.end_lineno is not None, "ast.parse sets the last line of each statement"
    return "\n".join(lines[: first.lineno - 1] + lines[first.end_lineno :]), words
