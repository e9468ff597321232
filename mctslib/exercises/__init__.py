"""The checkers of the notebooks' exercises: one module a chapter, `common` for what they share.

A checker takes what the reader wrote and answers with a `Verdict`.  It never raises, and it speaks in
stages: nothing here yet → returned None → wrong type → wrong in this case (shown, and how far off) →
breaks this rule → correct.
"""
from mctslib.exercises.common import Verdict, score_prediction

__all__ = ["Verdict", "score_prediction"]
