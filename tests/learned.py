"""Compare networks that learned from the same games."""

import numpy as np

# A product of matrices may differ in its last digits where the numbers lie elsewhere in memory,
# and from one processor to another.
RELATIVE, ABSOLUTE = 1e-4, 1e-6


def same_numbers(one, other):
    """Return whether two arrays or lists of numbers are equal up to rounding."""
    return np.shape(one) == np.shape(other) and np.allclose(one, other, RELATIVE, ABSOLUTE)
