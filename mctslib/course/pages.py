"""What the reader has done: `summary` of one chapter, `progress` of all; HTML, and the same in plain words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib import import_module

from mctslib.course import store
from mctslib.course.exercise import CHECKERS
from mctslib.course.questions import questions, titles

CELL = 'style="padding:.2em .25em;text-align:left"'
HEAD = 'style="padding:.2em .25em;text-align:left;font-size:85%"'  # five heads fit half a window


@dataclass(frozen=True)
class Page:
    """Something to read: HTML in a notebook, plain words elsewhere."""

    html: str
    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.html


def scrollable(table: str, name: str) -> str:
    """A table that may be wider than a small window: it scrolls, by keyboard too, and has a name."""
    return f'<div role="region" aria-label="{escape(name)}" tabindex="0" style="overflow-x:auto">{table}</div>'


@dataclass(frozen=True)
class OutOf:
    """So many of so many, and how many of those done are right (None where there is no right)."""

    done: int
    of: int
    right: int | None = None

    def __str__(self) -> str:
        return f"{self.done} of {self.of}" + (
            f", {self.right} right" if self.done and self.right is not None else ""
        )


@dataclass(frozen=True)
class ChapterProgress:
    """What the reader has done in one chapter."""

    chapter: str
    finished: bool
    predictions: OutOf
    exercises: OutOf
    checkpoints: OutOf
    sheets: OutOf = OutOf(0, 0)  # filled in on paper: done and right are numbers, not sheets

    @property
    def begun(self) -> bool:
        parts = (self.predictions, self.exercises, self.checkpoints, self.sheets)
        return self.finished or any(count.done for count in parts)


def tally(chapter: str, kept: store.Entries | None = None) -> ChapterProgress:
    """Count what is kept of a chapter, by this reader unless `kept` is another's; what is no longer asked is not."""
    kept = store.load() if kept is None else kept
    asked = questions(chapter)
    predictions = [one.key for one in asked if one.kind == "predict"]
    made = [key for key in predictions if key in kept.get("predictions", {})]
    scored = kept.get("scored", {})
    choices = kept.get("checkpoints", {})
    chosen = [one.option(choices.get(one.key)) for one in asked if one.kind == "checkpoint"]
    answered = [option for option in chosen if option]
    checkers = _checkers(chapter)
    passed = [name for name in checkers if kept.get("exercises", {}).get(f"{chapter} {name}")]
    return ChapterProgress(
        chapter,
        bool(kept.get("chapters", {}).get(chapter)),
        OutOf(len(made), len(predictions), sum(bool(scored.get(key)) for key in made)),
        OutOf(len(passed), len(checkers)),
        OutOf(len(answered), len(chosen), sum(option.right for option in answered)),
        _sheets(kept.get("sheets", {}), chapter),
    )


def _sheets(kept: dict[str, store.Value], chapter: str) -> OutOf:
    """The sheets of a chapter together: "8 of 10" right at the first try in one, "4 of 6" in another."""
    scores = [
        re.fullmatch(r"(\d+) of (\d+)", str(v))
        for key, v in kept.items()
        if key.startswith(f"{chapter} ")
    ]
    right, cells = (sum(int(score[k]) for score in scores if score) for k in (1, 2))
    return OutOf(cells, cells, right)


def _checkers(chapter: str) -> list[str]:
    try:
        import_module(f"mctslib.course.ch{chapter}.checkers")
    except ModuleNotFoundError:
        return []
    return CHECKERS.get(chapter, [])


def summary(chapter: str) -> Page:
    """The end of a chapter: what the reader did in it.  The chapter counts as read from now on."""
    trouble = store.keep("chapters", chapter, True)
    this = tally(chapter)
    rows = [
        ("Predictions made", str(this.predictions)),
        ("Exercises passed", str(this.exercises)),
        ("Checkpoints answered", str(this.checkpoints)),
        (
            "On paper",
            f"{this.sheets.right} of {this.sheets.of} numbers right at the first try"
            * bool(this.sheets.of),
        ),
    ]
    rows = [row for row in rows if row[1] and not row[1].startswith("0 of 0")]
    return _table(f"Chapter {chapter}: what you did", ("", ""), rows, trouble or _where())


def progress() -> Page:
    """All chapters: read to the end or not, predictions, exercises, checkpoints."""
    rows = [(f"{chapter} · {title}", *_row(chapter)) for chapter, title in titles().items()]
    head = ("Chapter", "To the end", "Predictions", "Exercises", "Checkpoints")
    page = _table("Your progress", head, rows, _where())
    return Page(scrollable(page.html, "Your progress"), page.text)


def _row(chapter: str) -> tuple[str, str, str, str]:
    try:
        this = tally(chapter)
    except ValueError:  # no questions: the chapter is not there yet
        return ("–",) * 4
    if not this.begun:
        return ("–",) * 4
    paper = f"; on paper {this.sheets.right} of {this.sheets.of}" * bool(this.sheets.of)
    finished = "yes" if this.finished else "not yet"
    return finished, str(this.predictions), f"{this.exercises}{paper}", str(this.checkpoints)


def _where() -> str:
    file = store.path()
    if file is None:
        return ""
    return f"Kept in {file.name}, in your own folder, and nowhere else. Delete that file to begin afresh."


def _table(title: str, head: tuple[str, ...], rows: Sequence[tuple[str, ...]], note: str) -> Page:
    """A table whose first column names the rows."""
    line = (
        "<tr>" + "".join(f'<th scope="col" {HEAD}>{escape(cell)}</th>' for cell in head) + "</tr>"
    )
    body = "".join(
        f'<tr><th scope="row" {CELL}>{escape(row[0])}</th>'
        + "".join(f"<td {CELL}>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    caption = f'<caption style="text-align:left;font-weight:bold">{escape(title)}</caption>'
    page = f'<table>{caption}{line if any(head) else ""}{body}</table><div role="status">{escape(note)}</div>'
    text = [
        title,
        *("  ".join(filter(None, cells)) for cells in [*([head] if any(head) else []), *rows]),
        note,
    ]
    return Page(page, "\n".join(filter(None, text)))
