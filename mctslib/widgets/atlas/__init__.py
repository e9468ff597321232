"""Show a whole search tree in one picture.

Every node is as wide as its visits; nodes that are too narrow are merged and counted.
"""
