"""Matplotlib figures of chapter 12: speeds on a scale of powers of ten, and where the time of a profile goes.

Times differ from machine to machine and from run to run, so the text alternatives name no numbers.
"""
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from cProfile import Profile
from statistics import median
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mctslib.course.ch12.timing import rounded
from mctslib.course.plots import COLOURS, Image, _new_axes, picture
from mctslib.draw.look import INK
from mctslib.tree import PHASE_NAMES


def speed_bars(rates: Mapping[str, Sequence[float]], *, title: str = "") -> Image:
    """A bar a label, as long as the logarithm of its middle run, whose number is given; a line from end to end."""
    ax = _new_axes(height=0.9 + 0.5 * len(rates))
    middle = {name: median(runs) for name, runs in rates.items()}
    ends = [(min(runs), max(runs)) for runs in rates.values()]
    _bars(ax, middle, [""] * len(middle))
    for row, ((low, high), rate) in enumerate(zip(ends, middle.values())):
        ax.hlines(row, low, high, color=INK, lw=1.5)
        ax.text(1.1 * high, row, f"{rounded(rate):,}", va="center", fontsize=9)
    ax.set(xscale="log", xlim=(min(ends)[0] / 2, 6 * max(high for _, high in ends)))
    ax.set(xlabel="iterations a second (each line: ten times more)", title=title)
    ax.grid(axis="x", alpha=0.3)
    return picture(ax, f"{title}. Bars of iterations a second on a scale of powers of ten: {', '.join(rates)}.")


def profile_bars(profile: Profile, alt: str = "") -> Image:
    """On the left the share of the time in each phase, on the right that of the busiest functions themselves."""
    left, right = Figure(figsize=(9.2, 3.2), layout="constrained").subplots(1, 2)
    for ax, shares, title in (
        (left, phase_shares(profile), "phases"), (right, busiest(profile), "functions, without what they call")
    ):
        _bars(ax, shares, [f" {share:.0%}" for share in shares.values()])
        ax.set(xlim=(0, 1.15 * max(shares.values())), xlabel="share of the time", title=title)
    return picture(left, f"Share of the time in each phase, and in the busiest functions. {alt}".strip())


class Entry(NamedTuple):
    """What a profile knows of one function: its file and name, its calls, the seconds in it and in what it calls."""

    file: str
    name: str
    calls: int
    own: float
    whole: float


def entries(profile: Profile) -> list[Entry]:
    """One for each function.

    Not by `pstats`: that tells functions apart by file, line and name, and of two generators in one line it forgets
    one.
    """
    return [_entry(one) for one in profile.getstats()]


def _entry(one: Any) -> Entry:
    code = one.code
    file, name = ("", code) if isinstance(code, str) else (code.co_filename, code.co_name)
    return Entry(file, _name(file, name), one.callcount, one.inlinetime, one.totaltime)


def phase_shares(profile: Profile) -> dict[str, float]:
    """The share of the profiled time spent in each of the four phases and in what they call; "the rest" besides."""
    found = entries(profile)
    whole = sum(one.own for one in found)
    inside = {one.name: one.whole / whole for one in found}
    shares = {name: inside.get(f"search.{name}", 0.0) for name in PHASE_NAMES}
    return {**shares, "the rest": max(0.0, 1 - sum(shares.values()))}


def busiest(profile: Profile, number: int = 6) -> dict[str, float]:
    """The functions with the largest shares of the time, what they call not counted in."""
    own: dict[str, float] = defaultdict(float)
    for one in entries(profile):
        own[one.name] += one.own
    whole = sum(own.values())
    return {name: own[name] / whole for name in sorted(own, key=own.__getitem__, reverse=True)[:number]}


def calls(profile: Profile) -> dict[str, int]:
    """How often each function was called: function → number, the most called first; those of one name added."""
    found: Counter[str] = Counter()
    for one in entries(profile):
        found[one.name] += one.calls
    return dict(found.most_common())


def _name(file: str, function: str) -> str:
    """`module.function`; of a function in a notebook's cell, or built in, only its name."""
    plain = function.strip("<>").removeprefix("built-in method builtins.")
    place = file.replace("\\", "/").rpartition("/")[2].removesuffix(".py")
    return plain if not file or "ipykernel" in file or file.startswith("<") else f"{place}.{plain}"


def _bars(ax: Axes, lengths: Mapping[str, float], notes: list[str]) -> None:
    rows = range(len(lengths))
    ax.barh(rows, list(lengths.values()), color=COLOURS[0], height=0.7)
    for row, (length, note) in enumerate(zip(lengths.values(), notes)):
        ax.text(length, row, note, va="center", fontsize=9)
    ax.set_yticks(rows, list(lengths))
    ax.invert_yaxis()
