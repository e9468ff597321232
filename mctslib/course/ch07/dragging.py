"""A heat map on which one drags: the page sends the cell under the pointer."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import anywidget
import traitlets as T

HERE = Path(__file__).parent


class Cell(NamedTuple):
    """The cell of the map under the pointer."""

    column: int  # from 0, at the left
    row: int  # from 0, at the top
    begins: bool  # whether the pointer was pressed here; False while it is dragged


class DragMap(anywidget.AnyWidget):
    """A picture with a table of cells; a press or a drag on them calls `moved`.

    area   of the cells: left, top, width and height, each as a part of the picture's, 0 to 1
    cells  how many columns and rows there are
    hint   what stands below the picture
    moved  called with the cell under the pointer; whatever else a page sends is ignored
    """

    _esm = HERE / "dragging.js"
    _css = HERE / "dragging.css"
    value = T.Unicode().tag(sync=True)
    area = T.List(T.Float()).tag(sync=True)
    cells = T.List(T.Int()).tag(sync=True)
    hint = T.Unicode().tag(sync=True)

    def __init__(
        self,
        area: tuple[float, float, float, float],
        cells: tuple[int, int],
        hint: str,
        moved: Callable[[Cell], Any],
    ) -> None:
        super().__init__(area=list(area), cells=list(cells), hint=hint)
        self.moved = moved
        self.add_class("mcts-drag-map")
        self.on_msg(lambda widget, content, buffers: self._heard(content))

    def _heard(self, content: Any) -> None:
        """Take a cell from the page, then let the page send the next one."""
        cell = cell_of(content, *self.cells)
        if cell is not None:
            self.moved(cell)
            self.send({"done": True})


def cell_of(content: Any, columns: int, rows: int) -> Cell | None:
    """Return the cell that a message of the page names; None if it names none."""
    if not isinstance(content, dict):
        return None
    column, row, begins = (content.get(key) for key in Cell._fields)
    if type(column) is not int or type(row) is not int or type(begins) is not bool:
        return None
    if not (0 <= column < columns and 0 <= row < rows):
        return None
    return Cell(column, row, begins)
