"""Matplotlib figures: one figure a function; numbers in, the `Axes` out.

No figure is shown unless asked for: `picture(ax, alt)` makes an image of it with a text
alternative, which plain figures lack.  Nothing here goes through pyplot, so nothing is left open
and widgets may call it too. Every line differs by marker and dashes as well as by colour
(`draw/look.py`).
"""

import base64
import html
import io
from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mctslib.draw.look import INK, PAPER, RULE, SHADE, SOFT
from mctslib.draw.look import SERIES as COLOURS
from mctslib.words import number

MARKERS = "osD^vPX"
DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 1)), (0, (8, 2)))
GREY = SOFT  # of lines to compare with


def share_lines(
    shares: Mapping[str, Sequence[float]],
    marks: Sequence[int],
    *,
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Share of right moves (0…1) against iterations, a line a label."""
    ax = _lines(shares, marks, ax)
    doubling_axis(ax, marks, "iterations")
    ax.set(ylim=(-0.04, 1.04), ylabel="share of seeds that move right", title=title)
    return _legend(ax)


def c_profile(
    shares: Mapping[int, Sequence[float]],
    cs: Sequence[float],
    *,
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Share of right moves (0…1) against the exploration constant c, a line a budget of iterations."""
    ax = _lines({f"{budget:,} iterations": line for budget, line in shares.items()}, cs, ax)
    ax.set(
        ylim=(-0.04, 1.04),
        xlabel="exploration constant c",
        ylabel="share that moves right",
        title=title,
    )
    return _legend(ax)


def visit_bars(
    distributions: Mapping[str, Mapping[Any, float]],
    correct: Sequence[Any] = (),
    *,
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Share of the visits a move got, bars side by side for each label; right moves are marked ✓."""
    ax = ax or new_axes()
    actions = sorted({action for shares in distributions.values() for action in shares})
    width = 0.8 / len(distributions)
    for k, (label, shares) in enumerate(distributions.items()):
        places = [n - 0.4 + width * (k + 0.5) for n in range(len(actions))]
        heights = [shares.get(action, 0) for action in actions]
        hatch = ["", "//", "..", "xx"][k % 4]
        ax.bar(places, heights, width, label=label, color=_colour(k), hatch=hatch, edgecolor=PAPER)
    names = [f"{action} ✓" if action in correct else str(action) for action in actions]
    ax.set_xticks(range(len(actions)), names)
    ax.set(xlabel="move", ylabel="share of the visits", title=title)
    return _legend(ax)


def value_lines(
    values: Mapping[Any, Sequence[float]],
    marks: Sequence[int],
    exact: Mapping[Any, float] | None = None,
    *,
    correct: Sequence[Any] = (),
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Estimated values (0…1) against playouts, a line a move; `exact` values as thin lines across."""
    ax = _lines(
        {f"{name} ✓" if name in correct else str(name): line for name, line in values.items()},
        marks,
        ax,
    )
    for k, name in enumerate(values):
        if exact and name in exact:
            ax.axhline(exact[name], color=_colour(k), lw=1, alpha=0.7, zorder=1)
    doubling_axis(ax, marks, "playouts")
    ax.set(ylim=(-0.04, 1.04), ylabel="value for the player to move", title=title)
    return _legend(ax)


def match_bars(results: Mapping[str, Any], *, title: str = "", ax: Axes | None = None) -> Axes:
    """Wins, draws and losses as shares of the games, a bar a label; the counts stand in the bars
    that have room.

    Each result has the attributes `wins`, `draws` and `losses`.
    """
    ax = ax or new_axes(height=0.9 + 0.55 * len(results))
    for row, result in enumerate(results.values()):
        counts, left = (result.wins, result.draws, result.losses), 0.0
        for count, colour in zip(counts, (INK, RULE, SHADE)):
            share = count / max(sum(counts), 1)
            ax.barh(row, share, left=left, color=colour, edgecolor=PAPER)
            if share > 0.015:  # a number wider than its bar would be cut
                ink = PAPER if colour == INK else INK
                ax.text(
                    left + share / 2,
                    row,
                    f"{count:,}",
                    ha="center",
                    va="center",
                    color=ink,
                    fontsize=9,
                )
            left += share
    ax.set_yticks(range(len(results)), list(results))
    ax.invert_yaxis()
    ax.set(xlim=(0, 1), xlabel="wins (left) · draws (middle, grey) · losses (right)", title=title)
    return ax


def rate_lines(
    counts: Mapping[str, Sequence[int]],
    marks: Sequence[int],
    games: int,
    *,
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Shares `counts` / `games` against iterations, a line a label, with 95 % intervals (Wilson) as
    upright bars.
    """
    from mctslib.arena.intervals import wilson

    ax = _lines({label: [n / games for n in line] for label, line in counts.items()}, marks, ax)
    for k, line in enumerate(counts.values()):
        lows, highs = zip(*(wilson(n, games) for n in line), strict=True)
        ax.vlines(marks, lows, highs, color=_colour(k), lw=1.2)
    doubling_axis(ax, marks, "iterations or playouts")
    ax.set(ylim=(-0.02, None), ylabel="share of wrong moves", title=title)
    return _legend(ax)


def ladder(ratings: Sequence[Any], *, title: str = "", ax: Axes | None = None) -> Axes:
    """Ratings as dots with their intervals as lines, the strongest on top.

    Each rating has the attributes `name`, `elo`, `low` and `high`.
    """
    ax = ax or new_axes(height=0.9 + 0.4 * len(ratings))
    rows = range(len(ratings))
    ax.hlines(rows, [r.low for r in ratings], [r.high for r in ratings], color=_colour(0), lw=2)
    ax.scatter([r.elo for r in ratings], rows, color=_colour(0), zorder=3)
    ax.set_yticks(rows, [r.name for r in ratings])
    ax.invert_yaxis()
    ax.set(xlabel="Elo points", title=title)
    ax.grid(axis="x", alpha=0.3)
    return ax


def picture(ax: Axes, alt: str = "") -> "Image":
    """The figure of `ax` as an image; `alt` says in words what can be seen (if not given: what
    `describe` finds).
    """
    buffer = io.BytesIO()
    figure: Any = ax.figure
    for one in figure.axes:
        _dress(one)
    figure.savefig(buffer, format="png", dpi=110, bbox_inches="tight", metadata={"Software": None})
    return Image(buffer.getvalue(), alt or " ".join(map(describe, ax.figure.axes)))


def _dress(ax: Axes) -> None:
    """The look of all figures: a bold title, quiet axes, that the lines may speak."""
    ax.title.set(fontweight="bold", fontsize=12, color=INK)
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["left", "bottom"]].set_color(SHADE)
    ax.tick_params(which="both", color=SHADE, labelcolor=INK)
    if legend := ax.get_legend():
        legend.set_frame_on(True)
        legend.get_frame().set(
            facecolor=PAPER, edgecolor="none", alpha=0.85
        )  # no line through its words


def describe(ax: Axes) -> str:
    """The axes in words: title, axis names, and what each line or group of bars shows, from end to
    end.
    """
    words = [
        f"{ax.get_title() or 'Figure'}: {ax.get_ylabel() or 'rows'} against {ax.get_xlabel()}."
    ]
    lines: list[Any] = ax.get_lines()
    shown = [(line, list(line.get_ydata())) for line in lines]
    shown += [(bars, [bar.get_height() for bar in bars]) for bars in ax.containers]
    for artist, heights in shown:
        if not str(artist.get_label()).startswith("_"):
            words.append(f"{artist.get_label()}: " + ", ".join(number(y, 2) for y in heights) + ".")
    words += [f"{name.get_text()}." for name in ax.get_yticklabels() if not ax.get_ylabel()]
    return " ".join(words)


class Image:
    """A PNG image that shows itself in a notebook, with its text alternative."""

    def __init__(self, png: bytes, alt: str) -> None:
        self.png, self.alt = png, alt

    def _repr_html_(self) -> str:
        data = base64.b64encode(self.png).decode()
        return f'<img alt="{html.escape(self.alt)}" style="max-width:100%" src="data:image/png;base64,{data}">'

    def __repr__(self) -> str:
        return self.alt


def panels(columns: int = 2, height: float = 3.4) -> list[Axes]:
    """`columns` axes side by side in one figure, with one scale of values."""
    figure = Figure(figsize=(4.6 * columns, height), layout="constrained")
    return list(figure.subplots(1, columns, sharey=True, squeeze=False)[0])


def new_axes(height: float = 3.6) -> Axes:
    return Figure(figsize=(6.6, height), layout="constrained").subplots()


def _lines(lines: Mapping[Any, Sequence[float]], xs: Sequence[float], ax: Axes | None) -> Axes:
    """A new plot (or `ax`) with one line a label, each with its own colour, marker and dashes."""
    if not lines:
        raise ValueError("There is nothing to plot.")
    ax = ax or new_axes()
    for k, (label, ys) in enumerate(lines.items()):
        if len(ys) != len(xs):
            raise ValueError(
                f"The line {label!r} has {len(ys)} values for {len(xs)} places on the x axis."
            )
        style: dict[str, Any] = {"marker": MARKERS[k % 7], "ls": DASHES[k % 7], "ms": 5, "lw": 1.8}
        ax.plot(xs, ys, label=str(label), color=_colour(k), **style)
    ax.grid(alpha=0.25)
    return ax


def _colour(k: int) -> str:
    return COLOURS[k % len(COLOURS)]


def doubling_axis(ax: Axes, marks: Sequence[int], label: str) -> None:
    """An x axis on which every doubling takes the same room."""
    ax.set_xscale("log", base=2)
    ax.set_xticks(
        marks[:: -(-len(marks) // 8)], [f"{mark:,}" for mark in marks[:: -(-len(marks) // 8)]]
    )
    ax.minorticks_off()
    ax.set_xlabel(label)


def _legend(ax: Axes) -> Axes:
    ax.legend(fontsize=9, frameon=False)
    return ax
