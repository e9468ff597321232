"""What every widget here shares: callbacks that cannot fail unseen, work that never freezes the page,
and a picture for readers without a kernel.

In JupyterLab a callback may run on another thread than a cell, an exception in it is shown nowhere,
and while it runs nothing else is answered.  Hence three rules, kept by this page:

- every callback is wrapped in `safely`: one at a time (`lock`), and an error becomes a red status line;
- whatever may take longer than a moment is a generator of short slices, run by `Work`;
- every widget leaves a `static_picture` in the saved notebook, where widgets themselves are blank.
"""

import threading
from collections.abc import Callable
from functools import wraps
from html import escape
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as W
from traitlets import validate

from mctslib.arena.thinking import SLICE, search_slices
from mctslib.draw.look import stylesheet
from mctslib.game import IllegalAction
from mctslib.guard import PhaseError
from mctslib.widgets.work import BREATH, Work, in_background

__all__ = [
    "BREATH",
    "SLICE",
    "Panel",
    "StaticPicture",
    "StatusLine",
    "Work",
    "in_background",
    "push_button",
    "safely",
    "search_slices",
]
LONGEST = 600  # characters of an error message that are shown

ADVICE = {
    IllegalAction: "Nothing was changed; choose a legal action.",
    PhaseError: "Correct that function, run its cell again, and try again.",
    ValueError: "Change that value and try again.",
    TypeError: "Change that value and try again.",
}
ERROR = (
    '<div role="alert" style="color:var(--mcts-alert);background:var(--mcts-alert-paper);border-left:4px solid;'
    'padding:4px 8px;line-height:1.4;white-space:pre-wrap"><b>✖ {kind}</b>: {message}\n{advice}</div>'
)


def advice(error: Exception) -> str:
    """What to do about an error: one sentence."""
    known = (text for kind, text in ADVICE.items() if isinstance(error, kind))
    return next(
        known, "The widget still works: try again.  The error is kept in its `status.error`."
    )


class StatusLine(W.HTML):
    """One line of plain words.  An error is red, says so in words, and is read out at once (role alert)."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.error: Exception | None = None
        self.text = ""
        self.say(text)

    def say(self, text: str) -> None:
        """Show `text`; an error shown before is gone."""
        self.error, self.text = None, text
        self.value = f'<div role="status" style="line-height:1.4">{escape(text)}</div>'

    def complain(self, error: Exception) -> None:
        """Show an error: its type, its message, and what to do."""
        message = str(error)
        if len(message) > LONGEST:
            message = message[:LONGEST] + " …"
        self.error, self.text = error, message
        self.value = ERROR.format(
            kind=escape(type(error).__name__), message=escape(message), advice=escape(advice(error))
        )

    def clear(self) -> None:
        """Take an error away; other words stay."""
        if self.error is not None:
            self.say("")


def safely(callback: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a method that a click or a slider calls: one at a time, and no error goes unseen.

    The object needs a `lock` and a `status` (a `StatusLine`), as every `Panel` has.
    """

    @wraps(callback)
    def guarded(self: Any, *arguments: Any, **options: Any) -> Any:
        with self.lock:
            try:
                if isinstance(self, Panel):
                    self.gather()
                self.status.clear()
                return callback(self, *arguments, **options)
            except Exception as error:
                self.status.complain(error)

    return guarded


def push_button(
    words: str,
    icon: str,
    tooltip: str,
    act: Callable[[W.Button], Any] | None = None,
    width: str = "auto",
) -> W.Button:
    """A button with words and an icon (a name of Font Awesome 4) that calls `act` with itself."""
    button = W.Button(description=words, icon=icon, tooltip=tooltip, layout=W.Layout(width=width))
    if act is not None:
        button.on_click(act)
    return button


class StaticPicture:
    """Adds a picture to what a widget leaves in a saved notebook, where widgets themselves are blank.

    JupyterLab shows the live widget; GitHub and nbviewer show the picture.
    """

    def static_picture(self) -> str:
        """The picture: an `<svg …>` element (kept as an image) or other HTML."""
        raise NotImplementedError

    def static_text(self) -> str:
        """The same in plain words, where not even pictures are shown."""
        return type(self).__name__

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = super()._repr_mimebundle_(**options)  # type: ignore[misc]
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        picture = self.static_picture()
        kind = "image/svg+xml" if picture.lstrip().startswith("<svg") else "text/html"
        return {**data, kind: picture, "text/plain": self.static_text()}, metadata


class OwnKeys(anywidget.AnyWidget):
    """Nothing to see.  As the last child of every `Panel` it looks after the controls beside it.

    They need from the page their keys to themselves, names for a screen reader, a visible arrow.  In JupyterLab a
    focused `<select>` still leaves the notebook in command mode: the down arrow would go to the next cell, and typing
    the first letters of an option could delete one.  And the knob of a slider has no name of its own: it gets the words
    that stand before the slider.  The arrow of a drop-down menu is dark grey in every theme: on dark paper it gets the
    colour of the letters.  The pictures beside it get the colours of a dark page (`draw/look.py`); those wider than
    their place are scrolled, by keys and by the mouse (`wide.js`).
    """

    _esm = "\n".join(
        Path(__file__).with_name(name).read_text(encoding="utf-8")
        for name in ("wide.js", "own_keys.js")
    )
    _css = stylesheet() + Path(__file__).with_name("own_keys.css").read_text(encoding="utf-8")


class Panel(StaticPicture, W.VBox):
    """A widget made of parts, with what the rules above need: `lock`, `status` and `work`.

    A cell that searches a tree which a panel shows should do so inside `with panel.lock:`.
    """

    def __init__(self, what: str = "thinking") -> None:
        super().__init__()
        self.lock = threading.RLock()
        self.gathered = False
        self.status = StatusLine()
        self.work = Work(self, what)
        self.add_class("mcts-panel")

    def close(self) -> None:
        """Take the widget away, and end its work."""
        if "work" in self.__dict__:  # else it was never finished
            self.work.close()
        super().close()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        with self.lock:  # nothing changes between the picture and its words
            return super()._repr_mimebundle_(**options)

    def gather(self) -> None:
        """Have all parts heard on one thread, in the order of their clicks; once, when the first is heard.

        ipykernel (7.4) hears a widget on the thread on which it last spoke.  A button that never speaks would be
        heard on another one than the board, sooner or later, and not at all while a cell runs.
        """
        waiting: list[W.Widget] = [] if self.gathered else [self]
        self.gathered = True
        while waiting:
            part = waiting.pop()
            part.send_state("_dom_classes")  # what the page knows already
            waiting += getattr(part, "children", ())

    @validate("children")
    def _with_own_keys(self, proposal: Any) -> tuple[W.Widget, ...]:
        """The parts, and `OwnKeys`: what is pressed in the panel's menus is not for the notebook."""
        parts = tuple(proposal["value"])
        return (*parts, OwnKeys()) if parts else parts
