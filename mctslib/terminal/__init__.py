"""The game in a terminal: `python -m mctslib`."""
