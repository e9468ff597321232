"""Count what the searches of chapter 19 have done: hands solved, lines tried, picks that are right."""

from collections.abc import Sequence
from typing import NamedTuple

from mctslib.course.ch19.answers import ceiling
from mctslib.methods.alone import Found


class Tried(NamedTuple):
    """The mean number of lines that a search has tried, and of different lines among them."""

    lines: float
    different: float


def solved(found: Sequence[Found], steps: int) -> int:
    """Count the hands that were solved within a number of generated steps."""
    return sum(one.solved_after is not None and one.solved_after <= steps for one in found)


def lines_tried(tree: Sequence[Found], luck: Sequence[Found]) -> dict[str, Tried]:
    """Return how many lines a tree and best-of-n have tried on the hands that neither solved.

    tree, luck  the results of the two searches on the same hands
    """
    both = [
        pair for pair in zip(tree, luck, strict=True) if not any(one.solved_after for one in pair)
    ]
    return {"tree": tried([one for one, _ in both]), "best-of-n": tried([one for _, one in both])}


def tried(found: Sequence[Found]) -> Tried:
    """Return the mean numbers of lines, and of different lines, for each hand."""
    lines = sum(len(one.lines) for one in found)
    different = sum(len({line.actions for line in one.lines}) for one in found)
    return Tried(lines / len(found), different / len(found))


def paid_by_mistaken(right: float, fooled: float, lines: int) -> float:
    """Return the exact share of right picks of a judge who says yes to some wrong lines.

    right   the share of right lines among those that are drawn
    fooled  the share of wrong lines to which the judge says yes; right lines always get a yes
    lines   the number of lines that are drawn; if none gets a yes, the pick is wrong
    """
    yes = right + (1 - right) * fooled
    some_yes = 1 - (1 - yes) ** lines
    return some_yes * ceiling(right, fooled)
