"""Chapter 13, Prove it: what its notebook imports, each loaded when it is first named."""
