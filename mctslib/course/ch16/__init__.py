"""Chapter 16, From UCT to AlphaZero: what its notebook imports, each loaded when it is first named."""
