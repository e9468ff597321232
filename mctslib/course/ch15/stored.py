"""Read stored results of matches between parallel searches and ordinary searches.

The matches take too long for a notebook; `python -m tests.bench.parallel` plays these matches.
"""

from mctslib.arena import Tally
from mctslib.course.stored import measured
from mctslib.words import number, worked

FILE = "ch15/parallel"
NAMES = {
    ("tree", 1): "one tree, virtual loss",
    ("unobserved", 0): "one tree, WU-UCT",
    ("tree", 0): "one tree, neither",
    ("leaf", 0): "one leaf",
    ("root", 0): "a tree each",
}
TIMED = {
    "tree": "one tree, virtual loss",
    "unobserved": "one tree, WU-UCT",
    "root": "a tree each, nobody waits",
    "leaf": "one leaf",
}


def tally_of(row: dict) -> Tally:
    """Return the wins, draws and losses of a row."""
    return Tally(row["wins"], row["draws"], row["losses"])


def equal_iterations(workers: int) -> dict[str, Tally]:
    """Return the match of each scheme against ordinary search, both with 128 playouts per move.

    workers  8 or 32
    """
    found = {}
    for row in measured(FILE)["equal iterations"]:
        if row["workers"] == workers:
            found[NAMES[row["scheme"], row["loss"]]] = tally_of(row)
    return found


def equal_time() -> dict[str, Tally]:
    """Return, for each scheme, the match of eight workers against one worker at equal time."""
    rows = {row["scheme"]: row for row in measured(FILE)["equal time"]}
    return {words: tally_of(rows[scheme]) for scheme, words in TIMED.items()}


def budgets() -> dict[int, Tally]:
    """Return the matches of eight trees against one, as a dict: total iterations → tally."""
    return {row["iterations"]: tally_of(row) for row in measured(FILE)["budgets"]}


def said(tally: Tally) -> str:
    """Return the points per game, their 95% interval and the number of games as text."""
    low, high = tally.score_interval()
    return f"{worked(tally.score)} ({worked(low)} to {worked(high)}), {number(tally.games)} games"
