"""Games in a terminal: `python -m mctslib`."""
