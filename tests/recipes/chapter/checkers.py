"""Checkers of chapter 99: three numbers."""

from mctslib.course.exercise import demand, exercise, given


@exercise("Correct.")
def check_first_half(answer: int) -> None:
    """Check that `first_half` is 1."""
    check_number(answer, 1, "first_half")


@exercise("Correct.")
def check_second_half(answer: int) -> None:
    """Check that `second_half` is 1."""
    check_number(answer, 1, "second_half")


@exercise("Correct.")
def check_whole(answer: int) -> None:
    """Check that `whole` is 2."""
    check_number(answer, 2, "whole")


def check_number(answer: int, right: int, name: str) -> None:
    """Raise `Wrong` unless the answer is right; the message says in which direction it is wrong."""
    number = given(answer, int, name)
    demand(number >= 0, f"`{name}` is {number}, which is negative.")
    demand(number >= right, f"`{name}` is {number}, which is too small.")
    demand(number <= right, f"`{name}` is {number}, which is too large.")
