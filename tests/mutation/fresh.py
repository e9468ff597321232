"""A pytest plugin for the mutation run, which keeps cached results from hiding mutants.

First all tests run on the unchanged library, to find out which test reaches which function.  Then
each mutant runs in a fork of the same process.  So caches are emptied before each test.  A function
that is called when the library is imported counts as reached by every test.  To test the mutants of
such a function, the library is imported again.
"""

import importlib
import json
import os
import sys
from pathlib import Path

AT_IMPORT = Path("at_import.json")  # the functions that are called when the library is imported
CACHING = ("mctslib.games.", "mctslib.methods.")
ROOMS = ("mctslib.arena", "mctslib.checks", "mctslib.games", "mctslib.trace")
SECONDS = "40"  # the limit of a test, because a mutant may loop for ever


def pytest_load_initial_conftests():
    """Import the library so that a change by a mutant during the import has an effect."""
    mutant = os.environ.get("MUTANT_UNDER_TEST", "")
    if "__mutmut_" in mutant:
        os.environ["PYTEST_TIMEOUT"] = SECONDS
    if mutant == "stats":
        write_functions_called_at_import()
    elif mutant.partition("__mutmut_")[0] in functions_called_at_import():
        import_again()


def functions_called_at_import():
    """Return the stored names of the functions; an empty list if nothing is stored yet."""
    return json.loads(AT_IMPORT.read_text()) if AT_IMPORT.exists() else []


def write_functions_called_at_import():
    """Import the library, and store which functions the import calls."""
    from mutmut.state import state

    import_rooms()
    AT_IMPORT.write_text(json.dumps(sorted(state()._stats)))


def import_rooms():
    for room in ROOMS:
        importlib.import_module(room)


def import_again():
    """Import the library again; exit with code 1 if a mutant cannot be imported."""
    here = os.getcwd() + os.sep
    for name, module in list(sys.modules.items()):
        if stands_in(module, here):
            del sys.modules[name]
    try:
        import_rooms()
    except Exception:
        os._exit(1)


def stands_in(module, folder):
    """Return whether a module is a file below the folder, and not this plugin itself."""
    file = getattr(module, "__file__", None) or ""
    return file.startswith(folder) and module.__name__ != __name__


def pytest_runtest_setup():
    """Empty the caches of the library."""
    for name, module in list(sys.modules.items()):
        if not name.startswith(CACHING):
            continue
        for thing in list(vars(module).values()):
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()


def pytest_runtest_teardown():
    """Note for each test that it reaches the functions called at import."""
    if os.environ.get("MUTANT_UNDER_TEST") == "stats":
        from mutmut.state import state

        state()._stats.update(functions_called_at_import())
