"""Draw the chart of `Workers`: the number of different nodes for each virtual loss."""

from collections.abc import Mapping

from mctslib.draw.look import INK, PAPER, SHADE, WORDS
from mctslib.draw.svg import document, element, text

WIDTH = 292  # fits on a phone
LEFT = 70
ROW = 22


def spread_picture(nodes: Mapping[str, int], chosen: str, workers: int) -> str:
    """Return a bar chart as SVG text: the number of different nodes chosen with each setting.

    nodes    a dictionary from the setting to the number of nodes; a click on a bar reports its
             setting
    chosen   the current setting
    workers  the number of workers, which is the length of the longest possible bar
    """
    parts = []
    scale = (WIDTH - LEFT - 40) / workers
    for number, (setting, count) in enumerate(nodes.items()):
        y = 2 + number * ROW
        here = setting == chosen
        weight = "bold" if here else "normal"
        bars = [
            element("rect", x=0, y=y, width=WIDTH, height=ROW, fill=PAPER),
            text(setting, LEFT - 6, y + 15, WORDS, text_anchor="end", font_weight=weight),
            element(
                "rect",
                x=LEFT,
                y=y + 4,
                width=max(2.0, count * scale),
                height=ROW - 8,
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
    label = f"Different nodes so far: {words}."
    return document("".join(parts), WIDTH, 6 + len(nodes) * ROW, label)
