"""Define menus in which an option is always selected.

ipywidgets lets a page clear a menu.  The menus of this file reject a message that would clear them,
just as they reject an option that does not exist.
"""

from collections.abc import Sequence
from typing import Any

import ipywidgets as W
from traitlets import TraitError, validate


class _Chosen:
    """A mixin for menus whose index is None only if the menu has no options."""

    @validate("index")
    def _validate_index(self, proposal: Any) -> Any:
        """Return the index of the chosen option.  Raises TraitError if there is no such option."""
        index = proposal["value"]
        number = len(self.options)  # type: ignore[attr-defined]
        if index is None and not number:
            return index
        if index is None or not 0 <= index < number:
            raise TraitError(f"There is no option {index!r}: there are {number} options.")
        return index


class Menu(_Chosen, W.Dropdown):
    """A drop-down menu in which an option is always selected."""


class Switch(_Chosen, W.ToggleButtons):
    """A row of buttons of which exactly one is pressed."""


def following(options: Sequence[Any], value: Any) -> Any:
    """Return the option after a value; the first one follows the last one."""
    return options[(options.index(value) + 1) % len(options)]
