"""What a panel's controls need from the page: their keys to themselves, names for a screen reader, a visible arrow.

In JupyterLab a focused `<select>` still leaves the notebook in command mode: the down arrow would go to the next
cell, and typing the first letters of an option could delete one.  And the knob of a slider has no name of its own:
it gets the words that stand before the slider.  The arrow of a drop-down menu is dark grey in every theme: on dark
paper it gets the colour of the letters.
"""
from pathlib import Path

import anywidget

HERE = Path(__file__).parent


class OwnKeys(anywidget.AnyWidget):
    """Nothing to see.  As the last child of every `Panel` it looks after the controls beside it."""

    _esm = HERE / "own_keys.js"
    _css = HERE / "own_keys.css"
