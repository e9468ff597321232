"""Draw Matplotlib figures.  Most functions take numbers and return the `Axes` of the plot.

`picture(ax, alt)` turns a figure into an image with a text alternative, which plain figures lack.
No function in this file uses pyplot.  Therefore no figure stays open, and widgets can draw figures,
too.  Lines differ in markers and dashes as well as in colour (see `draw/look.py`).
"""

import base64
import html
import io
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mctslib.draw.look import FIGURE, INK, NOTE, PAGE, PAPER, RULE, SHADE, SOFT, TITLE, WORDS
from mctslib.draw.look import SERIES as COLOURS
from mctslib.words import count, number, worth

MARKERS = "osD^vPX"
DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 1)), (0, (8, 2)))
GREY = SOFT  # the colour of reference lines
DPI = 110  # pixels of an image for each inch of its figure
POINTS = 72  # matplotlib's points in an inch
WIDTH = 6.6  # the width of a figure with one plot, in inches
NARROWEST = 0.015  # a part of a bar shows its number only if its share is larger
MOST_MARKS = 8  # the largest number of labels below an axis


def share_lines(
    shares: Mapping[str, Sequence[float]],
    marks: Sequence[int],
    *,
    title: str = "",
) -> Axes:
    """Draw shares of right moves against iterations; return the axes.

    shares  dict from the label of a line to its shares, from 0 to 1, one for each mark
    marks   the numbers of iterations
    title   the heading above the plot
    """
    ax = _lines(shares, marks)
    doubling_axis(ax, marks, "iterations")
    ax.set(ylim=(-0.04, 1.04), ylabel="share of runs with a right move", title=title)
    return legend(ax)


def c_profile(
    shares: Mapping[int, Sequence[float]],
    cs: Sequence[float],
    *,
    title: str = "",
) -> Axes:
    """Draw shares of right moves against the exploration constant c; return the axes.

    shares  dict from a number of iterations to the shares of its line, from 0 to 1, one for each c
    cs      the values of c
    title   the heading above the plot
    """
    lines = {}
    for budget, line in shares.items():
        lines[count(budget, "iteration")] = line
    ax = _lines(lines, cs)
    ax.set(
        ylim=(-0.04, 1.04),
        xlabel="exploration constant c",
        ylabel="share of runs with a right move",
        title=title,
    )
    return legend(ax)


def match_bars(results: Mapping[str, Any], *, title: str = "") -> Axes:
    """Draw wins, draws and losses as shares of the games, one row per label; return the axes.

    results  dict from a label to a result with the attributes `wins`, `draws` and `losses`
    title    the heading above the plot

    Each part of a bar that is wide enough shows the number of games.
    """
    ax = new_axes(height=0.9 + 0.55 * len(results))
    for row, result in enumerate(results.values()):
        games = result.wins + result.draws + result.losses
        left = 0.0
        for many, colour in [(result.wins, INK), (result.draws, RULE), (result.losses, SHADE)]:
            share = many / max(games, 1)
            ax.barh(row, share, left=left, color=colour, edgecolor=PAPER)
            if share > NARROWEST:
                ink = PAPER if colour == INK else INK
                _number_in_bar(ax, left + share / 2, row, many, ink)
            left += share
    ax.set_yticks(range(len(results)), list(results))
    ax.invert_yaxis()
    ax.set(xlim=(0, 1), xlabel="wins (left) · draws (middle, grey) · losses (right)", title=title)
    return ax


def _number_in_bar(ax: Axes, x: float, y: float, value: int, ink: str) -> None:
    size = letters(FIGURE, ax)
    ax.text(x, y, number(value), ha="center", va="center", color=ink, fontsize=size)


def rate_lines(
    counts: Mapping[str, Sequence[int]],
    marks: Sequence[int],
    games: int,
    *,
    title: str = "",
) -> Axes:
    """Draw shares of wrong moves against iterations, with Wilson's 95% intervals as error bars.

    counts  dict from the label of a line to its numbers of wrong moves, one for each mark
    marks   the numbers of iterations or playouts
    games   the number of games for each count
    title   the heading above the plot

    Returns the axes.
    """
    from mctslib.arena.intervals import wilson

    shares = {}
    for label, line in counts.items():
        shares[label] = [wrong / games for wrong in line]
    ax = _lines(shares, marks)
    for k, line in enumerate(counts.values()):
        ends = [wilson(wrong, games) for wrong in line]
        lows = [low for low, _ in ends]
        highs = [high for _, high in ends]
        ax.vlines(marks, lows, highs, color=colour_of(k), lw=1.2)
    doubling_axis(ax, marks, "iterations or playouts")
    ax.set(ylim=(-0.02, None), ylabel="share of wrong moves", title=title)
    return legend(ax)


def picture(ax: Axes, alt: str = "") -> "Image":
    """Return the figure of some axes as an image.

    alt  a description of the picture; by default the result of `describe`
    """
    buffer = io.BytesIO()
    figure: Any = ax.figure
    for one in figure.axes:
        _dress(one)
    figure.savefig(buffer, format="png", dpi=DPI, bbox_inches="tight", metadata={"Software": None})
    return Image(buffer.getvalue(), alt or " ".join(map(describe, figure.axes)))


def letters(size: float, ax: Axes) -> float:
    """Return the font size, in points, at which letters have a size of `size` pixels on a page."""
    figure: Any = ax.figure
    pixels = figure.get_figwidth() * DPI
    shrunk = max(1.0, pixels / PAGE)
    return size * shrunk * POINTS / DPI


def _dress(ax: Axes) -> None:
    """Give the axes the common style of all figures, with a bold title and pale axis lines."""
    ax.title.set(fontweight="bold", fontsize=letters(TITLE, ax), color=INK)
    ax.xaxis.label.set_fontsize(letters(WORDS, ax))
    ax.yaxis.label.set_fontsize(letters(WORDS, ax))
    ax.tick_params(which="both", labelsize=letters(FIGURE, ax))
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["left", "bottom"]].set_color(SHADE)
    ax.tick_params(which="both", color=SHADE, labelcolor=INK)
    shown = ax.get_legend()
    if shown:
        for words in shown.get_texts():
            words.set_fontsize(letters(NOTE, ax))
        # A background in the colour of the paper separates the words from the lines.
        shown.set_frame_on(True)
        shown.get_frame().set(facecolor=PAPER, edgecolor="none", alpha=0.85)


def describe(ax: Axes) -> str:
    """Describe a plot in words.

    The description contains the title, the names of the axes, and the numbers of the labelled lines
    and bars.
    """
    title = ax.get_title() or "Figure"
    rows = ax.get_ylabel() or "rows"
    sentences = [f"{title}: {rows} against {ax.get_xlabel()}."]
    lines: list[Any] = ax.get_lines()
    shown = [(line.get_label(), list(line.get_ydata())) for line in lines]
    for bars in ax.containers:
        shown.append((bars.get_label(), [bar.get_height() for bar in bars]))
    for label, heights in shown:
        if not str(label).startswith(
            "_"
        ):  # Matplotlib gives such a label to an element without a label
            numbers = ", ".join(worth(height) for height in heights)
            sentences.append(f"{label}: {numbers}.")
    if not ax.get_ylabel():
        for name in ax.get_yticklabels():
            sentences.append(f"{name.get_text()}.")
    return " ".join(sentences)


class Image:
    """A PNG image that shows itself in a notebook, with its text alternative."""

    def __init__(self, png: bytes, alt: str) -> None:
        self.png, self.alt = png, alt

    def _repr_html_(self) -> str:
        data = base64.b64encode(self.png).decode()
        words = html.escape(self.alt)
        source = f"data:image/png;base64,{data}"
        return f'<img alt="{words}" style="max-width:100%" src="{source}">'

    def __repr__(self) -> str:
        return self.alt


def new_axes(height: float = 3.6) -> Axes:
    """Return the axes of a new figure.

    height   the height of the figure, in inches
    """
    return Figure(figsize=(WIDTH, height), layout="constrained").subplots()


def _lines(lines: Mapping[Any, Sequence[float]], xs: Sequence[float]) -> Axes:
    """Draw a line for each label, with its own colour, marker and dashes."""
    if not lines:
        raise ValueError("There is nothing to plot.")
    ax = new_axes()
    for k, (label, ys) in enumerate(lines.items()):
        if len(ys) != len(xs):
            raise ValueError(
                f"The line {label!r} has {len(ys)} values for {len(xs)} places on the x axis."
            )
        marker = MARKERS[k % len(MARKERS)]
        dashes: Any = DASHES[k % len(DASHES)]
        ax.plot(
            xs, ys, label=str(label), color=colour_of(k), marker=marker, ls=dashes, ms=5, lw=1.8
        )
    ax.grid(alpha=0.25)
    return ax


def colour_of(k: int) -> str:
    """Return the colour of the k-th line or bar; the colours repeat after the last one."""
    return COLOURS[k % len(COLOURS)]


def doubling_axis(ax: Axes, marks: Sequence[int], label: str) -> None:
    """Give a plot a logarithmic x axis, on which all doublings have the same length.

    marks  the numbers on the axis; if there are more than `MOST_MARKS`, only some are written below
           it
    label  the name of the axis
    """
    step = ceil(len(marks) / MOST_MARKS)
    written = marks[::step]
    ax.set_xscale("log", base=2)
    ax.set_xticks(written, [number(mark) for mark in written])
    ax.minorticks_off()
    ax.set_xlabel(label)


def legend(ax: Axes, *lines_and_labels: Any) -> Axes:
    """Add a legend to a plot, and return the axes.

    lines_and_labels  the lines and their labels; by default all lines
    """
    ax.legend(*lines_and_labels, frameon=False, fontsize=letters(NOTE, ax))
    return ax
