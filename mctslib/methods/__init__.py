"""Search methods beyond plain UCT, one in each file.

A method that `search` can use is an object whose `options()` returns the options for `search`.
"""
