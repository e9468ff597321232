"""Show a heat map that reacts to dragging: the page sends the cell under the pointer to Python."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import anywidget
import traitlets as T

HERE = Path(__file__).parent


class Cell(NamedTuple):
    """The cell of the map under the pointer."""

    column: int  # 0 is the leftmost column
    row: int  # 0 is the top row
    begins: bool  # True if the pointer was pressed in this cell, False if it was dragged here


class DragMap(anywidget.AnyWidget):
    """Show a picture with a table of cells, and call `moved` when the reader presses or drags.

    area   the left edge, top edge, width and height of the table, as fractions (0 to 1) of the
           picture's size
    cells  the number of columns and the number of rows
    moved  a function that is called with the cell under the pointer; malformed messages from a page
           are ignored
    """

    _esm = (HERE / "dragging.js").read_text(encoding="utf-8")
    _css = (HERE / "dragging.css").read_text(encoding="utf-8")
    value = T.Unicode().tag(sync=True)
    area = T.List(T.Float()).tag(sync=True)
    cells = T.List(T.Int()).tag(sync=True)

    def __init__(
        self,
        area: tuple[float, float, float, float],
        cells: tuple[int, int],
        moved: Callable[[Cell], Any],
    ) -> None:
        super().__init__(area=list(area), cells=list(cells))
        self.moved = moved
        self.add_class("mcts-drag-map")
        self.on_msg(lambda widget, content, buffers: self._heard(content))

    def _heard(self, content: Any) -> None:
        """Call `moved` with the cell in a message from the page, and then allow another message."""
        cell = cell_of(content, *self.cells)
        if cell is not None:
            self.moved(cell)
            self.send({"done": True})


def cell_of(content: Any, columns: int, rows: int) -> Cell | None:
    """Return the cell in a message from the page, or None if the message is malformed."""
    if not isinstance(content, dict):
        return None
    column, row, begins = (content.get(key) for key in Cell._fields)
    if type(column) is not int or type(row) is not int or type(begins) is not bool:
        return None
    if not (0 <= column < columns and 0 <= row < rows):
        return None
    return Cell(column, row, begins)
