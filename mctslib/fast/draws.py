"""Draw random numbers, and find the n-th set bit, for the compiled engine.

The kernels continue Python's own generators exactly, so that both engines make the same choices
from the same seed.
"""

from typing import Any

import numba
import numpy as np

LOW_32 = (1 << 32) - 1
LOW_52 = (1 << 52) - 1
LOW_37 = (1 << 37) - 1
NINE = (1 << 9) - 1
SIXTEEN = 15
MULTIPLIER = 0x2545F4914F6CDD1D
NUMBERS = 626  # the index in `rng` at which the 53-bit numbers begin
WORDS = 938  # the length of `rng`

ONES = 0x0101010101010101  # a 1 in each of eight bytes
SEVEN_ONES = 0x01010101010101  # a 1 in each of seven bytes
# HALF[n] is half the distance between floats near n · 2⁵³.  A product is rounded up by at most this
# number.
HALF = np.zeros(128, np.int64)
for _n in range(1, 128):
    HALF[_n] = 1 << _n.bit_length() - 1
# NTH[16 · bits + n] is the place of the n-th set bit in `bits`.
_NTH = np.zeros((512, 16), np.int8)
for _bits in range(512):
    _places = [place for place in range(9) if _bits >> place & 1]
    _NTH[_bits, : len(_places)] = _places
NTH = _NTH.ravel()


# With _nrt=False numba does not count references to arrays.  Counting would take up a third of the
# running time.  Because references are not counted, kernels must not make arrays.
FLAGS: Any = {"error_model": "numpy", "_nrt": False}
PART: Any = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, **FLAGS}


def kernel(function, cache=True):
    """Return the function as a kernel, which is compiled on its first call.

    The compiled kernel is stored on disk if numba finds a folder to which it may write.
    """
    try:
        return numba.njit(cache=cache, nogil=True, **FLAGS)(function)
    except RuntimeError:  # there is no such folder, so each process must compile the function
        return numba.njit(nogil=True, **FLAGS)(function)


def part(function):
    """Compile a function that only kernels call, never Python."""
    return numba.njit(**PART)(function)


# ---------------------------------------------------------------------------- random numbers


@part
def below(x, rng, n):
    """Return the next state x, and int(random() * n).

    For an `Xorshift`, x is its state.  For a `random.Random`, x is 0, and `rng` contains its words.
    """
    if x == 0:
        return x, mersenne_below(rng, n)
    x ^= x >> 12 & LOW_52
    x ^= x << 25
    x ^= x >> 27 & LOW_37
    return x, ((x * MULTIPLIER >> 32) & LOW_32) * n >> 32


@part
def mersenne_below(rng, n):
    """Return int(random() * n) as Python's own generator does, for n ≤ 128.

    This is the Mersenne Twister (Matsumoto and Nishimura, 1998).  rng[1] is its index, rng[2:626]
    are its 624 words of 32 bits, and rng[626:938] are the 312 numbers of 53 bits, each of which
    random() makes from two words.  If the index is odd, the two words of a number may belong to
    different rounds of 624 words.
    """
    if rng[1] >= 623:
        next_words(rng)
    # With the masks & 511 and & 127 numba does not check for negative indices.
    product = rng[NUMBERS + (rng[1] + 1 >> 1 & 511)] * n
    rng[1] += 2
    return product + HALF[product >> 53 & 127] >> 53


@part
def next_words(rng):
    """Make the next 624 words and their numbers; afterwards the index is 0 or −1."""
    last = rng[625]
    for k in range(2, 229):
        mix(rng, k, k + 1, k + 397)
    for k in range(229, 625):
        mix(rng, k, k + 1, k - 227)
    mix(rng, 625, 2, 398)
    rng[1] -= 624
    make_numbers(rng)
    if rng[1] < 0:
        rng[NUMBERS] = number(last, rng[2])


@part
def mix(rng, place, after, other):
    """Replace the word at `place` with the next word, which depends on three of the words."""
    y = (rng[place] & 0x80000000) | (rng[after] & 0x7FFFFFFF)
    rng[place] = rng[other] ^ y >> 1 ^ (y & 1) * 0x9908B0DF


@part
def make_numbers(rng):
    """Make all 53-bit numbers from the words at once, which is faster than one at a time."""
    odd = rng[1] & 1
    for k in range(odd, 312):
        rng[NUMBERS + k] = number(rng[2 + 2 * k - odd], rng[3 + 2 * k - odd])


@part
def number(high, low):
    """Return the 53-bit number that random() makes from two words."""
    return tempered(high) >> 5 << 26 | tempered(low) >> 6


@part
def tempered(y):
    """Return the 32 random bits that the generator makes from one word."""
    y ^= y >> 11
    y ^= y << 7 & 0x9D2C5680
    y ^= y << 15 & 0xEFC60000
    return y ^ y >> 18


# ---------------------------------------------------------------------------- bits


@part
def nth(mask, n):
    """Return the place of the n-th set bit among 63 bits; n is counted from 0.

    The function first computes which byte contains this bit, and then looks up the place of the bit
    in this byte.
    """
    if mask <= NINE:
        return int(NTH[mask << 4 | n & SIXTEEN])
    # Each byte of the sums counts the set bits up to and including this byte.
    sums = in_bytes(mask) * ONES
    # This number has a 1 in each byte before the byte of the n-th bit.
    full = (n * SEVEN_ONES | SEVEN_ONES << 7) - (sums & (1 << 56) - 1) >> 7 & SEVEN_ONES
    shift = (full * ONES >> 56) * 8
    n -= sums << 8 >> shift & 255
    return shift + NTH[(mask >> shift & 255) << 4 | n & SIXTEEN]


@part
def count(mask):
    """Return the number of set bits among 63 bits."""
    return in_bytes(mask) * ONES >> 56


@part
def in_bytes(mask):
    """Count the set bits in each byte: first in pairs of bits, then in fours, then in eights."""
    mask -= mask >> 1 & 0x5555555555555555
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333)
    return mask + (mask >> 4) & 0x0F0F0F0F0F0F0F0F
