"""The whole of a search tree in one picture: every node has its width, and what is too narrow is
merged and counted.
"""
