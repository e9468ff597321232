"""Searches that know more than a tree: each file one method, for players, widgets and chapters alike."""
