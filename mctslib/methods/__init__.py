"""Searches with an idea of their own, one a file: each is an object whose `options()` are those of `search`."""
