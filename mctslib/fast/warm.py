"""Compiling, or reading what was compiled before: done once a process, and said when it takes long."""
from __future__ import annotations

import threading
import time
from functools import cache

import numpy as np

from mctslib.fast import kernels
from mctslib.games import TicTacToe

PATIENCE = 1.0  # seconds; reading from the disk takes less


@cache
def ready() -> float:
    """Have the kernels compiled; returns the seconds that took."""
    start = time.perf_counter()
    message = threading.Timer(PATIENCE, print, ["Compiling the fast engine, once on this machine: some seconds …"])
    message.daemon = True
    message.start()
    try:
        run_all()
    finally:
        message.cancel()
    seconds = time.perf_counter() - start
    if seconds > PATIENCE:
        print(f"… done after {seconds:.0f} s.  From now on this takes a moment.")
    return seconds


def run_all() -> None:
    """Call every kernel that Python calls, with the types it is called with."""
    from mctslib.fast.engine import NO_RECORDS
    from mctslib.fast.tree import FastTree

    tree, words, desk = FastTree(TicTacToe()), np.ones(626, np.int64), kernels.new_desk()
    kernels.grow(tree.rules, tree.board, 0, tree.rows, tree.book, words, 1.0, 20, 1000, *desk, *NO_RECORDS)
    other = FastTree(TicTacToe())
    kernels.cut(tree.rows, 0, other.rows, other.book)
    kernels.flat(tree.rules, tree.board, 0, words, 9, 0, *np.zeros((2, 9), np.int64), *desk[::2])
