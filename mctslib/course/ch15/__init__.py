"""Chapter 15, Search in parallel: a tree a thread, on the compiled engine."""
