"""Matplotlib figures of chapter 12b: speeds, and the time that the parts of a search take.

Speeds are shown on a logarithmic scale.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from cProfile import Profile
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mctslib.course.ch12b.timing import rounded
from mctslib.course.plots import COLOURS, GREY, Image, letters, new_axes, picture
from mctslib.draw.look import INK, NOTE, PAPER, amount_colour
from mctslib.tree import PHASE_NAMES
from mctslib.words import number, percent

# the colours of the pieces of a bar
GROUNDS = [amount_colour(share) for share in (0.15, 0.9, 0.5, 0.3, 0.7)]
HATCHES = ("", "//", "..", "xx", "\\\\")
LABEL = {"facecolor": PAPER, "edgecolor": "none", "pad": 1.5}
NARROWEST = 0.025  # a piece with a smaller share of the bar gets no letter
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


def millisecond(
    rates: Mapping[str, Sequence[float]], parts: Mapping[str, Sequence[Sequence[float]]]
) -> Image:
    """Draw a millisecond of the first version as a bar, divided into the parts that each step
    saves.

    Below this bar the second and the third version are enlarged, and divided into the parts of a
    move.

    rates  a dictionary: version → the iterations per second of each run; the versions are in the
           order of the steps
    parts  a dictionary: part of a move → two lists of shares, as `timing.shares` returns it.  The
           lists contain, for the second and for the third version, the time of the part in each run
           as a share of the second version's whole move.  The last part is the whole move
    """
    left = _time_left(rates)
    first, *later, _ = left
    pieces = _saved(left)
    ax = new_axes(height=5.2)
    edge = 1 - left[later[0]]
    ax.plot([edge, 0], [0.32, 1.4], [1, 1], [0.32, 1.4], color=GREY, lw=0.8, ls=":")
    _strip(ax, 0, pieces, f"a millisecond of {first}", "ABCDE")
    enlarged = later[:2]
    for row, name in enumerate(enlarged):
        shares = {part: median(versions[row]) for part, versions in parts.items()}
        _strip(ax, 1.75 + 1.6 * row, _split(shares), f"{name}, enlarged", "abcd")
    ax.set(xlim=(0, 1), ylim=(4.2, -0.6), title="Where a millisecond goes")
    ax.axis("off")
    alt = (
        f"A bar shows a millisecond of {first} in pieces: {', '.join(pieces)}. "
        f"Below it, enlarged, is the time that is left with {' and with '.join(enlarged)}, "
        f"divided into {', '.join(list(parts)[:-1])}, and the rest."
    )
    return picture(ax, alt)


def _time_left(rates: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """Return each version's time as a share of the longest time.

    The keys are the versions' names without step numbers.
    """
    seconds = {}
    for name, runs in rates.items():
        seconds[name.lstrip("0123456789 ")] = 1 / median(runs)
    longest = max(seconds.values())
    return {name: time / longest for name, time in seconds.items()}


def _saved(left: Mapping[str, float]) -> dict[str, float]:
    """Return each step's saving as a share of the time, and the share that is left at the end."""
    pieces = {}
    for before, after in pairwise(left):
        pieces[f"saved by {after}"] = max(0.0, left[before] - left[after])
    last = list(left)[-1]
    pieces[f"left, {last}"] = left[last]
    return pieces


def _split(shares: Mapping[str, float]) -> dict[str, float]:
    """Return the shares of the parts of a move, and the share of the rest.

    The last entry of `shares` is the whole move.
    """
    *names, whole = shares
    split = {name: shares[name] for name in names}
    rest = max(0.0, shares[whole] - sum(split.values()))
    split["the tree and the rest"] = rest
    return split


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


def _strip(ax: Axes, row: float, pieces: Mapping[str, float], title: str, signs: str) -> None:
    """Draw one bar in pieces that differ in shade, hatching and letter, and explain the letters
    below the bar.
    """
    left = 0.0
    legend = []
    for place, (letter, (name, share)) in enumerate(zip(signs, pieces.items())):
        ax.barh(row, share, 0.6, left, color=GROUNDS[place], hatch=HATCHES[place], edgecolor=INK)
        if share > NARROWEST:
            middle = left + share / 2
            ax.text(
                middle,
                row,
                letter,
                ha="center",
                va="center",
                fontsize=letters(NOTE, ax),
                bbox=LABEL,
            )
        figures = percent(share, 1 if share > 0.01 else 2)
        legend.append(f"{letter} {name} {figures}")
        left += share
    lines = "   ".join(legend[:3]) + "\n" + "   ".join(legend[3:])
    ax.text(0, row - 0.36, title, fontsize=letters(NOTE, ax), weight="bold", bbox=LABEL)
    ax.text(0, row + 0.4, lines, fontsize=letters(NOTE, ax), va="top", bbox=LABEL)
