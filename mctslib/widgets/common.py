"""What every widget here shares: callbacks that cannot fail unseen, work that never freezes the page,
and a picture for readers without a kernel.

In JupyterLab a callback may run on another thread than a cell, an exception in it is shown nowhere,
and while it runs nothing else is answered.  Hence three rules, kept by this page:

- every callback is wrapped in `safely`: one at a time (`lock`), and an error becomes a red status line;
- whatever may take longer than a moment is a generator of short slices, run by `Work`;
- every widget leaves a `static_picture` in the saved notebook, where widgets themselves are blank.
"""
from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable, Iterator
from functools import wraps
from html import escape
from typing import Any

import ipywidgets as W

from mctslib.game import IllegalAction
from mctslib.guard import PhaseError
from mctslib.limits import Limit
from mctslib.search import Node, search

SLICE = 0.04  # seconds of work between two looks at the Stop button
BREATH = 0.01  # seconds given to the kernel between two slices, to read and answer messages
LONGEST = 600  # characters of an error message that are shown

ADVICE = {
    IllegalAction: "Nothing was changed; choose a legal action.",
    PhaseError: "Correct that function, run its cell again, and try again.",
    ValueError: "Change that value and try again.",
    TypeError: "Change that value and try again.",
}
ERROR = (
    '<div role="alert" style="color:#8a0f14;background:#fdecea;border-left:4px solid #b3261e;'
    'padding:4px 8px;line-height:1.4;white-space:pre-wrap"><b>✖ {kind}</b>: {message}\n{advice}</div>'
)


def advice(error: Exception) -> str:
    """What to do about an error: one sentence."""
    known = (text for kind, text in ADVICE.items() if isinstance(error, kind))
    return next(known, "The widget still works: try again.  The error is kept in its `status.error`.")


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
                self.status.clear()
                return callback(self, *arguments, **options)
            except Exception as error:
                self.status.complain(error)

    return guarded


def search_slices(
    root: Node, limit: Limit | int, rng: random.Random, done: int = 0, **options: Any
) -> Iterator[float]:
    """Grow the tree of `root` by so many iterations, in slices; yields the fraction done.

    The options are those of `search`.  With one `rng`, slices grow the same tree as a single search.
    """
    total = limit if isinstance(limit, int) else limit.iterations
    if total is None:
        raise ValueError("Work in slices needs a limit in iterations.")
    while done < total:
        rest = Limit(iterations=total - done, seconds=SLICE)
        done += search(root, rest, seed=rng, **options).iterations
        yield done / total


class Work(W.HBox):
    """A progress bar with a Stop button, around work that is done in short slices.

    `start(slices, finish)` takes an iterator that works for about `SLICE` seconds each time it is
    asked and yields the fraction done, from 0 to 1.  When it ends `finish(outcome)` is called with
    "done", "stop" (the button) or "error" (shown in the owner's status line).
    Outside an event loop, as in a plain script, the work is simply done at once.
    """

    def __init__(self, owner: Any, what: str = "thinking") -> None:
        self.owner, self.what = owner, what
        self.job: Job | None = None
        self.bar = W.FloatProgress(min=0, max=1, layout=W.Layout(width="160px"))
        self.label = W.HTML()
        self.button = W.Button(
            description="Stop", icon="stop", disabled=True, tooltip="Stop (keeps what is done so far)",
            layout=W.Layout(width="90px"),
        )
        self.button.on_click(self.stop)
        super().__init__([self.button, self.bar, self.label])

    @property
    def running(self) -> bool:
        """Whether work is going on."""
        return self.job is not None

    def start(
        self, slices: Iterator[float], finish: Callable[[str], None] = lambda outcome: None, delay: float = 0
    ) -> None:
        """Begin, after `delay` seconds; work that was still going on is dropped."""
        self.cancel()
        self.job = job = Job(self, slices, finish)
        self.show(0)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            job.run()
        else:
            job.task = loop.create_task(job.run_in_slices(delay))

    def stop(self, button: object = None) -> None:
        """End the work after the slice it is in, and call `finish("stop")`."""
        if self.job is not None:
            self.job.stopped.set()

    def cancel(self) -> None:
        """Drop the work; its `finish` is not called."""
        self.job = None
        self.show(None)

    def show(self, fraction: float | None) -> None:
        """Show the fraction done; None when there is nothing to do."""
        self.button.disabled = fraction is None
        self.bar.value = fraction or 0
        percent = "" if fraction is None else f"{self.what}, {fraction:.0%}"
        self.label.value = f"<span>{escape(percent)}</span>"


def in_background(make: Callable[[], Any], use: Callable[[Any], None], owner: Any) -> None:
    """Call `make()` on another thread, then `use(result)` here; outside an event loop, both at once.

    For a picture that takes longer than a moment.  `make` takes the owner's lock itself, when it reads a tree.
    """

    async def later() -> None:
        try:
            result = await asyncio.to_thread(make)
            with owner.lock:
                use(result)
        except Exception as error:
            owner.status.complain(error)

    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        use(make())
    else:
        _tasks.add(task := loop.create_task(later()))  # an event loop itself keeps only weak references
        task.add_done_callback(_tasks.discard)


_tasks: set[asyncio.Task[None]] = set()


class Job:
    """One piece of work: its slices, whether Stop was pressed, and what to call at the end."""

    def __init__(self, work: Work, slices: Iterator[float], finish: Callable[[str], None]) -> None:
        self.work, self.slices, self.finish = work, slices, finish
        self.stopped = threading.Event()
        self.task: asyncio.Task[None] | None = None

    def step(self) -> bool:
        """Do one slice; whether there is more to do."""
        with self.work.owner.lock:
            if self.work.job is not self:
                return False  # dropped, or replaced by newer work
            try:
                outcome = "stop" if self.stopped.is_set() else self.advance()
                if outcome:
                    self.end(outcome)
            except Exception as error:
                self.fail(error)
            return self.work.job is self

    def advance(self) -> str:
        """Do one slice; "done" if there was none left."""
        fraction = next(self.slices, None)
        if fraction is None:
            return "done"
        self.work.show(fraction)
        return ""

    def end(self, outcome: str) -> None:
        self.work.cancel()
        self.finish(outcome)

    def fail(self, error: Exception) -> None:
        self.work.cancel()
        try:
            self.finish("error")
        finally:
            self.work.owner.status.complain(error)

    def run(self) -> None:
        while self.step():
            pass

    async def run_in_slices(self, delay: float) -> None:
        while delay > 0 and not self.stopped.is_set():
            await asyncio.sleep(min(delay, SLICE))
            delay -= SLICE
        while self.step():
            await asyncio.sleep(BREATH)


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


class Panel(StaticPicture, W.VBox):
    """A widget made of parts, with what the rules above need: `lock`, `status` and `work`.

    A cell that searches a tree which a panel shows should do so inside `with panel.lock:`.
    """

    def __init__(self, what: str = "thinking") -> None:
        super().__init__()
        self.lock = threading.RLock()
        self.status = StatusLine()
        self.work = Work(self, what)
        self.add_class("mcts-panel")
