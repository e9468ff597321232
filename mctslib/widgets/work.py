"""Do work in short slices, so that the page never freezes and the reader can stop the work.

The kernel handles one message at a time.  After each slice the kernel has time to handle the next
message, which may be a click on Stop.  The slices come from an ordinary iterator, so the same work
can also run in a script or a test.
"""

import asyncio
import math
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from html import escape
from typing import Any

import ipywidgets as W

from mctslib.arena.thinking import SLICE
from mctslib.draw import wasm
from mctslib.fast.choice import LOADER
from mctslib.machine import in_browser
from mctslib.words import percent

BREATH = 0.01  # seconds between two slices, during which the kernel handles messages
# For this number of seconds after a stop, a click on the same button still means Stop: the reader
# has clicked twice, and the second click was already on its way to the kernel.
SECOND_CLICK = 0.25


class Work(W.HBox):
    """Does work in short slices, and reports the progress to its watchers.

    In most panels the filled button (`bar.ActButton`) is a watcher and shows the progress.  A panel
    without such a button shows the `Work` itself: a Stop button with a progress bar.

    owner     the panel whose `lock` is held during each slice, and whose `status` line shows errors
    what      the words beside the progress bar, such as "searching"
    watchers  functions that are called with the fraction done, and with None at the end
    """

    def __init__(self, owner: Any, what: str = "thinking") -> None:
        self.owner = owner
        self.what = what
        self.job: Job | None = None
        self.closed = False
        self.last_stop = -math.inf  # the time of the last stop
        self.watchers: list[Callable[[float | None], None]] = []
        self.bar = W.FloatProgress(min=0, max=1, layout=W.Layout(width="160px"))
        self.label = W.HTML()
        self.button = W.Button(
            description="Stop",
            icon="stop",
            disabled=True,
            tooltip="Stop, and keep the work done so far",
            layout=W.Layout(width="90px"),
        )
        self.button.on_click(self.stop)
        super().__init__([self.button, self.bar, self.label])
        self.layout.visibility = "hidden"

    @property
    def running(self) -> bool:
        """Whether there is unfinished work."""
        return self.job is not None

    @property
    def just_stopped(self) -> bool:
        """Whether the reader has stopped the work a moment ago (`SECOND_CLICK`)."""
        return time.monotonic() - self.last_stop < SECOND_CLICK

    def start(
        self,
        slices: Iterator[float],
        finish: Callable[[str], None] = lambda outcome: None,
        delay: float = 0,
        pace: float = 0,
    ) -> None:
        """Start new work, and drop any unfinished work.

        slices  an iterator; each step works for about `SLICE` seconds and yields the fraction done,
                from 0 to 1
        finish  a function that is called at the end, with "done", with "stop" if Stop was pressed,
                or with "error" if the work failed (the owner's status line then shows the error)
        delay   the number of seconds before the first slice
        pace    the minimum number of seconds from one slice to the next, so that the eye can follow
                very quick work

        Outside an event loop, as in a plain script, all the work is done before this method
        returns.
        """
        self.cancel()
        if self.closed:
            return
        job = Job(self, slices, finish, pace)
        self.job = job
        self.show(0)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            while job.step():
                pass
        else:
            job.task = loop.create_task(job.run_in_slices(delay))

    def catch_up(self, seconds: float) -> None:
        """Work without pauses for at most `seconds` seconds, and do the rest in slices.

        If the environment variable MCTSLIB_PATIENCE (in seconds) is set, its value replaces
        `seconds`.  The build of the notebooks sets the variable, because the notebooks' pictures
        must not depend on the speed of the machine.
        """
        job = self.job
        until = time.monotonic() + float(os.environ.get("MCTSLIB_PATIENCE", seconds))
        while job is not None and time.monotonic() < until and job.step():
            pass

    def stop(self, button: object = None) -> None:
        """End the work after the current slice, and call `finish("stop")`."""
        if self.job is not None:
            self.job.stopped.set()

    def cancel(self) -> None:
        """Drop the work without calling its `finish`."""
        self.job = None
        self.show(None)

    def close(self) -> None:
        """Drop the work, and refuse new work."""
        if "closed" in vars(self):  # missing if the constructor failed
            self.closed = True
            self.job = None
        super().close()

    def show(self, fraction: float | None) -> None:
        """Show the fraction done, or hide the bar if `fraction` is None because no work is left.

        A hidden bar keeps its space, so that nothing on the page moves.
        """
        done = "" if fraction is None else f"{self.what}, {percent(fraction)}"
        self.button.disabled = fraction is None
        self.bar.value = fraction or 0
        self.label.value = f"<span>{escape(done)}</span>"
        self.layout.visibility = "hidden" if fraction is None else "visible"
        for watch in self.watchers:
            watch(fraction)


def in_background(make: Callable[[], Any], use: Callable[[Any], None], owner: Any) -> None:
    """Call `make()` on another thread, and then `use` with its result on this thread.

    Use this function for a picture that takes more than a moment to make.

    make   a function without arguments; while it reads a tree, this function must hold the owner's
           lock
    use    a function that is called with the owner's lock held, unless the owner has been closed
    owner  the panel whose `status` line shows an error

    In a browser, where Python has a single thread, `make` runs a little later on this thread.
    Outside an event loop both functions run immediately.
    """

    async def later() -> None:
        try:
            while wasm.on_its_way():
                await asyncio.sleep(BREATH)
            result = make() if in_browser() else await asyncio.to_thread(make)
            with owner.lock:
                if not owner.closed:
                    use(result)
        except Exception as error:
            owner.status.complain(error)

    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        use(make())
    else:
        task = loop.create_task(later())
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)


_tasks: set[asyncio.Task[None]] = (
    set()
)  # kept here, because an event loop keeps only weak references to its tasks


class Job:
    """One piece of work, with its slices, its stop flag and the function to call at the end.

    The parameters have the same meaning as in `Work.start`.
    """

    def __init__(
        self, work: Work, slices: Iterator[float], finish: Callable[[str], None], pace: float = 0
    ) -> None:
        self.work = work
        self.slices = slices
        self.finish = finish
        self.pace = pace
        self.stopped = threading.Event()
        self.task: asyncio.Task[None] | None = None

    def step(self) -> bool:
        """Do one slice, and return whether work is left."""
        with self.work.owner.lock:
            if self.work.job is not self:
                return False  # this job was dropped, or replaced by newer work
            try:
                stopped = self.stopped.is_set()
                with LOADER.in_a_page():
                    fraction = None if stopped else next(self.slices, None)
                if fraction is None:
                    self.work.cancel()
                    if stopped:
                        self.work.last_stop = time.monotonic()
                    self.finish("stop" if stopped else "done")
                else:
                    self.work.show(fraction)
            except Exception as error:
                self.fail(error)
            return self.work.job is self

    def fail(self, error: Exception) -> None:
        """End the work, and show the error in the owner's status line."""
        self.work.cancel()
        with suppress(Exception):  # only the first error is shown
            self.finish("error")
        self.work.owner.status.complain(error)

    async def run_in_slices(self, delay: float) -> None:
        """Wait `delay` seconds, or less if Stop is pressed; then do the slices one after another.

        There is a short pause after each slice.
        """
        while delay > 0 and not self.stopped.is_set():
            await asyncio.sleep(min(delay, SLICE))
            delay -= SLICE
        start = time.monotonic()
        while self.step():
            await asyncio.sleep(max(BREATH, self.pace - (time.monotonic() - start)))
            start = time.monotonic()
