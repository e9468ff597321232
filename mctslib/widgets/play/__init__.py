"""Show a board to play on, with its controls and the analysis of the engine."""
