"""Measurements: speed, memory and strength, against other packages.  See __main__.py."""
