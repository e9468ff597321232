"""Neither faults in a game's code nor interrupts at any point leave a tree broken."""

import contextlib
import os
from math import inf

import pytest
from traced import Press, call_traced

from mctslib import Node, TicTacToe, search
from mctslib.checks import check_tree
from mctslib.door import limits

CALLS = ("legal_actions", "apply", "is_terminal", "rewards", "current_player", "num_players")


class Fault(Exception):
    pass


class Fragile:
    """Tic-tac-toe that counts the calls of its methods; call number `at` raises an error."""

    count = 0
    at = -1

    def __init__(self, inner):
        self.inner = inner

    def __eq__(self, other):
        return hash(self) == hash(other)

    def __hash__(self):
        return hash(object.__getattribute__(self, "inner"))

    def __getattribute__(self, name):
        if name in CALLS:
            Fragile.count += 1
            if Fragile.count == Fragile.at:
                raise Fault(name)
        if name == "apply":
            return lambda action: Fragile(object.__getattribute__(self, "inner").apply(action))
        return getattr(object.__getattribute__(self, "inner"), name)


def test_a_fault_at_every_call_of_the_game():
    start = TicTacToe()
    Fragile.count, Fragile.at = 0, -1
    search(Fragile(start), 11, seed=1)
    calls = Fragile.count
    assert calls > 300
    for at in range(2, calls + 1):
        Fragile.count, Fragile.at = 0, -1
        root = Node(Fragile(start))
        Fragile.count, Fragile.at = 0, at
        with contextlib.suppress(Fault):
            search(root, 11, seed=1)
        Fragile.at = -1
        check_tree(root, broken_off=True)
        done = root.visits
        assert search(root, 12, seed=2).root.visits == done + 12
        check_tree(root, done + 12, broken_off=True)


@pytest.mark.skipif(os.name == "nt", reason="on Windows, a process cannot send itself SIGINT")
def test_an_interrupt_at_every_line():
    lines = interrupted_at(None)
    assert lines > 120
    for line in range(1, lines):
        interrupted_at(line)


def interrupted_at(line):
    """Interrupt a search of 3 iterations at one line; return the number of executed lines.

    The executed lines are counted from 1.  If `line` is None, the search is not interrupted.
    """
    press = Press(line)

    def is_watched(code):
        return "mctslib" in code.co_filename and code.co_name in WITHIN

    root, limits.STOP_BUTTON.last = Node(TicTacToe.from_text("XO./.../...")), -inf
    result = call_traced(lambda: search(root, 3, seed=1), is_watched, press)
    check_tree(root, result.iterations)
    assert (
        result.stopped_by == "iterations"
        if line is None
        else result.stopped_by in ("interrupt", "iterations")
    )
    return press.seen


WITHIN = (
    "select",
    "expand",
    "attach",
    "simulate",
    "backpropagate",
    "iterate",
    "uniform",
    "apply",
    "__init__",
)
