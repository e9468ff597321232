"""`Paper`: fill in N and W of the nodes on one iteration's path; each number is checked at once."""

from html import escape

import ipywidgets as W

from mctslib.course.ch03.paper import Cell, Row, Sheet
from mctslib.course.store import keep, once
from mctslib.draw.show import gallery, tree_svg
from mctslib.draw.svg import text_block
from mctslib.trace import Trace
from mctslib.widgets.bar import ControlBar, Headline, filled, framed
from mctslib.widgets.panel import Panel, close_all, push_button, safely
from mctslib.words import points

RIGHT, WRONG = "✔ right", "✗"


class Paper(Panel):
    """A drawn tree just before backpropagation, and for each node fields for its new N and W.

    trace      what `record` returned
    iteration  which iteration to do, from 1; the button "Another iteration" goes on to the next
    chapter    whose sheet this is: the score of a finished sheet is kept with the reader's progress

    The answers are shown only once a number was tried in each field.  `sheet.score` counts first
    tries.  Raises ValueError if the trace has no such iteration.
    """

    def __init__(self, trace: Trace, iteration: int, chapter: str = "03") -> None:
        super().__init__()
        self.trace = trace
        self.chapter = chapter
        self.picture = W.HTML()
        self.table = W.VBox()
        self.reveal_button = push_button(
            "Show the answers", "eye", "Once every field was tried", self.reveal
        )
        self.another_button = filled(
            "Another iteration", "refresh", "The next one of this search", self.another
        )
        self.headline = Headline(spoken=False)  # the status line is spoken
        self.status.add_class("mcts-spoken")
        bar = ControlBar(self.another_button, [self.reveal_button])
        # Beside each other where there is room: who fills in a field sees its node.
        self.picture.layout.flex = "2 1 560px"
        self.table.layout.flex = "1 1 300px"
        self.children = framed(self, self.headline, [self.picture, self.table], bar)
        self._take(iteration)

    def _take(self, t: int) -> None:
        """Begin an empty sheet."""
        for part in self.table.children:  # the fields of the sheet before
            close_all(part)
        self.sheet = Sheet(self.trace, t)
        self.picture.value = f"<p>{escape(self.story())}</p>{self.drawn(self.sheet)}"
        self.fields = {cell: self._field(cell) for cell in self.sheet.cells}
        self.remarks = {cell: W.HTML() for cell in self.sheet.cells}
        self.table.children = [self._row(k, row) for k, row in enumerate(self.sheet.rows)]
        self._offer_answers()
        fields = f"{len(self.sheet.cells)} fields."
        self._say(f"{fields} Press Enter or Tab after a number, and it is checked.")

    def _offer_answers(self) -> None:
        """Show the button for the answers once every field was tried."""
        self.reveal_button.layout.display = "" if self.sheet.all_tried else "none"

    def _say(self, words: str) -> None:
        """Say what happened in the headline, and to a screen reader."""
        self.status.say(words)
        self.headline.say(words)

    def _field(self, cell: Cell) -> W.Text:
        """Return an empty field.

        Its label names the number and the node, for the eye and for a screen reader.
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
        parts = [W.HTML(f"<b>{escape(row.name)}</b> · {escape(row.given())}")]
        for letter in "NW":
            cell = number, letter
            line = [self.fields[cell], self.remarks[cell]]
            parts.append(W.HBox(line, layout=W.Layout(flex_flow="row wrap")))
        return W.VBox(parts)

    @safely
    def check(self, cell: Cell) -> None:
        """Judge what stands in one field."""
        text = self.fields[cell].value
        finished_before = self.sheet.all_tried
        self.remarks[cell].value = f'<span role="status">{escape(self._words(cell, text))}</span>'
        self._offer_answers()
        message = self._progress()
        if self.sheet.all_tried and not finished_before:
            message = f"{message} {self._keep_score()}".rstrip()
        self._say(message)

    def _words(self, cell: Cell, text: str) -> str:
        """Judge a text; return what stands beside its field."""
        if not text.strip():
            return ""
        remark = self.sheet.judge(cell, text)
        return f"{WRONG} {remark}" if remark else RIGHT

    def _keep_score(self) -> str:
        """Keep the score of a sheet that is filled in; return a sentence if that cannot be."""
        right, cells = self.sheet.score
        key = f"{self.chapter} iteration {self.sheet.t}"
        return once(keep("sheets", key, f"{right} of {cells}"))

    def _progress(self) -> str:
        """Return how far the reader is, in a sentence."""
        right, cells = self.sheet.score
        if not self.sheet.all_tried:
            return f"{len(self.sheet.tried)} of {cells} fields tried."
        first = f"{right} of {cells} right at the first try."
        if all(RIGHT in remark.value for remark in self.remarks.values()):
            return f"Every number is right. {first}"
        return f"{first} Correct the others, or show the answers."

    @safely
    def reveal(self, button: object = None) -> None:
        """Write the answers beside the fields.  Raises ValueError until each field was tried."""
        if not self.sheet.all_tried:
            raise ValueError("First write a number in every field. A wrong one costs nothing.")
        for (row, letter), remark in self.remarks.items():
            answer = f"{letter} = {points(self.sheet.rows[row].after[letter])}"
            sign = RIGHT if RIGHT in remark.value else WRONG
            remark.value = f'<span role="status">{sign} · {answer}</span>'
        first_sentence = self._progress().split(". ")[0].rstrip(".")
        self._say(f"{first_sentence}. The answers stand beside the fields.")

    @safely
    def another(self, button: object = None) -> None:
        """Begin a new sheet: the next iteration of the trace, after the last the first."""
        self._take(self.sheet.t % len(self.trace) + 1)

    def story(self) -> str:
        """Return what has happened so far in this iteration, in words."""
        return self.sheet.story()

    @staticmethod
    def drawn(sheet: Sheet) -> str:
        """Draw the tree as the stepper shows it in phase 3, as SVG text."""
        iteration = sheet.iteration
        return tree_svg(
            sheet.root,
            boards=1,
            sums=True,
            path=iteration.path,
            new=iteration.path if iteration.expanded else None,
            phase="simulate",
            rollout=iteration.rollout,
            result=sheet.result,
        )

    def static_picture(self) -> str:
        """Return the tree and a sheet with blanks, to be filled in with a pencil, as HTML."""
        lines = self.blanks()
        sheet = text_block("\n\n".join(lines), "A sheet with blanks: " + "; ".join(lines))
        pictures = [self.drawn(self.sheet), sheet]
        captions = [self.story(), "Fill in the blanks"]
        return gallery(pictures, captions, spoken=True)._repr_html_()

    def blanks(self) -> list[str]:
        """Return a line for each node: its numbers before, and blanks for those after."""
        width = max(len(row.name) for row in self.sheet.rows)
        lines = []
        for row in self.sheet.rows:
            lines.append(f"{row.name:<{width}}   {row.given():<22}  after: N = ____  W = ____")
        return lines

    def static_text(self) -> str:
        return f"{self.story()} (run this cell to fill in N and W)"
