"""Slides of chapter 18: a game with 1,800 moves, and a search that tries only a few of them."""

from mctslib.course.asking import checkpoint, predict
from mctslib.course.ch18.greens import green_picture, in_words
from mctslib.course.ch18.widget import PuttingLab
from mctslib.course.teach.lesson import Slide
from mctslib.door.entrance import search
from mctslib.draw.show import Picture, show_board
from mctslib.games.putting import Putting
from mctslib.methods.widening import Widening
from mctslib.words import count, number

ITERATIONS = 1000
VISITS = (1, 4, 9, 100)  # the numbers of visits in the table of rooms


def slides() -> list[Slide]:
    """Return the slides for three quarters of an hour, including work with pencil and paper."""
    green = Putting()
    strokes = len(green.legal_actions())
    plain = search(green, ITERATIONS, seed=1)
    tried = len(plain.root.children)
    rooms = "\n".join(f"    N = {visits:3,}   room {number(visits**0.5, 0)}" for visits in VISITS)
    return [
        Slide(
            "A green with a wall",
            5,
            f"""
You have three strokes to hole the ball. For each stroke there are {number(strokes)} choices of
direction and strength.

The ball is holed if it *stops* in the hole.""",
            show_board(green),
        ),
        Slide("A guess", 2, "Write it down.", predict("18-uct")),
        Slide(
            "What plain UCT does",
            5,
            f"""
After {number(ITERATIONS)} iterations UCT has tried {count(tried, "different first stroke")}.

UCT has not looked at any second stroke.""",
            Picture(green_picture(plain.root), in_words(plain.root)),
        ),
        Slide(
            "Room for a few",
            6,
            f"""
**Progressive widening**: a node with N visits has room for N^½ children.

The node gets a new child as long as it has *fewer* children than this number.

{rooms}""",
            checkpoint("18-room"),
        ),
        Slide("On paper", 10, "Sheets: `python -m mctslib.course sheets 18 FOLDER`."),
        Slide(
            "Both searches on one green",
            8,
            "The darker a stroke, the larger its share of the visits. Change the exponent.",
            PuttingLab(ITERATIONS, Widening().exponent),
        ),
        Slide(
            "An uneven green",
            2,
            "Now a stroke rolls a little differently each time, and the tree keeps a few of its rolls.",
            predict("18-paid"),
        ),
        Slide("What is the danger?", 7, "", checkpoint("18-near"), checkpoint("18-luck")),
    ]
