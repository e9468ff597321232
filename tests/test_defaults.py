"""The library still has the defaults with which the chapters' numbers were measured.

`defaults.json` lists each default that is a number, a string, a tuple, True or False.  If you
change a default, repeat the measurements of the chapters that use it, and write the list again:

    .venv/bin/python tests/test_defaults.py
"""

import inspect
import json
import sys
from importlib import import_module
from pathlib import Path
from types import FunctionType

import pytest

HERE = Path(__file__).resolve().parent
LIBRARY = HERE.parent / "mctslib"
STORED = HERE / "defaults.json"
ROOMS = ("arena", "checks", "games", "methods")
PLAIN = (bool, int, float, str, tuple)


def modules():
    """Return the names of the modules in the library's folder and in the subfolders in `ROOMS`."""
    files = [*LIBRARY.glob("*.py")]
    for room in ROOMS:
        files += LIBRARY.joinpath(room).glob("*.py")
    found = [".".join(file.relative_to(LIBRARY).with_suffix("").parts) for file in files]
    return sorted(name for name in found if not name.endswith(("__init__", "__main__")))


def functions_in(name, holder, module):
    """Yield the functions of a module or class and of its inner classes, with their names."""
    for key, thing in vars(holder).items():
        thing = getattr(thing, "__func__", thing)  # the function in a class or static method
        if getattr(thing, "__module__", None) != module:
            continue
        if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(str(LIBRARY)):
            yield f"{name}.{key}", thing
        elif isinstance(thing, type):
            yield from functions_in(f"{name}.{key}", thing, module)


def defaults_of(name):
    """Return a dictionary of the defaults in one module: "function(argument)" → default."""
    module = import_module(f"mctslib.{name}")
    found = {}
    for key, function in functions_in(name, module, module.__name__):
        for argument in inspect.signature(function).parameters.values():
            if isinstance(argument.default, PLAIN):
                found[f"{key}({argument.name})"] = json.loads(json.dumps(argument.default))
    return found


def all_defaults():
    """Return the plain defaults of all modules."""
    found = {}
    for name in modules():
        found.update(defaults_of(name))
    return dict(sorted(found.items()))


@pytest.mark.parametrize("name", modules())
def test_the_defaults_are_those_that_were_measured(name):
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    own = {}
    for key, value in stored.items():
        module = key.partition("(")[0]
        if module.startswith(f"{name}."):
            own[key] = value
    assert defaults_of(name) == own


if __name__ == "__main__":
    sys.path.insert(0, str(LIBRARY.parent))
    STORED.write_text(json.dumps(all_defaults(), indent=1) + "\n", encoding="utf-8")
