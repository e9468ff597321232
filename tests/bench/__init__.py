"""Measure speed, memory and strength, compared with other packages; see __main__.py."""
