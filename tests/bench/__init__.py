"""Measure speed, memory and strength, and compare mctslib with other packages; see __main__.py."""
