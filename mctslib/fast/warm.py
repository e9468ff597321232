"""Compile the kernels, or read the compiled kernels from the cache, once in each process.

Compiling takes a long time, so a message announces the delay.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numba.core import event

from mctslib.fast import kernels
from mctslib.fast.draws import WORDS, kernel
from mctslib.fast.kernels import NO_RECORDS
from mctslib.fast.selection import TABLE
from mctslib.fast.tree import FastTree
from mctslib.games import TicTacToe

SEARCH = ("prepare", "grow", "cut")  # the kernels that a search needs
KERNELS = (*SEARCH, "flat")
# Python code that lowers the priority of its process; on Windows it does nothing.
POLITE = "import os; hasattr(os, 'nice') and os.nice(5)"
COMPILING = "Compiling the fast engine, once on this machine: this takes a few seconds …"
COMPILING_AGAIN = (
    "Compiling the fast engine: this takes a few seconds, at each start, because its folder cannot"
    " be written (set NUMBA_CACHE_DIR to a folder of your own to compile only once) …"
)
PATIENCE = 2.0  # seconds of compiling before the message is printed
lock = threading.Lock()
done: set[str] = set()  # the kernels that are ready


def ready(quiet: bool = False, names: Sequence[str] = KERNELS) -> None:
    """Compile these kernels, or read them from the cache; return when they are ready.

    quiet  whether to compile without a message
    names  the names of the kernels
    """
    if done.issuperset(names):
        return
    with lock:
        missing = [name for name in names if name not in done]
        announced(lambda: run_all(missing), quiet)
        done.update(missing)


def ready_in_background() -> None:
    """Prepare all kernels on a thread that runs while a page is served.

    Compiling on this thread would block the page, so another process does the compiling.
    """
    if not done.issuperset(KERNELS):
        folders = cache_folders()
        forget_what_is_older(folders)
        cached = [is_cached(name, folder) for name, folder in zip(KERNELS, folders)]
        if all(folders) and not all(cached):
            compile_elsewhere()
    ready(quiet=True)


def is_cached(name: str, folder: str) -> bool:
    """Return whether the cache folder contains this kernel in compiled form."""
    return any(Path(folder).glob(f"kernels.{name}-*.nbi"))


def compile_elsewhere() -> None:
    """Compile the kernels in another process, which writes them to disk.

    If no other process can be started, the kernels are compiled later in this process.
    """
    code = f"{POLITE}; from mctslib.fast.warm import ready; ready(quiet=True)"
    path = os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
    with suppress(OSError):
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )


def cache_folders() -> list[str]:
    """Return the cache folder of each kernel, or "" for a kernel that is not cached."""
    return [getattr(kernels, name).stats.cache_path or "" for name in KERNELS]


class Announcement(event.Listener):
    """Prints a message after `PATIENCE` seconds of compiling.

    printed  whether the message has been printed
    stored   whether numba has found a folder to which it may write the compiled kernels
    """

    def __init__(self) -> None:
        self.printed = False
        self.stored = all(cache_folders())
        self.timer = threading.Timer(PATIENCE, self._print)
        self.timer.daemon = True

    def _print(self) -> None:
        self.printed = True
        print(COMPILING if self.stored else COMPILING_AGAIN, flush=True)

    def on_start(self, event: Any) -> None:
        """Start the timer when numba compiles for the first time."""
        if not self.timer.ident:
            self.timer.start()

    def on_end(self, event: Any) -> None:
        """Do nothing, because numba may continue to compile."""

    def end(self) -> None:
        """Stop the timer; if the message was printed, print that compiling is done."""
        self.timer.cancel()
        if self.printed:
            print("… done.", flush=True)


def announced(work: Callable[[], None], quiet: bool) -> None:
    """Do the work; unless `quiet`, print a message if numba compiles for a long time."""
    if quiet:
        work()
        return
    announcement = Announcement()
    try:
        with event.install_listener("numba:compile", announcement):
            work()
    finally:
        announcement.end()


def run_all(names: Iterable[str]) -> None:
    """Call each of these kernels once, so that numba compiles them.

    A kernel that cannot be written to disk is compiled, but not stored.
    """
    forget_what_is_older(cache_folders())
    without_algebra()
    for name in names:
        try:
            run(name)
        except OSError:
            setattr(kernels, name, kernel(getattr(kernels, name).py_func, cache=False))
            run(name)


def without_algebra() -> None:
    """Keep numba from looking for scipy, because the look-up takes longer than all other steps.

    numba looks for scipy when its support for matrix products is imported.  If a matrix product is
    compiled later, numba's usual check still runs.
    """
    with suppress(Exception):  # a numba version without these names looks for scipy
        from numba.np import linalg

        check = linalg.ensure_blas
        linalg.ensure_blas = lambda: None
        try:
            import numba.np.arraymath  # noqa: F401
        finally:
            linalg.ensure_blas = check


def forget_what_is_older(folders: Iterable[str]) -> None:
    """Delete compiled kernels that are older than the last change to any file of this package.

    numba itself checks only one of these files.
    """
    changed = max(file.stat().st_mtime for file in Path(__file__).parent.glob("*.py"))
    for folder in set(folders) - {""}:
        for index in Path(folder).glob("kernels.*.nbi"):
            with suppress(OSError):
                if index.stat().st_mtime < changed:
                    index.unlink()


def run(name: str) -> None:
    """Call a kernel once, with the same types as in every later call."""
    tree = FastTree(TicTacToe())
    position = tree.rules, tree.board, 0
    words = np.ones(WORDS, np.int64)
    scratch = kernels.new_scratch()
    board, _, line = scratch
    if name == "prepare":
        kernels.prepare(words)
    elif name == "grow":
        numbers = words, 1.0, 20, 1000, TABLE
        kernels.grow(*position, tree.rows, tree.counters, *numbers, *scratch, *NO_RECORDS)
    elif name == "cut":
        other = FastTree(TicTacToe())
        kernels.cut(tree.rows, 0, other.rows, other.counters)
    else:
        visits, points = np.zeros((2, 9), np.int64)
        kernels.flat(*position, words, 9, 0, visits, points, board, line)
