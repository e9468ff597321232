"""Make tables in plain text for the output of a cell."""

from collections.abc import Sequence


class Lines(str):
    """A text of several lines, which a notebook shows without quotes or escapes."""

    def __repr__(self) -> str:
        return str(self)


def aligned(rows: Sequence[Sequence[str]]) -> Lines:
    """Return a table as text, with the first column aligned left and the other columns right.

    rows  the rows of the table, all of the same length; the first row is the heading
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *rest in rows:
        cells = [first.ljust(widths[0])]
        for cell, width in zip(rest, widths[1:], strict=True):
            cells.append(cell.rjust(width))
        lines.append("   ".join(cells).rstrip())
    return Lines("\n".join(lines))
