"""Python's random generators, handed to the kernels and taken back: both engines go on with the same numbers."""
from __future__ import annotations

import random

import numpy as np

from mctslib.xorshift import Xorshift

WORDS = 626  # the state of Xorshift or 0; the index and the 624 words of the Mersenne Twister


def load(rng: random.Random) -> np.ndarray:
    """The state of a generator, as the kernels want it."""
    words = np.zeros(WORDS, np.int64)
    if type(rng) is Xorshift:
        words[:1].view(np.uint64)[0] = rng.state
    else:
        *words[2:], words[1] = rng.getstate()[1]
    return words


def store(words: np.ndarray, rng: random.Random) -> None:
    """Put the generator where the kernels left off."""
    if isinstance(rng, Xorshift):
        rng.state = int(words[:1].view(np.uint64)[0])
    else:
        version, _, gauss = rng.getstate()
        rng.setstate((version, (*words[2:].tolist(), int(words[1])), gauss))
