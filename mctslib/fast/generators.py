"""Python's random generators, handed to the kernels and taken back: both engines go on with the same numbers."""
import random

import numpy as np

from mctslib.fast import kernels
from mctslib.fast.draws import NUMBERS, WORDS
from mctslib.fast.xorshift import Xorshift


def load(rng: random.Random) -> np.ndarray:
    """The state of a generator, as the kernels want it: of Xorshift; of `random.Random` 0, its index and its words."""
    words = np.zeros(WORDS, np.int64)
    if type(rng) is Xorshift:
        words[:1].view(np.uint64)[0] = rng.state
    else:
        *words[2:NUMBERS], words[1] = rng.getstate()[1]
        kernels.prepare(words)
    return words


def store(words: np.ndarray, rng: random.Random) -> None:
    """Put the generator where the kernels left off."""
    if isinstance(rng, Xorshift):
        rng.state = int(words[:1].view(np.uint64)[0])
    else:
        rng.setstate((rng.VERSION, (*words[2:NUMBERS].tolist(), int(words[1])), rng.gauss_next))  # type: ignore[attr-defined]
