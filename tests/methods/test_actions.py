"""Searches that compare actions grow the right trees, which can be saved, replayed and drawn."""

import pickle
import random
from functools import partial
from math import sqrt

import pytest

from mctslib import (
    Limit,
    Node,
    PhaseError,
    Phases,
    Playout,
    TicTacToe,
    Trace,
    TraceError,
    record,
    replay,
    search,
)
from mctslib.arena import MCTSPlayer
from mctslib.checks import TreeError, check_tree
from mctslib.draw.scores import scores
from mctslib.methods.actions import ActionPolicy, by_action
from mctslib.tree import attach

START = TicTacToe()


class Hunch(ActionPolicy):
    """A policy that adds a bonus to the value of an action, or twice the bonus to an even one."""

    names, titles = ("what it brought", "the hunch"), ("Q", "+ hunch")

    def __init__(self, c=1.0):
        self.c = c

    def terms(self, node, action):
        child = node.children.get(action)
        visits, value = (child.visits, child.value) if child and child.visits else (0, 0.5)
        return value, self.c * (2 - action % 2) / 9 * sqrt(max(node.visits, 1)) / (1 + visits)

    def badge(self, node):
        return f"h {2 - node.action % 2}/9" if node.action is not None else ""


class Judge(Hunch):
    """A `Hunch` that needs no playouts, because it uses the value ½ for every position."""

    def options(self):
        phases = by_action(self.pick)
        return {
            "tree_policy": self,
            "phases": Phases(phases.select, phases.expand, lambda *_: Playout((), (0.5, 0.5))),
        }


def test_its_tree_leaves_actions_out_and_keeps_all_other_laws():
    root = search(START, 60, seed=0, **Hunch().options()).root
    check_tree(root, 60, every_action_first=False)
    with pytest.raises(TreeError):
        check_tree(root, 60)


def test_the_first_choice_by_hand():
    """Untried even actions score ½ + 2/9 each, and the first of them is chosen."""
    node = Node(START)
    assert Hunch().terms(node, 0) == (0.5, 2 / 9)
    assert Hunch().pick(node) == 0
    first = attach(node, 3)
    rows = scores(node, Hunch())
    assert [row.child.path() for row in rows] == [(action,) for action in range(9)]
    assert rows[3].child is first
    assert rows[8].child.state == START.apply(8)
    assert rows[8][1:] == (0.5, 2 / 9, 0.5 + 2 / 9)
    assert list(node.children) == [3], "the question adds no node"


def test_a_leaf_that_broke_off_is_played_out_next():
    policy, fails = Hunch(), [False, False, True]

    def simulate(state, rng, rollout_policy):
        if fails.pop(0):
            raise RuntimeError("the game's own code")
        return Playout((), (1.0, 0.0))

    phases = by_action(policy.pick)
    root = Node(START)
    with pytest.raises(PhaseError):
        search(root, 3, phases=Phases(phases.select, phases.expand, simulate))
    check_tree(root, 2, broken_off=True, every_action_first=False, shared=False)
    search(root, 1, seed=0, **policy.options())
    check_tree(root, 3, every_action_first=False, shared=False)


# ---------------------------------------------------------------------------- after an iteration


def test_after_hears_of_every_playout_also_in_a_replay():
    def noting(notes):
        return Phases(after=lambda node, playout: notes.append((node.path(), playout)))

    in_the_search, in_the_replay = [], []
    found = record(START, 30, seed=1, phases=noting(in_the_search))
    expected = [(one.path, Playout(one.rollout, one.rewards)) for one in found.iterations]
    assert in_the_search == expected
    replay(START, found.iterations, noting(in_the_replay))
    assert in_the_replay == expected


# ---------------------------------------------------------------------------- saved and drawn


def test_a_judged_trace_is_saved_and_read_if_one_says_so(tmp_path):
    trace, file = record(START, 20, seed=0, **Judge().options()), tmp_path / "judged.json"
    trace.save(file)
    assert (
        Trace.open(file, START, judged=True)
        == trace
        == Trace.from_json(trace.to_json(), START, judged=True)
    )
    with pytest.raises(TraceError, match="judged=True"):
        Trace.open(file, START)


# ---------------------------------------------------------------------------- players


def test_a_player_makes_its_method_anew_each_move():
    made = []

    def method():
        made.append(Hunch())
        return made[-1]

    player = MCTSPlayer(20, method=method, name="hunch")
    state = START.apply(player.choose(START, random.Random(0)))
    player.choose(state.apply(state.legal_actions()[0]), random.Random(0))
    assert len(made) == 2
    assert player.result.iterations == player.result.root.visits == 20


def test_a_player_with_a_method_plays_as_the_search_and_can_be_sent_away():
    player = pickle.loads(pickle.dumps(MCTSPlayer(Limit(30), method=partial(Hunch, 0.5))))
    assert (
        player.choose(START, random.Random(3))
        == search(START, 30, seed=3, **Hunch(0.5).options()).action
    )
