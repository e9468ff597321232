"""Chapter 99: the answers for the tests of its checkers."""

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
    WRONG += [
        (name, -1, "which is negative"),
        (name, right - 1, "which is too small"),
        (name, right + 1, "which is too large"),
    ]
