"""Draw both charts of `Workers`: a round, and the number of different nodes for each setting."""

from collections.abc import Mapping
from typing import Any

from mctslib.course.ch15.one_round import Round
from mctslib.draw.look import ACT_PAPER, INK, PAPER, SHADE, SOFT, WORDS
from mctslib.draw.svg import document, element, text

WIDTH = 292  # fits on a phone
LEFT = 70
HIGH = 190  # the height of all rows of the round together, in pixels
MOST_ROW = 22


def round_picture(now: Round, step: int) -> str:
    """Draw a row for each worker of a round, with its playout and its wait; return the SVG text.

    step  the number of workers that have chosen a leaf; the rows of the other workers are empty

    A click on a row is reported as "worker 3", for example.
    """
    workers = len(now.ticks)
    row = min(MOST_ROW, HIGH / workers)
    longest = max(now.ticks)
    scale = (WIDTH - LEFT - 8) / longest
    parts = []
    for worker, ticks in enumerate(now.ticks):
        y = 4 + worker * row
        chosen = worker == step - 1
        # Only the chosen row has a colour, so that no row covers the words of the row above.
        ground = ACT_PAPER if chosen else "none"
        whole: dict[str, Any] = {"width": WIDTH, "height": row, "pointer_events": "all"}
        bars = [element("rect", x=0, y=y, fill=ground, **whole)]
        if row >= 14 or worker % 8 == 0:
            weight = "bold" if chosen else "normal"
            size: dict[str, Any] = {"text_anchor": "end", "font_weight": weight}
            bars.append(text(f"worker {worker + 1}", LEFT - 6, y + row / 2 + 4, WORDS, **size))
        if worker < step:
            bars += _bars(ticks, longest, y + row * 0.18, row * 0.64, scale)
        parts.append(
            element(
                "g",
                "".join(bars),
                data_pick=f"worker {worker + 1}",
                aria_pressed="true" if chosen else "false",
                aria_label=f"worker {worker + 1}: a playout of {ticks} ticks",
            )
        )
    foot = 4 + HIGH + 16
    parts.append(text("time →", LEFT, foot, WORDS, fill=SOFT))
    label = f"The round: {step} of {workers} workers have chosen; the longest playout takes "
    return document("".join(parts), WIDTH, foot + 8, f"{label}{longest} ticks.")


def _bars(ticks: int, longest: int, y: float, high: float, scale: float) -> list[str]:
    """Draw a bar for a playout, and an empty bar for the wait after the playout."""
    bars = [element("rect", x=LEFT, y=y, width=ticks * scale - 1, height=high, fill=INK, rx=2)]
    if ticks < longest:
        x = LEFT + ticks * scale
        wait: dict[str, Any] = {"fill": "none", "stroke": SHADE, "stroke_dasharray": "3 2", "rx": 2}
        width = (longest - ticks) * scale - 1
        bars.append(element("rect", x=x, y=y, width=width, height=high, **wait))
    return bars


def spread_picture(nodes: Mapping[str, int], chosen: str, workers: int) -> str:
    """Return a bar chart as SVG text: the number of different nodes chosen with each setting.

    nodes   a dictionary from the setting to the number of nodes; a click on a bar reports its
            setting
    chosen  the current setting
    """
    parts = []
    scale = (WIDTH - LEFT - 40) / workers
    for number, (setting, count) in enumerate(nodes.items()):
        y = 2 + number * MOST_ROW
        here = setting == chosen
        weight = "bold" if here else "normal"
        bars = [
            element("rect", x=0, y=y, width=WIDTH, height=MOST_ROW, fill=PAPER),
            text(setting, LEFT - 6, y + 15, WORDS, text_anchor="end", font_weight=weight),
            element(
                "rect",
                x=LEFT,
                y=y + 4,
                width=max(2.0, count * scale),
                height=MOST_ROW - 8,
                fill=INK if here else SHADE,
                rx=2,
            ),
            text(f"{count}", LEFT + count * scale + 6, y + 15, WORDS, font_weight=weight),
        ]
        parts.append(
            element(
                "g",
                "".join(bars),
                data_pick=setting,
                aria_pressed="true" if here else "false",
                aria_label=f"{setting}: number of different nodes {count}",
            )
        )
    words = ", ".join(f"{setting}: {count}" for setting, count in nodes.items())
    label = f"Different nodes for {workers} workers: {words}."
    return document("".join(parts), WIDTH, 6 + len(nodes) * MOST_ROW, label)
