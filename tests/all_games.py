"""Find every game of the library."""

from mctslib import games
from mctslib.game import State


def games_with(member):
    """Return the library's game classes that have the attribute `member`."""
    classes = [one for one in vars(games).values() if isinstance(one, type) and one is not State]
    return {one for one in classes if hasattr(one, member)}


def classes_of(states):
    """Return the classes of these positions as a set."""
    return {type(state) for state in states}
