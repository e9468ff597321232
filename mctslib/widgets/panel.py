"""Provide the parts that all widgets share.

The file provides safe callbacks, work in slices, a static picture for readers without a kernel, and
a way to close a widget completely.

In JupyterLab a callback may run on a thread other than the one that runs the cells.  An exception
in a callback is not shown anywhere, and the kernel handles no other message while a callback runs.
Therefore this file follows four rules:

- every callback is wrapped in `safely`, so that only one callback runs at a time (`lock`), and an
  error appears in a red status line;
- work that may take more than a moment is a generator of short slices, which `Work` runs;
- every widget leaves a `static_picture` in the saved notebook, where live widgets are blank;
- `close` ends the work of a panel, closes all its parts and drops its trees.
"""

import inspect
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from html import escape
from numbers import Integral, Real
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as W
from traitlets import TraitError, validate

from mctslib.arena.thinking import in_slices, search_slices
from mctslib.door.guard import PhaseError
from mctslib.draw import svg
from mctslib.draw.look import stylesheet
from mctslib.game import IllegalAction
from mctslib.widgets.bar import Headline, room_for
from mctslib.widgets.work import BREATH, Work, in_background

__all__ = [
    "BREATH",
    "Panel",
    "StaticPicture",
    "StatusLine",
    "Work",
    "in_background",
    "in_slices",
    "parts_of",
    "push_button",
    "safely",
    "search_slices",
]
LONGEST = 600  # an error message is cut after this many characters

ADVICE = {
    IllegalAction: "Nothing has changed: choose a legal action.",
    PhaseError: "Correct that function, run its cell again, and try again.",
    ValueError: "Change that value and try again.",
    TypeError: "Change that value and try again.",
}
ERROR = (
    '<div role="alert" style="color:var(--mcts-wrong);background:var(--mcts-wrong-paper);'
    "border-left:4px solid;"
    'padding:4px 8px;line-height:1.4;white-space:pre-wrap"><b>✖ {kind}</b>: '
    "{message}\n{advice}</div>"
)


def advice(error: Exception) -> str:
    """Return a sentence of advice on an error."""
    for kind, text in ADVICE.items():
        if isinstance(error, kind):
            return text
    return "The widget still works: try again.  Its attribute `status.error` holds the error."


class StatusLine(W.HTML):
    """A plain text, usually of one line.

    An error is shown in red with its type, and screen readers read the error aloud immediately
    (role alert).
    """

    longest: Sequence[str] = ()  # the longest texts, if the line has room for exactly these

    def __init__(self) -> None:
        super().__init__()
        self.say("")

    def say(self, text: str) -> None:
        """Show `text` in place of the previous text or error."""
        self.error: Exception | None = None
        self.text = text
        shown = f'<div role="status" style="line-height:1.4">{escape(text)}</div>'
        self.value = room_for(shown, map(escape, self.longest)) if self.longest else shown

    def reserve(self, longest: Sequence[str]) -> None:
        """Keep room for these texts and no more, so that nothing below the line moves."""
        self.longest = tuple(longest)
        self.add_class("mcts-fitted")
        self.say(self.text)

    def complain(self, error: Exception) -> None:
        """Show an error's type, its message, and a sentence of advice."""
        message = str(error)
        if len(message) > LONGEST:
            message = message[:LONGEST] + " …"
        self.error = error
        self.text = message
        self.value = ERROR.format(
            kind=escape(type(error).__name__), message=escape(message), advice=escape(advice(error))
        )

    def clear(self) -> None:
        """Remove the error if one is shown; keep an ordinary text."""
        if self.error is not None:
            self.say("")


def safely(callback: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a method of a panel that a click or a slider calls.

    Only one such method runs at a time, and its errors are shown in the panel's status line.
    After the panel has been closed, the method does nothing.
    """

    @wraps(callback)
    def guarded(self: "Panel", *arguments: Any, **options: Any) -> Any:
        with self.lock:
            if self.closed:
                return None
            try:
                self.gather()
                self.status.clear()
                return callback(self, *arguments, **options)
            except Exception as error:
                self.status.complain(error)
                return None

    return guarded


def push_button(
    words: str,
    icon: str,
    tooltip: str,
    act: Callable[[W.Button], Any] | None = None,
    width: str = "auto",
) -> W.Button:
    """Make a button.

    words    the text on the button
    icon     the name of an icon of Font Awesome 4
    tooltip  a description of the action, shown when the pointer is over the button
    act      a function that is called with the button at each click
    width    the width of the button, as a CSS length
    """
    button = W.Button(description=words, icon=icon, tooltip=tooltip, layout=W.Layout(width=width))
    if act is not None:
        button.on_click(act)
    return button


class StaticPicture:
    """A mixin that saves a picture of the widget in the notebook, where live widgets are blank.

    JupyterLab shows the live widget; GitHub and nbviewer show the picture.
    """

    def static_picture(self) -> str:
        """Return the picture: an `<svg …>` element, which is saved as an image, or other HTML."""
        raise NotImplementedError

    def static_text(self) -> str:
        """Return a plain-text version of the picture, for places that cannot show pictures."""
        return type(self).__name__

    def static_headline(self) -> tuple[str, str]:
        """Return the sentence above the picture, and what follows in small type, as plain text.

        By default these are the words of the widget's `headline`, if it has one.
        """
        said = getattr(self, "headline", None)
        return said.said if isinstance(said, Headline) else ("", "")

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = super()._repr_mimebundle_(**options)  # type: ignore[misc]
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return {**data, "text/html": still(self), "text/plain": self.static_text()}, metadata


def still(widget: StaticPicture) -> str:
    """Return what a widget leaves in a saved notebook: its headline above its picture, as HTML."""
    picture = widget.static_picture()
    if picture.lstrip().startswith("<svg"):
        picture = svg.image(picture, svg.words(picture), fit=True)
    words, more = widget.static_headline()
    if not words:
        return picture
    small = f" {escape(more)}" if more else ""
    return f"<p><b>{escape(words)}</b>{small}</p>{picture}"


class OwnKeys(anywidget.AnyWidget):
    """An invisible widget, the last child of every `Panel`; its script improves the controls.

    - In JupyterLab a focused `<select>` leaves the notebook in command mode: the down arrow would
      go to the next cell, and typing the first letters of an option could delete a cell.  The
      script keeps JupyterLab from handling these keys.
    - The handle of a slider has no name for screen readers.  The script uses the label of the
      slider as the name of the handle.
    - The arrow of a drop-down menu is dark grey in every theme.  On a dark page the script gives
      the arrow the colour of the text.
    - On a dark page the pictures of the panel use the colours for dark pages (`draw/look.py`).
    - Pictures wider than the available space can be scrolled with the keyboard or the mouse
    (`wide.js`).
    - A reader can point at the nodes of drawn trees (`walk.js`).
    """

    _esm = "\n".join(
        Path(__file__).with_name(name).read_text(encoding="utf-8")
        for name in ("wide.js", "walk.js", "own_keys.js")
    )
    _css = stylesheet() + "\n".join(
        Path(__file__).with_name(name).read_text(encoding="utf-8")
        for name in ("versions.css", "panel.css", "own_keys.css", "walk.css")
    )


listening: dict[int, list[W.Widget]] = {}  # a list of new widgets for each constructor that runs


@contextmanager
def new_widgets() -> Iterator[list[W.Widget]]:
    """Return a list, to which every new widget is added until the context ends."""

    def note(widget: W.Widget) -> None:
        for widgets in listening.values():
            widgets.append(widget)

    made: list[W.Widget] = []
    listening[id(made)] = made
    W.Widget.on_widget_constructed(note)
    try:
        yield made
    finally:
        del listening[id(made)]
        if not listening:
            W.Widget.on_widget_constructed(None)


def all_or_nothing(constructor: Callable[..., None]) -> Callable[..., None]:
    """Wrap a panel's constructor: if the constructor raises an exception, close its widgets.

    Without this wrapper each call with an invalid argument would leave dozens of widgets open, in
    the kernel and in the page.  If the argument has the wrong type, the error message states this.
    """

    @wraps(constructor)
    def made(self: "Panel", *arguments: Any, **options: Any) -> None:
        try:
            with new_widgets() as made_here:
                constructor(self, *arguments, **options)
        except BaseException as error:
            close_unfinished(self)
            for widget in made_here:
                close_unfinished(widget)
            if isinstance(error, TypeError | AttributeError | TraitError):
                told = wrong_type(constructor, self, *arguments, **options)
                if told:
                    raise TypeError(told) from error
            raise

    return made


KINDS: dict[str, tuple[Any, str]] = {
    "int": (Integral, "a whole number"),
    "float": (Real, "a number"),
    "str": (str, "a string"),
    "bool": (bool, "True or False"),
    "tuple": (Iterable, "a list or a tuple"),
    "Sequence": (Iterable, "a list or a tuple"),
}
"""Beginning of a type hint → the type of the values, and the words used for the type in
messages."""


def wrong_type(constructor: Callable[..., None], *arguments: Any, **options: Any) -> str:
    """Return a message about the first argument whose value does not match its type hint, or "".

    Only the hints in `KINDS` are checked, each alone or followed by `| None`.
    """
    try:
        given = inspect.signature(constructor).bind(*arguments, **options)
    except TypeError:  # an argument is missing or superfluous
        return ""
    for name, value in given.arguments.items():
        annotation = given.signature.parameters[name].annotation
        hint = annotation.__name__ if isinstance(annotation, type) else str(annotation)
        may_be_none = hint.endswith(" | None")
        hint = hint.removesuffix(" | None").partition("[")[0].rpartition(".")[2]
        if hint not in KINDS or (value is None and may_be_none):
            continue
        kind, words = KINDS[hint]
        is_text = isinstance(value, str) and hint != "str"
        if is_text or not isinstance(value, kind):
            return f"{name} should be {words}, not {value!r}."
    return ""


def close_unfinished(widget: W.Widget) -> None:
    """Close a widget that a failed constructor has made, and end its `work` if it has any."""
    work = vars(widget).get("work")
    if isinstance(work, Work):
        work.close()
    W.Widget.close(widget)


class Panel(StaticPicture, W.VBox):
    """A widget made of parts, with the `lock`, `status` line and `work` that the four rules need.

    what  the words beside the progress bar while the panel works, such as "searching"

    To search a tree that a panel shows, call `search` inside `with panel.lock:`.
    """

    closed = False

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "__init__" in vars(cls):
            cls.__init__ = all_or_nothing(cls.__init__)  # type: ignore[method-assign]

    def __init__(self, what: str = "thinking") -> None:
        super().__init__()
        self.lock = threading.RLock()
        self.gathered = False
        self.own_keys = OwnKeys()
        self.status = StatusLine()
        self.work = Work(self, what)
        self.add_class("mcts-panel")

    def close(self) -> None:
        """End the panel: stop its work, close all its parts, and drop its trees and records.

        Afterwards the panel is gone from the page, and its methods do nothing.  Of its public
        attributes, only widgets, numbers, strings and the lock are kept.
        """
        if "work" not in vars(self):  # the constructor has not finished
            super().close()
            return
        with self.lock:
            self.closed = True
            self.release()
            for part in parts_of(self):
                if part is not self:
                    part.close()
            super().close()
            self._drop()

    def release(self) -> None:
        """End all activity, such as threads and timers.

        A panel with activities other than its `work` extends this method.
        """
        self.work.close()

    def _drop(self) -> None:
        """Delete the public attributes, except widgets, numbers, strings and the lock.

        This frees memory: a notebook keeps a reference to every object that it has displayed, so
        the panel itself stays in memory.
        """
        kept = W.Widget | str | int | float | None
        for name, value in list(vars(self).items()):
            needed = name.startswith("_") or name == "lock"
            if not needed and not isinstance(value, kept):
                delattr(self, name)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        with self.lock:  # so that the picture and its plain text show the same state
            return super()._repr_mimebundle_(**options)

    def gather(self) -> None:
        """Send a message from every part, so that the kernel handles all messages on one thread.

        ipykernel (7.4) handles the messages of a widget on the thread from which the widget last
        sent a message.  If a button never sent a message, its clicks would sooner or later be
        handled on a different thread from the messages of the board, and would have to wait while a
        cell runs.
        """
        if self.gathered:
            return
        self.gathered = True
        waiting: list[W.Widget] = [self]
        while waiting:
            part = waiting.pop()
            part.send_state("_dom_classes")  # the page has this value already
            waiting += getattr(part, "children", ())

    @validate("children")
    def _with_own_keys(self, proposal: Any) -> tuple[W.Widget, ...]:
        """Return the parts, followed by the panel's `OwnKeys` if there are any parts."""
        parts = tuple(part for part in proposal["value"] if part is not self.own_keys)
        return (*parts, self.own_keys) if parts else parts


def parts_of(widget: W.Widget) -> list[W.Widget]:
    """Return a widget and all widgets inside it.

    The widgets inside a widget are its children, layouts and styles, and the widgets in its
    attributes.
    """
    found: dict[int, W.Widget] = {}
    waiting = [widget]
    while waiting:
        one = waiting.pop()
        if id(one) not in found:
            found[id(one)] = one
            waiting += _widgets_in(vars(one))
    return list(found.values())


def _widgets_in(value: object) -> Iterator[W.Widget]:
    """Yield the widgets in nested dicts, lists and tuples."""
    if isinstance(value, W.Widget):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _widgets_in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _widgets_in(one)
