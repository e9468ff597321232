"""Matplotlib figures of chapter 02: regret against pulls, with intervals and with the bound."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes

from mctslib.course.ch02.bandit import Runs
from mctslib.course.plots import COLOURS, DASHES, GREY, MARKERS, new_axes


def regret_lines(
    runs: Mapping[str, Runs],
    *,
    bound: Sequence[float] | None = None,
    top: float | None = None,
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Mean regret against pulls, a line a policy, the 95 % interval as a band; the `bound` as a grey line.

    top  where the y axis ends, if not at the largest value
    """
    ax = ax or new_axes(height=4.2)
    for k, (label, one) in enumerate(runs.items()):
        style: dict[str, Any] = {
            "color": COLOURS[k],
            "marker": MARKERS[k],
            "ls": DASHES[k],
            "ms": 5,
            "lw": 1.8,
        }
        ax.plot(one.marks, one.mean, label=label, **style)
        ax.fill_between(
            one.marks,
            one.mean - one.margin,
            one.mean + one.margin,
            color=COLOURS[k],
            alpha=0.2,
            lw=0,
        )
    if bound is not None:
        ax.plot(
            next(iter(runs.values())).marks,
            bound,
            label="bound for UCB1 (theorem 1)",
            color=GREY,
            lw=1.4,
        )
    ax.set(xlabel="pulls", ylabel="regret (wins lost)", title=title, ylim=(0, top), xlim=(0, None))
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.yaxis.set_major_formatter("{x:,.0f}")
    ax.grid(alpha=0.25)
    ax.legend(fontsize=9, frameon=False)
    return ax
