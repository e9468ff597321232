"""Show a whole search tree in one picture.

The width of a node shows its number of visits.  Nodes that are too narrow are merged and counted.
"""
