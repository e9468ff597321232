"""What a class has done, from the progress files that students hand in: a table to read, and one for a spreadsheet.

Everything stays on this machine: files are read, two are written, nothing else is opened.  The files that students
handed in are never changed.
"""

import csv
import io
from collections import Counter
from html import escape
from pathlib import Path
from typing import NamedTuple

from mctslib.course import store
from mctslib.course.pages import ChapterProgress, tally
from mctslib.course.questions import Question, html, questions, titles
from mctslib.course.teach.html import page, table, written

HEAD = (
    "student",
    "chapter",
    "to the end",
    "predictions made",
    "predictions right",
    "predictions",
    "exercises passed",
    "exercises",
    "checkpoints answered",
    "checkpoints right",
    "checkpoints",
    "numbers on paper",
    "numbers right",
)
HARD = 12  # checkpoints that are listed, those with the most wrong answers


class Student(NamedTuple):
    """Who handed in a file, by its name, and what stands in it."""

    name: str
    kept: store.Entries


def register(handed_in: Path, folder: Path) -> tuple[list[Path], list[str]]:
    """Write `class.html` and `class.csv` into `folder`; (the two files, a sentence for each file that does not count).

    handed_in   `anna.json` or `anna/progress.json`, a file a student.  Raises ValueError if none can be counted.
    """
    if handed_in.resolve() == folder.resolve():
        raise ValueError(
            "Name another folder for the table than that of the files which were handed in."
        )
    students, trouble = _students(handed_in)
    if not students:
        raise ValueError(" ".join([*trouble, f"There is no progress file in {handed_in}."]))
    rows = [
        (student, [tally(chapter, student.kept) for chapter in titles()]) for student in students
    ]
    shown = page("What the class has done", _table(rows) + _hard(students) + _notes(trouble))
    return [written(folder, "class.html", shown), written(folder, "class.csv", _csv(rows))], trouble


def _students(handed_in: Path) -> tuple[list[Student], list[str]]:
    if not handed_in.is_dir():
        raise ValueError(f"There is no folder {handed_in}.")
    students, trouble = [], []
    for file in sorted([*handed_in.glob("*"), *handed_in.glob("*/*")]):
        if file.is_file() and not any(
            part.startswith(".") for part in file.relative_to(handed_in).parts
        ):
            name = file.stem if file.parent == handed_in else file.parent.name
            if said := _why_not(file):
                trouble.append(f"{file.relative_to(handed_in)} {said}, so it is not counted.")
            else:
                students.append(Student(name, store.read(file)))
    return students, trouble


def _why_not(file: Path) -> str:
    """Why a file does not count, in a clause; "" if it does."""
    try:
        return "" if store.read(file) else "is empty"
    except store.Refused:
        return "is no progress file of this course"
    except ValueError:
        return "is damaged, or no progress file"
    except OSError as error:
        return f"cannot be read ({error.strerror or error})"


def _csv(rows: list[tuple[Student, list[ChapterProgress]]]) -> str:
    """A line for each student and chapter; the mark in front lets spreadsheets read names in every script."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(HEAD)
    for student, chapters in rows:
        name = (
            f"'{student.name}" if student.name[:1] in ("=", "+", "-", "@") else student.name
        )  # no formula
        lines.writerows([name, *_counts(this)] for this in chapters)
    return "\ufeff" + out.getvalue()


def _counts(this: ChapterProgress) -> list[object]:
    """The cells of `HEAD` from the chapter on."""
    counts = [
        this.predictions.done,
        this.predictions.right,
        this.predictions.of,
        this.exercises.done,
        this.exercises.of,
        this.checkpoints.done,
        this.checkpoints.right,
        this.checkpoints.of,
        this.sheets.done,
        this.sheets.right,
    ]
    return [this.chapter, "yes" if this.finished else "no", *(n or 0 for n in counts)]


def _table(rows: list[tuple[Student, list[ChapterProgress]]]) -> str:
    lines = [(escape(student.name), *map(_cell, chapters)) for student, chapters in rows]
    note = "Exercises passed; ✓: read to the end. Right answers to checkpoints and numbers on paper stand in class.csv."
    return f'<h1>What the class has done</h1><p class="note">{note}</p>{table(("student", *titles()), lines)}'


def _cell(this: ChapterProgress) -> str:
    done = f"{this.exercises.done}/{this.exercises.of}" if this.exercises.of else "·"
    return f"{done}{' ✓' * this.finished}" if this.begun else "–"


def _hard(students: list[Student]) -> str:
    """The checkpoints that most of those who answered got wrong, each with the wrong answer that was chosen most."""
    asked = [one for chapter in titles() for one in questions(chapter) if one.kind == "checkpoint"]
    found = [(one, chosen) for one in asked if (chosen := _chosen(one, students)).total()]
    wrong = [
        (one, chosen, {text: n for text, n in chosen.items() if not _right(one, text)})
        for one, chosen in found
    ]
    order = sorted(
        (row for row in wrong if row[2]), key=lambda row: -sum(row[2].values()) / row[1].total()
    )[:HARD]
    lines = [
        (
            one.key.partition("-")[0],
            html(one.text),
            f"{sum(missed.values())} of {chosen.total()}",
            html(max(missed, key=lambda text: missed[text])),
        )
        for one, chosen, missed in order
    ]
    head = ("chapter", "checkpoint", "wrong", "the wrong answer chosen most")
    return f"<h2>To talk about</h2>{table(head, lines)}" if lines else ""


def _chosen(one: Question, students: list[Student]) -> Counter[str]:
    """How often each option was chosen; what is none of them does not count."""
    choices = (one.option(student.kept.get("checkpoints", {}).get(one.key)) for student in students)
    return Counter(option.text for option in choices if option)


def _right(one: Question, text: str) -> bool:
    option = one.option(text)
    return option is not None and option.right


def _notes(trouble: list[str]) -> str:
    said = "".join(f"<li>{escape(one)}</li>" for one in trouble)
    return f"<h2>Not counted</h2><ul>{said}</ul>" if said else ""
