"""`CoinBoard`: a row of coins whose two ends are buttons, between the coins that were taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import ipywidgets as W

from mctslib.course.ch05b.coins import LEFT, CoinRow
from mctslib.widgets.play.board import Listener, Overlay, TextBoard

UP, BETWEEN, DOWN = 1, 2, 3  # the lines of O's coins, of the row, and of X's coins
PLAYERS = ("X", "O")
SAID = {UP: " taken by O", BETWEEN: "", DOWN: " taken by X"}


class Taken(NamedTuple):
    """A coin that a player has taken from one end."""

    coin: int
    end: str
    player: int


class CoinBoard(TextBoard):
    """A row of coins: a press on the coin at one end takes it.

    A coin that was taken stays in its column: O's coins go up, and X's coins go down.

    taken  returns the coins that were taken before the position that is shown, in their order
    """

    def __init__(
        self, state: CoinRow, listener: Listener, shown: Overlay, taken: Callable[[], list[Taken]]
    ) -> None:
        self.taken = taken
        self.mine = W.HTML()  # the money of X; above the row, the picture becomes that of O
        self.lines = [W.HTML() for _ in range(3)]  # left of the row, between its ends, and right
        super().__init__(state, listener, shown)
        self.children = [self.picture, self.buttons, self.mine, self.field, self.line]
        self.buttons.layout.flex_flow = self.buttons.layout.max_width = None
        self.add_class("mcts-coin-board")

    def show(self, state: Any, shown: Overlay = Overlay()) -> None:
        super().show(state, shown)
        self.buttons.remove_class("mcts-few")
        for place, button in enumerate(self.pool):
            button.layout.width = button.layout.min_width = None
            button.layout.visibility = "visible"
            button.layout.display = "" if place < len(self.offered) else "none"
            (button.add_class if shown.playable else button.remove_class)("mcts-press")
        taken = self.taken()
        gone = [[one for one in taken if (one.end == LEFT) is is_left] for is_left in (True, False)]
        inner = [(coin, BETWEEN) for coin in state.coins[1:-1]]
        outer = [[(one.coin, DOWN if one.player == 0 else UP) for one in side] for side in gone]
        left, between, right = self.lines
        left.value, right.value = coins_html(outer[0]), coins_html(reversed(outer[1]))
        between.value = coins_html(inner)
        total = sum(state.coins) + sum(state.money)
        for player, line in enumerate((self.mine, self.picture)):
            line.value = purse(PLAYERS[player], state.money[player], total)
        self.buttons.children = [left, *self.pool[:1], between, *self.pool[1:], right]

    def _dress(self, button: W.Button, action: str, shown: Overlay) -> None:
        row: Any = self.state
        coin = row.coins[0 if action == LEFT else -1]
        button.description = str(coin)
        button.tooltip = row.action_name(action).capitalize()
        (button.add_class if coin % 2 else button.remove_class)("mcts-odd")


def purse(name: str, money: int, total: int) -> str:
    """Return a player's money as HTML: in words, and as a bar with a mark at half of the total."""
    filled = f"width:{100 * money / total:g}%;background:var(--mcts-{name.lower()})"
    bar = f'<span class="mcts-purse"><span style="{filled}"></span></span>'
    return f"<span>{name} has <b>{money}</b> of {total}</span>{bar}"


def coins_html(coins: Iterable[tuple[int, int]]) -> str:
    """Return coins beside each other as HTML, each with its line: UP, BETWEEN or DOWN."""
    shown: Sequence[tuple[int, int]] = list(coins)
    if not shown:
        return ""
    cells = "".join(
        f'<span class="{"mcts-odd" if coin % 2 else ""}" data-line="{line}" '
        f'style="grid-area:{line}/{column}">{coin}</span>'
        for column, (coin, line) in enumerate(shown, start=1)
    )
    words = ", ".join(f"{coin}{SAID[line]}" for coin, line in shown)
    return f'<div class="mcts-coins" role="img" aria-label="{words}">{cells}</div>'
