"""Report the progress of a class as a page and as a table, from the files that students hand in.

Everything stays on this machine, because the program reads the students' files, writes two files,
and opens nothing else.  The students' files are never changed.  The page lists the files that
cannot be counted.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

from mctslib.course import store
from mctslib.course.pages import ChapterProgress, scrollable, tally
from mctslib.course.questions import Question, html, questions, titles
from mctslib.course.teach.html import page, table, written
from mctslib.words import number

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
)
HARD = 12  # the largest number of rows in the table of the hardest checkpoints
FORMULA = ("=", "+", "-", "@")  # a spreadsheet formula begins with one of these


class Student(NamedTuple):
    """A student, with the file's name and entries and the counts for each chapter."""

    name: str
    entries: store.Entries
    chapters: list[ChapterProgress]


class Hurdle(NamedTuple):
    """A checkpoint that some students answered wrongly.

    `chosen` counts the choices of each option, and `wrong` counts the choices of each wrong option.
    """

    question: Question
    chosen: Counter[str]
    wrong: Counter[str]

    @property
    def share(self) -> float:
        """The share of wrong answers among all answers."""
        return self.wrong.total() / self.chosen.total()


def register(handed_in: Path, folder: Path) -> tuple[list[Path], list[str]]:
    """Write `class.html` and `class.csv` into `folder`.

    handed_in  a folder with one file for each student, such as `anna.json` or `anna/progress.json`
    folder     the folder for the two files; it is made if it does not exist

    Returns the paths of the two files, and a message about each file that cannot be counted.
    Raises ValueError if no file can be counted, or if the two folders are the same.
    """
    if handed_in.resolve() == folder.resolve():
        raise ValueError(
            "Name another folder for the table, because this folder contains the files handed in."
        )
    if not handed_in.is_dir():
        raise ValueError(f"There is no folder {handed_in}.")
    students, trouble = students_in(handed_in)
    if not students:
        raise ValueError(" ".join([*trouble, f"There is no progress file in {handed_in}."]))
    body = overview(students) + to_talk_about(students) + not_counted(trouble)
    shown = written(folder, "class.html", page("What the class has done", body))
    spreadsheet = written(folder, "class.csv", csv_of(students))
    return [shown, spreadsheet], trouble


# ---------------------------------------------------------- the files handed in


def students_in(folder: Path) -> tuple[list[Student], list[str]]:
    """Return the students in a folder, and a message about each file that cannot be counted."""
    students: list[Student] = []
    trouble: list[str] = []
    for file in files_in(folder):
        name = file.stem if file.parent == folder else file.parent.name
        try:
            entries = entries_of(file)
        except ValueError as reason:
            trouble.append(f"{file.relative_to(folder)} {reason}, so it is not counted.")
        else:
            chapters = [tally(chapter, entries) for chapter in titles()]
            students.append(Student(name, entries, chapters))
    return students, trouble


def files_in(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder and in its direct subfolders, except hidden files."""
    for file in sorted([*folder.glob("*"), *folder.glob("*/*")]):
        hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
        if file.is_file() and not hidden:
            yield file


def entries_of(file: Path) -> store.Entries:
    """Return the entries in a file.

    Raises ValueError with the reason if the file cannot be counted.
    """
    try:
        entries = store.read(file)
    except store.Refused:
        raise ValueError("is not a progress file of this course") from None
    except store.Damaged:
        raise ValueError("is damaged, or is not a progress file") from None
    except OSError as error:
        raise ValueError(f"cannot be read ({error.strerror or error})") from None
    if not entries:
        raise ValueError("is empty")
    return entries


# ---------------------------------------------------------- the table


def csv_of(students: list[Student]) -> str:
    """Return the table as CSV, with a line for each student and each chapter.

    The byte order mark at the beginning tells spreadsheets how to read names in all scripts.
    """
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(HEAD)
    for one in students:
        for chapter in one.chapters:
            lines.writerow([no_formula(one.name), *counts(chapter)])
    return "\ufeff" + out.getvalue()


def no_formula(name: str) -> str:
    """Return a name with an apostrophe before it if a spreadsheet would take it for a formula."""
    return f"'{name}" if name.startswith(FORMULA) else name


def counts(chapter: ChapterProgress) -> list[str | int]:
    """Return the cells for the columns of `HEAD` that follow the student's name."""
    return [
        chapter.chapter,
        "yes" if chapter.finished else "no",
        chapter.predictions.done,
        chapter.predictions.right or 0,
        chapter.predictions.of,
        chapter.exercises.done,
        chapter.exercises.of,
        chapter.checkpoints.done,
        chapter.checkpoints.right or 0,
        chapter.checkpoints.of,
    ]


# ---------------------------------------------------------- the page


def overview(students: list[Student]) -> str:
    """Return a table with a row for each student and a column for each chapter, as HTML."""
    rows = [[escape(one.name), *map(cell, one.chapters)] for one in students]
    note = (
        "Each cell shows how many exercises were passed. A ✓ means that the chapter was read to "
        "the end. The file class.csv also counts the right answers to checkpoints."
    )
    whole = scrollable(table(("student", *titles()), rows), "All students and chapters")
    heading = f'<h1>What the class has done</h1><p class="note">{note}</p>'
    return f'<section class="class">{heading}{whole}</section>'


def cell(chapter: ChapterProgress) -> str:
    """Return the cell for one student and one chapter in the page's table."""
    if not chapter.begun:
        return "–"
    exercises = chapter.exercises
    done = f"{number(exercises.done)}/{number(exercises.of)}" if exercises.of else "·"
    return f"{done} ✓" if chapter.finished else done


def to_talk_about(students: list[Student]) -> str:
    """Return a table of the checkpoints with the largest shares of wrong answers, as HTML."""
    rows = []
    for hurdle in hurdles(students)[:HARD]:
        most_chosen = max(hurdle.wrong, key=lambda text: hurdle.wrong[text])
        rows.append(
            (
                hurdle.question.key.partition("-")[0],
                html(hurdle.question.text),
                f"{hurdle.wrong.total()} of {hurdle.chosen.total()}",
                html(most_chosen),
            )
        )
    if not rows:
        return ""
    head = ("chapter", "checkpoint", "wrong", "most frequent wrong answer")
    return f"<h2>To talk about</h2>{table(head, rows)}"


def hurdles(students: list[Student]) -> list[Hurdle]:
    """Return the checkpoints with wrong answers.

    The checkpoint with the largest share of wrong answers comes first.
    """
    found: list[Hurdle] = []
    for chapter in titles():
        for question in questions(chapter):
            if question.kind == "checkpoint":
                hurdle = answers_to(question, students)
                if hurdle.wrong:
                    found.append(hurdle)
    return sorted(found, key=lambda hurdle: -hurdle.share)


def answers_to(question: Question, students: list[Student]) -> Hurdle:
    """Count how often each option of a checkpoint was chosen.

    Answers that are not options of the checkpoint are ignored.
    """
    chosen: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for one in students:
        option = question.option(one.entries.get("checkpoints", {}).get(question.key))
        if option is not None:
            chosen[option.text] += 1
            if not option.right:
                wrong[option.text] += 1
    return Hurdle(question, chosen, wrong)


def not_counted(trouble: list[str]) -> str:
    """Return an HTML list of the files that cannot be counted."""
    if not trouble:
        return ""
    lines = "".join(f"<li>{escape(sentence)}</li>" for sentence in trouble)
    return f"<h2>Not counted</h2><ul>{lines}</ul>"
