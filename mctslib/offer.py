"""How a room offers names from its modules: each is loaded when it is first asked for, one pays for what one uses.

What a notebook of another edition imports, and is not there, is told in one sentence.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.abc import MetaPathFinder
from typing import Any

Offer = tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]


def offer(room: str, **names: str) -> Offer:
    """`__all__`, `__getattr__` and `__dir__` (PEP 562) of the package `room`: for each module, the names it offers."""
    home = {
        name: f"{room}.{module}" for module, offered in names.items() for name in offered.split()
    }

    def load(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"{room} has no {name!r}; it has {', '.join(home)}.")
        return getattr(import_module(home[name]), name)

    return list(home), load, lambda: sorted(home)


class OtherEdition(MetaPathFinder):
    """The last that is asked for a module: nobody else has found it.

    Python asks for a module, too, where somebody imports a name that its package does not have.
    """

    def find_spec(self, fullname: str, *_: Any) -> None:
        """Raise ModuleNotFoundError for a name of ours: there is no such module, or there is none any more."""
        if fullname.startswith("mctslib."):
            version = vars(sys.modules["mctslib"]).get("__version__", "")
            raise ModuleNotFoundError(  # without a `name`: Python hides the words of one that has it
                f"mctslib {version} has no {fullname.removeprefix('mctslib.')!r}: if the name is right, this notebook "
                "is from another edition; take notebooks and library from the same place (your progress.json stays)."
            )


sys.meta_path.append(OtherEdition())
