"""Threads take the lock of a tree one at a time, in the order of their requests."""

import threading
import time

import pytest

from mctslib.fast.turns import Turns


def test_threads_take_turns_in_the_order_of_their_requests():
    turns, done, threads = Turns(), [], []

    def take(number):
        with turns:
            done.append(number)

    with turns:
        for number in range(5):
            threads.append(threading.Thread(target=take, args=[number]))
            threads[-1].start()
            while len(turns.line) < number + 2 and not done:
                time.sleep(0.001)
        assert done == []
    for thread in threads:
        thread.join()
    assert done == [0, 1, 2, 3, 4] and not turns.line


class Interrupted:
    """A lock that is interrupted instead of waiting."""

    def __init__(self):
        self.held = False

    def acquire(self):
        if self.held:
            raise KeyboardInterrupt
        self.held = True


def test_a_thread_that_is_interrupted_while_it_waits_leaves_the_line(monkeypatch):
    turns = Turns()
    with turns:
        with monkeypatch.context() as patch:
            patch.setattr(threading, "Lock", Interrupted)
            with pytest.raises(KeyboardInterrupt), turns:
                pass
        assert len(turns.line) == 1
    assert not turns.line
