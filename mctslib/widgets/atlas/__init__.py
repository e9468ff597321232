"""Show a whole search tree in one picture.

The width of a node shows its number of visits; nodes that are too narrow are merged and counted.
"""
