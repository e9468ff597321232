"""Turn a widget into HTML that works on a page without a kernel."""

import ast
import base64
import gzip
import json
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from mctslib.widgets import panel

LIBRARY = Path(__file__).parents[2]


class Living(NamedTuple):
    """The parts of a widget that go into a page.

    kind   the kind of the widget, which names its page scripts
    data   the data with which scripts draw the widget and respond to clicks: numbers, strings,
           lists and dicts
    still  the picture shown where scripts are switched off, as HTML
    """

    kind: str
    data: Any
    still: str


def page(widget: Any) -> str:
    """Return the HTML that makes a widget work on a page without a kernel.

    Raises TypeError for a widget that cannot live on a page.
    """
    if not can_live(widget):
        raise TypeError(f"A page without a kernel cannot show a {type(widget).__name__}.")
    kind = kind_of(widget)
    data: Callable[[Any], Any] = _module_of(kind).data
    picture = still(widget)  # first, because for the still picture a widget ends its search
    return html(Living(kind, data(widget), picture))


def can_live(widget: Any) -> bool:
    """Return whether the function `page` accepts a widget.

    If only some widgets of a kind can live on a page, the function `can_live` of the kind's module
    decides.
    """
    kind = kind_of(widget)
    if not kind:
        return False
    this_one_can: Callable[[Any], bool] | None = getattr(_module_of(kind), "can_live", None)
    return this_one_can is None or this_one_can(widget)


def kind_of(widget: Any) -> str:
    """Return the kind of a widget, or "" if the widget cannot live on a page.

    The class names its kind in the attribute `lives_as`.  A subclass does not inherit the kind,
    because the page script would not show the changes that the subclass makes.
    """
    return vars(type(widget)).get("lives_as", "")


def _module_of(kind: str) -> ModuleType:
    """Return the module of this folder that makes the data of a kind."""
    return import_module(f"{__package__}.{kind}")


@cache
def kinds() -> dict[str, str]:
    """Return a dict that maps the full name of each class that can live on a page to its kind.

    The function reads the library's source files, but does not import them.
    """
    found = {}
    for file in sorted(LIBRARY.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if "    lives_as = " not in text:
            continue
        module = ".".join(file.relative_to(LIBRARY.parent).with_suffix("").parts)
        for part in ast.parse(text).body:
            kind = _said_by(part)
            if kind and isinstance(part, ast.ClassDef):
                found[f"{module}.{part.name}"] = kind
    return found


def _said_by(part: ast.stmt) -> str:
    """Return the value of `lives_as` in the source of a class, or "" if it is not set."""
    for line in getattr(part, "body", ()):
        if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "lives_as":
            return str(ast.literal_eval(line.value))
    return ""


def moving() -> list[str]:
    """Return the names of the functions and classes that make moving widgets on a page.

    Questions are not among them, because the text of a question is known without running the
    notebook.
    """
    names = {"film_strip"}
    for full_name, kind in kinds().items():
        if kind not in ("question", "film"):
            names.add(full_name.rpartition(".")[2])
    return sorted(names)


def still(widget: Any) -> str:
    """Return, as HTML, what a widget leaves in a saved notebook."""
    return panel.still(widget) if hasattr(widget, "static_picture") else widget._repr_html_()


def html(living: Living) -> str:
    """Return one HTML element with the still picture and, below, the compressed data."""
    text = json.dumps(living.data, separators=(",", ":"), allow_nan=False, default=plain_number)
    packed = base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()
    inside = (
        f'<div class="mcts-still">{living.still}</div><script '
        f'type="application/gzip">{packed}</script>'
    )
    return f'<div class="mcts-living" data-kind="{living.kind}">{inside}</div>'


def plain_number(number: Any) -> Any:
    """Return a numpy number as a Python number.

    Raises TypeError for anything else.
    """
    if not hasattr(number, "item"):
        raise TypeError(f"A page cannot contain {number!r}.")
    return number.item()


def show() -> None:
    """Make each widget that can live on a page show its `page` as the output of its cell."""
    from IPython.core.getipython import get_ipython

    formatter = get_ipython().display_formatter.mimebundle_formatter  # type: ignore[union-attr]
    for name in kinds():
        module, _, kind = name.rpartition(".")
        formatter.for_type_by_name(module, kind, _shown)


def _shown(widget: Any) -> dict[str, str]:
    """Return the output that a widget leaves below a cell: living HTML, or else the picture."""
    left = page(widget) if can_live(widget) else still(widget)
    return {"text/html": left}
