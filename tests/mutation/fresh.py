"""A pytest plugin for the mutation run: what the library worked out before a mutant came must not hide the mutant.

The tests run first unchanged, to see which of them reaches which function; each mutant runs in a fork of that process.
So caches are emptied before each test, and a function that importing the library calls belongs to every test and
has the library imported again.
"""

import importlib
import json
import os
import sys
from pathlib import Path

AT_IMPORT = Path("at_import.json")
CACHING = ("mctslib.games.", "mctslib.methods.")
ROOMS = ("mctslib.arena", "mctslib.checks.check", "mctslib.games", "mctslib.trace")


def pytest_load_initial_conftests():
    mutant = os.environ.get("MUTANT_UNDER_TEST", "")
    if "__mutmut_" in mutant:
        os.environ["PYTEST_TIMEOUT"] = "40"  # it may loop for ever
    if AT_IMPORT.exists() and mutant.partition("__mutmut_")[0] in json.loads(AT_IMPORT.read_text()):
        here = os.getcwd() + os.sep
        for name in [name for name, module in sys.modules.items() if _stands_in(module, here)]:
            del sys.modules[name]
        try:
            list(map(importlib.import_module, ROOMS))
        except Exception:
            os._exit(1)  # what cannot even be imported is seen
    elif mutant == "stats":
        from mutmut.state import state

        list(map(importlib.import_module, ROOMS))
        AT_IMPORT.write_text(json.dumps(sorted(state()._stats)))


def _stands_in(module, folder):
    return (getattr(module, "__file__", None) or "").startswith(
        folder
    ) and module.__name__ != __name__


def pytest_runtest_setup():
    for module in [module for name, module in sys.modules.items() if name.startswith(CACHING)]:
        for thing in list(vars(module).values()):
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()


def pytest_runtest_teardown():
    if os.environ.get("MUTANT_UNDER_TEST") == "stats":
        from mutmut.state import state

        state()._stats.update(json.loads(AT_IMPORT.read_text()))
