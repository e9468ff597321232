"""Provide the parts that all chapters share: predictions, checkpoints, the reader's progress.

    guess = predict("01-blunders")              a question before anything runs; its choice is kept
    score_prediction(guess, 70, "Because …")    what came out of it
    checkpoint("01-cure")                       a question with an explanation for each answer
    summary("01")                               what the reader did in this chapter
    progress()                                  … and in all of them
    second_reading("01")                        the chapter once more, without its prose

`A`, `S` and `W` are the positions that many chapters look at.  The functions that only one chapter
needs are in its own folder: `from mctslib.course.ch04 import check_select`.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    asking="checkpoint predict score_prediction",
    budgets="budget in_full",
    pages="progress summary",
    puzzles="A S W Puzzle",
    rereading="second_reading",
    stored="measured",
)
