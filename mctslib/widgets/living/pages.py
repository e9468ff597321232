"""From a widget to the HTML with which it lives on a page."""

import base64
import gzip
import json
from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from mctslib.draw import svg

# Where the classes are, and which file of this room makes their data; named, so that none is loaded
# in vain.
KINDS = {
    "mctslib.widgets.stepping.view.StepperView": "stepper",
    "mctslib.widgets.atlas.atlas.Atlas": "atlas",
    "mctslib.draw.show.FilmStrip": "film",
    "mctslib.course.asking.Prediction": "question",
    "mctslib.course.asking.Checkpoint": "question",
    "mctslib.course.ch03.widget.Paper": "paper",
    "mctslib.widgets.play.play.Play": "play",
    "mctslib.course.ch01.widget.FlatExplorer": "sliders",
    "mctslib.course.ch04.widget.LiveTree": "sliders",
    "mctslib.course.ch06.widget.Growth": "sliders",
    "mctslib.course.ch07.widget.CExplorer": "sliders",
    "mctslib.course.ch09.bell.Bell": "sliders",
    "mctslib.course.ch13.widget.ProofExplorer": "proofs",
    "mctslib.course.ch14.widget.BetaMap": "sliders",
    "mctslib.course.ch15.widget.Workers": "sliders",
    "mctslib.course.ch16.widget.Hunches": "sliders",
    "mctslib.course.ch17.cards.Cards": "sliders",
    "mctslib.course.ch18.widget.PuttingLab": "sliders",
    "mctslib.course.ch19.widget.SameBudget": "same_budget",
    "mctslib.course.ch20.widget.SecretLines": "sliders",
}


class Living(NamedTuple):
    """What a page gets of a widget.

    kind   which of the page scripts draws it
    data   what that script and its answers know: numbers, texts, lists and dicts
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
        raise TypeError(
            f"Of a {type(widget).__name__} no page can be made that lives without a kernel."
        )
    kind = KINDS[_full_name(widget)]
    data: Callable[[Any], Any] = import_module(f"{__package__}.{kind}").data
    return html(Living(kind, data(widget), still(widget)))


def can_live(widget: Any) -> bool:
    """Return whether `page` can make a page of a widget.

    Some widgets of a kind can live on a page and others cannot; the kind's file then says which.
    """
    kind = KINDS.get(_full_name(widget))
    if kind is None:
        return False
    this_one_can: Callable[[Any], bool] | None
    this_one_can = getattr(import_module(f"{__package__}.{kind}"), "can_live", None)
    return this_one_can is None or this_one_can(widget)


def moving() -> list[str]:
    """Return what a notebook calls to make something that moves on a page.

    Questions are not among these names, because their texts are known without a run.
    """
    names = {"film_strip"}
    for full_name, kind in KINDS.items():
        if kind not in ("question", "film"):
            names.add(full_name.rpartition(".")[2])
    return sorted(names)


def _full_name(widget: Any) -> str:
    return f"{type(widget).__module__}.{type(widget).__qualname__}"


def still(widget: Any) -> str:
    """The picture that a widget leaves anyway, as HTML."""
    if not hasattr(widget, "static_picture"):
        return widget._repr_html_()
    picture = widget.static_picture()
    return (
        svg.image(picture, svg.words(picture), fit=True) if picture.startswith("<svg") else picture
    )


def html(living: Living) -> str:
    """One element of a page: the still picture, and below it the data, packed."""
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
    """In a notebook: from now on a widget that can live on a page leaves that instead of its
    view.
    """
    from IPython.core.getipython import get_ipython

    formatter = get_ipython().display_formatter.mimebundle_formatter  # type: ignore[union-attr]
    for name in KINDS:
        module, _, kind = name.rpartition(".")
        formatter.for_type_by_name(module, kind, _shown)


def _shown(widget: Any) -> dict[str, str]:
    """Return what a widget leaves in the output of a cell: a page, or the picture alone."""
    return {"text/html": page(widget) if can_live(widget) else still(widget)}
