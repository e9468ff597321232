"""The benchmarks run, and they report a missing package in a row of their table."""

import pytest
from bench import c_kernel
from bench.__main__ import Worker, affordable, measure
from bench.contestants import GAMES, bytes_a_node, mctslib


@pytest.fixture
def ours():
    worker = Worker("mctslib", "3")
    yield worker
    worker.close()


def test_worker_measures_speed_and_memory(ours):
    assert not ours.missing
    assert 0 < ours.ask("speed", 50) < 5 and 50 < ours.ask("memory", 200) < 20_000


@pytest.mark.slow
def test_memory_is_a_node_not_a_tree():
    run = mctslib("4")
    assert bytes_a_node(run, 2_000) < 3 * bytes_a_node(run, 500)


@pytest.mark.parametrize(
    "speed, given", [(1e6, 100_000), (75_000, 100_000), (74_999, 10_000), (800, 1000), (1, 100)]
)
def test_a_slow_engine_gets_fewer_iterations(speed, given):
    assert affordable(100_000, speed, 4) == given


def test_an_engine_is_measured():
    row = measure("3", 200, 2, 1.0, ["mctslib"])["mctslib"]
    assert row.iterations == 200 and row.speed > 500 and 50 < row.held < 20_000 and not row.missing


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_searched(game):
    assert mctslib(game)(20).visits == 20


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
