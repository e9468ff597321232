"""`SameBudget`: show how a hand's tree of sums grows, and how it fares against samples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from mctslib.course.ch19.proposer import Proposer
from mctslib.draw.charts import line_chart
from mctslib.draw.show import fitted_tree, gallery
from mctslib.games.twentyfour import TwentyFour, count_lines, solutions
from mctslib.methods.alone import Alone, Found, best_of_n, grow
from mctslib.methods.puct import even
from mctslib.widgets.bar import two_widths
from mctslib.widgets.explorer import Explorer, Held, Slide, View, button
from mctslib.widgets.picking import titled
from mctslib.words import count, number, percent

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
MOST = 300  # the largest number of generated steps
GO_ON = "10 more steps", "play", "Let every search generate ten more steps"
AGAIN = "From 10 on", "refresh", "Go back to the first ten steps"
JUMP = 0.3  # the headline says so if the share of right trees grows by more in ten steps
RUNS = 30  # the number of seeds for each search
SEED = 3  # the seed of the tree that is shown
WIDE, PHONE = 440, 250  # the width of the tree, in pixels
TREE, CHART = "One tree (wedges: the rest)", f"% of {RUNS} runs that are right"
STOPPED = "One tree: it stopped after {} steps"
CATCH_UP = {  # whether the trees lead → the question
    True: " Will best of n catch up?",
    False: " Will the tree catch up?",
}
AXIS = "by generated steps"


def grown(hand: TwentyFour, steps: int, seed: int) -> Found:
    """Grow a tree that prefers the steps of the proposer."""
    return grow(hand, steps, Alone(Proposer()).options(), seed)


SEARCHES: dict[str, Callable[[TwentyFour, int], Found]] = {
    "tree": lambda hand, seed: grown(hand, MOST, seed),
    "best of n": lambda hand, seed: best_of_n(hand, MOST, seed, Proposer()),
    "random": lambda hand, seed: best_of_n(hand, MOST, seed, even),
}


class SameBudget(Explorer):
    """Show a tree of sums, and how it fares against two samplers with as many generated steps.

    numbers   the hand: two to four whole numbers from 1 to 999; by default 1, 2, 7 and 7
    steps     the number of generated steps, from 10 to 300

    The tree and "best of n" use the proposer, but "random" does not.  A hand may have no
    solution.

    Raises ValueError or TypeError if a setting is not allowed.
    """

    lives_as = "sliders"
    kept = "steps"
    folds = True
    headlines = (
        (
            "290 steps, and no 24 out of 3, 7, 9, 13. Ten more?",
            "1,178 lines, none is right.",
        ),
        (
            "With 300 steps: tree 99%, best of n 99%, random 99%. Will best of n catch up?",
            "1,178 lines, 12 are right. The tree’s: 13 × 13 = 169 → 169 − 25 = 144 → 144 ÷ 6 = 24 ✓",
        ),
    )

    hand = Held()
    steps = Slide(10, MOST, 10, "generated steps")

    def __init__(self, *numbers: int, steps: int = 60) -> None:
        hand = TwentyFour(*(numbers or HANDS[0]))
        if len(hand.numbers) > 4:
            raise ValueError("SameBudget shows only hands of two to four numbers.")
        self.known: dict[TwentyFour, dict[str, list[int | None]]] = {}
        super().__init__(hand=hand, steps=steps)

    def prepare(self, values: dict[str, Any]) -> Iterator[float]:
        """Run each search with each seed on a new hand, and note the steps until it was right."""
        hand = values["hand"]
        if hand not in self.known:
            after: dict[str, list[int | None]] = {name: [] for name in SEARCHES}
            for seed in range(RUNS):
                for name, solve in SEARCHES.items():
                    after[name].append(solve(hand, seed).solved_after)
                yield seed / RUNS
            self.known[hand] = after

    @property
    def at_end(self) -> bool:
        return self.steps == MOST

    @button(*GO_ON, filled=True, again=AGAIN)
    def more(self) -> None:
        """Go on by ten steps, or from the last number of steps to the first."""
        self.set(steps=self.steps + 10 if self.steps < MOST else 10)

    @button("Other hand", "refresh", "Show another hand")
    def other(self) -> None:
        """Show the next hand."""
        numbers = self.hand.numbers
        place = HANDS.index(numbers) if numbers in HANDS else -1
        self.set(hand=TwentyFour(*HANDS[(place + 1) % len(HANDS)]))

    def view(self) -> View:
        """Return the hand in words, the tree, and the share of runs that are right."""
        after = self._grown().solved_after
        title = TREE if after is None else STOPPED.format(number(after))
        tree = titled(title, two_widths(self._tree(WIDE), self._tree(PHONE)))
        chart = titled(CHART, two_widths(self._chart(), self._chart(256, 170)), AXIS)
        return View(*self._words(), figure=chart + tree)

    def _grown(self) -> Found:
        return grown(self.hand, self.steps, SEED)

    def _words(self) -> tuple[str, str]:
        """Return a sentence about the hand or the tree, and a sentence about the three searches."""
        cards = ", ".join(map(str, self.hand.numbers))
        shares = ", ".join(f"{name} {percent(self._share(name, self.steps))}" for name in SEARCHES)
        right = len(solutions(self.hand))
        told = {0: "none is right", 1: "one is right"}.get(right, f"{right} are right")
        lines = number(count_lines(self.hand.numbers))
        found = f"With {count(self.steps, 'step')}: {shares}."
        more = f"{lines} lines, {told}. {self._line()}".rstrip()
        after = self._grown().solved_after
        if after is not None:
            made = f"The tree made 24 out of {cards} after {number(after)} steps."
            is_news = self.steps < after + 10
            before, now = (self._share("tree", steps) for steps in (self.steps - 10, self.steps))
            if is_news and now > before + JUMP:
                steps = f"From {self.steps - 10} to {self.steps} steps"
                made = f"{steps} the trees jump from {percent(before)} to {percent(now)}."
            return (made if is_news else found) + self._asked(), more
        if self.steps == MOST:
            return f"The tree has not made 24 out of {cards}.", more
        return f"{count(self.steps, 'step')}, and no 24 out of {cards}. Ten more?", more

    def _asked(self) -> str:
        """Return the question that more steps answer, once the tree that is shown has stopped."""
        tree, best = (self._share(name, self.steps) for name in ("tree", "best of n"))
        return "" if tree == best or self.steps == MOST else CATCH_UP[tree > best]

    def _line(self) -> str:
        """Return the line that the tree has found, or nothing."""
        found = self._grown()
        if found.solved_after is None:
            return ""
        state, words = self.hand, []
        for action in found.lines[-1].actions:
            words.append(state.action_name(action))
            state = state.apply(action)
        return f"The tree’s: {' → '.join(words)} ✓"

    def _share(self, name: str, steps: int) -> float:
        """Return the share of a search's runs that are right within a number of steps."""
        after = self.known[self.hand][name]
        return sum(one is not None and one <= steps for one in after) / RUNS

    def _tree(self, room: float) -> str:
        found = self._grown()
        root = found.root
        assert root is not None
        line = found.lines[-1].actions[:1] if found.solved_after is not None else ()
        return fitted_tree(root, room, path=line)  # the right line is never folded

    def _chart(self, width: float = 456, height: float = 260) -> str:
        """Draw the shares of right runs up to the steps so far; what comes later is not told."""
        budgets = [10, *range(12, round(self.steps) + 1, 3), round(self.steps)]
        lines = {
            f"{name} {percent(self._share(name, self.steps)):>3}": [
                (steps, 100 * self._share(name, steps)) for steps in budgets
            ]
            for name in SEARCHES
        }
        return line_chart(
            lines,
            title=CHART,
            x_label="generated steps",
            marks=(10, 30, 100, 300),
            levels=(0, 50, 100),
            size=(width, height),
            bare=True,
            inside=True,
        )

    def page_words(self) -> str:
        """Return the words above the picture of a page without a kernel."""
        return " ".join(self._words())

    def page_pictures(self) -> tuple[str, str]:
        """Return the tree and the chart as one picture, for a page and for a page on a phone."""
        wide = [self._tree(WIDE), self._chart()]
        narrow = [self._tree(PHONE), self._chart(PHONE)]
        captions = [TREE, CHART]
        return (
            gallery(wide, captions, columns=1, spoken=True).svg,
            gallery(narrow, captions, columns=1, spoken=True).svg,
        )

    def static_picture(self) -> str:
        return self.page_pictures()[0]
