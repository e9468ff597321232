"""`Cards`: show two cards face down, the values that two searches find, and the exact values."""

import random
from functools import lru_cache
from typing import Any, NamedTuple

import ipywidgets as W

from mctslib.draw.bars import hatched_bar, solid_bar
from mctslib.draw.cards import hidden_card
from mctslib.draw.look import INK, NOTE, PAPER, RIGHT, RULE, SOFT, TITLE, WRONG
from mctslib.draw.svg import document, element, text
from mctslib.games.two_cards import CHOICES, RISK, SAFE, TwoCards
from mctslib.given import check_between, check_one_of
from mctslib.methods.hidden import counts_at, determinized, information_search
from mctslib.widgets.bar import ActButton, ControlBar, Headline, choice, two_widths
from mctslib.widgets.menus import following
from mctslib.widgets.panel import Panel, push_button, safely
from mctslib.words import count, number, worth

BUDGETS = (10, 20, 50, 100, 200, 500)
DETERMINIZATION, INFORMATION_SETS, TRUTH = NAMES = (
    "determinization",
    "information sets",
    "the truth",
)

# Sizes in the picture, in pixels.
ROW, BLOCK = 25, 110
THICK = 13  # the height of a bar
CARD = 50  # the width of a card
LONGER = "Does it help to think longer?"
# A button's text, its icon and its description.
THINK = ("Think longer", "play", "Let both searches make more iterations")
FROM_THE_START = ("From the start", "refresh", "Go back to the fewest iterations")
ASKED = "How much must safe pay until it plays safe?"
LONGEST = (
    ("After 500 iterations determinization gives risk 0.00. Its true value is 0.50.", ASKED),
)


class Belief(NamedTuple):
    """The values of the actions "safe" and "risk" according to one method, and the action that the
    method plays: 0 or 1.
    """

    values: tuple[float, float]
    plays: int


@lru_cache(maxsize=500)
def beliefs(percent: int, iterations: int, seed: int) -> dict[str, Belief]:
    """Return the `Belief` of each search and of "the truth", as a dict: name → belief.

    percent     the payment for the action "safe", in hundredths
    iterations  the number of iterations of each search
    seed        the seed of both searches
    """
    safe = percent / 100
    state = TwoCards(safe, 0)
    promised = determinized(state, iterations, random.Random(seed))
    table = information_search(state, iterations, random.Random(seed))
    counts = counts_at(table, state)
    means = (counts[SAFE].mean, counts[RISK].mean)
    return {
        DETERMINIZATION: Belief(
            (promised[SAFE], promised[RISK]), int(promised[RISK] > promised[SAFE])
        ),
        INFORMATION_SETS: Belief(means, int(counts[RISK].visits > counts[SAFE].visits)),
        TRUTH: Belief((safe, 0.5), int(safe < 0.5)),
    }


def said(percent: int, iterations: int, found: dict[str, Belief]) -> str:
    """Return sentences that state the numbers in the picture."""
    sentences = [f"After {count(iterations, 'iteration')}, if safe pays {worth(percent / 100)}:"]
    for name, ending in ((DETERMINIZATION, "s"), (INFORMATION_SETS, "")):
        (safe, risk), plays = found[name]
        estimates = f"safe {worth(safe)}, risk {worth(risk)}"
        sentences.append(f"{name} find{ending} {estimates} and play{ending} {CHOICES[plays]};")
    truth = worth(percent / 100)
    return f"{' '.join(sentences)} the true values are safe {truth}, risk 0.50."


def heading(iterations: int, found: dict[str, Belief]) -> str:
    """Return a sentence with the value that determinization computes for the action "risk"."""
    believed = worth(found[DETERMINIZATION].values[RISK])
    after = f"After {count(iterations, 'iteration')}"
    return f"{after} determinization gives risk {believed}. Its true value is 0.50."


class CardSizes(NamedTuple):
    """The sizes of the picture, in pixels."""

    width: float
    left: float  # the x coordinate of the left end of the bars
    road: float  # the length of a bar for the value 1
    top: float  # the y coordinate of the upper end of the bars
    cards: float  # the y coordinate of the upper edge of the cards
    plays: str  # the words after ✓ or ✗
    below: str = "value"  # the name of the axis


WIDE = CardSizes(600, 258, 200, 20, 56, " plays this")
NARROW = CardSizes(240, 98, 84, 124, 6, "")  # for a phone: the bars are below the cards


def cards_svg(
    percent: int, iterations: int, found: dict[str, Belief], sizes: CardSizes = WIDE
) -> str:
    """Draw three bars for each of the two actions: determinization, information sets, and the
    truth.
    """
    left = 16 if sizes is WIDE else 4
    parts = [hidden_card(left + place * (CARD + 12), sizes.cards, CARD) for place in range(2)]
    beside = (left, sizes.cards + 96) if sizes is WIDE else (2 * CARD + 30, sizes.cards + 40)
    parts.append(text("One card is the ace.", *beside, NOTE, fill=SOFT))
    for action in (SAFE, RISK):
        parts.append(block(found, action, sizes.top + action * BLOCK, sizes))
    low = sizes.top + 2 * BLOCK
    parts.append(axis(low - 6, sizes))
    parts.append(text("value", sizes.left - 8, low + 12, NOTE, fill=SOFT, text_anchor="end"))
    if sizes is NARROW:
        key = "✓ ✗ the action that a search plays"
        parts.append(text(key, 4, low + 34, NOTE, fill=SOFT))
    height = low + (22 if sizes is WIDE else 42)
    return document("".join(parts), sizes.width, height, said(percent, iterations, found))


def block(found: dict[str, Belief], action: int, top: float, sizes: CardSizes) -> str:
    """Draw the three bars of one action."""
    look: dict[str, Any] = {"text_anchor": "end", "font_weight": "bold"}
    parts = [text(CHOICES[action], sizes.left - 8, top + 6, TITLE, **look)]
    for row, name in enumerate(NAMES):
        parts.append(bar(name, found, action, top + 14 + ROW * row, sizes))
    return "".join(parts)


def bar(name: str, found: dict[str, Belief], action: int, y: float, sizes: CardSizes) -> str:
    """Draw one bar with the name of the method, the value of the action, and a mark if the method
    plays this action.
    """
    value = found[name].values[action]
    left = sizes.left
    length = max(sizes.road * value, 1)
    if name == DETERMINIZATION:
        shape = hatched_bar(left, y, length)
    elif name == INFORMATION_SETS:
        shape = solid_bar(left, y, length)
    else:  # a double frame marks an exact value
        outer: dict[str, Any] = {"x": left, "y": y, "width": length, "height": THICK}
        inner: dict[str, Any] = {
            "x": left + 3,
            "y": y + 3,
            "width": max(length - 6, 0.5),
            "height": THICK - 6,
        }
        shape = element("rect", fill=PAPER, stroke=INK, **outer)
        shape += element("rect", fill=PAPER, stroke=INK, **inner)
    words = text(name, left - 8, y + 11, NOTE, text_anchor="end")
    figure = text(worth(value), left + length + 6, y + 11, NOTE)
    return words + shape + figure + mark(name, found, action, y + 11, sizes)


def mark(name: str, found: dict[str, Belief], action: int, base: float, sizes: CardSizes) -> str:
    """Draw ✓ or ✗ if the method plays this action: ✓ if the action is right, ✗ if it is wrong."""
    if name == TRUTH or found[name].plays != action:
        return ""
    safe, risk = found[TRUTH].values
    is_right = safe == risk or action == found[TRUTH].plays
    sign, colour = ("✓", RIGHT) if is_right else ("✗", WRONG)
    x = sizes.left + sizes.road + 46
    return text(sign + sizes.plays, x, base, NOTE, fill=colour, font_weight="bold")


def axis(y: float, sizes: CardSizes) -> str:
    """Draw the axis below the bars, from 0 to 1."""
    left, road = sizes.left, sizes.road
    parts = [element("line", x1=left, x2=left + road, y1=y, y2=y, stroke=RULE)]
    for share in (0, 0.5, 1):
        x = left + road * share
        parts.append(element("line", x1=x, x2=x, y1=y - 3, y2=y + 3, stroke=SOFT))
        parts.append(text(number(share), x, y + 18, NOTE, text_anchor="middle", fill=SOFT))
    return "".join(parts)


class Cards(Panel):
    """Compare the values of two searches with the exact values. The reader sets the number of
    iterations and the payment for "safe".

    safe        the initial payment for the action "safe", from 0 to 1 (rounded to hundredths)
    iterations  the number of iterations of each search: 10, 20, 50, 100, 200 or 500
    seed        the seed of both searches
    """

    lives_as = "sliders"
    kept_slider = "iterations"

    def __init__(self, safe: float = 0.6, iterations: int = 20, *, seed: int = 0) -> None:
        check_between("safe", safe, 0, 1)
        check_one_of("iterations", iterations, BUDGETS)
        super().__init__()
        self.seed = seed
        self.iterations = choice("Iterations of both searches", BUDGETS, iterations)
        self.think = ActButton(self.work, *THINK, act=self.think_longer, later=[FROM_THE_START[0]])
        self.safe = W.FloatSlider(
            value=safe, min=0, max=1, step=0.05, readout_format=".2f", description="safe pays"
        )
        anew = "Search again with other random numbers"
        self.other = push_button("Other seed", "refresh", anew, self.again)
        self.headline = Headline(longest=LONGEST)
        self.picture = W.HTML()
        self.add_class("mcts-framed")
        self.layout.max_width = "700px"  # the headline and the bar fit in one row each
        figure = W.HBox([self.picture])
        figure.add_class("mcts-figure")
        wrapped = W.Layout(flex_flow="row wrap", align_items="center", grid_gap="0 8px")
        named = W.HBox([W.Label("iterations"), self.iterations], layout=wrapped)
        bar_ = ControlBar(self.think, [self.safe, self.other], settings=[named])
        bar_.fold(self, self.other)
        self.children = [self.headline, figure, self.status, bar_]
        for control in (self.iterations, self.safe):
            control.observe(self.moved, "value")
        self._draw()

    @safely
    def moved(self, change: object = None) -> None:
        """Search with the new settings, and show the results."""
        self._draw()

    @safely
    def think_longer(self, button: object = None) -> None:
        """Search with the next number of iterations, and after the largest with the smallest."""
        self.iterations.value = following(BUDGETS, self.iterations.value)

    @safely
    def again(self, button: object = None) -> None:
        """Search again with other random numbers."""
        self.seed += 1
        self._draw()

    def _draw(self) -> None:
        settings = round(100 * self.safe.value), self.iterations.value
        found = beliefs(*settings, self.seed)
        self.wide = cards_svg(*settings, found)
        self.narrow = cards_svg(*settings, found, NARROW)
        self.picture.value = two_widths(self.wide, self.narrow)
        is_last = settings[1] == BUDGETS[-1]
        self.think.rename(*(FROM_THE_START if is_last else THINK))
        self.think.fill(not is_last)
        self.headline.say(heading(settings[1], found), ASKED if is_last else LONGER)
        self.told = said(*settings, found)

    def static_picture(self) -> str:
        return self.wide

    def page_words(self) -> str:
        """Return the headline for a page, without the question that a button would answer."""
        return self.headline.said[0]

    def page_pictures(self) -> tuple[str, str]:
        """Return the picture for a page of the book, and the picture for a phone."""
        return self.wide, self.narrow

    def static_text(self) -> str:
        return f"{self.told} (run this cell to change the settings)"
