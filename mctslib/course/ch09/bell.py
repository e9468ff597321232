"""`Bell`: slide a true share until what was seen stands at the edge of its bell; there ends Wilson's interval."""

import ipywidgets as W

from mctslib.course.ch09.shares import WHOLE, bell_svg, describe, dice, ends, won
from mctslib.widgets.panel import Panel, push_button, safely

GAMES = (10, 20, 50, 100, 200, 500)
MATCHES = 100


class Bell(Panel):
    """Sliders for the true share p and for what was seen; the bell about p, and a cloud of matches played with that p.

    wins, games  what was seen; games is one of 10, 20, 50, 100, 200, 500
    p            the true share at the beginning, 0 to 1 (it is rounded to thousandths)
    seed         of the dice of the cloud
    """

    def __init__(self, wins: int = 13, games: int = 20, *, p: float = 0.5, seed: int = 0) -> None:
        if games not in GAMES:
            raise ValueError(f"games must be one of {', '.join(map(str, GAMES))}, not {games!r}.")
        if wins not in range(games + 1):
            raise ValueError(f"wins must be a whole number from 0 to {games}, not {wins!r}.")
        if not 0 <= p <= 1:
            raise ValueError(f"p must be a number from 0 to 1, not {p!r}.")
        super().__init__()
        self.seed = seed
        self._make_controls(wins, games, p)
        self._lay_out()
        self._roll()

    def _make_controls(self, wins: int, games: int, p: float) -> None:
        wide = W.Layout(width="98%", max_width="460px")
        self.p = W.FloatSlider(
            value=p, min=0, max=1, step=0.001, readout_format=".3f", description="p", layout=wide
        )
        self.wins = W.IntSlider(value=wins, min=0, max=games, description="wins seen", layout=wide)
        self.games = W.Dropdown(options=GAMES, value=games, description="of games")
        self.low = push_button(
            "To the lower end", "step-backward", "The smallest p that fits", lambda _: self.go(0)
        )
        self.high = push_button(
            "To the upper end", "step-forward", "The largest p that fits", lambda _: self.go(1)
        )
        self.other = push_button(
            "Other matches", "refresh", "The cloud with other dice", self.again
        )
        self.p.observe(self.moved, "value")
        self.wins.observe(self.moved, "value")
        self.games.observe(self.changed, "value")

    def _lay_out(self) -> None:
        self.picture, wrap = W.HTML(), W.Layout(flex_flow="row wrap")
        buttons = W.HBox([self.low, self.high, self.games, self.other], layout=wrap)
        self.children = [self.p, self.wins, buttons, self.status, self.picture]

    @property
    def k(self) -> int:
        """The true share in thousandths."""
        return round(WHOLE * self.p.value)

    @safely
    def moved(self, change: object = None) -> None:
        """Another true share, or another number of wins."""
        self._draw()

    @safely
    def changed(self, change: object = None) -> None:
        """Another number of games: about the same share of them is won."""
        games = self.games.value
        wins, before = self.wins.value, self.wins.max
        with self.wins.hold_trait_notifications():
            self.wins.max, self.wins.value = games, round(wins * games / before)
        self._roll()

    @safely
    def again(self, button: object = None) -> None:
        """Other dice for the cloud."""
        self.seed += 1
        self._roll()

    @safely
    def go(self, end: int) -> None:
        """To the smallest (0) or the largest (1) true share that fits."""
        self.p.value = ends(self.wins.value, self.games.value)[end] / WHOLE

    def _roll(self) -> None:
        self.dice = dice(self.games.value, MATCHES, self.seed)
        self._draw()

    def _draw(self) -> None:
        seen = self.wins.value, self.games.value, self.k, won(self.dice, self.k)
        self.picture.value = bell_svg(*seen)
        self.status.say(describe(*seen))

    def static_picture(self) -> str:
        return self.picture.value

    def static_text(self) -> str:
        return f"{self.status.text} (run this cell to move the sliders)"
