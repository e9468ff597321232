"""Record and replay a search: the tree at time t depends only on the first t iterations."""

import copy
import hashlib
import json
import os
import pickle
import random
import re
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

from mctslib import (
    Nim,
    Node,
    TicTacToe,
    Trace,
    TraceError,
    iterate,
    record,
    replay,
    search,
)
from mctslib.checks import check_tree
from mctslib.tree import attach

# This program prints a hash of the first 500 iterations from the empty board with seed 7.
PROGRAM = """
from mctslib import TicTacToe, record
import hashlib
print(hashlib.sha256(record(TicTacToe(), 500, seed=7).to_json().encode()).hexdigest())
"""


def signature(root):
    return [
        (n.path(), n.player, n.visits, n.value_sum, list(n.children)) for n in root.descendants()
    ]


def run(hash_seed):
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.run(
        [sys.executable, "-c", PROGRAM], env=env, capture_output=True, text=True, check=True
    ).stdout


def test_same_seed_same_trace_in_another_process_under_another_hash_seed():
    here = hashlib.sha256(record(TicTacToe(), 500, seed=7).to_json().encode()).hexdigest()
    assert run("1").strip() == run("4242").strip() == here


@pytest.mark.parametrize("size", [3, 4])
def test_replay_at_any_time_is_the_live_tree(size):
    live, rng, trace = Node(TicTacToe(size)), random.Random(3), []
    for t in range(400):
        if t % 20 == 0:
            assert signature(replay(TicTacToe(size), trace)) == signature(live)
        trace.append(iterate(live, rng))
    assert signature(replay(TicTacToe(size), trace)) == signature(live)
    check_tree(live)


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda root: pickle.loads(pickle.dumps(root))]
)
def test_a_tree_of_any_depth_can_be_copied_and_pickled(copied):
    root = deepest = Node(Nim(5_000, most=1))
    for _ in range(4_999):
        deepest = attach(deepest, deepest.state.legal_actions()[0])
    root.visits, deepest.visits, deepest.value_sum = 3, 2, 0.5
    other = copied(root)
    nodes = list(zip(root.descendants(), other.descendants(), strict=True))
    assert all(repr(new) == repr(old) for old, new in (nodes[0], nodes[-1]))
    assert all(new is not old and new.state == old.state for old, new in nodes)
    assert all(new.player == old.player for old, new in nodes)


def test_recording_does_not_change_the_search():
    assert signature(search(TicTacToe(), 200, seed=5).root) == signature(
        record(TicTacToe(), 200, seed=5).tree()
    )


def test_saved_and_opened(tmp_path):
    trace = record(TicTacToe(4), 60, seed=2)
    trace.save(tmp_path / "mine.json")
    opened = Trace.open(tmp_path / "mine.json", TicTacToe(4))
    assert opened == trace and opened.tree(25).visits == 25
    (tmp_path / "mine.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TraceError, match="not a saved trace"):
        Trace.open(tmp_path / "mine.json", TicTacToe(4))


@pytest.mark.parametrize("kind", [bool, np.float32, Fraction, int])
def test_rewards_of_any_kind_of_number_are_saved_and_opened(kind):
    """Each trace that was saved can be opened, although `check_game` refuses most such rewards."""

    class Paying(TicTacToe):
        __slots__ = ()

        def rewards(self):
            return tuple(kind(reward) for reward in super().rewards())

    start = Paying._make(TicTacToe.from_text("XX./OO./..."))
    trace = record(start, 20, seed=1)
    opened = Trace.from_json(trace.to_json(), start)
    assert opened.iterations == trace.iterations
    assert {type(reward) for reward in opened.iterations[0].rewards} <= {int, float}


def test_a_trace_of_another_position_is_refused():
    with pytest.raises(TraceError, match=f"another position:\n{re.escape(str(TicTacToe()))}$"):
        Trace.from_json(record(TicTacToe(), 5, seed=1).to_json(), TicTacToe().apply(4))


def damaged(change):
    saved = json.loads(record(TicTacToe(), 5, seed=1).to_json())
    change(saved)
    return json.dumps(saved)


@pytest.mark.parametrize(
    "change, place",
    [
        (lambda s: s.update(format=99), "format 1"),
        (lambda s: s.pop("iterations"), "'iterations' is missing"),
        (lambda s: s["iterations"][2].pop(), "Iteration 3 is damaged"),
        (lambda s: s["iterations"][1].__setitem__(0, [77]), "Iteration 2 is damaged"),
        (lambda s: s["iterations"].__setitem__(1, s["iterations"][0]), "Iteration 2 is damaged"),
        (lambda s: s["iterations"][4].__setitem__(3, [1.0]), "Iteration 5 is damaged"),
        (lambda s: s["iterations"][4].__setitem__(3, [0.25, 0.75]), "Iteration 5 is damaged"),
        (lambda s: s["iterations"][4].__setitem__(3, ["1", 0]), "Iteration 5 is damaged"),
        (lambda s: s["iterations"][4].__setitem__(2, {}), "5 is damaged"),
        (lambda s: s["iterations"][0].__setitem__(1, 1), "1 is damaged"),
    ],
)
def test_a_damaged_file_names_the_place(change, place):
    with pytest.raises(TraceError, match=f"(?s){place}"):
        Trace.from_json(damaged(change), TicTacToe())


@pytest.mark.parametrize("edits", [1000, pytest.param(10_000, marks=pytest.mark.slow)])
def test_random_edits_give_trace_error_and_nothing_else(edits):
    text, rng, refused = record(TicTacToe(), 12, seed=1).to_json(), random.Random(1), 0
    for _ in range(edits):
        place = rng.randrange(len(text))
        edited = (
            text[:place]
            + chr(rng.choice([rng.randrange(32, 127), 0, 233, 0x1F600]))
            + text[place + 1 :]
        )
        try:
            check_tree(Trace.from_json(edited, TicTacToe()).tree())
        except TraceError:
            refused += 1
    assert refused > edits / 2
