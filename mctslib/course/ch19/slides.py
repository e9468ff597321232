"""Make the slides of chapter 19: one player, and the same number of steps for every search."""

from mctslib.course.asking import checkpoint, predict
from mctslib.course.ch19.widget import SameBudget
from mctslib.course.teach.lesson import Slide
from mctslib.draw.show import show_board
from mctslib.games.twentyfour import TwentyFour

HAND = (1, 2, 7, 7)


def slides() -> list[Slide]:
    """Return slides for three quarters of an hour, including work with pencil and paper."""
    return [
        Slide(
            "Make 24",
            6,
            """
A **step** takes two numbers of the hand and puts their sum, difference, product or quotient in
their place.

The last number must be 24. Find a line of steps for this hand.""",
            show_board(TwentyFour(*HAND)),
        ),
        Slide("Two guesses", 4, "Write down your guesses.", predict("19-uct"), predict("19-judge")),
        Slide(
            "What does a search spend?",
            6,
            """
We count **generated steps**.

**Best of n** draws whole lines. A **tree** remembers where it has been. A **beam** keeps the
likeliest beginnings.

Each of them gets the same number of steps.""",
        ),
        Slide("The same budget", 10, "Move the slider.", SameBudget(*HAND)),
        Slide("On paper", 10, "Sheets: `python -m mctslib.course sheets 19 FOLDER`."),
        Slide("Nothing to climb", 4, "", checkpoint("19-climb")),
        Slide("A beam", 5, "", checkpoint("19-beam")),
    ]
