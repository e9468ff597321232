"""Check parallel search in rounds and on real threads."""

import random
import time
from math import inf, log, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mctslib import (
    UCB1,
    ConnectFour,
    Hex,
    Nim,
    Node,
    TicTacToe,
    fast,
    record,
    replay,
    search,
    simulate,
)
from mctslib.checks import check_tree
from mctslib.course.ch15.clock import jobs_in_rounds, jobs_without_rounds
from mctslib.door import limits
from mctslib.door.guard import TreeInUse, alone
from mctslib.fast.xorshift import Xorshift
from mctslib.methods import parallel
from mctslib.methods.parallel import added_up, parallel_search, rounds
from mctslib.methods.threads import search_threads
from mctslib.tree import attach

GAMES = [TicTacToe(), Nim(1, 2, 3), ConnectFour(5, 4), Hex(3)]


def signature(root):
    return [(node.path(), node.visits, node.value_sum) for node in root.descendants()]


@pytest.mark.parametrize("state", GAMES, ids=lambda state: type(state).__name__)
@pytest.mark.parametrize("scheme", parallel.IN_ONE_TREE)
def test_one_worker_is_the_sequential_search_record_by_record(state, scheme):
    for loss in (0, 1, 3):
        done = rounds(Node(state), 90, 1, random.Random(3), scheme=scheme, loss=loss)
        assert [one for each in done for one in each] == record(state, 90, seed=3).iterations


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(GAMES),
    st.integers(1, 60),
    st.integers(1, 20),
    st.sampled_from(parallel.IN_ONE_TREE),
    st.integers(0, 3),
    st.integers(0, 99),
)
def test_nothing_of_the_waiting_is_left(state, iterations, workers, scheme, loss, seed):
    root = Node(state)
    options = {"scheme": scheme, "loss": loss, "tree_policy": UCB1(0.3)}
    done = [
        one
        for records in rounds(root, iterations, workers, random.Random(seed), **options)
        for one in records
    ]
    assert len(done) == root.visits == iterations
    assert {type(one.expanded) for one in done} == {bool}
    assert sorted(signature(replay(state, done))) == sorted(signature(root)), (
        "the records determine the tree"
    )
    assert all(0 <= node.value_sum <= node.visits for node in root.descendants())
    again = parallel_search(state, iterations, workers, seed=seed, **options)
    assert signature(again) == signature(root)


def test_the_first_round_by_hand():
    """All three actions are untried.

    Each of three workers therefore takes one of them and waits at the new child.
    """
    root = Node(Nim(1, 2))
    leaves = parallel.choose(root, 3, random.Random(0))
    assert {leaf.node.path() for leaf in leaves} == {(a,) for a in root.state.legal_actions()}
    assert root.visits == 3
    assert all(leaf.node.visits == 1 and leaf.node.value_sum == 0 for leaf in leaves)
    records = parallel.finish(leaves, random.Random(0))
    assert root.visits == len(records) == 3
    # Both sums are rewards of the player who moves first.
    assert root.value_sum == sum(child.value_sum for child in root.children.values())


def test_added_up_by_hand():
    state = TicTacToe.from_text("XX./OO./...")
    roots = [search(state, 3, seed=0).root, search(state, 40, seed=1).root]
    total = added_up(roots)
    assert total.visits == 43
    assert list(total.children) == sorted(total.children)
    assert total.value_sum == sum(root.value_sum for root in roots)
    assert signature(added_up(roots[:1]))
    for action, child in total.children.items():
        assert child.path() == (action,)
        assert child.state == state.apply(action)
        found = [root.children[action] for root in roots if action in root.children]
        assert child.visits == sum(node.visits for node in found)
        assert child.value_sum == sum(node.value_sum for node in found)


def test_root_parallelisation_shares_the_iterations_out():
    assert parallel.shared_out(10, 3) == [4, 3, 3] and parallel.shared_out(2, 3) == [1, 1, 1]
    assert parallel_search(TicTacToe(), 10, 3, seed=0, scheme="root").visits == 10


# ---------------------------------------------------------------------------- ends and failures


OVER = TicTacToe.from_text("XXX/OO./...")


def test_rounds_refuse_a_game_that_is_over_and_a_tree_in_use():
    with pytest.raises(ValueError):
        next(rounds(Node(OVER), 10, 2, random.Random(0)))
    root = Node(TicTacToe())
    with alone(root), pytest.raises(TreeInUse):
        next(rounds(root, 10, 2, random.Random(0)))
    assert len(next(rounds(root, 10, 2, random.Random(0)))) == 2


class Fails(Exception):
    """An error in the middle of a round."""


@pytest.mark.parametrize("scheme", parallel.IN_ONE_TREE)
@pytest.mark.parametrize("where", ["plain_expand", "simulate_to_an_end"])
def test_no_virtual_loss_is_left_where_a_round_breaks_off(scheme, where, monkeypatch):
    """After an error in a round, all finished playouts are counted at all their nodes.

    Afterwards the search can continue.
    """
    calls, function = [], getattr(parallel, where)

    def fails_once(*arguments):
        calls.append(arguments)
        if len(calls) == 18:
            raise Fails
        return function(*arguments)

    monkeypatch.setattr(parallel, where, fails_once)
    root = Node(TicTacToe())
    done = []
    with pytest.raises(Fails):
        for records in rounds(root, 100, 4, random.Random(0), scheme=scheme, loss=3):
            done += records
    assert root.visits == len(done)
    for node in root.descendants():
        assert node.visits == sum(one.path[: len(node.path())] == node.path() for one in done)
    list(rounds(root, 8, 4, random.Random(1), scheme=scheme))
    assert root.visits == len(done) + 8


@pytest.mark.parametrize(
    "scheme, made", [("tree", 24), ("unobserved", 24), ("leaf", 24), ("root", 21)]
)
def test_the_first_press_of_the_stop_button_keeps_what_there_is(scheme, made, monkeypatch):
    """If the stop button is pressed during playout 21, the four workers finish their current round.

    This round ends with playout 24.  With the scheme "root", no playout begins after playout 21.
    """
    playouts = []

    def pressing(*arguments):
        playouts.append(arguments)
        if len(playouts) == 21:
            limits.STOP_BUTTON.pressed(0, None)
        return simulate(*arguments)

    monkeypatch.setattr(parallel, "first_look", lambda start: pressing)
    monkeypatch.setattr(parallel, "simulate_to_an_end", pressing)
    root = parallel_search(TicTacToe(), 10_000, 4, seed=0, scheme=scheme)
    assert root.visits == len(playouts) == made
    assert sum(child.visits for child in root.children.values()) == root.visits


def test_wu_uct_by_hand():
    """The parent has N = 10, and the child has n = 6 and W = 4.

    One worker that waits below the child raises n to 7, and Q stays the same.
    """
    root = Node(TicTacToe())
    child = attach(root, 4)
    root.visits, child.visits, child.value_sum = 10, 6, 4.0
    policy = parallel.Unobserved(0.5)
    assert policy.score(root, child) == pytest.approx(4 / 6 + 0.5 * sqrt(log(10) / 6))
    policy.add(child, 1)
    assert policy.score(root, child) == pytest.approx(4 / 6 + 0.5 * sqrt(log(11) / 7))
    assert (root.visits, child.visits, child.value_sum) == (10, 6, 4.0)
    other = attach(root, 0)
    assert policy.score(root, other) == inf
    policy.add(other, 2)
    assert policy.score(root, other) == pytest.approx(0.5 * sqrt(log(13) / 2))


# ---------------------------------------------------------------------------- the clock


@pytest.mark.parametrize("scheme", parallel.IN_ONE_TREE)
def test_a_round_on_the_clock_ends_with_its_longest_playout(scheme):
    root = Node(ConnectFour())
    jobs = jobs_in_rounds(root, 300, 8, random.Random(1), scheme)
    assert root.visits == len(jobs) and len(jobs) % 8 == 0
    for number in range(0, len(jobs), 8):
        in_round = jobs[number : number + 8]
        assert {job.start for job in in_round} == {in_round[0].start}
        assert {job.ready for job in in_round} == {max(job.end for job in in_round)}
        assert in_round[0].start < 300
    assert jobs[-1].ready >= 300


def test_without_rounds_nobody_waits():
    root = Node(ConnectFour())
    jobs = jobs_without_rounds(root, 300, 8, random.Random(1))
    assert root.visits == len(jobs)
    for worker in range(8):
        own = [job for job in jobs if job.worker == worker]
        assert own[0].start == 0 and own[-1].end >= 300
        assert all(one.end == one.ready == other.start for one, other in zip(own, own[1:]))
    check_tree(root, len(jobs))


def test_one_worker_on_the_clock_is_the_ordinary_search():
    for search_jobs in (jobs_in_rounds, jobs_without_rounds):
        root = Node(TicTacToe())
        jobs = search_jobs(root, 300, 1, random.Random(2))
        again = search(TicTacToe(), len(jobs), seed=2).root
        assert [node.visits for node in root.descendants()] == [
            node.visits for node in again.descendants()
        ]


# ---------------------------------------------------------------------------- threads


def test_threads_give_the_same_answer_each_time_and_add_up():
    found = [search_threads(ConnectFour(5, 4), 2001, 2, seed=4) for _ in range(2)]
    assert signature(found[0].root) == signature(found[1].root)
    assert found[0].root.visits == found[0].iterations == 2002
    assert found[0].stopped_by == "iterations"
    assert found[0].action in found[0].root.children


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_find_what_searches_one_after_the_other_do(threads):
    numbers, state, begun = Xorshift(4), ConnectFour(5, 4), time.perf_counter()
    seeds = [Xorshift(numbers.getrandbits(64)) for _ in range(threads)]
    alone = [fast.search(state, 500, seed=own, tree_policy=UCB1(0.3)).root for own in seeds]
    found = search_threads(state, 500 * threads, threads, seed=4, tree_policy=UCB1(0.3))
    assert signature(found.root) == signature(added_up(alone))
    assert 0 < found.seconds < time.perf_counter() - begun


def test_the_stop_button_ends_all_threads(monkeypatch):
    grow = fast.search
    not_pressed = [True]

    def press_then_grow(*arguments, stop, **options):
        """Press the button in the first thread; all threads begin after the press."""
        if not_pressed:
            not_pressed.pop()
            limits.STOP_BUTTON.pressed(0, None)
        until = time.monotonic() + 10
        while not stop.is_set():
            assert time.monotonic() < until
            time.sleep(0.001)
        return grow(*arguments, stop=stop, **options)

    monkeypatch.setattr(fast, "search", press_then_grow)
    found = search_threads(ConnectFour(), 10**8, 2, seed=0)
    assert found.stopped_by == "interrupt"
    assert 2 <= found.root.visits == found.iterations < 10**8
