"""Random numbers, and bits picked by their number, for the compiled engine.

The generators continue Python's own objects exactly, so that the compiled engine and the readable one make the
same choices from the same seed.
"""
from __future__ import annotations

from typing import Any

import numba
import numpy as np

LOW_32, LOW_52, LOW_37 = (1 << 32) - 1, (1 << 52) - 1, (1 << 37) - 1
NINE, SIXTEEN = (1 << 9) - 1, 15
MULTIPLIER = 0x2545F4914F6CDD1D

COUNT = np.array([bits.bit_count() for bits in range(512)], np.int8)
# Place 16 · bits + n holds where the n-th of the bits stands.
NTH = np.array([([k for k in range(9) if bits >> k & 1] + [0] * 16)[:16] for bits in range(512)], np.int8).ravel()


# _nrt=False: no counting of references to arrays, which took a third of the time.  So kernels make no arrays.
FLAGS: Any = {"error_model": "numpy", "_nrt": False}
PART: Any = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, **FLAGS}


def kernel(function, cache=True):
    """Compile on the first call, and keep the result on disk if there is a folder that can be written to."""
    try:
        return numba.njit(cache=cache, nogil=True, **FLAGS)(function)
    except RuntimeError:  # no such folder: that only costs time
        return numba.njit(nogil=True, **FLAGS)(function)


def part(function):
    """A part of kernels: compiled into them, and never called from Python."""
    return numba.njit(**PART)(function)


# ---------------------------------------------------------------------------- random numbers


@part
def below(x, rng, n):
    """The next x, and int(random() * n): of `Xorshift`, whose state is x; or of `random.Random`, where x is 0."""
    if x == 0:
        return x, mersenne_below(rng, n)
    x ^= x >> 12 & LOW_52
    x ^= x << 25
    x ^= x >> 27 & LOW_37
    return x, ((x * MULTIPLIER >> 32) & LOW_32) * n >> 32


@part
def mersenne_below(rng, n):
    """int(random() * n) of Python's own generator, the Mersenne Twister (Matsumoto and Nishimura, 1998).

    rng[1] is its index, rng[2:626] its 624 words of 32 bits.
    """
    high, low = word(rng) >> 5, word(rng) >> 6
    return int((high * 67108864.0 + low) * (1.0 / 9007199254740992.0) * n)


@part
def mix(rng, place, after, other):
    """Step one of its words."""
    y = (rng[place] & 0x80000000) | (rng[after] & 0x7FFFFFFF)
    rng[place] = rng[other] ^ y >> 1 ^ (y & 1) * 0x9908B0DF


@part
def word(rng):
    """The next 32 bits of the Mersenne Twister."""
    if rng[1] >= 624:
        for k in range(2, 229):
            mix(rng, k, k + 1, k + 397)
        for k in range(229, 625):
            mix(rng, k, k + 1, k - 227)
        mix(rng, 625, 2, 398)
        rng[1] = 0
    y = rng[2 + rng[1]]
    rng[1] += 1
    y ^= y >> 11
    y ^= y << 7 & 0x9D2C5680
    y ^= y << 15 & 0xEFC60000
    return y ^ y >> 18


# ---------------------------------------------------------------------------- bits


@part
def nth(mask, n):
    """The place of the n-th bit that is set, counted from 0, of 36 bits: by look-up in one of four groups of nine."""
    if mask <= NINE:
        return int(NTH[mask << 4 | n & SIXTEEN])
    first, second, third = count9(mask), count9(mask >> 9), count9(mask >> 18)
    a, b, c = int(n >= first), int(n >= first + second), int(n >= first + second + third)
    n -= a * first + b * second + c * third
    shift = 9 * (a + b + c)
    return shift + NTH[(mask >> shift & NINE) << 4 | n & SIXTEEN]


@part
def count9(mask):
    """How many of the lowest nine bits are set."""
    return int(COUNT[mask & NINE])


@part
def count(mask):
    """How many of 36 bits are set."""
    return count9(mask) + count9(mask >> 9) + count9(mask >> 18) + count9(mask >> 27)
