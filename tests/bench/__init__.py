"""Measure speed, memory and strength, and compare them with other packages; see __main__.py."""
