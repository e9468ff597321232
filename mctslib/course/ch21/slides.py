"""Make the slides of chapter 21: how to compare players with an exam and with games."""

from textwrap import indent

from mctslib.course.asking import checkpoint, predict
from mctslib.course.ch21.exam import questions
from mctslib.course.ch21.results import CONDITIONS, exam_table
from mctslib.course.ch21.widget import LastExam
from mctslib.course.teach.lesson import Slide
from mctslib.draw.show import show_board

SHOWN = 5  # the number of the question on the first slide, counted from 1


def slides() -> list[Slide]:
    """Return slides for three quarters of an hour, including work with pencil and paper."""
    return [
        Slide(
            "A question with an exact answer",
            5,
            f"""
{len(questions())} positions like this one are the questions. Sixteen players of the course answer
them.

A move is **right** if no other move leads to a better result under perfect play. Which column do
you choose?""",
            show_board(questions()[SHOWN - 1].state),
        ),
        Slide("Two guesses", 4, "Write down your guesses.", predict("21-twin"), predict("21-time")),
        Slide("Who chose what?", 4, "", LastExam(question=SHOWN)),
        Slide("The exam", 6, indent(exam_table(CONDITIONS[0]), " " * 4)),
        Slide(
            "Which questions count?",
            6,
            """
If both players are right, or both are wrong, the question does not tell them apart. Count only the
other questions.""",
            checkpoint("21-paired"),
        ),
        Slide("On paper", 10, "Sheets: `python -m mctslib.course sheets 21 FOLDER`."),
        Slide("Many comparisons", 5, "", checkpoint("21-many")),
        Slide("Who is better?", 5, "", checkpoint("21-time")),
    ]
