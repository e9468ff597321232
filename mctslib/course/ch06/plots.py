"""Matplotlib figures of chapter 06: the value of the root and the gains of both sides."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes

from mctslib.course.ch06.growing import Account, Snapshot
from mctslib.course.plots import (
    COLOURS,
    GREY,
    Image,
    doubling_axis,
    legend,
    new_axes,
    picture,
    share_lines,
)
from mctslib.draw.look import INK


def ledger_lines(
    ledgers: Mapping[Any, Sequence[Account]],
    even: float,
    *,
    title: str = "",
) -> Axes:
    """Draw the gains of both sides, and their sum, against the number of iterations.

    The figure has three lines for each ledger.  A ledger is a list that the function `ledger`
    returns.

    ledgers  dict from a name, such as "seed 0", to a ledger
    even     the sum of both gains under perfect play, drawn as a dotted line
    title    the title above the figure
    """
    ax = new_axes(height=4.0)
    marks = [account.iterations for account in next(iter(ledgers.values()))]
    looks: list[dict[str, Any]] = [
        {"label": "X's moves", "color": COLOURS[0], "marker": "o", "ls": "-"},
        {"label": "O's moves", "color": COLOURS[1], "marker": "s", "ls": "--"},
        {"label": "both", "color": INK, "marker": "D", "ls": "-.", "lw": 2.2},
    ]
    for k, (name, accounts) in enumerate(ledgers.items()):
        heights = [
            [account.own_gain for account in accounts],
            [account.other_gain for account in accounts],
            [account.own_gain + account.other_gain for account in accounts],
        ]
        for look, line in zip(looks, heights):
            style = {"ms": 4, "lw": 1.3, **look}
            if k > 0:  # only the lines of the first ledger appear in the legend
                style["label"] = f"{look['label']}, {name}"
            ax.plot(marks, line, **style)
    ax.axhline(0, color=GREY, lw=0.8, label="_")
    ax.axhline(even, color=GREY, ls=":", label="perfect play")
    doubling_axis(ax, marks, "iterations")
    ax.set(ylabel="points per iteration, since the previous snapshot", title=title)
    ax.grid(alpha=0.25)
    lines, labels = ax.get_legend_handles_labels()
    of_first = [line for line, label in zip(lines, labels) if ", " not in label]
    return legend(ax, of_first, [str(line.get_label()) for line in of_first])


def root_value_picture(trees: Mapping[int, Sequence[Snapshot]], perfect: float) -> Image:
    """Draw the root's Q against the number of iterations, with one line for each seed.

    trees    dict from each seed to the snapshots of its tree; the snapshots of all trees are taken
             after the same numbers of iterations
    perfect  the value under perfect play, from 0 to 1, drawn as a dotted line
    """
    after = [snapshot.iterations for snapshot in next(iter(trees.values()))]
    lines = {f"seed {seed}": [snapshot.value for snapshot in tree] for seed, tree in trees.items()}
    ax = share_lines(lines, after, title="The value of the root")
    ax.axhline(perfect, color=GREY, linestyle=":", label="perfect play")
    ax.set(ylim=(0.45, 0.8), ylabel="Q of the root")
    return picture(legend(ax))


def gains_picture(ledgers: Mapping[int, Sequence[Account]], random_play: float) -> Image:
    """Draw the gains of X's moves and of O's moves, and their sum, for each seed.

    ledgers      dict from each seed to the list that `ledger` returns
    random_play  X's average reward under random play; the dotted line is at ½ minus this number
    """
    named = {f"seed {seed}": accounts for seed, accounts in ledgers.items()}
    return picture(ledger_lines(named, 0.5 - random_play, title="What the moves of each side gain"))
