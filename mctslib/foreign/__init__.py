"""Games and trees from elsewhere: other people's games in our search, their trees in our pictures."""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    openspiel="open_spiel",
    trees="ForeignTree from_tree",
    readers="from_dict from_json from_mctx from_networkx from_open_spiel",
    policies="ToldPuct Untold",
)
