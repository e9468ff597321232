"""Define a random number generator that is small enough to be written twice.

This file and the kernels contain the same generator.  For the same seed both versions give the same
numbers, so both engines grow the same tree.
"""

import os
import random
from operator import index

BITS_64 = (1 << 64) - 1
MULTIPLIER = 0x2545F4914F6CDD1D


class Xorshift(random.Random):
    """The generator xorshift64* (Marsaglia, 2003; Vigna, 2016).

    The generator has a 64-bit state and returns 32-bit numbers.

    seed  a whole number, which always gives the same numbers; None for a seed from the system
    """

    state: int  # 1 to 2⁶⁴ − 1

    def seed(self, a: object = None, version: int = 2) -> None:
        """Start again from seed `a`.

        The bits of the seed are mixed by splitmix64 (Steele, Lea and Flood, 2014), so that
        neighbouring seeds give unrelated numbers.
        """
        if a is None:
            mixed = int.from_bytes(os.urandom(8), "little")
        else:
            mixed = index(a)  # type: ignore[arg-type]
        mixed = (mixed + 0x9E3779B97F4A7C15) & BITS_64
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & BITS_64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & BITS_64
        # a generator whose state is 0 would return only zeros
        self.state = mixed ^ mixed >> 31 or MULTIPLIER

    def bits(self) -> int:
        """Return the next number, from 0 to 2³² − 1."""
        x = self.state
        x ^= x >> 12
        x ^= x << 25 & BITS_64
        x ^= x >> 27
        self.state = x
        return (x * MULTIPLIER & BITS_64) >> 32

    def random(self) -> float:
        """Return the next number, scaled to [0, 1)."""
        return self.bits() / 4294967296

    def getrandbits(self, k: int) -> int:
        """Return `k` random bits as a whole number."""
        words = (k + 31) // 32
        number = 0
        for place in range(words):
            number |= self.bits() << 32 * place
        return number >> (32 * words - k)

    def getstate(self) -> tuple:
        """Return the state, for `setstate`."""
        return (self.state,)

    def setstate(self, state: tuple) -> None:
        """Continue from a state that `getstate` has returned."""
        (self.state,) = state
