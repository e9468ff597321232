"""How a room offers names from its modules: each is loaded when it is first asked for, one pays for what one uses."""
from collections.abc import Callable
from importlib import import_module
from typing import Any

Offer = tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]


def offer(room: str, **names: str) -> Offer:
    """`__all__`, `__getattr__` and `__dir__` (PEP 562) of the package `room`: for each module, the names it offers."""
    home = {name: f"{room}.{module}" for module, offered in names.items() for name in offered.split()}

    def load(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"{room} has no {name!r}; it has {', '.join(home)}.")
        return getattr(import_module(home[name]), name)

    return list(home), load, lambda: sorted(home)
