"""What a teacher needs: paper sheets, slides, the book of answers, the table of a class.

The commands are those of `python -m mctslib.course`.
"""
