"""Find every panel of the library by going through its modules."""

import importlib
import inspect
import pkgutil
import re
from html import unescape
from pathlib import Path

import mctslib.course
import mctslib.widgets
from mctslib.game import State
from mctslib.widgets.panel import Panel


def modules():
    """Yield the modules of the widgets and the course whose source names `mctslib.widgets`."""
    for package in (mctslib.widgets, mctslib.course):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            file = Path(found.module_finder.path) / f"{found.name.rpartition('.')[2]}.py"
            if not found.ispkg and "mctslib.widgets" in file.read_text(encoding="utf-8"):
                yield importlib.import_module(found.name)


def is_complete(kind):
    """Return whether a class implements every method that the library leaves to subclasses."""
    members = [member for _, member in inspect.getmembers_static(kind)]
    methods = [one for one in members if inspect.isfunction(one)]
    own = [one for one in methods if one.__module__.startswith("mctslib")]
    return not any("NotImplementedError" in one.__code__.co_names for one in own)


def panels():
    """Return a sorted dictionary of the panels of the library: name → class."""
    found = {}
    for module in modules():
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, Panel) and is_complete(kind):
                found[kind.__name__] = kind
    return dict(sorted(found.items()))


def works(kind):
    """Return whether a panel starts long work, that is, whether its source has `work.start(`."""
    classes = [one for one in kind.__mro__ if issubclass(one, Panel) and one is not Panel]
    return any("work.start(" in inspect.getsource(one) for one in classes)


def working_panels():
    """Return a dictionary of the panels that work in slices: name → class."""
    return {name: kind for name, kind in panels().items() if works(kind)}


def all_parts(panel):
    """Return a panel and all its parts; each part comes after the part that contains it."""
    found = [panel]
    for part in found:
        found += getattr(part, "children", ())
    return found


def shown_parts(panel):
    """Return the parts of a panel that the page shows, in the order of the page."""
    found = []
    waiting = [panel]
    while waiting:
        part = waiting.pop(0)
        if part.layout.display != "none":
            found.append(part)
            waiting = [*getattr(part, "children", ()), *waiting]
    return found


TAG = re.compile(r"<(style|script)\b.*?</\1>|<[^>]*>", re.DOTALL)
NAME = re.compile(r"\b(?:MCTS|flat) \d+")  # the name of a player, which readers may type
BARE = re.compile(r"(?<![\w.,#])[1-9]\d{3,}(?![\w.])")  # 1000 or more, without a comma
LONG_Q = re.compile(r"\bQ (?:= )?-?\d\.(?:\d|\d{3,})\b(?!\s*\+)")  # in a sum Q has three decimals


def words_of(panel):
    """Return the words of the parts that a page shows, without markup; each part is one line."""
    texts = [getattr(part, "value", "") for part in shown_parts(panel)]
    plain = [TAG.sub(" ", text) for text in texts if isinstance(text, str)]
    return "\n".join(unescape(text) for text in plain)


def badly_written(words):
    """Return the counts without a comma, and the Q with other than two decimals, in some words."""
    return BARE.findall(NAME.sub("", words)) + LONG_Q.findall(words)


def takes_any_game(kind):
    """Return whether the first parameter of a panel may be any `State`."""
    for first in list(inspect.signature(kind.__init__).parameters.values())[1:2]:
        return State in getattr(first.annotation, "__args__", (first.annotation,))
    return False


def panels_of_any_game():
    """Return a dictionary of the panels that accept any `State`: name → class."""
    return {name: kind for name, kind in panels().items() if takes_any_game(kind)}


LITTLE_WORK = {  # options of a panel that would take seconds without them
    "Atlas": {"iterations": 30},
    "LiveTree": {"iterations": 30, "at": 30},
    "Play": {"iterations": 50, "seed": 1},
    "StepperView": {"iterations": 12, "at": 8, "predict": True},
}


def panel_of(name, state):
    """Return a new panel of this name for a position, with options that give it little work."""
    return panels()[name](state, **LITTLE_WORK.get(name, {}))
