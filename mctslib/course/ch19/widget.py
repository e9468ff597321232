"""`SameBudget`: show how a hand's tree of sums grows, and how it fares against samples."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets as T

from mctslib.course.ch19.drawing import (
    LARGE,
    NARROW,
    SMALL,
    WIDE,
    dial_svg,
    still_svg,
    tree_svg,
)
from mctslib.course.ch19.runs import (
    BUDGET,
    LEAST,
    PROPOSERS,
    RUNS,
    SEARCHES,
    HandSeen,
    found,
    headline,
    seen,
    verdict,
)
from mctslib.draw.look import AMOUNTS, RULE, SOFT
from mctslib.games.twentyfour import TwentyFour
from mctslib.given import check_one_of
from mctslib.widgets.bar import two_widths
from mctslib.widgets.panel import Panel, safely
from mctslib.words import number

# With 100 steps the tree is the best search on some of these hands and not on others. Two hands
# have no solution.
HANDS = (
    (1, 2, 7, 7),
    (4, 4, 10, 10),
    (1, 5, 5, 11),
    (3, 7, 9, 13),
    (2, 7, 8, 9),
    (5, 5, 5, 9),
    (3, 3, 8, 8),
    (1, 1, 1, 1),
)
FOLDER = Path(__file__).parent
SCRIPTS = (
    FOLDER.parents[1] / "widgets/words.js",
    FOLDER / "same_budget.js",
)  # joined into one script


class SameBudgetView(anywidget.AnyWidget):
    """The visible part of the widget.  The page draws the pictures, handles the dial itself, and
    sends all other requests to Python.

    listener  a function that is called with each message from the page; a message is a dict with
              the key "do"
    """

    _esm = "\n".join(script.read_text(encoding="utf-8") for script in SCRIPTS)
    _css = (FOLDER / "same_budget.css").read_text(encoding="utf-8")
    data = T.Dict().tag(sync=True)

    def __init__(self, listener: Callable[[dict[str, Any]], Any], **options: Any) -> None:
        super().__init__(**options)

        def hear(widget: object, message: Any, buffers: object) -> None:
            if isinstance(message, dict):
                listener(message)

        self.on_msg(hear)


class SameBudget(Panel):
    """Show a tree of sums, and how it fares against two samplers with as many generated steps.

    numbers   the hand: two to four whole numbers from 1 to 999; by default 1, 2, 7 and 7
    target    the number to make from the hand
    budget    the initial number of steps on the dial, from 3 to 300
    seed      the seed of the tree and of the samples
    proposer  the proposer: "learned" or "equal shares"

    The tree and "best of n" use the proposer, but "random" does not.  A hand may have no
    solution.

    Raises ValueError or TypeError if a setting is not allowed.
    """

    lives_as = "same_budget"

    def __init__(
        self,
        *numbers: int,
        target: int = 24,
        budget: int = 60,
        seed: int = 3,
        proposer: str = "learned",
    ) -> None:
        self.hand = TwentyFour(*(numbers or HANDS[0]), target=target)
        if len(self.hand.numbers) > 4:
            raise ValueError("SameBudget shows only hands of two to four numbers.")
        check_one_of("budget", budget, range(LEAST, BUDGET + 1))
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise ValueError(f"seed must be a whole number, not {seed!r}.")
        check_one_of("proposer", proposer, PROPOSERS)
        super().__init__("searching")
        self.budget = budget
        self.seed = seed
        self.proposer = proposer
        self.view = SameBudgetView(self.heard)
        self.children = [self.view, self.status]
        self.draw()

    @property
    def seen(self) -> HandSeen:
        """The data about the current hand, seed and proposer."""
        return seen(self.hand, self.seed, self.proposer)

    @safely
    def heard(self, message: dict[str, Any]) -> None:
        """Carry out a request from the page: show another hand, seed or proposer."""
        wish = message.get("do")
        if wish == "hand":
            self.hand = TwentyFour(*self.next_hand())
        elif wish == "seed":
            self.seed += 1
        elif wish == "proposer" and message.get("name") in PROPOSERS:
            self.proposer = message["name"]
        else:
            return
        self.draw()

    def hands(self) -> list[TwentyFour]:
        """Return all hands that the page offers, including the current hand."""
        offered = [TwentyFour(*numbers) for numbers in HANDS]
        return offered if self.hand in offered else [self.hand, *offered]

    def next_hand(self) -> tuple[int, ...]:
        """Return the numbers of the hand that follows the current hand."""
        if self.hand.numbers not in HANDS:
            return HANDS[0]
        return HANDS[(HANDS.index(self.hand.numbers) + 1) % len(HANDS)]

    def draw(self) -> None:
        """Send the pictures and the data for the dial to the page."""
        shown = self.seen
        self.view.data = {
            "head": headline(self.hand),
            "found": found(self.hand, self.seen.tree.solved_after),
            "tree": two_widths(*(tree_svg(shown, self.budget, one) for one in (WIDE, NARROW))),
            "dial": two_widths(*(dial_svg(shown, self.budget, one) for one in (LARGE, SMALL))),
            "exact": list(shown.exact),
            "names": list(SEARCHES),
            "solved": self.solved(),
            "runs": {name: list(after) for name, after in shown.runs.items()},
            "count": RUNS,
            "proposers": list(PROPOSERS),
            "proposer": self.proposer,
            "budget": self.budget,
            "least": LEAST,
            "most": BUDGET,
            "amounts": AMOUNTS,
            "soft": SOFT,
            "rule": RULE,
        }

    def solved(self) -> dict[str, int | None]:
        """Return, for each search, the number of steps after which it solved the hand, or None."""
        shown = self.seen
        after: dict[str, int | None] = {"tree": shown.tree.solved_after}
        for name, samples in shown.samples.items():
            right = [sample.steps for sample in samples if sample.solves]
            after[name] = right[0] if right else None
        return after

    def words(self) -> list[str]:
        """Return the sentences of the still picture."""
        verdicts = [verdict(name, after, self.budget) for name, after in self.solved().items()]
        shown = self.seen
        return [
            headline(self.hand),
            f"After {number(self.budget)} generated steps each. {'; '.join(verdicts)}.",
            *shown.exact,
        ]

    def static_picture(self) -> str:
        return still_svg(self.seen, self.budget, self.words())

    def static_text(self) -> str:
        return f"{' '.join(self.words())} (Run this cell to move the dial.)"
