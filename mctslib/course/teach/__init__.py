"""Make material for teachers: paper sheets, slides, a book of answers, and a report on a class.

The commands are part of `python -m mctslib.course`.
"""
