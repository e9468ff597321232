"""Menus that refuse the empty choice.

ipywidgets lets a page clear a menu.  The library's menus always have a chosen option, so such a
message is refused like any other that no menu of the page can send.
"""

from typing import Any

import ipywidgets as W
from traitlets import TraitError, validate


class _Chosen:
    """A menu whose index is None only if it has no options."""

    @validate("index")
    def _validate_index(self, proposal: Any) -> Any:
        """Return the index of the chosen option.  Raises TraitError if there is no such option."""
        index = proposal["value"]
        number = len(self.options)  # type: ignore[attr-defined]
        if index is None and not number:
            return index
        if index is None or not 0 <= index < number:
            raise TraitError(f"There is no option {index!r}; there are {number}.")
        return index


class Menu(_Chosen, W.Dropdown):
    """A menu that opens, with one chosen option."""


class Switch(_Chosen, W.ToggleButtons):
    """Buttons of which one is pressed."""
