"""`Paper`: write N and W into the nodes on the path of an iteration; each number is checked."""

from html import escape
from typing import Any

import ipywidgets as W

from mctslib.course.ch03.paper import Cell, Row, Sheet
from mctslib.course.store import keep, once
from mctslib.draw.blanks import blanks_of
from mctslib.draw.dot import place
from mctslib.draw.show import fitted_tree, gallery, tree_svg
from mctslib.draw.svg import dimensions, text_block
from mctslib.trace import Trace
from mctslib.tree import walk
from mctslib.widgets.bar import ControlBar, Headline, filled, framed
from mctslib.widgets.panel import Panel, close_all, push_button, safely
from mctslib.words import count, points

RIGHT, WRONG = "✔ right", "✗"
MOST_SHEETS = 30  # the largest number of sheets that are measured to reserve space
ROOM = 256  # the width in pixels that JupyterLab on a phone leaves for the tree
BELOW_PICTURE = 8  # height of the empty space that a browser leaves below a picture, in pixels
CORRECT = " Correct the other numbers, or show the answers."
HOW = "Press Enter or Tab after a number to check it."
LONGEST = (
    (f"10 of 12 right at the first try.{CORRECT}", ""),
    ("Write the new N and W into the 12 fields.", HOW),
    (
        "10 of 12 fields tried.",
        "✗ W of X 5: You added the other side's reward, 0. X moved into this node, so W grows by "
        "X's reward, 1.",
    ),
)
IS_RIGHT, IS_WRONG = "mcts-right", "mcts-wrong"  # CSS classes of a field


class Paper(Panel):
    """Show a tree just before backpropagation, with a field for the new N and W of each node.

    trace      the result of `record`
    iteration  number of the iteration, from 1; the button "Another iteration" goes to the next one
    chapter    the chapter under which the score of a finished sheet is saved, for example "03"

    The answers can be shown after a number has been tried in each field.  `sheet.score` holds the
    number of fields whose first number was right, and the number of fields.  Raises ValueError if
    the trace has no iteration with the number `iteration`.
    """

    lives_as = "paper"

    def __init__(self, trace: Trace, iteration: int, chapter: str = "03") -> None:
        super().__init__()
        self.trace = trace
        self.chapter = chapter
        self.story_line = W.HTML()
        self.picture = W.HTML()
        self.figure = W.Box()  # the picture with the fields over it
        self.figure.add_class("mcts-nodes")
        self.table = W.VBox()
        self.table.add_class("mcts-remarks")
        self.reveal_button = push_button(
            "Show the answers", "eye", "Write the answer beside each number", self.reveal
        )
        self.another_button = filled(
            "Another iteration", "refresh", "Go to the next iteration of this search", self.another
        )
        # screen readers speak the status line
        self.headline = Headline(spoken=False, longest=LONGEST)
        self.status.add_class("mcts-spoken")
        bar = ControlBar(self.another_button, [self.reveal_button])
        self.children = framed(self, self.headline, [self.story_line, self.figure, self.table], bar)
        self.children[1].add_class("mcts-on-paper")
        self.add_class("mcts-slim")
        # Space is reserved for the largest tree, so nothing beside or below the tree moves.
        sizes = [self._size(t) for t in range(1, min(len(trace), MOST_SHEETS) + 1)]
        widths, heights = zip(*sizes)
        self.figure.layout.width = f"{max(widths):g}px"
        self.figure.layout.min_height = f"{max(heights) + BELOW_PICTURE:g}px"
        self._take(iteration)

    def _take(self, t: int) -> None:
        """Begin an empty sheet for iteration `t`."""
        # Remove the fields and the remarks of the previous sheet.
        for part in [*self.figure.children[1:], *self.table.children]:
            close_all(part)
        self.sheet = Sheet(self.trace, t)
        self.story_line.value = escape(self.story())
        self.picture.value = self.with_blanks(self.sheet)
        self.fields = {cell: self._field(cell) for cell in self._upwards()}
        self.remarks = {cell: W.HTML() for cell in self.sheet.cells}
        # Each field is placed before it is shown.  Otherwise it would first appear somewhere else.
        self._place_fields()
        self.figure.children = [self.picture, *self.fields.values()]
        self.table.children = [self._row(k, row) for k, row in enumerate(self.sheet.rows)]
        self.table.layout.display = "none"  # until there is a remark
        self.table.remove_class("mcts-answered")
        self._offer_answers()
        fields = count(len(self.sheet.cells), "field")
        self._say(f"Write the new N and W into the {fields}.", HOW)

    def _upwards(self) -> list[Cell]:
        """Return the cells in the order of the Tab key: up the path, then the node off the path."""
        rows = self.sheet.rows
        on_path = [number for number, row in enumerate(rows) if row.on_path]
        beside = [number for number, row in enumerate(rows) if not row.on_path]
        return [(number, letter) for number in [*on_path[::-1], *beside] for letter in "NW"]

    def _place_fields(self) -> None:
        """Lay each field over its blank in the picture.

        Without Graphviz the tree is drawn as text, and the fields and their labels stand below the
        tree.
        """
        blanks = blanks_of(self.picture.value)
        if not blanks:
            self.figure.remove_class("mcts-over")
            return
        self.figure.add_class("mcts-over")
        self.picture.layout.width = f"{dimensions(self.picture.value)[0]:g}px"
        for (number, letter), field in self.fields.items():
            path = self.sheet.rows[number].path
            where = place(walk(self.sheet.root, path), len(path))
            blank = blanks[where]["NW".index(letter)]
            field.layout.left = f"{blank.left:.1f}px"
            field.layout.top = f"{blank.top:.1f}px"
            field.layout.width = f"{blank.width:.1f}px"
            field.layout.height = f"{blank.height:.1f}px"

    def _offer_answers(self) -> None:
        """Show the button for the answers once a number has been tried in each field.

        Until then the button for another iteration is not filled, because it empties the sheet.
        """
        done = self.sheet.all_tried
        self.reveal_button.layout.display = "" if done else "none"
        (self.another_button.remove_class if done else self.another_button.add_class)("mcts-quiet")

    def _say(self, words: str, more: str = "") -> None:
        """Show the words in the headline, and send them to screen readers."""
        self.status.say(f"{words} {more}".strip())
        self.headline.say(words, more)

    def _field(self, cell: Cell) -> W.Text:
        """Return an empty field.

        The field's label names the node and the number that the reader must write.
        """
        row, letter = cell
        field = W.Text(
            description=f"{letter} of {self.sheet.rows[row].name}",
            continuous_update=False,
            placeholder="?",
            style={"description_width": "130px"},
        )
        field.observe(lambda change: self.check(cell), "value")
        return field

    def _row(self, number: int, row: Row) -> W.Widget:
        """Return a node's line for the list beside or below the tree; it shows once it has a remark."""
        name = W.HTML(f"<b>{escape(row.name)}</b> · {escape(row.given())}")
        remarks = [self.remarks[number, letter] for letter in "NW"]
        look = W.Layout(flex_flow="row wrap", grid_gap="0 16px", display="none")
        return W.HBox([name, *remarks], layout=look)

    @safely
    def check(self, cell: Cell) -> None:
        """Check the number in one field."""
        text = self.fields[cell].value
        finished_before = self.sheet.all_tried
        words = self._words(cell, text)
        self._remark(cell, words)
        self._offer_answers()
        message = self._progress()
        if self.sheet.all_tried and not finished_before:
            message = f"{message} {self._keep_score()}".rstrip()
        self.status.say(message)  # the list of nodes speaks its remarks itself
        why = self._why(cell, words)
        self.headline.say(message.removesuffix(CORRECT) if why else message, why)

    def _why(self, cell: Cell, words: str) -> str:
        """Return what is wrong with a number, for a phone, which has no room for the list."""
        row, letter = cell
        said = words.removeprefix(f"{WRONG} ")
        return f"{WRONG} {letter} of {self.sheet.rows[row].name}: {said}" if said != words else ""

    def _remark(self, cell: Cell, words: str) -> None:
        """Show the remark on a number in the list, and mark the field as right or wrong."""
        letter = f"<b>{cell[1]}</b> " if words else ""
        self.remarks[cell].value = f'<span role="status">{letter}{escape(words)}</span>'
        if words:
            self.table.layout.display = self.table.children[cell[0]].layout.display = ""
        field = self.fields[cell]
        field.remove_class(IS_RIGHT)
        field.remove_class(IS_WRONG)
        if words:
            field.add_class(IS_RIGHT if words.startswith(RIGHT) else IS_WRONG)

    def _words(self, cell: Cell, text: str) -> str:
        """Check the text in a field, and return the remark on this text."""
        if not text.strip():
            return ""
        remark = self.sheet.judge(cell, text)
        return f"{WRONG} {remark}" if remark else RIGHT

    def _keep_score(self) -> str:
        """Save the score of a finished sheet.

        Returns an error message if the score cannot be saved, and otherwise "".
        """
        right, cells = self.sheet.score
        key = f"{self.chapter} iteration {self.sheet.t}"
        return once(keep("sheets", key, f"{right} of {cells}"))

    def _progress(self) -> str:
        """Return a sentence about the reader's progress on the sheet."""
        right, cells = self.sheet.score
        if not self.sheet.all_tried:
            return f"{len(self.sheet.tried)} of {cells} fields tried."
        first = f"{right} of {cells} right at the first try."
        if all(RIGHT in remark.value for remark in self.remarks.values()):
            return f"Every number is right. {first}"
        return first + CORRECT

    @safely
    def reveal(self, button: object = None) -> None:
        """Write the answers into the list.

        Raises ValueError unless a number has been tried in each field.
        """
        if not self.sheet.all_tried:
            raise ValueError("First write a number in every field. A wrong number does no harm.")
        for cell, remark in self.remarks.items():
            row, letter = cell
            answer = f"{letter} = {points(self.sheet.rows[row].after[letter])}"
            sign = RIGHT if RIGHT in remark.value else WRONG
            self._remark(cell, f"{sign} · {answer}")
        self.table.add_class("mcts-answered")
        first_sentence = self._progress().split(". ")[0].rstrip(".")
        self._say(f"{first_sentence}. The answers are in the list of nodes.")

    @safely
    def another(self, button: object = None) -> None:
        """Begin a new sheet with the next iteration; the first iteration follows the last."""
        self._take(self.sheet.t % len(self.trace) + 1)

    def story(self) -> str:
        """Return a description of the iteration up to the end of the playout."""
        return self.sheet.story()

    def _size(self, t: int) -> tuple[float, float]:
        """Return the width and the height of the tree of one sheet, in pixels."""
        return dimensions(self.with_blanks(Sheet(self.trace, t)))

    def with_blanks(self, sheet: Sheet) -> str:
        """Draw the tree of a sheet with empty frames in its nodes, as SVG text.

        The tree is as narrow as a phone, so the playout shows only its result.  The heading with
        the name of the phase is left out: the tree shows the end of the simulation, but the reader
        is to carry out the next phase.
        """
        paths = [row.path for row in sheet.rows]
        return self.drawn(sheet, ROOM, blanks=paths, keep=paths, headed=False, rollout=())

    @staticmethod
    def drawn(sheet: Sheet, room: float | None = None, **options: Any) -> str:
        """Draw the tree of a sheet as in phase 3 of the stepper, and return it as SVG text.

        room      the largest width in pixels, or None for the whole tree
        options   more arguments for `tree_svg`
        """
        iteration = sheet.iteration
        options = {
            "boards": 1,
            "sums": True,
            "path": iteration.path,
            "new": iteration.path if iteration.expanded else None,
            "phase": "simulate",
            "rollout": iteration.rollout,
            "result": sheet.result,
            **options,
        }
        if room is None:
            return tree_svg(sheet.root, **options)
        return fitted_tree(sheet.root, room, **options)

    def static_picture(self) -> str:
        """Return the tree and a sheet with blanks, to be filled in with a pencil, as HTML."""
        lines = self.blanks()
        sheet = text_block("\n\n".join(lines), "A sheet with blanks: " + "; ".join(lines))
        pictures = [self.drawn(self.sheet), sheet]
        captions = [self.story(), "Fill in the blanks"]
        return gallery(pictures, captions, spoken=True)._repr_html_()

    def blanks(self) -> list[str]:
        """Return a line for each node, with the old N and W and blanks for the new numbers."""
        width = max(len(row.name) for row in self.sheet.rows)
        lines = []
        for row in self.sheet.rows:
            lines.append(f"{row.name:<{width}}   {row.given():<22}  after: N = ____  W = ____")
        return lines

    def static_text(self) -> str:
        return f"{self.story()} (run this cell to fill in N and W)"
