"""Limits, Stop, and the interrupt."""
import os
import signal
import threading
import time
from math import nan

import pytest

from mctslib import Limit, TicTacToe, search, uniform
from mctslib.checks.check import check_tree
from mctslib.limits import as_limit, deferred_interrupt


@pytest.mark.parametrize("bad", [dict(), dict(iterations=0), dict(iterations=-3), dict(iterations=nan),
                                 dict(iterations=2.5), dict(seconds=-1), dict(seconds=nan), dict(nodes=0)])  # fmt: skip
def test_bad_limits_say_what_they_want(bad):
    with pytest.raises(ValueError, match="at least one of|must be a"):
        Limit(**bad)


@pytest.mark.parametrize("bad", [0, -1, nan])
def test_search_with_bad_iterations(bad):
    with pytest.raises(ValueError, match="iterations must be a whole number"):
        search(TicTacToe(), bad)


def test_the_first_bound_reached_ends_it():
    limit = Limit(iterations=10, seconds=2.0, nodes=5)
    assert limit.reached(9, 1.9, 4) is None
    assert limit.reached(10, 0, 1) == "iterations"
    assert limit.reached(1, 2.0, 1) == "seconds"
    assert limit.reached(1, 0, 5) == "nodes"
    assert as_limit(7) == Limit(iterations=7)


def test_a_deadline_by_a_fake_clock(monkeypatch):
    ticks = iter(range(1000))
    monkeypatch.setattr(time, "perf_counter", lambda: next(ticks))
    result = search(TicTacToe(), Limit(seconds=10), seed=1)
    assert (result.iterations, result.stopped_by) == (10, "seconds")  # one tick an iteration


def test_one_iteration_however_small_the_budget():
    assert search(TicTacToe(), Limit(seconds=0), seed=1).iterations == 1
    assert search(TicTacToe(), Limit(nodes=1), seed=1).iterations == 1


def test_stop_flag():
    stop = threading.Event()
    stop.set()
    result = search(TicTacToe(), 1000, seed=1, stop=stop)
    assert (result.iterations, result.stopped_by) == (1, "stop")


def interrupted_search(seconds, seed):
    """A search that ends by an interrupt, set off from inside it: it cannot come before the search has begun."""
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))

    def policy(state, rng):
        if timer.ident is None:
            timer.start()
        return uniform(state, rng)

    result = search(TicTacToe(), 10**9, seed=seed, rollout_policy=policy)
    timer.join()
    return result


@pytest.mark.skipif(os.name == "nt", reason="os.kill sends no Ctrl-C on Windows")
def test_an_interrupt_brings_the_partial_result_back():
    before = signal.getsignal(signal.SIGINT)
    for k in range(10):
        result = interrupted_search(0.01 + 0.003 * k, seed=k)
        assert result.stopped_by == "interrupt" and result.root.visits == result.iterations
        check_tree(result.root)
        assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="os.kill sends no Ctrl-C on Windows")
def test_200_interrupts_at_random_moments():
    import random

    rng = random.Random(1)
    for k in range(200):
        result = interrupted_search(rng.uniform(0.001, 0.06), seed=k)
        assert result.stopped_by == "interrupt"
        check_tree(result.root)


@pytest.mark.skipif(os.name == "nt", reason="os.kill sends no Ctrl-C on Windows")
def test_a_second_interrupt_within_a_second_is_immediate():
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), deferred_interrupt() as stop:
        os.kill(os.getpid(), signal.SIGINT)
        while not stop.is_set():
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.skipif(os.name == "nt", reason="os.kill sends no Ctrl-C on Windows")
def test_a_second_interrupt_after_a_second_is_deferred_again():
    now = [0.0]
    with deferred_interrupt(clock=lambda: now[0]) as stop:
        signal.raise_signal(signal.SIGINT)
        now[0] = 1.5
        signal.raise_signal(signal.SIGINT)
        assert stop.is_set()


def test_search_outside_the_main_thread():
    results = []
    thread = threading.Thread(target=lambda: results.append(search(TicTacToe(), 50, seed=1)))
    thread.start()
    thread.join()
    assert results[0].root.visits == 50
