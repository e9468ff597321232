"""Find every game and every method of search of the library."""

import importlib
import inspect
import pkgutil

from mctslib import games, methods
from mctslib.game import State
from mctslib.methods.actions import ActionPolicy


def games_with(member):
    """Return the library's game classes that have the attribute `member`."""
    classes = [one for one in vars(games).values() if isinstance(one, type) and one is not State]
    return {one for one in classes if hasattr(one, member)}


def classes_of(states):
    """Return the classes of these positions as a set."""
    return {type(state) for state in states}


def methods_of_search():
    """Return the classes of all files in `mctslib/methods` that have `options()`."""
    found = []
    for module in pkgutil.iter_modules(methods.__path__, "mctslib.methods."):
        for one in vars(importlib.import_module(module.name)).values():
            defined_here = inspect.isclass(one) and one.__module__ == module.name
            if defined_here and hasattr(one, "options") and one is not ActionPolicy:
                found.append(one)
    return found
