"""Matplotlib figures of chapter 12b: speeds, and the time that the parts of a search take.

Speeds are shown on a logarithmic scale.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from cProfile import Profile
from statistics import median
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mctslib.course.ch12b.timing import rounded
from mctslib.course.plots import COLOURS, Image, letters, new_axes, picture
from mctslib.draw.look import INK, NOTE, PAPER
from mctslib.tree import PHASE_NAMES
from mctslib.words import number, percent

LABEL = {"facecolor": PAPER, "edgecolor": "none", "pad": 1.5}
REST = "the rest"


def speed_bars(rates: Mapping[str, Sequence[float]], *, title: str = "") -> Image:
    """Draw one bar for each label: the median speed on a logarithmic scale.

    The median speed is written beside the bar, and a thin line goes from the slowest run to the
    fastest run.

    rates  a dictionary: label → the iterations per second of each run
    """
    middle = {name: median(runs) for name, runs in rates.items()}
    slowest = min(min(runs) for runs in rates.values())
    fastest = max(max(runs) for runs in rates.values())
    ax = new_axes(height=0.9 + 0.5 * len(rates))
    _bars(ax, middle, [""] * len(middle))
    for row, (name, runs) in enumerate(rates.items()):
        high = max(runs)
        words = number(rounded(middle[name]))
        ax.hlines(row, min(runs), high, color=INK, lw=1.5)
        ax.text(1.1 * high, row, words, va="center", fontsize=letters(NOTE, ax), bbox=LABEL)
    ax.set(xscale="log", xlim=(slowest / 2, 6 * fastest))
    ax.set(xlabel="iterations per second (each line: ten times more)", title=title)
    ax.grid(axis="x", alpha=0.3)
    labels = "; ".join(f"{name} {number(rounded(rate))}" for name, rate in middle.items())
    alt = f"{title}. Iterations per second, medians: {labels}."
    return picture(ax, alt)


def profile_bars(profile: Profile, alt: str = "") -> Image:
    """Draw the phases' shares of the time on the left, and the functions' shares on the right.

    profile  the profile of one search
    alt      a sentence that is added to the text alternative
    """
    left, right = Figure(figsize=(8.6, 3.2), layout="constrained").subplots(1, 2)
    _share_bars(left, phase_shares(profile), "phases")
    _share_bars(right, busiest(profile), "functions (own time only)")
    words = f"Share of the time in each phase, and in the busiest functions. {alt}"
    return picture(left, words.strip())


def _share_bars(ax: Axes, shares: Mapping[str, float], title: str) -> None:
    _bars(ax, shares, [f" {percent(share)}" for share in shares.values()])
    ax.set(xlim=(0, 1.15 * max(shares.values())), xlabel="share of the time", title=title)


class Entry(NamedTuple):
    """The data that a profile contains about one function."""

    file: str
    name: str
    calls: int
    own: float  # seconds in the function itself, without the functions that it calls
    whole: float  # seconds in the function and in all functions that it calls


def entries(profile: Profile) -> list[Entry]:
    """Return one entry for each function of a profile.

    `pstats` is not used, because it distinguishes functions only by file, line and name.  It would
    therefore drop one of two generators that are on the same line.
    """
    return [_entry(record) for record in profile.getstats()]


def _entry(record: Any) -> Entry:
    code = record.code
    if isinstance(code, str):  # a built-in function
        file, function = "", code
    else:
        file, function = code.co_filename, code.co_name
    name = _name(file, function)
    return Entry(file, name, record.callcount, record.inlinetime, record.totaltime)


def phase_shares(profile: Profile) -> dict[str, float]:
    """Return each phase's share of the time, and the share of "the rest".

    The time in a phase includes the time in the functions that the phase calls.
    """
    functions = entries(profile)
    total = sum(function.own for function in functions)
    inside = {function.name: function.whole / total for function in functions}
    inside["search.simulate"] = inside.get(
        "contract.simulate_to_an_end", 0.0
    )  # phase 3 at the door
    shares = {name: inside.get(f"search.{name}", 0.0) for name in PHASE_NAMES}
    shares[REST] = max(0.0, 1 - sum(shares.values()))
    return shares


def busiest(profile: Profile, number: int = 6) -> dict[str, float]:
    """Return the functions with the largest shares of the time.

    The time of a function does not include the functions that it calls.

    number  the number of functions, 1 or more

    Returns a dictionary: function → share, with the largest share first.
    """
    seconds: dict[str, float] = defaultdict(float)
    for function in entries(profile):
        seconds[function.name] += function.own
    total = sum(seconds.values())
    names = sorted(seconds, key=seconds.__getitem__, reverse=True)
    return {name: seconds[name] / total for name in names[:number]}


def calls(profile: Profile) -> dict[str, int]:
    """Return the number of calls of each function, with the largest number first.

    The calls of functions with the same name are added up.
    """
    counts: Counter[str] = Counter()
    for function in entries(profile):
        counts[function.name] += function.calls
    return dict(counts.most_common())


def _name(file: str, function: str) -> str:
    """Return `module.function`, or only the function's name if the function is built in or defined
    in a cell.
    """
    plain = function.strip("<>").removeprefix("built-in method builtins.")
    if not file or "ipykernel" in file or file.startswith("<"):
        return plain
    module = file.replace("\\", "/").rpartition("/")[2].removesuffix(".py")
    return f"{module}.{plain}"


def _bars(ax: Axes, lengths: Mapping[str, float], notes: Sequence[str]) -> None:
    """Draw one bar for each label, with a note at its end."""
    rows = range(len(lengths))
    ax.barh(rows, list(lengths.values()), color=COLOURS[0], height=0.7)
    for row, (length, note) in enumerate(zip(lengths.values(), notes)):
        ax.text(length, row, note, va="center", fontsize=letters(NOTE, ax))
    ax.set_yticks(rows, list(lengths))
    ax.invert_yaxis()
