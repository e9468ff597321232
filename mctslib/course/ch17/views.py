"""Write how often an engine bets in each of the twelve views of Kuhn poker."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from mctslib.course.texts import Lines, aligned
from mctslib.games.kuhn import CARDS
from mctslib.methods.poker import View, nash, nearest_bluff
from mctslib.words import percent

SAID = {"": "first action", "p": "after a pass", "b": "after a bet", "pb": "after pass, bet"}


def twelve_views(strategy: Mapping[View, Fraction]) -> Lines:
    """Return a table of the share of bets in each view, with that of the nearest perfect strategy.

    strategy  the probability of a bet in each view, from 0 to 1
    """
    perfect = nash(nearest_bluff(strategy))
    rows: list[Sequence[str]] = [("", *CARDS)]
    for said, words in SAID.items():
        views = [(card, said) for card in range(len(CARDS))]
        shares = [
            f"{percent(float(strategy[one]))} ◆ {percent(float(perfect[one]))}" for one in views
        ]
        rows.append((words, *shares))
    return aligned(rows)
