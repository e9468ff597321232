"""Make wrong answers of the mistakes that a checker declares, so that each is written only once.

A checker has a table of mistakes, (function that makes the mistake, words).  The function, given as
the reader's answer, has to be refused in exactly these words.
"""


def declared(name, mistakes, as_answer=lambda mistake: mistake):
    """Return rows for `WRONG` of a file of answers, one for each mistake of a table.

    name       of the answer
    as_answer  turns the mistake into a function with the parameters of the reader's
    """
    return [(name, as_answer(mistake), words) for mistake, words in mistakes]
