"""Let a package offer names from its modules, and load each module only when needed.

If a notebook of another edition imports a name that does not exist, the error message explains the
cause.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.abc import MetaPathFinder
from typing import Any, NamedTuple


class Offer(NamedTuple):
    """The three special names with which a package offers its names (see PEP 562)."""

    all: list[str]  # __all__
    getattr: Callable[[str], Any]  # __getattr__
    dir: Callable[[], list[str]]  # __dir__


def offer(room: str, **names: str) -> Offer:
    """Return `__all__`, `__getattr__` and `__dir__` of a package.

    room    the name of the package
    names   module → the names that the module offers, separated by spaces

    `__getattr__` loads the module of a name, and raises AttributeError for a name that is not
    offered.
    """
    home = {}
    for module, offered in names.items():
        for name in offered.split():
            home[name] = f"{room}.{module}"

    def load(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"{room} has no {name!r}; it has {', '.join(home)}.")
        return getattr(import_module(home[name]), name)

    return Offer(list(home), load, lambda: sorted(home))


class OtherEdition(MetaPathFinder):
    """The last finder that Python calls, for modules that no other finder has found.

    Python also looks for a module if an imported name does not exist in the package.
    """

    def find_spec(self, fullname: str, *_: Any) -> None:
        """Raise ModuleNotFoundError for a name of this package, because no module has this name."""
        if not fullname.startswith("mctslib."):
            return
        version = vars(sys.modules["mctslib"]).get("__version__", "")
        name = fullname.removeprefix("mctslib.")
        # The error gets no argument `name`, because Python would then hide its message.
        raise ModuleNotFoundError(
            f"mctslib {version} has no {name!r}: if the name is right, this notebook is from"
            " another edition; take notebooks and library from the same place"
            " (your progress.json is kept)."
        )


sys.meta_path.append(OtherEdition())
