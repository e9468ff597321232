"""Check searches and matches on several cores: with threads, any executor, and dying workers."""

import os
import signal
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

import pytest

from mctslib.arena.matches import MatchResult, in_order, match, match_steps
from mctslib.arena.players import MCTSPlayer, PerfectPlayer, RandomPlayer
from mctslib.arena.spread import MANY, TRIES, main_hidden, own_pool, portable, spread, workers
from mctslib.arena.tournament import paired_match, round_robin


def square(n):
    return n * n


def fail(n):
    if n == 3:
        raise ZeroDivisionError("three")
    return n


@contextmanager
def two_workers():
    """Open a pool of two processes without waiting for their end.

    Python 3.11 would wait forever if a worker had been killed at a bad moment.
    """
    executor = ProcessPoolExecutor(2, get_context("spawn"))
    try:
        yield executor
    finally:
        workers = list((executor._processes or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.kill()


@pytest.fixture(scope="module")
def pool():
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        yield executor


def done(found):
    """Return the results of the jobs, without the empty results that mark pauses."""
    return [one for one in found if one]


def players():
    return MCTSPlayer(30), RandomPlayer()


def test_every_job_is_done_once(pool):
    assert sorted(done(spread(square, [(n,) for n in range(50)], pool))) == [
        (n, n * n) for n in range(50)
    ]
    assert done(spread(square, [], pool)) == []


def test_an_error_in_a_job_is_raised(pool):
    for executor in (pool, ThreadPoolExecutor(1)):
        with pytest.raises(ZeroDivisionError, match="three"):
            list(spread(fail, [(n,) for n in range(10)], executor))


def test_main_is_itself_again():
    import __main__

    before = dict(vars(__main__))
    with main_hidden():
        assert "__file__" not in vars(__main__) and __main__.__spec__ is None
        assert own_pool()._mp_context.get_start_method() == "spawn"
    assert vars(__main__) == before


def test_players_of_the_main_script_stay_at_home(monkeypatch):
    monkeypatch.setattr(RandomPlayer, "__module__", "__main__")
    monkeypatch.setattr("__main__.RandomPlayer", RandomPlayer, raising=False)
    assert not portable(RandomPlayer())
    assert portable(MCTSPlayer(30)) and not portable(lambda: 0)


class Homemade(RandomPlayer):
    """A player whose class looks to other processes like a class defined in the notebook."""

    name = "homemade"


@pytest.fixture
def homemade(monkeypatch):
    monkeypatch.setattr(Homemade, "__module__", "__main__")
    monkeypatch.setattr("__main__.Homemade", Homemade, raising=False)
    return Homemade()


def test_a_player_of_the_notebook_and_other_processes_end_in_a_sentence(homemade):
    """The error says what to do; an earlier error said only that the workers "died 3 times"."""
    with two_workers() as executor, pytest.raises(RuntimeError) as error:
        match(RandomPlayer(), homemade, 4, progress=False, executor=executor)
    assert "Move the definition into a file, for example players.py" in str(error.value)


def test_any_player_of_the_notebook_keeps_a_tournament_here(homemade, monkeypatch):
    """If any player's class is defined in the notebook, the tournament runs in this process."""
    monkeypatch.setattr("mctslib.arena.matches.spread", None)
    monkeypatch.setattr("mctslib.arena.matches.MANY", 6)
    players = [RandomPlayer(), PerfectPlayer(), homemade]
    results = round_robin(players, 2, progress=False)
    assert [result.games for result in results] == [2, 2, 2]


@pytest.mark.parametrize("cores, started", [(None, 1), (1, 1), (8, 8), (61, 61), (128, 61)])
def test_no_more_processes_are_started_than_windows_can_use(monkeypatch, cores, started):
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert workers() == started


class Counting(ThreadPoolExecutor):
    jobs = 0

    def submit(self, *job):
        self.jobs += 1
        return super().submit(*job)


def test_a_match_has_the_same_result_wherever_it_is_played(pool):
    a, b = players()
    here = match(a, b, 20, seed=4, progress=False)
    assert match(a, b, 20, seed=4, progress=False, executor=pool) == here
    with Counting(3) as threads:
        assert (
            match(a, b, 20, seed=4, progress=False, executor=threads) == here and threads.jobs == 20
        )


def test_a_game_on_another_thread_is_played_by_a_copy_of_the_player():
    a, b = MCTSPlayer(5), MCTSPlayer(5, name="other")
    with ThreadPoolExecutor(1) as threads:
        match(a, b, 2, progress=False, executor=threads)
    assert a.result is None and b.result is None


def test_paired_matches_and_tournaments_too():
    a, b = players()
    options = {"seed": 2, "progress": False}
    everybody = [MCTSPlayer(5), MCTSPlayer(20), RandomPlayer()]
    with Counting(2) as threads:
        assert paired_match(a, b, 8, executor=threads, **options) == paired_match(
            a, b, 8, **options
        )
        assert round_robin(everybody, 6, executor=threads, **options) == round_robin(
            everybody, 6, **options
        )
    assert threads.jobs == 8 + 3 * 6


def test_many_games_go_to_all_cores_by_themselves(monkeypatch):
    used = []
    monkeypatch.setattr("mctslib.arena.matches.spread", lambda *args: used.append(args) or iter([]))
    list(match_steps(RandomPlayer(), RandomPlayer(), MANY - 1))
    assert not used
    list(match_steps(RandomPlayer(), RandomPlayer(), MANY))
    assert len(used) == 1


def disturbed(executor, disturb, games=16):
    """Return whether a match has the same result if `disturb` is called after four games."""
    a, b = MCTSPlayer(150), MCTSPlayer(75)  # so slow that other games are still running
    here, found = match(a, b, games, seed=7, progress=False), [MatchResult(a.name, b.name)]
    for result in match_steps(a, b, games, seed=7, executor=executor):
        if result != found[-1]:
            found.append(result)
        if len(found) == 5 and result.games == 4:
            disturb()
            disturb = lambda: None  # noqa: E731 (once is enough)
    assert [result.games for result in found] == list(range(games + 1))  # none twice, none lost
    return found[-1] == here


def kill(process):
    os.kill(process, getattr(signal, "SIGKILL", signal.SIGTERM))


def test_a_worker_that_is_killed_loses_no_game():
    with two_workers() as executor:
        assert disturbed(executor, lambda: kill(next(iter(executor._processes))))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no mask of signals")
def test_processes_of_our_own_are_deaf_to_the_stop_button_from_their_first_moment():
    ask = signal.pthread_sigmask, [(signal.SIG_BLOCK, ())]
    assert done(spread(*ask)) == [(0, {signal.SIGINT})] and signal.SIGINT not in ask[0](*ask[1][0])


@pytest.fixture
def cluster():
    """Start a scheduler and two worker processes on this machine, and wait until they are ready."""
    dask = pytest.importorskip("dask", reason="the optional package `distributed` is not installed")
    distributed = pytest.importorskip(
        "distributed", reason="the optional package `distributed` is not installed"
    )
    patience = {
        "distributed.comm.timeouts.connect": "180s",
        "distributed.comm.timeouts.tcp": "180s",
    }
    options = {
        "n_workers": 2,
        "threads_per_worker": 1,
        "processes": True,
        "dashboard_address": None,
    }
    with dask.config.set(patience), distributed.LocalCluster(**options) as cluster:
        yield cluster


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_match_on_a_real_dask_cluster(cluster):
    """A match has the same result if one of the cluster's workers is killed during the match."""
    from distributed import Client

    with Client(cluster, timeout=180) as client:
        workers = [nanny.process.process.pid for nanny in cluster.workers.values()]
        assert len({*workers, os.getpid()}) == 3
        assert disturbed(client.get_executor(), lambda: kill(workers[0]))


class Broken:
    """A pool that accepts no job, and records how it is shut down."""

    def __init__(self, shut):
        self.shut = shut

    def submit(self, *_):
        raise RuntimeError("broken")

    def shutdown(self, **options):
        self.shut.append(options)


def test_after_three_broken_pools_the_jobs_that_are_left_are_counted(monkeypatch):
    shut = []
    monkeypatch.setattr("mctslib.arena.spread.own_pool", lambda: Broken(shut))
    with pytest.raises(RuntimeError, match="2 of 2 jobs are not done"):
        list(spread(abs, [(1,), (2,)]))
    assert shut == TRIES * [{"wait": False, "cancel_futures": True}]


def test_games_that_end_early_wait_for_those_before_them():
    """A game that ends early is counted after the games that began before it.

    Otherwise a stopped match would count too many short games.
    """
    found = [(2, "c"), None, (0, "a"), (1, "b"), (4, "e"), (3, "d")]
    assert list(in_order(found)) == [
        None,
        None,
        (0, "a"),
        (1, "b"),
        (2, "c"),
        None,
        (3, "d"),
        (4, "e"),
    ]
