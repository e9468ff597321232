"""The course around the chapters: predictions, checkpoints, claims, and what the reader has done so far.

    guess = predict("01-blunders")                  a question before anything runs; the choice is kept
    score_prediction(guess, 70, "Because …")        what came out of it
    checkpoint("01-cure")                           a question with an explanation for every answer
    summary("01")                                   what the reader did in this chapter
    progress()                                      … and in all of them
    claim("70 of the 4,520 positions", 70, 4520)    the text says what the run gives
    second_reading("01")                            the chapter once more, without its prose
"""
from typing import Any

from mctslib.course.claims import Untrue, claim
from mctslib.course.pages import progress, summary
from mctslib.course.twin import second_reading
from mctslib.exercises.common import score_prediction

__all__ = [
    "Untrue", "checkpoint", "claim", "predict", "progress", "score_prediction", "second_reading", "summary",
]  # fmt: skip


def predict(key: str) -> Any:
    """The prediction `key`, as "01-blunders": a widget with a number field or options; `.choice` is the answer."""
    from mctslib.widgets.checkpoint import Prediction

    return Prediction(key)


def checkpoint(key: str) -> Any:
    """The checkpoint question `key`, as "01-cure": a widget that explains whatever is chosen."""
    from mctslib.widgets.checkpoint import Checkpoint

    return Checkpoint(key)
