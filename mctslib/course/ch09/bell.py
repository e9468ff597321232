"""`Bell`: move a player's true share of wins until the share only just fits the games seen.

A true share just fits if the observed share of wins lies at an edge of the middle 95% of the bell
curve around the true share.  The two true shares that just fit are the ends of Wilson's interval.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import ipywidgets as W

from mctslib.course.ch09.shares import (
    NARROW,
    WHOLE,
    WIDTHS,
    bell_svg,
    cloud_svg,
    curve_svg,
    describe,
    dice,
    ends,
    fits,
    verdict,
    wins_seen,
    won,
)
from mctslib.given import check_one_of
from mctslib.widgets.bar import ControlBar, Headline, three_widths, two_widths
from mctslib.widgets.menus import Menu
from mctslib.widgets.panel import Panel, push_button, safely
from mctslib.words import number

GAMES = (10, 20, 50, 100, 200, 500)
MATCHES = 40  # few enough that each can be seen
SMALLER = "How small can p be? Drag it left."
LARGER = "How large can p be? Drag it right."
# What the reader has just done, and the beginning of the sentence about the wins seen.
BELL_MOVED = ("The bell moved left. It still fits", "The bell moved right. It still fits")
LINE_MOVED = ("The line moved left. The bell fits", "The line moved right. The bell fits")
GAMES_CHANGED = ("Fewer games: a wider bell. It fits", "More games: a narrower bell. It fits")
OTHER_MATCHES = "Other matches, the same bell. It fits"
BACK = "Drag p back until it just fits."
BOTH = "All from {} to {} fit, and no other p."


class Bell(Panel):
    """Show the bell curve around a true share p, with sliders for p and the number of wins seen.

    The slider for p is below the axis of the curve, and as long.  Beside the curve, a cloud of dots
    shows random matches of a player with the true share p.

    wins   the number of wins seen, from 0 to `games`
    games  the number of games seen: 10, 20, 50, 100, 200 or 500
    """

    lives_as = "sliders"
    kept_slider = "p"

    def __init__(self, wins: int = 13, games: int = 20) -> None:
        check_one_of("games", games, GAMES)
        check_one_of("wins", wins, range(games + 1))
        super().__init__()
        self.seed = 0  # of the cloud
        self._make_controls(wins, games)
        self._lay_out()
        self._draw("")

    def _make_controls(self, wins: int, games: int) -> None:
        wide = W.Layout(flex="1 1 180px", max_width="280px")
        self.p = W.FloatSlider(value=0.5, min=0, max=1, step=0.001, readout=False, description="p")
        self.p.add_class("mcts-under-axis")
        self.wins = W.IntSlider(value=wins, min=0, max=games, description="wins seen", layout=wide)
        self.games = Menu(options=GAMES, value=games, description="games seen")
        self.low = push_button(
            "Lower end", "step-backward", "The smallest p that fits", self.go_low
        )
        self.high = push_button(
            "Upper end", "step-forward", "The largest p that fits", self.go_high
        )
        matches = "Play the matches with different random numbers"
        self.other = push_button("Other seed", "refresh", matches, self.again)
        self.p.observe(partial(self.moved, BELL_MOVED), "value")
        self.wins.observe(partial(self.moved, LINE_MOVED), "value")
        self.games.observe(self.changed, "value")

    def _lay_out(self) -> None:
        self.headline = Headline(longest=[(f"{OTHER_MATCHES} 499 wins of 500.", LARGER)])
        self.picture = W.HTML()
        self.cloud = W.HTML()
        bell = W.VBox([self.picture, self.p])
        bell.add_class("mcts-over-slider")
        figure = W.HBox([bell, self.cloud])
        figure.add_class("mcts-figure")
        figure.add_class("mcts-pair")
        self.bar = ControlBar(self.low, [self.high, self.other], [self.wins], [self.games])
        self.bar.keep_together(self.wins)
        self.bar.fold(self, self.other, self.wins)
        self.add_class("mcts-framed")
        self.children = [self.headline, figure, self.status, self.bar]

    @property
    def k(self) -> int:
        """The true share as a whole number of thousandths."""
        return round(WHOLE * self.p.value)

    @property
    def cloud_of_wins(self) -> list[int]:
        """The wins in each match of a player with the true share."""
        return won(dice(self.games.value, MATCHES, self.seed), self.k)

    @safely
    def moved(self, acts: tuple[str, str], change: dict[str, Any]) -> None:
        """Redraw the picture after a change in the true share or in the number of wins."""
        self._draw(acts[change["new"] > change["old"]])

    @safely
    def changed(self, change: dict[str, Any]) -> None:
        """Apply the new number of games, and keep the share of wins roughly the same."""
        games = self.games.value
        wins = round(self.wins.value * games / self.wins.max)
        with self.wins.hold_trait_notifications():
            self.wins.max = games
            self.wins.value = wins
        self._draw(GAMES_CHANGED[change["new"] > change["old"]])

    @safely
    def again(self, button: object = None) -> None:
        """Draw the cloud again with new random numbers."""
        self.seed += 1
        self._draw(OTHER_MATCHES)

    @safely
    def go_low(self, button: object = None) -> None:
        """Move p to the smallest true share that fits."""
        smallest, _ = ends(self.wins.value, self.games.value)
        self.p.value = smallest / WHOLE

    @safely
    def go_high(self, button: object = None) -> None:
        """Move p to the largest true share that fits."""
        _, largest = ends(self.wins.value, self.games.value)
        self.p.value = largest / WHOLE

    def _draw(self, act: str) -> None:
        wins = self.wins.value
        games = self.games.value
        cloud = self.cloud_of_wins
        self.picture.value = _in_all_widths(
            lambda wide: curve_svg(wins, games, self.k, cloud, wide)
        )
        self.cloud.value = _in_all_widths(lambda wide: cloud_svg(games, self.k, cloud, wide))
        asked = self._asked()
        if act:
            self.headline.say(self._happened(act), asked)
        else:
            self.headline.say(asked, verdict(wins, games, self.k))
        for end, is_asked in ((self.low, asked != LARGER), (self.high, asked == LARGER)):
            (end.remove_class if is_asked else end.add_class)("mcts-second")  # for a phone
            (end.add_class if is_asked and asked in (SMALLER, LARGER) else end.remove_class)(
                "mcts-act"
            )
        self.words = describe(wins, games, self.k, cloud)

    def _happened(self, act: str) -> str:
        """Return a sentence about what the reader has done, and how the bell fits now."""
        wins, games = self.wins.value, self.games.value
        seen = wins_seen(wins, games)
        if not fits(wins, games, self.k):
            side = "left" if self.k * games < WHOLE * wins else "right"
            return f"Too far {side}: the bell misses {seen} ✗."
        if self.k in ends(wins, games) and act in BELL_MOVED:
            return verdict(wins, games, self.k)
        return f"{act} {seen}."

    def page_words(self) -> str:
        """Return the words on a page, where nobody knows from where the slider came."""
        return f"{verdict(self.wins.value, self.games.value, self.k)} {self._asked()}"

    def _asked(self) -> str:
        """Return what to do next: find the lower end, and then the upper one."""
        smallest, largest = ends(self.wins.value, self.games.value)
        if not fits(self.wins.value, self.games.value, self.k):
            return BACK
        if self.k == largest:
            return BOTH.format(number(smallest / WHOLE, 2), number(largest / WHOLE, 2))
        return LARGER if self.k == smallest else SMALLER

    def static_picture(self) -> str:
        return bell_svg(self.wins.value, self.games.value, self.k, self.cloud_of_wins)

    def static_text(self) -> str:
        return f"{self.words} (run this cell to move the sliders)"


def _in_all_widths(draw: Callable[[int], str]) -> str:
    """Return HTML with a picture in all widths; the page shows the one that fits."""
    return two_widths(three_widths(*map(draw, WIDTHS)), draw(NARROW))
