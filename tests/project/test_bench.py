"""The benchmarks run, and they report a missing package in a row of their table."""

import sys

import pytest
from bench import c_kernel
from bench.__main__ import Row, Worker, affordable, import_seconds, lines, measure
from bench.contestants import CONTESTANTS, GAMES, bytes_a_node, cpu_seconds, mctslib

from mctslib import search


@pytest.fixture
def ours():
    worker = Worker("mctslib", "3")
    yield worker
    worker.close()


def test_worker_measures_speed_and_memory(ours):
    assert not ours.missing
    assert 0 < ours.ask("speed", 50) < 5 and 50 < ours.ask("memory", 200) < 20_000


@pytest.mark.slow
def test_more_iterations_take_longer():
    run = mctslib("3")
    run(500)
    assert cpu_seconds(run, 8_000) > 2 * cpu_seconds(run, 800)


@pytest.mark.slow
def test_memory_is_a_node_not_a_tree():
    run = mctslib("4")
    assert bytes_a_node(run, 2_000) < 3 * bytes_a_node(run, 500)


def test_rows_are_ratios_and_missing_packages_say_so():
    found = {
        "ours": Row(1000.0, 100, 410.0),
        "slow": Row(500.0, 10),
        "absent": Row(missing="No module"),
    }
    rows = lines(found, 100)
    assert rows[1].split() == ["ours", "1,000", "410", "1.000"] and rows[3].endswith(
        "not installed (No module)"
    )
    assert rows[2].split() == ["slow", "500", "–", "0.500", "in", "searches", "of", "10"]
    rows = lines({**found, "OpenSpiel C++": Row(250.0, 100)}, 100)
    assert (
        rows[1].split()[-1] == "4.000"
        and rows[4].split()[-1] == "1.000"
        and "OpenSpiel C++" in rows[0]
    )


@pytest.mark.parametrize(
    "speed, given", [(1e6, 100_000), (75_000, 100_000), (74_999, 10_000), (800, 1000), (1, 100)]
)
def test_a_slow_engine_gets_fewer_iterations(speed, given):
    assert affordable(100_000, speed, 4) == given


def test_an_engine_is_measured():
    row = measure("3", 200, 2, 1.0, ["mctslib"])["mctslib"]
    assert row.iterations == 200 and row.speed > 500 and 50 < row.held < 20_000 and not row.missing


@pytest.mark.slow
def test_contestants_that_cannot_be_imported_are_missing(monkeypatch):
    monkeypatch.setenv("PYTHONNOUSERSITE", "1")
    for name in CONTESTANTS:
        worker = Worker(name, "3")
        assert (
            worker.missing is None
            or "No module named" in worker.missing
            or "pip install" in worker.missing
        )
        worker.close()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_searched(game):
    assert mctslib(game)(20).visits == 20


def test_every_contestant_that_is_there_counts_its_iterations(ours):
    assert search(CONTESTANTS["mctslib"]("3")(100).state, 1).iterations == 1
    assert CONTESTANTS["mctslib"]("3")(100).visits == 100


def test_import_is_measured():
    assert 0 < import_seconds(1) < 60


# ---------------------------------------------------------------------------- the kernel in C


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """Return the C kernel, compiled by the system's compiler."""
    if c_kernel.compiler() is None:
        pytest.skip("NOT TRIED: this machine has no C compiler named cc")
    return c_kernel.compile_kernel(tmp_path_factory.mktemp("kernel"), "-O2")


@pytest.mark.parametrize("iterations", [1, 5, 9, 60, 3_000])
@pytest.mark.parametrize("game", c_kernel.PLAYED)
def test_the_kernel_in_c_counts_what_the_engine_counts(kernel, game, iterations):
    ours = c_kernel.OurSearch(game)
    other = c_kernel.CSearch(kernel, game)
    for seed in range(5):
        found = other.counts(seed, iterations)
        assert found == ours.counts(seed, iterations)
        assert sum(found.visits.values()) == iterations


def test_a_kernel_that_counts_otherwise_is_not_compared(kernel):
    ours = c_kernel.OurSearch("3")
    other = c_kernel.CSearch(kernel, "3")
    other.board[0] = 1  # the two searches now begin at different positions
    with pytest.raises(ValueError, match="The counts differ"):
        c_kernel.check_counts(ours, [other], 100)


def test_both_kernels_are_measured(kernel):
    row = c_kernel.measure(c_kernel.OurSearch("3"), [c_kernel.CSearch(kernel, "3")], 50, 3)
    assert row.seconds > 0 and len(row.ratios) == 1 and row.ratios[0] > 0


def test_without_a_compiler_nothing_is_compared(monkeypatch):
    monkeypatch.setattr(c_kernel.shutil, "which", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["c_kernel"])
    with pytest.raises(SystemExit, match="no C compiler"):
        c_kernel.main()
