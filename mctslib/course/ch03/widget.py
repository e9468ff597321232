"""`Paper`: fill in N and W of every node on the path of one iteration.

Each number is checked as you go.
"""

from html import escape
from typing import Any

import ipywidgets as W

from mctslib.course.ch03.paper import Cell, Row, Sheet
from mctslib.course.store import keep, once
from mctslib.draw.show import gallery, tree_svg
from mctslib.draw.svg import text_block
from mctslib.trace import Trace
from mctslib.widgets.panel import Panel, close_all, safely
from mctslib.words import points

RIGHT, WRONG = "✔ right", "✗"


class Paper(Panel):
    """A drawn tree just before backpropagation, and two empty fields a node: its new N and its new
    W.

    trace      what `record` returned
    iteration  which iteration to do, from 1; the button "Another iteration" goes on to the next
    chapter    whose sheet this is: the score of a finished sheet is kept with what the reader did
               there

    The answers are shown only once a number was tried in every field.  `sheet.score` counts first
    tries.
    """

    def __init__(self, trace: Trace, iteration: int, chapter: str = "03") -> None:
        super().__init__()
        self.trace, self.chapter = trace, chapter
        self.picture, self.table = W.HTML(), W.VBox()
        self.reveal_button = W.Button(
            description="Show the answers", tooltip="Once every field was tried"
        )
        self.another_button = W.Button(
            description="Another iteration", tooltip="The next one of this search"
        )
        self.reveal_button.on_click(self.reveal)
        self.another_button.on_click(self.another)
        buttons = W.HBox(
            [self.reveal_button, self.another_button], layout=W.Layout(flex_flow="row wrap")
        )
        self.children = [self.picture, self.table, buttons, self.status]
        self._take(iteration)

    def _take(self, t: int) -> None:
        for part in self.table.children:  # the fields of the sheet before
            close_all(part)
        self.sheet = Sheet(self.trace, t)
        self.picture.value = f"<p>{escape(self.story())}</p>{self.drawn(self.sheet)}"
        self.fields = {cell: self._field(cell) for cell in self.sheet.cells}
        self.remarks = {cell: W.HTML() for cell in self.sheet.cells}
        self.table.children = [self._row(k, row) for k, row in enumerate(self.sheet.rows)]
        self.reveal_button.disabled = True
        self.status.say(
            f"{len(self.sheet.cells)} fields. Press Enter or Tab after a number, and it is checked."
        )

    def _field(self, cell: Cell) -> W.Text:
        """An empty field; its label names the number and the node, for the eye and for a screen
        reader.
        """
        row, letter = cell
        field = W.Text(
            description=f"{letter} of {self.sheet.rows[row].name}",
            continuous_update=False,
            placeholder="?",
            style={"description_width": "130px"},
            layout=W.Layout(width="230px"),
        )
        field.observe(lambda change: self.check(cell), "value")
        return field

    def _row(self, number: int, row: Row) -> W.VBox:
        title = W.HTML(f"<b>{escape(row.name)}</b> · {escape(row.given())}")
        lines = [
            W.HBox(
                [self.fields[number, x], self.remarks[number, x]],
                layout=W.Layout(flex_flow="row wrap"),
            )
            for x in "NW"
        ]
        return W.VBox([title, *lines])

    @safely
    def check(self, cell: Cell) -> None:
        """Judge what stands in one field."""
        text = self.fields[cell].value
        before = self.sheet.all_tried
        remark = self.sheet.judge(cell, text) if text.strip() else ""
        words = "" if not text.strip() else f"{WRONG} {remark}" if remark else RIGHT
        self.remarks[cell].value = f'<span role="status">{escape(words)}</span>'
        self.reveal_button.disabled = not self.sheet.all_tried
        self.status.say(" ".join(filter(None, [self._progress(), "" if before else self._kept()])))

    def _kept(self) -> str:
        """Keep the score of a sheet that has just been filled in; says so if that cannot be."""
        if not self.sheet.all_tried:
            return ""
        right, cells = self.sheet.score
        return once(
            keep("sheets", f"{self.chapter} iteration {self.sheet.t}", f"{right} of {cells}")
        )

    def _progress(self) -> str:
        right, cells = self.sheet.score
        if not self.sheet.all_tried:
            return f"{len(self.sheet.tried)} of {cells} fields tried."
        done = all(remark.value.find(RIGHT) >= 0 for remark in self.remarks.values())
        first = f"{right} of {cells} right at the first try."
        return (
            f"Every number is right. {first}"
            if done
            else f"{first} Correct the others, or show the answers."
        )

    @safely
    def reveal(self, button: object = None) -> None:
        """Write the answers beside the fields; refused until each was tried."""
        if not self.sheet.all_tried:
            raise ValueError("First write a number in every field. A wrong one costs nothing.")
        for (row, letter), remark in self.remarks.items():
            answer = f"{letter} = {points(self.sheet.rows[row].after[letter])}"
            sign = RIGHT if RIGHT in remark.value else WRONG
            remark.value = f'<span role="status">{sign} · {answer}</span>'
        self.status.say(
            f"{self._progress().split('. ')[0].rstrip('.')}. The answers stand beside the fields."
        )

    @safely
    def another(self, button: object = None) -> None:
        """A new sheet: the next iteration of the trace, after the last the first."""
        self._take(self.sheet.t % len(self.trace) + 1)

    def story(self) -> str:
        """What has happened so far in this iteration, in words."""
        return self.sheet.story()

    @staticmethod
    def drawn(sheet: Sheet) -> str:
        """The tree as the stepper shows it in phase 3."""
        it = sheet.iteration
        options: dict[str, Any] = {
            "path": it.path,
            "new": it.path if it.expanded else None,
            "phase": "simulate",
        }
        return tree_svg(
            sheet.root, boards=1, sums=True, rollout=it.rollout, result=sheet.result, **options
        )

    def static_picture(self) -> str:
        """The tree and a sheet with blanks, to be filled in with a pencil."""
        lines = self.blanks()
        sheet = text_block("\n\n".join(lines), "A sheet with blanks: " + "; ".join(lines))
        return gallery(
            [self.drawn(self.sheet), sheet], [self.story(), "Fill in the blanks"], spoken=True
        )._repr_html_()

    def blanks(self) -> list[str]:
        """The sheet in letters, a line a node: the numbers before, and blanks for those after."""
        width = max(len(row.name) for row in self.sheet.rows)
        return [
            f"{row.name:<{width}}   {row.given():<22}  after: N = ____  W = ____"
            for row in self.sheet.rows
        ]

    def static_text(self) -> str:
        return f"{self.story()} (run this cell to fill in N and W)"
