"""Make the data of a `SameBudget` for a page: every hand and proposer, with a single seed."""

from typing import Any

PAGE = (
    "widgets/words.js",
    "course/ch19/same_budget.js",
)
STYLES = ("course/ch19/same_budget.css",)


def data(widget: Any) -> dict[str, Any]:
    """Return the data that Python sends for each hand and proposer, and the first choice."""
    hand, proposer = widget.hand, widget.proposer
    hands, shown = [], 0
    for number, other in enumerate(widget.hands()):
        if other == hand:
            shown = number
        sets = {}
        for name in widget.view.data["proposers"]:
            widget.hand, widget.proposer = other, name
            widget.draw()
            sets[name] = dict(widget.view.data) | {"alone": True}
        hands.append(sets)
    widget.hand, widget.proposer = hand, proposer
    widget.draw()
    return {"hands": hands, "hand": shown, "proposer": proposer}
