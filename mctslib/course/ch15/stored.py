"""Read stored results of matches between parallel searches and ordinary searches.

The matches take too long for a notebook; `python -m tests.bench.parallel` plays these matches.
"""

from collections.abc import Mapping

from mctslib.arena import Tally
from mctslib.course.differences import difference
from mctslib.course.plots import Image, match_bars, picture
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
    "no rounds": "one tree, no rounds",
    "leaf": "one leaf",
    "root": "a tree each",
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


def equal_time(times: int = 1) -> dict[str, Tally]:
    """Return, for each scheme, the match of eight workers against one worker.

    times  1 if the one worker has the same time for each move, or 4 if it has four times as much
    """
    rows = {row["scheme"]: row for row in measured(FILE)["equal time"] if row["times"] == times}
    return {words: tally_of(rows[scheme]) for scheme, words in TIMED.items()}


def budgets() -> dict[str, Tally]:
    """Return the matches of eight trees against one tree, for each number of playouts."""
    return {
        f"{number(row['iterations'])} playouts": tally_of(row) for row in measured(FILE)["budgets"]
    }


def show_matches(results: Mapping[str, Tally], title: str, against: str = "") -> Image:
    """Print the points per game of each match with their 95% interval; return a picture.

    results  dict from the name of a row to its wins, draws and losses
    against  the row with which all other rows are compared, by the difference of their scores
    """
    width = max(map(len, results))
    print("points per game (95% interval)" + (f", and minus {against}" if against else ""))
    for name, tally in results.items():
        low, high = tally.score_interval()
        line = f"{name:{width}}  {worked(tally.score)} ({worked(low)} to {worked(high)})"
        if against and name != against:
            line += f"  {difference(tally, results[against])}"
        print(f"{line}, {number(tally.games)} games")
    return picture(match_bars(results, title=title))
