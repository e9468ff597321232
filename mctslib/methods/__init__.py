"""Searches with an idea of their own, one in each file.

Those that can be used by `search` are objects whose `options()` are options of `search`.
"""
