"""From a widget to the HTML with which it lives on a page."""

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

from mctslib.draw import svg

LIBRARY = Path(__file__).parents[2]


class Living(NamedTuple):
    """What a page gets of a widget.

    kind   which of the page scripts draws it
    data   the data of the script and of its answers: numbers, texts, lists and dicts
    still  the picture for a page without scripts, as HTML
    """

    kind: str
    data: Any
    still: str


def page(widget: Any) -> str:
    """Return the HTML with which a widget lives on a page.

    Raise TypeError for a widget that cannot.
    """
    if not can_live(widget):
        raise TypeError(f"A page without a kernel cannot show a {type(widget).__name__}.")
    kind = kind_of(widget)
    data: Callable[[Any], Any] = _module_of(kind).data
    return html(Living(kind, data(widget), still(widget)))


def can_live(widget: Any) -> bool:
    """Return whether `page` can make a page of a widget.

    Some widgets of a kind can live on a page and others cannot; then the kind's file decides.
    """
    kind = kind_of(widget)
    if not kind:
        return False
    this_one_can: Callable[[Any], bool] | None = getattr(_module_of(kind), "can_live", None)
    return this_one_can is None or this_one_can(widget)


def kind_of(widget: Any) -> str:
    """Return the kind of page on which a widget lives, "" if it lives on none.

    The class says it as `lives_as`.  A subclass does not inherit it, because the page would not
    know what the subclass does differently.
    """
    return vars(type(widget)).get("lives_as", "")


def _module_of(kind: str) -> ModuleType:
    """Return the file of this room that makes the data of a kind."""
    return import_module(f"{__package__}.{kind}")


@cache
def kinds() -> dict[str, str]:
    """Return the kind of each class of the library that lives on pages, by its full name.

    The files are read, and none of them is loaded.
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
    """Return what the text of a class says as `lives_as`, "" for a class that says nothing."""
    for line in getattr(part, "body", ()):
        if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "lives_as":
            return str(ast.literal_eval(line.value))
    return ""


def moving() -> list[str]:
    """Return what a notebook calls to make something that moves on a page.

    Questions are not among these names, because their texts are known without a run.
    """
    names = {"film_strip"}
    for full_name, kind in kinds().items():
        if kind not in ("question", "film"):
            names.add(full_name.rpartition(".")[2])
    return sorted(names)


def still(widget: Any) -> str:
    """Return the picture that a widget leaves anyway, as HTML."""
    if not hasattr(widget, "static_picture"):
        return widget._repr_html_()
    picture = str(widget.static_picture())
    if not picture.startswith("<svg"):
        return picture
    return svg.image(picture, svg.words(picture), fit=True)


def html(living: Living) -> str:
    """Return one element of a page: the still picture, and below it the data, packed."""
    text = json.dumps(living.data, separators=(",", ":"), allow_nan=False, default=plain_number)
    packed = base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()
    inside = (
        f'<div class="mcts-still">{living.still}</div><script '
        f'type="application/gzip">{packed}</script>'
    )
    return f'<div class="mcts-living" data-kind="{living.kind}">{inside}</div>'


def plain_number(number: Any) -> Any:
    """Return the number of Python that equals a number of numpy.

    Raise TypeError for what is none.
    """
    if not hasattr(number, "item"):
        raise TypeError(f"A page cannot carry {number!r}.")
    return number.item()


def show() -> None:
    """Let the widgets of a notebook leave pages, if they can live on one, instead of views."""
    from IPython.core.getipython import get_ipython

    formatter = get_ipython().display_formatter.mimebundle_formatter  # type: ignore[union-attr]
    for name in kinds():
        module, _, kind = name.rpartition(".")
        formatter.for_type_by_name(module, kind, _shown)


def _shown(widget: Any) -> dict[str, str]:
    """Return what a widget leaves in the output of a cell: a page, or the picture alone."""
    left = page(widget) if can_live(widget) else still(widget)
    return {"text/html": left}
