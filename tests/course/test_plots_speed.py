"""The figures of chapter 12 show a profile, and no committed text contains a measured number."""

import sys
from contextlib import nullcontext
from cProfile import Profile
from functools import partial
from threading import Event, Thread
from time import thread_time

import pytest

from mctslib import ConnectFour, Phases, search
from mctslib.arena.matches import Tally
from mctslib.course.ch12.tables import (
    stronger,
)
from mctslib.course.ch12b import timing
from mctslib.course.ch12b.plots import (
    busiest,
    calls,
    phase_shares,
)
from mctslib.course.ch12b.timing import (
    alone,
    each,
    in_turns,
    iterations_per_second,
    moves_of,
    shares,
)
from mctslib.search import simulate
from mctslib.tree import PHASE_NAMES


@pytest.fixture(scope="module")
def profile():
    made = Profile(thread_time)
    made.runcall(search, ConnectFour(), 150, seed=1)
    return made


def test_the_calls_are_those_that_were_made(profile):
    counts = calls(profile)
    assert (
        counts["contract.simulate_to_an_end"]
        == counts["search.iterate"]
        == counts["search.backpropagate"]
        == 150
    )
    assert counts["connect4.apply"] > 1500 and list(counts.values()) == sorted(
        counts.values(), reverse=True
    )


def test_the_shares_of_the_phases_add_up_and_playouts_have_the_most(profile):
    shares = phase_shares(profile)
    assert list(shares) == [*PHASE_NAMES, "the rest"] and sum(shares.values()) == pytest.approx(
        1, abs=0.02
    )
    assert max(shares, key=shares.get) == "simulate"


def test_no_share_is_more_than_the_whole_where_generators_run():
    def slow(state, rng, policy):
        any(all(k < 0 for k in range(5)) for _ in range(200))
        return simulate(state, rng, policy)

    profile = Profile(thread_time)
    profile.runcall(search, ConnectFour(), 60, seed=1, phases=Phases(simulate=slow))
    assert all(share <= 1 for share in phase_shares(profile).values())


def test_the_function_that_takes_the_time_is_named():
    def slow(state, rng, policy):
        sum(range(20_000))
        return simulate(state, rng, policy)

    profile = Profile(thread_time)
    profile.runcall(search, ConnectFour(), 60, seed=1, phases=Phases(simulate=slow))
    assert next(iter(busiest(profile))) == "sum"


def test_a_function_of_a_cell_is_named_without_its_file():
    names = {}
    exec(compile("def mine(): pass", "<cell>", "exec"), names)
    profile = Profile(thread_time)
    profile.runcall(names["mine"])
    assert calls(profile)["mine"] == 1


def test_the_busiest_functions_come_first(profile):
    shares = busiest(profile, 4)
    assert len(shares) == 4 and list(shares.values()) == sorted(shares.values(), reverse=True)
    assert sum(busiest(profile, 10_000).values()) == pytest.approx(1, abs=1e-6)


def test_tasks_are_timed_in_turns_and_shares_are_of_the_last_one():
    called = []
    took = in_turns({"a": lambda: called.append("a"), "b": lambda: called.append("b")}, runs=3)
    assert called == ["a", "b"] * 3 and {name: len(times) for name, times in took.items()} == {
        "a": 3,
        "b": 3,
    }
    work = each(lambda n: sum(range(n)), [(20_000,)] * 5)
    found = shares({"half": [work], "all": [lambda: (work(), work())]}, runs=5)
    assert found["all"] == [[1.0] * 5] and 0.3 < found["half"][0][2] < 0.7


def test_a_rate_is_the_number_of_iterations_divided_by_the_seconds(monkeypatch):
    monkeypatch.setattr(timing, "in_turns", lambda tasks, runs: {"a": [0.5, 0.25][:runs]})
    searches = {"a": partial(search, ConnectFour(), 100, seed=1)}
    assert iterations_per_second(searches, runs=2) == {"a": [200, 400]}


@pytest.mark.parametrize("held, others_run", [(alone, False), (nullcontext, True)])
def test_alone_no_other_thread_runs(held, others_run):
    usual, rounds, end = sys.getswitchinterval(), [], Event()
    other = Thread(target=lambda: [rounds.append(1) for _ in iter(lambda: end.wait(1e-4), True)])
    other.start()
    with held():
        before, begun = len(rounds), thread_time()
        while thread_time() < begun + 0.3:
            pass
        ran = len(rounds) - before
    end.set()
    other.join()
    assert (ran > 0) is others_run and sys.getswitchinterval() == usual


def test_the_moves_of_a_trace_are_those_of_its_games():
    trace = []
    search(ConnectFour(), 3, seed=1, trace=trace)
    found = moves_of(trace, ConnectFour())
    assert [action for _, action in found] == [
        action for one in trace for action in one.path + one.rollout
    ]
    assert all(action in state.legal_actions() for state, action in found)


def test_a_player_is_stronger_only_if_the_interval_says_so():
    assert stronger(Tally(20, 0, 0), "first", "second") == "first"
    assert stronger(Tally(0, 0, 20), "first", "second") == "second"
    assert stronger(Tally(1, 2, 1), "first", "second") == "no clear winner"
