"""A table of chapter 12b as text: the parts of a move, and each part's share of the move's time."""

from collections.abc import Mapping, Sequence

from mctslib.words import percent


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
