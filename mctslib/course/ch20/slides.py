"""Make the slides of chapter 20: a model that learns a game from results alone."""

from mctslib.course.asking import checkpoint, predict
from mctslib.course.ch20.pictures import show_lines
from mctslib.course.ch20.secrets import SECRET
from mctslib.course.ch20.widget import SecretLines
from mctslib.course.teach.lesson import Slide
from mctslib.words import number


def slides() -> list[Slide]:
    """Return slides for three quarters of an hour, including work with pencil and paper."""
    return [
        Slide(
            "Secret lines",
            5,
            f"""
A player who fills one of these {number(len(SECRET))} lines wins.

A model learns only from the results of games.""",
            show_lines(SECRET),
        ),
        Slide(
            "Two guesses", 4, "Write down your guesses.", predict("20-order"), predict("20-longer")
        ),
        Slide(
            "Three networks",
            6,
            """
The **representation** turns a real board into a latent state.

The **dynamics** turns a latent state and an action into the next latent state.

The **prediction** turns a latent state into a prior for each action, and a value.""",
        ),
        Slide("A search in a dream", 5, "", checkpoint("20-root")),
        Slide("On paper", 10, "Sheets: `python -m mctslib.course sheets 20 FOLDER`."),
        Slide(
            "What has the model learned?",
            10,
            "Move the slider to see the model after more games.",
            SecretLines(),
        ),
        Slide("What does a probe show?", 5, "", checkpoint("20-probe")),
    ]
