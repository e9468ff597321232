"""Show the reader's progress: `summary` for one chapter, `progress` for all chapters."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib import import_module

from mctslib.course import store
from mctslib.course.exercise import CHECKERS
from mctslib.course.questions import Option, Question, questions, titles
from mctslib.words import number

CELL = 'style="padding:.2em .25em;text-align:left"'
# Small letters let five headings fit into half a window.
HEAD = 'style="padding:.2em .25em;text-align:left;font-size:85%"'
# The entry of a sheet: the number of right cells, and the number of all cells.
NOTHING = "–"


@dataclass(frozen=True)
class Page:
    """A text that shows itself as HTML in a notebook and as plain text elsewhere."""

    html: str
    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.html


def scrollable(table: str, name: str) -> str:
    """Return a table that can be scrolled, even with the keyboard, if the window is too small.

    table  the table as HTML
    name   the name of the table for screen readers, as plain text
    """
    label = escape(name)
    style = "overflow-x:auto"
    return f'<div role="region" aria-label="{label}" tabindex="0" style="{style}">{table}</div>'


# ---------------------------------------------------------- what was done


@dataclass(frozen=True)
class OutOf:
    """The number of tasks of a kind that the reader has done, out of all tasks of this kind.

    done   the number of tasks that are done
    of     the number of all tasks
    right  the number of tasks with a right answer, or None if right answers are not counted
    when   which of a task's answers is counted, in words after the number of right answers
    """

    done: int
    of: int
    right: int | None = None
    when: str = ""

    def __str__(self) -> str:
        count = f"{number(self.done)} of {number(self.of)}"
        if self.done and self.right is not None:
            return f"{count}, {number(self.right)} right{self.when}"
        return count


@dataclass(frozen=True)
class ChapterProgress:
    """The reader's progress in one chapter."""

    chapter: str
    finished: bool  # whether the chapter has been read to the end
    predictions: OutOf
    exercises: OutOf
    checkpoints: OutOf

    @property
    def begun(self) -> bool:
        """Whether anything in the chapter has been done."""
        parts = (self.predictions, self.exercises, self.checkpoints)
        return self.finished or any(count.done for count in parts)


def tally(chapter: str, entries: store.Entries | None = None) -> ChapterProgress:
    """Count the reader's entries of a chapter.

    Entries of questions that the chapter no longer asks are not counted.

    chapter  the name of the chapter, such as "03"
    entries  the content of a progress file, by default the current reader's file

    Raises `QuestionError` if there is no such chapter.
    """
    if entries is None:
        entries = store.load()
    asked = questions(chapter)
    return ChapterProgress(
        chapter,
        bool(entries.get("chapters", {}).get(chapter)),
        count_predictions(asked, entries),
        count_exercises(chapter, entries),
        count_checkpoints(asked, entries),
    )


def count_predictions(asked: list[Question], entries: store.Entries) -> OutOf:
    """Count the predictions that the reader has made, and the right predictions among them."""
    made = entries.get("predictions", {})
    scored = entries.get("scored", {})
    predictions = [question for question in asked if question.kind == "predict"]
    predicted = [question for question in predictions if question.key in made]
    right = sum(bool(scored.get(question.key)) for question in predicted)
    return OutOf(len(predicted), len(predictions), right)


def count_exercises(chapter: str, entries: store.Entries) -> OutOf:
    """Count the exercises whose checkers have accepted an answer."""
    passed = entries.get("exercises", {})
    names = checkers_of(chapter)
    return OutOf(sum(bool(passed.get(f"{chapter} {name}")) for name in names), len(names))


def count_checkpoints(asked: list[Question], entries: store.Entries) -> OutOf:
    """Count the checkpoints that the reader has answered, and those whose last answer is right."""
    choices = entries.get("checkpoints", {})
    checkpoints = [question for question in asked if question.kind == "checkpoint"]
    answered: list[Option] = []
    for question in checkpoints:
        option = question.option(choices.get(question.key))
        if option is not None:
            answered.append(option)
    right = sum(option.right for option in answered)
    return OutOf(len(answered), len(checkpoints), right, " in the end")


def checkers_of(chapter: str) -> list[str]:
    """Return the names of a chapter's checkers, or [] if the chapter has none."""
    try:
        import_module(f"mctslib.course.ch{chapter}.checkers")
    except ModuleNotFoundError:
        return []
    return CHECKERS.get(chapter, [])


# ---------------------------------------------------------- the pages


def summary(chapter: str) -> Page:
    """Show the reader's progress in a chapter, and record that the chapter was read to the end.

    chapter  the name of the chapter, such as "03"
    """
    trouble = store.keep("chapters", chapter, True)
    this = tally(chapter)
    rows = []
    for name, count in [
        ("Predictions made", this.predictions),
        ("Exercises passed", this.exercises),
        ("Checkpoints answered", this.checkpoints),
    ]:
        if count.of:
            rows.append((name, str(count)))
    return page_of_table(f"Chapter {chapter}: what you did", (), rows, trouble or where_kept())


def progress() -> Page:
    """Show a table of the reader's progress, with one row for each chapter.

    A row shows whether the chapter was read to the end, and how many of its predictions, exercises
    and checkpoints are done.
    """
    rows = [
        (f"{chapter} · {title}", *progress_cells(chapter)) for chapter, title in titles().items()
    ]
    head = ("Chapter", "To the end", "Predictions", "Exercises", "Checkpoints")
    page = page_of_table("Your progress", head, rows, where_kept())
    return Page(scrollable(page.html, "Your progress"), page.text)


def progress_cells(chapter: str) -> tuple[str, str, str, str]:
    """Return a chapter's row in the table of `progress`, without the chapter's name."""
    try:
        this = tally(chapter)
    except ValueError:  # the chapter has no questions, so it does not exist yet
        return (NOTHING, NOTHING, NOTHING, NOTHING)
    if not this.begun:
        return (NOTHING, NOTHING, NOTHING, NOTHING)
    finished = "yes" if this.finished else "not yet"
    return finished, str(this.predictions), str(this.exercises), str(this.checkpoints)


def where_kept() -> str:
    """Return a note about the file in which the entries are saved, or "" if no file is used."""
    file = store.path()
    if file is None:
        return ""
    if sys.platform == "emscripten":  # the page runs this cell before the reader has done anything
        place = f"Your progress is kept in {file.name}, in this browser, and nowhere else."
        return f"{place} To count it again, run this cell."
    place = f"Your progress is kept in {file.name}, in your own folder, and nowhere else."
    return f"{place} To start again, delete this file."


def page_of_table(
    title: str, head: Sequence[str], rows: Sequence[Sequence[str]], note: str
) -> Page:
    """Return a page with a table and a note below the table.  The first column names the rows.

    title  the heading above the table
    head   the names of the columns, or () for no names
    rows   the rows; each row has one string for each column
    """
    lines = []
    if head:
        names = [f'<th scope="col" {HEAD}>{escape(name)}</th>' for name in head]
        lines.append(f"<tr>{''.join(names)}</tr>")
    for first, *rest in rows:
        cells = [f'<th scope="row" {CELL}>{escape(first)}</th>']
        cells += [f"<td {CELL}>{escape(cell)}</td>" for cell in rest]
        lines.append(f"<tr>{''.join(cells)}</tr>")
    caption = f'<caption style="text-align:left;font-weight:bold">{escape(title)}</caption>'
    table = f"<table>{caption}{''.join(lines)}</table>"
    html = f'{table}<div role="status">{escape(note)}</div>'
    in_words = [title]
    for row in [head, *rows]:
        in_words.append("  ".join(cell for cell in row if cell))
    in_words.append(note)
    return Page(html, "\n".join(line for line in in_words if line))
