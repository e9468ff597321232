"""Games and trees from elsewhere: OpenSpiel's games in our search, other people's trees in our pictures."""

from mctslib.foreign.openspiel import open_spiel

__all__ = ["open_spiel"]
