"""Multiply small matrices on one thread.

OpenBLAS, which comes with numpy, splits even small products over all cores.  If other programs use
the cores too, OpenBLAS's threads wait for each other, and learning takes many times as long.
"""

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import numpy as np

# the endings of OpenBLAS's function names, which depend on the size of its indices
SUFFIXES = ("64_", "")


@contextmanager
def one_thread() -> Iterator[None]:
    """Context manager: make numpy multiply matrices on one thread.

    The context manager does nothing if numpy uses a library other than its own OpenBLAS.
    """
    found = openblas()
    if found is None:
        yield
        return
    get_threads, set_threads = found
    before = get_threads()
    set_threads(1)
    try:
        yield
    finally:
        set_threads(before)


@cache
def openblas() -> tuple[Callable[[], int], Callable[[int], object]] | None:
    """Return OpenBLAS's functions to get and set its number of threads; None without OpenBLAS."""
    package = Path(np.__file__).parent
    for folder in (package.with_name("numpy.libs"), package / ".dylibs"):
        for file in sorted(folder.glob("*openblas*")):
            library = ctypes.CDLL(str(file))
            for suffix in SUFFIXES:
                names = [f"scipy_openblas_{verb}_num_threads{suffix}" for verb in ("get", "set")]
                if all(hasattr(library, name) for name in names):
                    return getattr(library, names[0]), getattr(library, names[1])
    return None
