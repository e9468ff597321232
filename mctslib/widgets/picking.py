"""Show a picture whose parts the reader can pick, with a click or with the arrow keys."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets as T

from mctslib.draw.boards import MARGIN, Squares
from mctslib.draw.look import ACT
from mctslib.draw.svg import dimensions, element
from mctslib.game import Action, State
from mctslib.games.board import columns
from mctslib.games.names import action_name

HERE = Path(__file__).parent
SCRIPTS = (HERE / "lighting.js", HERE / "picking.js")  # joined into one script


class PickingPicture(anywidget.AnyWidget):
    """HTML with SVG pictures, whose parts with the attribute `data-pick` can be picked.

    act  a function that is called with the `data-pick` string of the picked part; the function must
         check the string, because a page may send any string
    """

    _esm = "\n".join(script.read_text(encoding="utf-8") for script in SCRIPTS)
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


def pressable(
    board: str, state: State, cells: Sequence[Action], chosen: Action | None = None
) -> str:
    """Return the picture of a square board whose cells can be picked; the chosen cell has a frame."""
    if not cells:  # the game may have no board
        return board
    side = columns(state)
    unit = (dimensions(board)[0] - 2 * MARGIN) / side
    areas = []
    for cell in cells:
        x, y = Squares(side, unit).corner(cell)
        look: dict[str, Any] = {"x": x + 3, "y": y + 3, "width": unit - 6, "height": unit - 6}
        look |= {"data_pick": cell, "aria_label": action_name(state, cell)}
        look["aria_pressed"] = "true" if cell == chosen else "false"
        if cell == chosen:
            look |= {"stroke": ACT, "stroke_width": 3}
        areas.append(element("rect", rx=4, fill="transparent", **look))
    return board.replace("</svg>", "".join(areas) + "</svg>")
