"""Matplotlib figures of chapter 02: regret against pulls, with 95% intervals and the bound."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes

from mctslib.course.ch02.bandit import Runs
from mctslib.course.plots import DASHES, GREY, MARKERS, colour_of, legend, new_axes
from mctslib.words import number


def regret_lines(
    runs: Mapping[str, Runs],
    *,
    bound: Sequence[float] | None = None,
    title: str = "",
) -> Axes:
    """Draw the mean regret against the number of pulls, with a 95% interval for each policy.

    runs   dict from the name of a policy to its runs, all with the same marks
    bound  the bound on the regret at each mark, drawn as a grey line
    title  the title above the figure

    Returns the axes.
    """
    ax = new_axes(height=4.2)
    for k, (label, one) in enumerate(runs.items()):
        draw_runs(ax, one, label, k)
    if bound is not None:
        marks = next(iter(runs.values())).marks
        ax.plot(marks, bound, label="bound for UCB1 (theorem 1)", color=GREY, lw=1.4)
    ax.set(xlabel="pulls", ylabel="regret (wins lost)", title=title, ylim=(0, None), xlim=(0, None))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(lambda mark, _: number(mark, 0))
    ax.grid(alpha=0.25)
    return legend(ax)


def draw_runs(ax: Axes, runs: Runs, label: str, k: int) -> None:
    """Draw one policy's line and interval with the k-th colour, dash pattern and marker."""
    colour = colour_of(k)
    marker: Any = MARKERS[k]
    dashes: Any = DASHES[k]
    look = {"color": colour, "marker": marker, "ls": dashes, "ms": 5, "lw": 1.8}
    ax.plot(runs.marks, runs.mean, label=label, **look)
    low = runs.mean - runs.margin
    high = runs.mean + runs.margin
    ax.fill_between(runs.marks, low, high, color=colour, alpha=0.2, lw=0)
