"""MCTS-Solver: its proofs are true, and its moves, words and pictures are right."""

import gc
import random
from math import inf, nan

import pytest
from toys import Script

from mctslib import ConnectFour, Hex, Limit, Nim, Node, TicTacToe, record, search, uniform
from mctslib.arena import MCTSPlayer
from mctslib.checks import check_tree
from mctslib.course.ch13.positions import POSITIONS
from mctslib.draw.scores import scores
from mctslib.methods.solver import (
    Solver,
    conclude,
    final_move,
    proofs,
    winning_action,
)
from mctslib.more_policies import wins
from mctslib.oracle import optimal_actions, solve
from mctslib.policies import UCB1
from mctslib.stepper.model import Stepper
from mctslib.tree import attach

A, D = POSITIONS["A"].state, POSITIONS["D"].state


def grown(depth, rng):
    """Return a tree for three players; each leaf gives a point to one or two players."""
    if depth == 0:
        return rng.choice([(1, 0, 0), (0, 1, 0), (0, 0, 1), (0.5, 0, 0.5), (0, 0.25, 0.75)])
    return {action: grown(depth - 1, rng) for action in range(3)}


STARTS = {
    "tic-tac-toe": (TicTacToe(), 3),
    "Nim": (Nim(2, 3, 1), 1),
    "Connect Four": (ConnectFour(4, 4), 8),
    "Hex": (Hex(3), 2),
    "three players": (Script.of(grown(6, random.Random(3)), [0, 1, 2] * 2), 1),
}


def later(start, moves, seed):
    rng = random.Random(seed)
    while not start.is_terminal() and moves:
        start, moves = start.apply(uniform(start, rng)), moves - 1
    return start


def node_of(game, *tried):
    """Return the root of a scripted game after these actions were tried."""
    root = Node(game)
    for action in tried:
        attach(root, action)
    return root


@pytest.mark.parametrize("name", STARTS)
@pytest.mark.parametrize("revisit", [False, True])
@pytest.mark.parametrize("seeds", [4, pytest.param(8, marks=pytest.mark.slow)])
def test_whatever_it_proves_is_true(name, revisit, seeds):
    start, moves = STARTS[name]
    proved = 0
    for seed in range(seeds):
        state = later(start, moves, seed)
        if state.is_terminal():
            continue
        solver = Solver(revisit=revisit)
        found = search(state, 800, seed=seed, **solver.options())
        check_tree(found.root, found.iterations)
        assert all(fact == solve(node.state) for node, fact in solver.facts.items())
        assert dict(solver.facts) == proofs(found.root)
        if found.stopped_by == "proved":
            proved += 1
            assert solver.facts[found.root] == solve(state)
            assert found.action in optimal_actions(state)
    assert proved >= seeds / 2


def test_conclude_by_hand():
    for tree, movers, tried, fact in [
        ({0: (1, 0), 1: (0, 1)}, [0, 1], [0], (1, 0)),  # one winning action is enough for a proof
        (
            {0: (1, 0), 1: (0, 1)},
            [0, 1],
            [1],
            None,
        ),  # one losing action is not enough, because action 0 has no child yet
        ({0: (0, 1), 1: (0, 1)}, [0, 1], [0, 1], (0, 1)),  # all actions lose
        ({0: (0, 1), 1: (0.5, 0.5)}, [0, 1], [0, 1], (0.5, 0.5)),  # a draw is better than a loss
        (
            {0: (0.5, 0.5), 1: (0, 1)},
            [0, 1],
            [0],
            None,
        ),  # a draw proves nothing while action 1 is untried
        ({0: (1, 0), 1: (0, 1)}, [1, 0], [0], None),  # this action lets the opponent win
        # Each of three players takes the highest reward.
        (
            {0: (0, 0.7, 0.3), 1: (0.2, 0, 0.8)},
            [0, 1, 2],
            [0, 1],
            (0.2, 0, 0.8),
        ),
        ({0: (0.4,), 1: (0.9,)}, [0], [0, 1], (0.9,)),  # one player takes the higher reward
        (
            {0: {0: (1, 0)}, 1: (0, 1)},
            [0, 0],
            [0, 1],
            None,
        ),  # one child was tried, but its value is unknown
    ]:
        root = node_of(Script.of(tree, movers), *tried)
        assert proofs(root).get(root) == fact == conclude(root, proofs(root))


def moves(*rows):
    """Return a root and facts; each row is a child's (visits, mean, its mover's fact or None)."""
    root = node_of(Script.of({k: {0: (1, 0)} for k in range(len(rows))}, [0, 1]), *range(len(rows)))
    facts = {}
    for child, (visits, mean, fact) in zip(root.children.values(), rows):
        child.visits, child.value_sum = visits, visits * mean
        facts |= {child: (fact, 1 - fact)} if fact is not None else {}
    return root, facts


def test_the_final_move():
    for rows, action in [
        ([(9, 0.5, 0), (1, 0.1, None)], 1),  # the most visited child is lost
        ([(9, 0.9, None), (1, 0.1, 1)], 1),  # this child wins, although it was hardly visited
        ([(9, 0.6, None), (1, 0.1, 0.5)], 0),  # its mean is higher than the value of a draw
        ([(9, 0.4, None), (1, 0.1, 0.5)], 1),  # its mean is lower than the value of a draw
        ([(2, 0.5, 0), (9, 0.5, 0.5)], 1),  # both children are known
        ([(1, 0.0, None), (9, 0.5, 0)], 0),  # the unknown child may be better than lost
        ([(3, 0.2, None), (9, 0.1, None)], 1),  # nothing is known, so visits decide
        ([(2, 0.1, 0), (9, 0.3, 0), (4, 0.2, 0)], 1),  # all are lost, so visits decide
        ([(2, 0.5, 0.5), (9, 0.6, 0.5), (1, 0.0, None)], 1),  # the most visited of two draws
        ([(2, 0.5, 1), (9, 0.6, 1)], 1),  # the most visited of two wins
        ([(9, 0.3, 0), (2, 0.5, 0.5)], 1),  # a draw is better than a loss, whatever the visits
    ]:
        assert final_move(*moves(*rows)) == action


def test_it_falls_asleep_where_known_draws_stay_in_the_race():
    revisiting, avoiding = Solver(revisit=True, decisive=False), Solver(decisive=False)
    asleep = search(D, 5000, seed=29, **revisiting.options())
    awake = search(D, 5000, seed=29, **avoiding.options())
    assert asleep.stopped_by == "iterations"
    assert awake.stopped_by == "proved"
    assert awake.iterations < 300
    assert asleep.root.children[8].visits > 0.9 * asleep.iterations
    assert asleep.root.size() < 300


# ---------------------------------------------------------------------------- decisive moves


@pytest.mark.parametrize("name", STARTS)
def test_a_decisive_move_is_the_first_child_and_proves_its_node(name):
    solver = Solver()
    root = search(later(*STARTS[name], seed=1), 300, seed=3, **solver.options()).root
    met = 0
    for node in root.descendants():
        winning = None if node.state.is_terminal() else winning_action(node)
        if winning is not None and node.children:
            met += 1
            player = node.state.current_player
            assert list(node.children) == [winning]
            assert solver.facts[node][player] == 1
            assert wins(node.children[winning].state, player)
    assert met


def test_facts_end_with_their_tree():
    solver = Solver()
    search(A, 200, seed=0, **solver.options())
    search(POSITIONS["W"].state, 5, seed=0, **solver.options())
    gc.collect()
    assert solver.facts
    assert all(node.state.cells().startswith("OO") for node in solver.facts)


# ---------------------------------------------------------------------------- played and drawn


def test_as_a_player_it_stops_when_it_knows():
    player = MCTSPlayer(Limit(400), method=Solver, name="solver 400")
    assert player.choose(POSITIONS["W"].state, random.Random(0)) == 8
    assert player.result.stopped_by == "proved"
    assert player.result.iterations < 10


def test_the_stepper_shows_what_is_known_back_and_forth():
    solver = Solver()
    options = solver.options()
    trace = record(A, 400, seed=0, **options)
    stepper = Stepper(trace, options["phases"], solver)
    stepper.jump(250)
    early = {node.path(): solver.badge(node) for node in stepper.root.descendants()}
    assert set(early.values()) > {"", "✓ won", "✗ lost"}
    assert not early[()]
    stepper.end()
    late = [node for node in stepper.root.descendants() if solver.badge(node)]
    assert sum(map(bool, early.values())) < len(late) == len(proofs(stepper.root))
    stepper.jump(250)
    assert early == {node.path(): solver.badge(node) for node in stepper.root.descendants()}
    assert "walks down to" in (stepper.forward() or stepper.sentence)


def test_both_terms_by_hand():
    """The example is a child with Q = ½ that is known to be lost.

    If known children stay in the race, the first term is the fact.  Otherwise the first term is Q,
    and the second term is undefined.  If the fact of the parent is known, the first term is again
    the fact of the child.
    """
    root, facts = moves((4, 0.5, 0), (2, 0.5, None))
    root.visits = 6
    child, other = root.children.values()
    awake, asleep = Solver(0.7), Solver(revisit=True)
    awake.facts.update(facts), asleep.facts.update(facts)
    assert awake.terms(root, child) == pytest.approx((0.5, nan), nan_ok=True)
    assert scores(root, awake)[0].total == -inf
    assert asleep.terms(root, child) == (0, 0)
    assert scores(root, asleep)[0] == (child, 0, 0, 0)
    assert awake.terms(root, other) == UCB1(0.7).terms(root, other)
    awake.facts[root] = (1, 0)
    assert awake.terms(root, child) == (0, 0)
    assert awake.letters(root) == ("Q", "0.7 · √(ln 6 / n)")


def test_a_node_whose_fact_is_known_is_left_along_the_proof():
    """The child with the proof has fewer visits, so UCB1 would choose the other child.

    UCB1: 0.5 + √(ln 100 / 60) = 0.78 and 0.3 + √(ln 100 / 40) = 0.64.  The proof is worth 1.
    """
    root = Node(TicTacToe())
    root.visits = 100
    for action, visits, worth in ((0, 60, 0.5), (1, 40, 0.3)):
        child = attach(root, action)
        child.visits, child.value_sum = visits, visits * worth
    solver = Solver()
    assert solver(root) is root.children[0]
    solver.facts[root] = solver.facts[root.children[1]] = (1.0, 0.0)
    assert solver(root) is root.children[1]
