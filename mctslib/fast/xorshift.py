"""A random number generator small enough to be written twice, in the readable engine's Python and in the compiled one.

Both give the same numbers for the same seed, so both grow the same tree.
"""

import os
import random
from operator import index

BITS_64 = (1 << 64) - 1
MULTIPLIER = 0x2545F4914F6CDD1D


class Xorshift(random.Random):
    """xorshift64* (Marsaglia, 2003; Vigna, 2016): 64 bits of state, 32 bits a number.

    seed  a whole number, the same one giving the same numbers; none, to take one from the system
    """

    state: int  # 1 to 2⁶⁴ − 1

    def seed(self, a: object = None, version: int = 2) -> None:
        """Start again from seed `a`, its bits well mixed, so that neighbouring seeds have nothing in common."""
        mixed = int.from_bytes(os.urandom(8), "little") if a is None else index(a)  # type: ignore[arg-type]
        mixed = (
            mixed + 0x9E3779B97F4A7C15
        ) & BITS_64  # the mixer is splitmix64 (Steele, Lea and Flood, 2014)
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & BITS_64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & BITS_64
        self.state = mixed ^ mixed >> 31 or MULTIPLIER  # 0 would stay 0 for ever

    def bits(self) -> int:
        """The next number, 0 to 2³² − 1."""
        x = self.state
        x ^= x >> 12
        x ^= x << 25 & BITS_64
        x ^= x >> 27
        self.state = x
        return (x * MULTIPLIER & BITS_64) >> 32

    def random(self) -> float:
        """The next number, as one in [0, 1)."""
        return self.bits() / 4294967296

    def getrandbits(self, k: int) -> int:
        """`k` random bits as a whole number."""
        words = -(-k // 32)
        return sum(self.bits() << 32 * place for place in range(words)) >> 32 * words - k

    def getstate(self) -> tuple:
        """All there is to know about it; what `setstate` takes."""
        return (self.state,)

    def setstate(self, state: tuple) -> None:
        """Go on from where `getstate` was asked."""
        (self.state,) = state
