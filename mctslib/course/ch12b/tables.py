"""Read the stored speeds of chapter 12b, which `tests.bench.speeds` measured once, and show the
parts of a move as a table.
"""

from collections.abc import Mapping, Sequence

from mctslib.course.stored import measured
from mctslib.words import percent


def measured_on() -> str:
    """Return the machine of the stored speeds, and the versions of Python and numba."""
    return str(measured("ch12b/speeds")["machine"])


def measured_rates() -> dict[str, list[float]]:
    """Return the stored iterations per second: version → its runs, the slowest first."""
    return dict(measured("ch12b/speeds")["rates"])


def measured_parts() -> dict[str, list[list[float]]]:
    """Return the stored shares of the parts of a move, as `timing.shares` returns them."""
    return dict(measured("ch12b/speeds")["parts"])


def shares_table(parts: Mapping[str, Sequence[Sequence[float]]]) -> str:
    """Return one line of text for each part: the lowest and the highest share of each version.

    parts  a dictionary: part → one list for each version, with the shares in all runs in ascending
           order
    """
    lines = []
    for part, versions in parts.items():
        ranges = [f"{percent(runs[0]):>8} to {percent(runs[-1]):>4}" for runs in versions]
        lines.append(" ".join([f"{part:16}", *ranges]))
    return "\n".join(lines)
