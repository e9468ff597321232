"""`Counter`: a button that counts how often it was pressed."""

import ipywidgets as W

from mctslib.widgets.panel import Panel, safely


class Counter(Panel):
    """A button and the number of times that it was pressed.

    presses    the number to begin with, at least 0
    """

    def __init__(self, presses: int = 0) -> None:
        super().__init__()
        if presses < 0:
            raise ValueError(f"presses must be a whole number ≥ 0, not {presses}.")
        self.presses = presses
        self.button = W.Button(description="Press")
        self.button.on_click(self.press)
        self.status.say(self.sentence())
        self.children = (self.button, self.status)

    @safely
    def press(self, button: object = None) -> None:
        """Count one press."""
        self.presses += 1
        self.status.say(self.sentence())

    def sentence(self) -> str:
        """Return what the panel says."""
        return f"Presses: {self.presses}."

    def static_picture(self) -> str:
        """Return the panel as a saved notebook shows it."""
        return f"<div><p>{self.sentence()}</p></div>"

    def static_text(self) -> str:
        """Return the panel in words."""
        return self.sentence()
