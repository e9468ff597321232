"""Compare networks that learned from the same games."""

import numpy as np

# The last digits of a matrix product may depend on the processor and on the positions of the
# numbers in memory.
RELATIVE, ABSOLUTE = 1e-4, 1e-6


def same_numbers(one, other):
    """Return whether two arrays or lists of numbers are equal up to rounding."""
    return np.shape(one) == np.shape(other) and np.allclose(one, other, RELATIVE, ABSOLUTE)
