"""Searches that know more than UCT: each a module of its own."""
