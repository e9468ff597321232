"""Matplotlib figures of chapter 06: what the moves of each side bring, as the tree grows."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes

from mctslib.course.ch06.growing import Account
from mctslib.course.plots import COLOURS, GREY, doubling_axis, new_axes
from mctslib.draw.look import INK


def ledger_lines(
    ledgers: Mapping[Any, Sequence[Account]],
    even: float,
    *,
    title: str = "",
    names: tuple[str, str] = ("X", "O"),
) -> Axes:
    """What the moves of both sides brought a game against iterations, and their sum; each line once for every ledger.

    ledgers  a name, such as the seed → its accounts
    even   the sum that perfect play would make: a dotted line
    names  of the player to move at the root, and of the other
    """
    ax = new_axes(height=4.0)
    marks = [account.iterations for account in next(iter(ledgers.values()))]
    looks: list[dict[str, Any]] = [
        {"label": f"{names[0]}'s moves", "color": COLOURS[0], "marker": "o", "ls": "-"},
        {"label": f"{names[1]}'s moves", "color": COLOURS[1], "marker": "s", "ls": "--"},
        {"label": "both", "color": INK, "marker": "D", "ls": "-.", "lw": 2.2},
    ]
    for k, (name, accounts) in enumerate(ledgers.items()):
        for look, heights in zip(
            looks, zip(*((one.mine, one.theirs, one.mine + one.theirs) for one in accounts))
        ):
            label = f"{look['label']}, {name}"
            ax.plot(
                marks,
                heights,
                **{"ms": 4, "lw": 1.3, **look, "label": label if k else look["label"]},
            )
    ax.axhline(0, color=GREY, lw=0.8, label="_")
    ax.axhline(even, color=GREY, ls=":", label="perfect play")
    doubling_axis(ax, marks, "iterations")
    ax.set(ylabel="points a game, since the mark before", title=title)
    ax.grid(alpha=0.25)
    lines, labels = ax.get_legend_handles_labels()
    kept = [pair for pair in zip(lines, labels) if ", " not in pair[1]]
    ax.legend(*zip(*kept), fontsize=9, frameon=False)
    return ax
