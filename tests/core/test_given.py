"""Check what is said of arguments that a reader gives."""

from fractions import Fraction

import numpy as np
import pytest

from mctslib.given import check_between, check_one_of


@pytest.mark.parametrize(
    ("value", "allowed"), [("A", "AB"), (2, range(3)), (np.int64(2), range(3)), (0.5, [0.5, 1.0])]
)
def test_an_allowed_value_passes(value, allowed):
    check_one_of("it", value, allowed)


@pytest.mark.parametrize(
    ("value", "allowed", "words"),
    [
        ("C", {"A": 0, "B": 1}, "it must be one of A, B, not 'C'."),
        (3, range(3), "it must be a whole number from 0 to 2, not 3."),
        (True, range(3), "it must be a whole number from 0 to 2, not True."),
        ([], {0.5: "a half", 1.0: "one"}, "it must be one of 0.5, 1, not []."),
    ],
)
def test_any_other_value_is_refused_with_all_allowed_ones(value, allowed, words):
    with pytest.raises(ValueError) as refused:
        check_one_of("it", value, allowed)
    assert str(refused.value) == words


@pytest.mark.parametrize("value", [0, 1, 0.3, Fraction(1, 3), np.float32(1)])
def test_a_number_in_its_range_passes(value):
    check_between("it", value, 0, 1)


@pytest.mark.parametrize("value", [-0.001, 1.001, True, "1", None, float("nan"), 10**400, 1j])
def test_any_other_number_is_refused_with_its_range(value):
    with pytest.raises(ValueError, match="it must be a number from 0 to 1, not"):
        check_between("it", value, 0, 1)
