"""Play games in a terminal: `python -m mctslib`."""
