"""Limits, the Stop button and interrupts end a search, which returns its result so far."""

import os
import re
import signal
import threading
import time
from contextlib import suppress
from math import inf, nan

import numpy as np
import pytest
from jupyter_client.manager import start_new_kernel
from traced import Press, call_traced

from mctslib import Limit, Phases, TicTacToe, backpropagate, fast, search, uniform
from mctslib.checks import check_tree
from mctslib.door import limits
from mctslib.door.limits import StopButton, as_limit, deferred_interrupt, one_step


@pytest.mark.parametrize(
    "bad",
    [{}, {"iterations": 0}, {"iterations": 2.5}, {"nodes": nan}, {"seconds": -1}, {"seconds": inf}],
)
def test_a_limit_that_is_none_is_refused(bad):
    with pytest.raises(ValueError):
        Limit(**bad)


def test_an_infinite_bound_beside_a_finite_one():
    assert (
        search(TicTacToe(), Limit(iterations=7, seconds=inf, nodes=inf), seed=1).stopped_by
        == "iterations"
    )


def test_the_first_bound_reached_ends_it():
    limit = Limit(iterations=10, seconds=2.0, nodes=5)
    assert limit.reached(9, 1.9, 4) is None
    assert limit.reached(10, 0, 1) == "iterations" and limit.reached(1, 2.0, 1) == "seconds"
    assert limit.reached(1, 0, 5) == "nodes"
    assert as_limit(7) == as_limit(np.int64(7)) == Limit(iterations=7)
    with pytest.raises(ValueError):
        as_limit(0.5)  # it may have been meant as seconds


def test_a_deadline_by_a_fake_clock(monkeypatch):
    now = [0]

    def a_second_each(node, rewards):
        now[0] += 1
        backpropagate(node, rewards)

    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    result = search(
        TicTacToe(), Limit(seconds=10), seed=1, phases=Phases(backpropagate=a_second_each)
    )
    assert (result.iterations, result.seconds, result.stopped_by) == (10, 10, "seconds")


def test_stop_flag():
    stop = threading.Event()
    stop.set()
    result = search(TicTacToe(), 1000, seed=1, stop=stop)
    assert (result.iterations, result.stopped_by) == (1, "stop")
    compiled = fast.search(TicTacToe(), 10, seed=1).root
    # The other engine continues the tree.
    assert search(compiled, 10_000, seed=1, stop=stop).stopped_by == "stop"


no_ctrl_c = pytest.mark.skipif(os.name == "nt", reason="os.kill sends no Ctrl-C on Windows")


def interrupted_search(seconds, seed):
    """Return the result of a search that interrupts itself `seconds` after its first playout."""
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    limits.STOP_BUTTON.last = -inf  # otherwise the interrupt could count as a second press

    def policy(state, rng):
        if timer.ident is None:
            timer.start()
        return uniform(state, rng)

    result = search(TicTacToe(), 10**9, seed=seed, rollout_policy=policy)
    timer.join()
    return result


@no_ctrl_c
def test_an_interrupt_brings_the_partial_result_back():
    before = signal.getsignal(signal.SIGINT)
    for k in range(10):
        result = interrupted_search(0.01 + 0.003 * k, seed=k)
        assert result.stopped_by == "interrupt" and result.root.visits == result.iterations
        check_tree(result.root)
        assert signal.getsignal(signal.SIGINT) is before


@no_ctrl_c
def test_a_second_interrupt_within_a_second_is_immediate():
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), deferred_interrupt() as stop:
        os.kill(os.getpid(), signal.SIGINT)
        while not stop.is_set():
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)
    assert signal.getsignal(signal.SIGINT) is before


def press_at(clock, *seconds):
    """Press the stop button at these times of a fake clock."""
    for clock[0] in seconds:
        signal.raise_signal(signal.SIGINT)


@pytest.fixture
def clock(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(limits, "STOP_BUTTON", StopButton(lambda: now[0]))
    return now


def test_a_second_interrupt_counts_for_ten_seconds_while_the_first_has_ended_nothing(clock):
    with deferred_interrupt() as stop:
        press_at(clock, 0.0, 10.0, 25.0)
        assert stop.is_set()
        with pytest.raises(KeyboardInterrupt):
            press_at(clock, 34.9)
        press_at(clock, 35.0)  # counts as a first press


def test_an_interrupt_of_the_next_search_is_a_first_one(clock):
    """Two seconds after a press that has ended a search, a press ends the next search only."""
    with deferred_interrupt():
        press_at(clock, 0.0)
    with deferred_interrupt() as next_search:
        press_at(clock, 2.0)
        assert next_search.is_set()


def test_one_interrupt_ends_all_blocks_that_it_meets_and_no_other(clock):
    before = signal.getsignal(signal.SIGINT)
    with deferred_interrupt() as match:
        with deferred_interrupt() as earlier:
            pass
        with deferred_interrupt() as met:
            press_at(clock, 0.0)
        with deferred_interrupt() as later:
            assert [flag.is_set() for flag in (match, earlier, met, later)] == [
                True,
                False,
                True,
                False,
            ]
    assert signal.getsignal(signal.SIGINT) is before and not limits.STOP_BUTTON.flags


def pressed_before(number, action):
    """Call `action`, and press the stop button before a line with which it enters a block.

    number  which of the lines, counted from 1

    Returns whether there are so many lines.
    """
    press = Press(number)
    entering = deferred_interrupt.__enter__.__code__
    call_traced(action, lambda code: code is entering, press)
    return press.seen >= number


@pytest.mark.parametrize("kind", [deferred_interrupt, one_step])
def test_a_press_while_a_block_begins_leaves_neither_flag_nor_handler(clock, kind):
    """A flag that is left behind would hear the next press, which then ends nothing."""

    def block():
        with kind():
            pass

    before, number, ran = signal.getsignal(signal.SIGINT), 0, True
    while ran:
        number += 1
        limits.STOP_BUTTON.last = -inf
        with suppress(KeyboardInterrupt):
            ran = pressed_before(number, block)
        assert signal.getsignal(signal.SIGINT) is before and not limits.STOP_BUTTON.flags, number
    assert number > 5


def pressed_in_a_kernel(code, sign, presses=1):
    """Run code in a new kernel; return the value of `found`, or the error's name, and the output.

    The button is pressed 0.3 s after `sign` was printed.  Each further press follows after another
    0.3 s.
    """
    manager, client = start_new_kernel()
    try:
        client.execute(code, user_expressions={"found": "found"})
        printed = ""
        while sign not in printed:
            printed += client.get_iopub_msg(timeout=60)["content"].get("text", "")
        for _ in range(presses):
            time.sleep(0.3)
            manager.interrupt_kernel()
        while (reply := client.get_shell_msg(timeout=60))["msg_type"] != "execute_reply":
            pass
        while (said := client.get_iopub_msg(timeout=60)["content"]).get(
            "execution_state"
        ) != "idle":
            printed += said.get("text", "")
        found = (
            reply["content"].get("ename")
            or reply["content"]["user_expressions"]["found"]["data"]["text/plain"]
        )
        return found, printed
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


@pytest.mark.slow
@no_ctrl_c
@pytest.mark.parametrize(
    "presses, wanted",
    [(1, ["seconds", "interrupt", *["seconds"] * 2]), (2, "KeyboardInterrupt")],
)
def test_the_stop_button_of_a_kernel_in_a_loop_of_searches(presses, wanted):
    """After one press, the loop goes on with the next search; after two presses, the cell ends."""
    code = """from mctslib import Limit, TicTacToe, search
found = []
for k in range(4):
    print(k, flush=True)
    found.append(search(TicTacToe(), Limit(seconds=0.8)).stopped_by)"""
    assert pressed_in_a_kernel(code, "1", presses)[0] == str(wanted)


@pytest.mark.slow
@no_ctrl_c
@pytest.mark.parametrize(
    "call, what",
    [
        ("match(a, b, 900, progress=False).games", "of 900 games"),
        # these games run on all cores
        (
            "sum(r.games for r in round_robin([a, b, c], 400, progress=False))",
            "of 1,200 games",
        ),
        ("len(record(TicTacToe(), 10**7))", "iterations"),
    ],
)
def test_one_press_in_a_kernel_ends_a_match_and_its_result_is_there(call, what):
    code = f"""from mctslib import TicTacToe, record
from mctslib.arena import MCTSPlayer, match, round_robin
a, b, c = (MCTSPlayer(n) for n in (100, 200, 300))
print("now", flush=True)
found = {call}"""
    found, printed = pressed_in_a_kernel(code, "now")
    assert re.fullmatch(
        rf"now\nStopped after {int(found):,} {what}. The result is based on these.\n", printed
    )
