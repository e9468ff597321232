"""Draw the timeline of chapter 15, which shows when each worker plays and when it waits."""

import random
from collections.abc import Sequence
from typing import Any

from mctslib.course.ch15.clock import TimedPlayout, jobs_in_rounds, jobs_without_rounds
from mctslib.draw.look import INK, PAPER, SHADE, SOFT, WORDS
from mctslib.draw.show import Picture
from mctslib.draw.svg import document, element, text
from mctslib.game import State
from mctslib.tree import Node
from mctslib.words import percent

WIDTH = 640  # the width of the picture, in pixels
LEFT = 84  # the x coordinate of the left end of the bars
ROW = 22  # the distance from one worker's row to the next
BAR = 14  # height of a bar
TOP = 34  # the space above the first bar
WAIT: dict[str, Any] = {"fill": PAPER, "stroke": SHADE, "rx": 2, "stroke_dasharray": "3 2"}


def timeline(
    state: State, workers: int = 8, ticks: int = 120, seed: int = 0, rounds: bool = True
) -> Picture:
    """Draw the playouts and the waits of each worker in the first ticks of a parallel search.

    state    the position in which the search starts
    workers  the number of workers
    ticks    the search time, in ticks of the simulated clock (`mctslib.course.ch15.clock`)
    seed     the seed of the search
    rounds   whether the workers wait for each other after each round
    """
    search = jobs_in_rounds if rounds else jobs_without_rounds
    jobs = search(Node(state), ticks, workers, random.Random(seed))
    return Picture(drawn(jobs, workers), described(jobs))


def waiting_share(jobs: Sequence[TimedPlayout]) -> float:
    """Return the share of the workers' time that they spend waiting."""
    playing = sum(job.end - job.start for job in jobs)
    waiting = sum(job.ready - job.end for job in jobs)
    return waiting / (playing + waiting)


def described(jobs: Sequence[TimedPlayout]) -> str:
    """Return a sentence that describes the timeline."""
    workers = 1 + max(job.worker for job in jobs)
    over = max(job.ready for job in jobs)
    return (
        f"Timeline of {workers} workers over {over} ticks: {len(jobs)} playouts; the workers wait "
        f"for {percent(waiting_share(jobs))} of their time."
    )


def drawn(jobs: Sequence[TimedPlayout], workers: int) -> str:
    """Draw a row for each worker, with a bar for each playout; return the SVG text."""
    over = max(job.ready for job in jobs)
    scale = (WIDTH - LEFT - 16) / over
    foot = TOP + workers * ROW
    parts = [_key()]
    for end in sorted({job.ready for job in jobs if job.ready > job.end}):
        x = LEFT + scale * end
        parts.append(element("line", x1=x, x2=x, y1=TOP - 4, y2=foot, stroke=SHADE))
    for worker in range(workers):
        y = TOP + worker * ROW + BAR - 2
        parts.append(text(f"worker {worker + 1}", LEFT - 8, y, WORDS, text_anchor="end"))
    for job in jobs:
        parts += _bars(job, scale)
    parts.append(text("time →", LEFT, foot + 16, WORDS, fill=SOFT))
    share = percent(waiting_share(jobs))
    words = f"{len(jobs)} playouts in {over} ticks; waiting: {share} of the time"
    parts.append(text(words, WIDTH - 16, foot + 16, WORDS, text_anchor="end"))
    return document("".join(parts), WIDTH, foot + 26, described(jobs))


def _bars(job: TimedPlayout, scale: float) -> list[str]:
    """Draw a bar for a playout, and an empty bar for the wait after the playout."""
    y = TOP + job.worker * ROW
    x = LEFT + scale * job.start
    end = LEFT + scale * job.end
    ready = LEFT + scale * job.ready
    bars = [element("rect", x=x, y=y, width=end - x - 1, height=BAR, fill=INK, rx=2)]
    if ready - end > 2:
        bars.append(element("rect", x=end, y=y, width=ready - end - 1, height=BAR, **WAIT))
    return bars


def _key() -> str:
    """Draw the key that stands above the bars and explains the two kinds of bars."""
    return "".join(
        [
            element("rect", x=LEFT, y=8, width=22, height=BAR, fill=INK, rx=2),
            text("plays", LEFT + 28, 20, WORDS),
            element("rect", x=LEFT + 90, y=8, width=22, height=BAR, **WAIT),
            text("waits for the others", LEFT + 118, 20, WORDS),
        ]
    )
