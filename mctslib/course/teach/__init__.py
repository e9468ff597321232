"""For whoever teaches: paper sheets, slides, the book of answers, the table of a class; `python -m mctslib.course`."""
