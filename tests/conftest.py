"""Set up every test, and decide which tests must run on the same worker.

All tests of a file in `TOGETHER`, or of a file of browser tests, run on one worker, because they
share something that takes a long time to make.  All tests of a notebook also run on one worker,
which reads the notebook once.  The hook below passes these groups to the scheduler
directly, because pytest-xdist 3.8 does not recognise its own groups with pytest 9.2.
"""

import asyncio
import gc
import inspect
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

from mctslib.door import limits

collect_ignore = ["recipes"]  # examples, which test_recipes.py copies to where they belong

# If this package is found (it comes with JupyterLab), the import of jsonschema, and therefore of
# nbformat, builds 38 grammars for addresses, which takes seconds.  The tests need none of them.
sys.modules.setdefault("rfc3987_syntax", None)
settings.register_profile("any machine", deadline=None)  # a busy machine must not make a test fail
settings.load_profile("any machine")


@pytest.fixture(autouse=True)
def stop_button(monkeypatch):
    """Begin each test with a stop button that nobody has pressed."""
    monkeypatch.setattr(limits, "STOP_BUTTON", limits.StopButton())


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Run an `async def test_…` in an event loop, as Jupyter runs a cell."""
    test = pyfuncitem.obj
    if inspect.iscoroutinefunction(test):
        given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}
        asyncio.run(_in_a_minute(test(**given)))
        return True


async def _in_a_minute(story):
    async with asyncio.timeout(60):
        await story


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection():
    """Collect the tests without garbage collection, because the tests stay in memory anyway."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_ignore_collect(collection_path, config):
    """Skip the folder of browser tests if the option `-m` contains "not browser"."""
    if collection_path.name == "browser" and "not browser" in config.option.markexpr:
        return True


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config):
    """Compile the kernels once, before all workers need the kernels at the same time."""
    kept = Path(__file__).parents[1].glob("mctslib/fast/__pycache__/*.nbi")
    if find_spec("numba") and not any(kept) and config.args_source is config.ArgsSource.TESTPATHS:
        subprocess.run(
            [sys.executable, "-c", "from mctslib.fast import warm; warm.ready(quiet=True)"],
            check=False,
        )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    from xdist.scheduler import LoadScopeScheduling

    class Together(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return _group(nodeid)

        def mark_test_complete(self, node, item_index, duration=0):
            """Forget a finished group, because all known groups are counted after each test.

            A test that is run again is reported twice.  Its group may already be forgotten when the
            second report arrives.
            """
            groups = self.assigned_work[node]
            group = _group(self.registered_collections[node][item_index])
            if group in groups:
                super().mark_test_complete(node, item_index, duration)
                if all(groups[group].values()):
                    del groups[group]

    return Together(config, log)


TOGETHER = {  # the tests of these files stay together; each entry is a file's name without `test_`
    "strength",  # searches that the tests of this file share
    "pythons",  # an environment for each version of Python
    "perft",  # the positions of tic-tac-toe, which are listed once
    "ratings",  # the import of scipy.stats
    "spread",  # a pool of processes
    "widgets_14",  # a widget whose searches take a while
    "living",  # pages, each of which is made once
}


def _group(nodeid):
    """Return the name of the group of a test.  Most tests form a group of their own."""
    file, _, name = nodeid.partition("::")
    if "browser/" in file or file.rpartition("test_")[2].removesuffix(".py") in TOGETHER:
        return file
    # A test named "solved" runs the notebook anew, so it need not stay with the other tests.
    if file.endswith("test_notebooks.py") and "solved[" not in name:
        return name.partition("[")[2] or nodeid
    return nodeid
