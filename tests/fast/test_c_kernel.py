"""The same four phases in C count what the compiled engine counts."""

import pytest
from bench import c_kernel


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """Return the C kernel, compiled by the system's compiler."""
    if c_kernel.compiler() is None:
        pytest.skip("NOT TRIED: this machine has no C compiler named cc")
    return c_kernel.compile_kernel(tmp_path_factory.mktemp("kernel"), "-O2")


@pytest.mark.parametrize("iterations", [1, 9, 60, 3_000])
@pytest.mark.parametrize("game", c_kernel.GAMES)
def test_the_kernel_in_c_counts_what_the_engine_counts(kernel, game, iterations):
    ours = c_kernel.OurSearch(game)
    other = c_kernel.CSearch(kernel, game)
    for seed in range(5):
        found = other.counts(seed, iterations)
        assert found == ours.counts(seed, iterations)
        assert sum(found.visits.values()) == iterations
