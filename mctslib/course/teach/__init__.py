"""Make material for teachers: paper sheets, slides, the book of answers, the table of a class.

The commands are part of `python -m mctslib.course`.
"""
