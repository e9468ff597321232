"""Matplotlib figures of chapter 12: speeds on a scale of powers of ten, and where the time of a profile goes.

Times differ from machine to machine and from run to run, so the text alternatives name no numbers.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from cProfile import Profile
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mctslib.course.ch12.timing import rounded
from mctslib.course.plots import COLOURS, GREY, Image, new_axes, picture
from mctslib.draw.look import INK, PAPER
from mctslib.tree import PHASE_NAMES


def speed_bars(rates: Mapping[str, Sequence[float]], *, title: str = "") -> Image:
    """A bar a label, as long as the logarithm of its middle run, whose number is given; a line from end to end."""
    ax = new_axes(height=0.9 + 0.5 * len(rates))
    middle = {name: median(runs) for name, runs in rates.items()}
    ends = [(min(runs), max(runs)) for runs in rates.values()]
    _bars(ax, middle, [""] * len(middle))
    for row, ((low, high), rate) in enumerate(zip(ends, middle.values())):
        ax.hlines(row, low, high, color=INK, lw=1.5)
        ax.text(1.1 * high, row, f"{rounded(rate):,}", va="center", fontsize=9, bbox=LABEL)
    ax.set(xscale="log", xlim=(min(ends)[0] / 2, 6 * max(high for _, high in ends)))
    ax.set(xlabel="iterations a second (each line: ten times more)", title=title)
    ax.grid(axis="x", alpha=0.3)
    return picture(
        ax, f"{title}. Bars of iterations a second on a scale of powers of ten: {', '.join(rates)}."
    )


def millisecond(
    rates: Mapping[str, Sequence[float]], parts: Mapping[str, Sequence[Sequence[float]]]
) -> Image:
    """Where a millisecond of the first version goes: what each step saves; the second and third under the lens.

    rates   version, in the order of the steps → iterations a second, run by run
    parts   of a move → for the second and the third version its share, run by run, of a whole move of the second, as
            `timing.shares` says; the last part is all of it
    """
    takes = {name.lstrip("0123456789 "): 1 / median(runs) for name, runs in rates.items()}
    first, *later, last = left = {
        name: seconds / max(takes.values()) for name, seconds in takes.items()
    }
    saved = {f"saved by {b}": max(0.0, left[a] - left[b]) for a, b in pairwise(left)}
    pieces = {**saved, f"left, {last}": left[last]}
    ax = new_axes(height=5.2)
    ax.plot([1 - left[later[0]], 0], [0.32, 1.4], [1, 1], [0.32, 1.4], color=GREY, lw=0.8, ls=":")
    _strip(ax, 0, pieces, f"a millisecond of {first}", "ABCDE")
    for row, name in enumerate(later[:2]):
        *known, (_, all_of_it) = ((part, median(both[row])) for part, both in parts.items())
        rest = max(0.0, all_of_it - sum(share for _, share in known))
        split = {**dict(known), "the tree and the rest": rest}
        _strip(ax, 1.75 + 1.6 * row, split, f"{name}, under the lens", "abcd")
    ax.set(xlim=(0, 1), ylim=(4.2, -0.6), title="Where a millisecond goes")
    ax.axis("off")
    alt = f"One bar for a millisecond of {first}, in pieces: {', '.join(pieces)}. Below it, larger, what is left of it"
    return picture(
        ax,
        f"{alt} with {' and with '.join(later[:2])}, in {', '.join(list(parts)[:-1])}, and the rest.",
    )


def profile_bars(profile: Profile, alt: str = "") -> Image:
    """On the left the share of the time in each phase, on the right that of the busiest functions themselves."""
    left, right = Figure(figsize=(9.2, 3.2), layout="constrained").subplots(1, 2)
    for ax, shares, title in (
        (left, phase_shares(profile), "phases"),
        (right, busiest(profile), "functions, without what they call"),
    ):
        _bars(ax, shares, [f" {share:.0%}" for share in shares.values()])
        ax.set(xlim=(0, 1.15 * max(shares.values())), xlabel="share of the time", title=title)
    return picture(
        left, f"Share of the time in each phase, and in the busiest functions. {alt}".strip()
    )


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
    return {
        name: own[name] / whole for name in sorted(own, key=own.__getitem__, reverse=True)[:number]
    }


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


def _strip(ax: Axes, row: float, pieces: Mapping[str, float], title: str, letters: str) -> None:
    """One bar in pieces, told apart by colour, hatch and letter; below it what each letter means."""
    left, words = 0.0, []
    for k, (letter, (name, share)) in enumerate(zip(letters, pieces.items())):
        ax.barh(row, share, 0.6, left, color=COLOURS[k], hatch=HATCHES[k], edgecolor=PAPER)
        if share > 0.025:  # a letter wider than its piece would be cut
            ax.text(
                left + share / 2, row, letter, ha="center", va="center", fontsize=10, bbox=LABEL
            )
        words.append(f"{letter} {name} {share:{'.1%' if share > 0.01 else '.2%'}}")
        left += share
    ax.text(0, row - 0.36, title, fontsize=10, weight="bold", bbox=LABEL)
    ax.text(
        0,
        row + 0.4,
        "   ".join(words[:3]) + "\n" + "   ".join(words[3:]),
        fontsize=8.5,
        va="top",
        bbox=LABEL,
    )


HATCHES = ("", "//", "..", "xx", "\\\\")
LABEL = {"facecolor": PAPER, "edgecolor": "none", "pad": 1.5}
