"""Draw the bars of `Workers`: the number of different nodes for each virtual loss."""

from collections.abc import Mapping
from typing import Any

from mctslib.draw.look import ACT, ACT_PAPER, INK, PAPER, RULE, SHADE, TITLE, text_width, widest
from mctslib.draw.svg import document, element, text

WIDE, NARROW = 296, 252  # the width beside the tree, and on a phone, in pixels
ROW = 44  # the height of a row, which can be pressed


def spread_picture(
    nodes: Mapping[str, tuple[str, int | None]], chosen: str, workers: int, width: int = WIDE
) -> str:
    """Return a bar chart as SVG text: the number of different nodes chosen with each setting.

    nodes    a dictionary from the setting to its words and to the number of nodes, or None, which
             is shown as "?"; a click on a bar reports its setting
    chosen   the current setting
    workers  the number of workers so far, which is the length of the longest possible bar
    width    `WIDE`, or `NARROW` for a phone
    """
    parts = []
    left = 20 + widest([words for words, _ in nodes.values()], TITLE, bold=True)
    scale = (width - left - 12 - text_width(f"{workers}", TITLE, bold=True)) / workers
    for number, (setting, (words, count)) in enumerate(nodes.items()):
        y = 2 + number * ROW
        here = setting == chosen
        weight = "bold" if here else "normal"
        frame: dict[str, Any] = (
            {"fill": ACT_PAPER, "stroke": ACT} if here else {"fill": PAPER, "stroke": "none"}
        )
        box: dict[str, Any] = {"x": 1, "y": y, "width": width - 2, "height": ROW - 4, "rx": 6}
        bar: dict[str, Any] = {
            "x": left,
            "y": y + 10,
            "width": max(2.0, (count or 0) * scale),
            "height": ROW - 24,
        }
        row = [
            element("rect", **box, **frame),
            text(words, left - 10, y + 25, TITLE, text_anchor="end", font_weight=weight),
            element("rect", **{**bar, "width": workers * scale}, fill=PAPER, stroke=RULE, rx=2),
            element("rect", **bar, fill=INK if here else SHADE, rx=2) if count else "",
            text(f"{count or '?'}", left + workers * scale + 6, y + 25, TITLE, font_weight=weight),
        ]
        parts.append(
            element(
                "g",
                "".join(row),
                data_pick=setting,
                aria_pressed="true" if here else "false",
                aria_label=f"{words}: number of different nodes {count or 'not known yet'}",
            )
        )
    said = ", ".join(f"{words}: {count or '?'}" for words, count in nodes.values())
    return document("".join(parts), width, len(nodes) * ROW, f"Different nodes so far: {said}.")
