"""Turn a checker's table of mistakes into wrong answers, so that each mistake is written only once.

A checker has a table of mistakes.  Each row holds a function that makes the mistake, and the words
of the error message.  If the function is given as the reader's answer, the checker has to refuse it
with exactly these words.
"""


def declared(name, mistakes, as_answer=lambda mistake: mistake):
    """Return rows for the table `WRONG` in a file of answers, one for each of the mistakes.

    name       name of the answer
    as_answer  a function that turns the mistake into one with the parameters of the reader's answer
    """
    return [(name, as_answer(mistake), words) for mistake, words in mistakes]
