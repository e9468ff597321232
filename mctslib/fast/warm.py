"""Compiling, or reading what was compiled before: done once a process; said where it is compiled, which takes long."""

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
PATIENCE = 2.0  # seconds
lock = threading.Lock()
done: set[str] = set()


def ready(quiet: bool = False, names: Sequence[str] = KERNELS) -> None:
    """Come back when these kernels are compiled."""
    if not done.issuperset(names):
        with lock:
            missing = [name for name in names if name not in done]
            announced(lambda: run_all(missing), quiet)
            done.update(missing)


def ready_in_background() -> None:
    """As `ready`, for a thread beside a page: compiling, which would hold the page up, is left to another process."""
    if not done.issuperset(KERNELS):
        folders = cache_folders()
        forget_what_is_older(folders)
        if not all(
            any(Path(folder).glob(f"kernels.{name}-*.nbi"))
            for name, folder in zip(KERNELS, folders)
        ):
            compile_elsewhere()
    ready(quiet=True)


def compile_elsewhere() -> None:
    """Compile in another process, which leaves the result on the disk; where that cannot be, it is done here later."""
    polite = "import os; hasattr(os, 'nice') and os.nice(5)"
    code = f"{polite}; from mctslib.fast.warm import ready; ready(quiet=True)"
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
    """Where each of the kernels is kept; empty where it is not."""
    return [getattr(kernels, name).stats.cache_path or "" for name in KERNELS]


def announced(work: Callable[[], None], quiet: bool) -> None:
    """Do the work; say so if numba compiles something for it, and that takes long."""
    said: list[str] = []

    def say(words: str) -> None:
        said.append(words)
        print(words, flush=True)

    class Compiling(event.Listener):
        def on_start(self, event: Any) -> None:
            if not (quiet or message.ident):
                message.start()

        def on_end(self, event: Any) -> None:
            pass

    words = "Compiling the fast engine, once on this machine: some seconds …"
    message = threading.Timer(PATIENCE, say, [words])
    message.daemon = True
    try:
        with event.install_listener("numba:compile", Compiling()):
            work()
    finally:
        message.cancel()
    if said:
        say("… done.")


def run_all(names: Iterable[str]) -> None:
    """Call these kernels; where what was compiled cannot be written to the disk, do without that."""
    forget_what_is_older(cache_folders())
    without_algebra()
    for name in names:
        try:
            run(name)
        except OSError:
            setattr(kernels, name, kernel(getattr(kernels, name).py_func, cache=False))
            run(name)


def without_algebra() -> None:
    """Let numba believe that scipy is there, for matrix products: to look takes longer than all the rest.

    Who compiles one is asked again then.
    """
    with suppress(Exception):  # another numba: it looks
        from numba.np import linalg

        look, linalg.ensure_blas = linalg.ensure_blas, lambda: None
        try:
            import numba.np.arraymath  # noqa: F401
        finally:
            linalg.ensure_blas = look


def forget_what_is_older(folders: Iterable[str]) -> None:
    """Drop what was compiled before any file of this package was changed: numba itself looks at only one of them."""
    changed = max(file.stat().st_mtime for file in Path(__file__).parent.glob("*.py"))
    for index in (
        index for folder in set(folders) if folder for index in Path(folder).glob("kernels.*.nbi")
    ):
        with suppress(OSError):
            if index.stat().st_mtime < changed:
                index.unlink()


def run(name: str) -> None:
    """Call a kernel once, with the types that it is always called with."""
    tree, other, scratch = FastTree(TicTacToe()), FastTree(TicTacToe()), kernels.new_scratch()
    words, counts = np.ones(WORDS, np.int64), np.zeros((2, 9), np.int64)
    numbers, position = (words, 1.0, 20, 1000, TABLE), (tree.rules, tree.board, 0)
    arguments = {
        "prepare": (words,),
        "grow": (*position, tree.rows, tree.counters, *numbers, *scratch, *NO_RECORDS),
        "cut": (tree.rows, 0, other.rows, other.counters),
        "flat": (*position, words, 9, 0, *counts, scratch[0], scratch[2]),
    }
    getattr(kernels, name)(*arguments[name])
