"""Show a picture whose parts the reader can pick, with a click or with the arrow keys."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets as T

HERE = Path(__file__).parent


class PickingPicture(anywidget.AnyWidget):
    """HTML with SVG pictures, whose parts with the attribute `data-pick` can be picked.

    act  a function that is called with the `data-pick` string of the picked part; the function must
         check the string, because a page may send any string
    """

    _esm = (HERE / "picking.js").read_text(encoding="utf-8")
    _css = (HERE / "picking.css").read_text(encoding="utf-8")
    value = T.Unicode().tag(sync=True)
    picked = T.List(T.Any()).tag(sync=True)  # the text of `data-pick`, and the number of the pick

    def __init__(self, act: Callable[[str], Any] = lambda text: None) -> None:
        self.act = act
        super().__init__()
        self.observe(self._picked, "picked")

    def _picked(self, change: Any) -> None:
        picked = change["new"]
        if picked and isinstance(picked[0], str):
            self.act(picked[0])


def second(part: str) -> str:
    """Return a part of a figure that a phone shows only after a press on "More" (`bar.fold`)."""
    return f'<div class="mcts-second">{part}</div>'


def titled(title: str, picture: str, note: str = "") -> str:
    """Return a part of a figure as HTML: a title, a picture, and a note in small type."""
    small = f" <small>{note}</small>" if note else ""
    return f"<div><p class='mcts-label'>{title}{small}</p>{picture}</div>"
