"""Every widget that accepts a position of any game works with thousands of legal actions.

A widget draws some of the actions and says how many there are.  The picture does not grow with the
number of actions.
"""

import inspect
import re

import pytest
from panels import panels

from mctslib import search
from mctslib.draw import show_children

ACTIONS = 5_000
LARGEST = 120_000  # the largest number of characters in a still picture


class Number:
    """A game in which player 0 says one of 5,000 numbers; a number of at least 4,000 wins."""

    num_players = 2
    current_player = 0

    def __init__(self, said=None):
        self.said = said

    def legal_actions(self):
        return range(ACTIONS) if self.said is None else ()

    def apply(self, action):
        return Number(action)

    def is_terminal(self):
        return self.said is not None

    def rewards(self):
        return (1.0, 0.0) if self.said >= 4_000 else (0.0, 1.0)

    def __eq__(self, other):
        return isinstance(other, Number) and self.said == other.said

    def __hash__(self):
        return hash(self.said)

    def __repr__(self):
        return f"said {self.said}"


class Two(Number):
    """A game in which both players say a number, so that 25 million positions are possible."""

    def __init__(self, said=()):
        self.said = said

    @property
    def current_player(self):
        return len(self.said)

    def legal_actions(self):
        return range(ACTIONS) if len(self.said) < 2 else ()

    def apply(self, action):
        return Two((*self.said, action))

    def is_terminal(self):
        return len(self.said) == 2

    def rewards(self):
        return (1.0, 0.0) if self.said[0] > self.said[1] else (0.0, 1.0)


def of_any_game():
    """Return the panels whose first argument is a position of any game."""
    found = {}
    for name, kind in panels().items():
        first = list(inspect.signature(kind.__init__).parameters.values())[1:2]
        if first and "State" in str(first[0].annotation):
            found[name] = kind
    return found


FEW = {"CExplorer": {"seeds": 1}, "FlatExplorer": {"playouts": 1}, "Growth": {"longest": 500}}


@pytest.mark.parametrize("name", of_any_game())
async def test_a_widget_takes_a_position_with_thousands_of_actions(name):
    widget = of_any_game()[name](Number(), **FEW.get(name, {}))
    data = widget._repr_mimebundle_()
    still = (data[0] if isinstance(data, tuple) else data).items()
    widget.close()
    assert sum(len(text) for kind, text in still if isinstance(text, str)) < LARGEST


@pytest.mark.parametrize("name", ["FlatExplorer", "Race"])
async def test_a_chart_says_how_many_moves_it_leaves_out(name):
    widget = of_any_game()[name](Number(), **FEW.get(name, {}))
    while name == "Race" and not widget.racers.marks:
        widget.racers.advance(50)
    picture = widget.static_picture()
    widget.close()
    assert re.search(r"; \d+ of [\d,]+ moves", picture)


async def test_too_many_positions_are_counted_soon():
    for name in ("FlatExplorer", "CExplorer", "Race", "Growth"):
        with pytest.raises(ValueError, match="^More than 50,000 positions can arise here"):
            of_any_game()[name](Two())


def test_the_table_of_children_shows_the_most_visited():
    root = search(Number(), 6_000, seed=0).root
    picture = show_children(root)
    assert len(picture.svg) < LARGEST
    assert "The table shows 40 of 5,000 rows: the most visited moves." in picture.svg
    favourite = max(root.children.values(), key=lambda child: child.visits)
    assert f"{favourite.action}: N {favourite.visits}" in picture.alt
