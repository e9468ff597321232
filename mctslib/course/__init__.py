"""Provide the parts that all chapters share: predictions, checkpoints and the reader's progress.

    guess = predict("01-blunders")      asks a question before the code runs, and saves the choice
    score_prediction(guess, 70, "…")    compares the choice with the result
    checkpoint("01-cure")               asks a question, and explains each answer
    summary("01")                       shows what the reader has done in this chapter
    progress()                          shows what the reader has done in all chapters

`A`, `S` and `W` are positions that many chapters use.  A function that only one chapter needs is in
this chapter's folder, for example `from mctslib.course.ch04 import check_select`.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    asking="checkpoint predict score_prediction",
    budgets="budget in_full",
    pages="progress summary",
    puzzles="A S W Puzzle",
    stored="measured",
)
