"""Right and wrong answers that test the checkers of chapter 13.

Other tests compare the chapter's code with the library's, and play some stored games again.
"""

from functools import partial
from math import inf

import pytest
from solved import exercises
from test_exercises_00_03_04 import skeleton

import build
from mctslib import ConnectFour, search
from mctslib.arena import MCTSPlayer, paired_match
from mctslib.arena.intervals import mean_interval
from mctslib.checks import check_game
from mctslib.course import A
from mctslib.course.ch13 import checkers as ch13
from mctslib.course.ch13 import (
    compare_engines,
    empty_board,
    gap,
    matches,
    positions_looked_at,
    resistance,
)
from mctslib.course.ch13.checkers import (
    awake_score,
)
from mctslib.course.ch13.forks import Fork
from mctslib.course.ch13.parts import (
    Parts,
    around_the_proof,
    plays_a_proved_loss,
    proved_after,
)
from mctslib.course.ch13.positions import POSITIONS
from mctslib.course.ch13.proving import alpha_beta
from mctslib.door.guard import upwards
from mctslib.draw.show import show_tree
from mctslib.methods import solver
from mctslib.methods.solver import Solver, conclude
from mctslib.oracle import optimal_actions, value


def one_step(node, facts):
    """Draw a conclusion only at the node, not at its ancestors."""
    fact = conclude(node, facts)
    if fact:
        facts[node] = fact


def keeps_none(node, facts):
    """Store None where no conclusion can be drawn."""
    facts[node] = conclude(node, facts)
    if facts[node] is not None:
        keeps_none(node.parent, facts)
    else:
        assert node.parent


def stops_at_a_known_node(node, facts):
    """Also stop at a node whose fact is already stored, and not only where no fact follows."""
    while node is not None and node not in facts:
        fact = conclude(node, facts)
        if not fact:
            return
        facts[node] = fact
        node = node.parent


def empties_the_facts(node, facts):
    """Change the facts that the function should only read."""
    fact = conclude(node, facts)
    facts.clear()
    return fact


def at_once(node, facts):
    """Store the node's fact for each node above it as well."""
    fact = conclude(node, facts)
    while fact and node is not None:
        facts[node] = fact
        node = node.parent


def unknown_first(lowest):
    return lambda node, child, facts, ucb1: lowest if child in facts else ucb1.score(node, child)


def as_list(fact):
    return fact if fact is None else list(fact)


def learn_to_the_top(node, facts):
    """Continue to the root, even above a node without a fact, where nothing new follows."""
    for above in upwards(node):
        fact = conclude(above, facts)
        if fact is not None:
            facts[above] = fact


def learn_lists(node, facts):
    fact = conclude(node, facts)
    if fact:
        facts[node] = list(fact)
    if fact and node.parent is not None:
        learn_lists(node.parent, facts)


RIGHT = [
    ("conclude", lambda *case: as_list(conclude(*case))),
    ("conclude", empties_the_facts),  # the checker passes a copy
    ("learn", learn_lists),
    ("learn", learn_to_the_top),
    ("awake_score", unknown_first(-inf)),
    ("awake_score", unknown_first(-1)),
]
WRONG = [
    ("learn", one_step, "the ancestor (1,) of this node should be known"),
    ("learn", keeps_none, "holds None"),
    ("learn", at_once, "it should be None"),
    ("learn", stops_at_a_known_node, "already contains the fact of the leaf"),
    (
        "awake_score",
        lambda node, child, facts, ucb1: ucb1.score(node, child) - (child in facts),
        "must be lower than the scores of all children that are not known",
    ),
    (
        "awake_score",
        lambda node, child, facts, ucb1: unknown_first(float("nan"))(node, child, facts, ucb1),
        "is nan",
    ),
]


@pytest.mark.parametrize("name", ["conclude", "learn", "final_move"])
def test_the_solution_is_the_library_s_code(name):
    cell = next(build.solution(cell) for cell in exercises("13") if f"def {name}(" in cell)
    assert skeleton(cell) == skeleton(getattr(solver, name))


def test_the_parts_of_a_solver_make_the_library_s_solver():
    for seed in range(3):
        mine = search(POSITIONS["D"].state, 500, seed=seed, **Parts(awake_score).options())
        library = search(POSITIONS["D"].state, 500, seed=seed, **Solver(decisive=False).options())
        assert mine.iterations == library.iterations and mine.action == library.action
        assert proved_after(POSITIONS["D"].state, seed, awake_score) == library.iterations


def test_the_visits_before_and_after_a_proof_are_all_visits_of_the_move():
    tree = search(A.state, 500, seed=0)
    facts = solver.proofs(tree.root)
    halves = around_the_proof(seed=0)
    assert set(halves) == {a for a, child in tree.root.children.items() if child in facts}
    for action, half in halves.items():
        child = tree.root.children[action]
        assert half.visits_before + half.visits_after == child.visits
        total = half.visits_before * half.mean_before + half.visits_after * half.mean_after
        assert total == pytest.approx(child.value_sum)
    assert plays_a_proved_loss(0) == (tree.root.children[tree.action] in facts)


@pytest.mark.parametrize("puzzle", POSITIONS.values(), ids=lambda puzzle: puzzle.name)
def test_what_is_said_of_a_position_is_true(puzzle):
    assert puzzle.correct <= set(optimal_actions(puzzle.state))


@pytest.mark.parametrize(
    "fork", [Fork(((1, 0), (0.5, 0.5))), Fork(((0.2, 0.3, 0.5), (0, 1, 0)), 2)]
)
def test_a_fork_is_a_game(fork):
    report = check_game(fork)
    assert report, report
    node, facts = ch13.planted(1, ((1.0, 0.0), "known"), ((0.0, 1.0), "untried"))
    assert list(facts) == [node.children[0]] and node.player == 0 and "<svg" in show_tree(node).svg


# ---------------------------------------------------------------------------- stored results


def test_the_stored_matches_add_up():
    rows = matches()
    assert [row.iterations for row in rows] == [100, 300, 1000]
    for row in rows:
        low, high = row.interval
        assert (
            row.games >= 100
            and low < row.score < high
            and row.interval == mean_interval(list(row.scores))
        )
    found = empty_board()
    assert all(45_000 < n < 65_000 for n in found["awake"]) and found["asleep"] == [None] * len(
        found["awake"]
    )


@pytest.mark.slow
def test_the_first_games_can_be_played_again():
    """In ten repeated pairs, each score occurs at most as often as in the whole match."""
    row, method = matches()[0], partial(Solver, decisive=False)
    players = MCTSPlayer(100, method=method, name="solver 100"), MCTSPlayer(100, reuse=False)
    again = paired_match(*players, 10, plies=4, state=ConnectFour(), seed=13, progress=False)
    assert all(again.scores.count(score) <= list(row.scores).count(score) for score in again.scores)


def test_lost_positions_are_lost_and_each_defender_played_from_all_of_them():
    from tests.bench.solver import DEFENDERS, lost_positions

    lost = lost_positions()
    assert len(lost) == 100
    rows = resistance()
    assert list(rows) == list(DEFENDERS)
    assert all(len(row.points) == len(lost) for row in rows.values())
    plain, first, most_visited = rows.values()
    assert gap(most_visited, first)[1] > 0
    value, low, high = gap(most_visited, plain)
    assert value == pytest.approx(most_visited.score - plain.score) and low < 0 < high


@pytest.mark.parametrize("name", POSITIONS)
def test_alpha_beta_finds_the_value(name):
    state = POSITIONS[name].state
    assert alpha_beta(state, 0, 1, lambda: None) == value(state)


def test_alpha_beta_looks_at_so_many_positions():
    counts = [positions_looked_at(POSITIONS[name].state) for name in "ABCD"]
    assert counts == [490, 239, 129, 346]


class Engine(Solver):
    """A solver in which one function is replaced."""

    def __init__(self, learn=None, final_move=None):
        super().__init__(decisive=False)
        self.own_learn = learn
        self.own_final_move = final_move

    def after(self, node, playout):
        if self.own_learn is None:
            return super().after(node, playout)
        self.own_learn(node, self.facts)

    def final_move(self, root):
        return self.own_final_move(root) if self.own_final_move else super().final_move(root)


def unwritten(*arguments):
    raise NotImplementedError("your turn")


def failing(*arguments):
    raise KeyError("oops")


def test_the_reader_s_engine_is_compared_with_the_library_s():
    assert "The two engines agree in 18 of 18 searches." in compare_engines(Engine)
    wrong = partial(Engine, final_move=lambda root: min(root.children))
    assert "agree in 18 of" not in compare_engines(wrong)
    assert "not written yet" in compare_engines(partial(Engine, learn=unwritten))
    assert "KeyError" in compare_engines(partial(Engine, learn=failing))
