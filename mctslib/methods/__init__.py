"""Searches that know more than their tree: each a method, whose `options()` are those of `search`."""
