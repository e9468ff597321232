"""Chapter 99: the answers for the tests of its checkers."""

import numpy as np

from mctslib.course.ch99.checkers import check_first_half, check_second_half, check_whole

CHECKS = {
    "99": {
        "first_half": check_first_half,
        "second_half": check_second_half,
        "whole": check_whole,
    }
}
RIGHT = []
WRONG = []
for name, right in {"first_half": 1, "second_half": 1, "whole": 2}.items():
    RIGHT += [(name, np.int64(right)), (name, np.uint8(right))]
    WRONG += [
        (name, -1, "which is negative"),
        (name, right - 1, "which is too small"),
        (name, right + 1, "which is too large"),
        (name, right / 3, "a float; it should be a whole number"),
        (name, str(right), "a str; it should be a whole number"),
        (name, [right], "a list; it should be a whole number"),
    ]
