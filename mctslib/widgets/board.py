"""The boards one plays on: `BoardWidget`, a grid of cells, and `TextBoard` for games that only have a text.

Both are shown a position with `show(...)` and call `listener(name, action)` back: "play" with the
action chosen, or a command: "take back", "hint", "new game", "engine moves", "stop".
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from math import isnan
from pathlib import Path
from typing import Any, NamedTuple

import anywidget
import ipywidgets as W
import traitlets as T

from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.search import Node
from mctslib.widgets.common import StaticPicture, StatusLine

HERE = Path(__file__).parent
PIXELS = {3: 104, 4: 88, 5: 76, 6: 68}  # width of a cell, so that its numbers stay readable
Listener = Callable[[str, Action], None]


class Thought(NamedTuple):
    """What a search found out about one move."""

    visits: int
    share: float  # of all visits, 0 to 1
    value: float  # Q of the player to move, nan without visits

    def __str__(self) -> str:
        value = "" if isnan(self.value) else f", value Q {self.value:.2f}"
        return f"{self.visits:,} visits N ({self.share:.0%}){value}"


def thoughts(root: Node) -> dict[Action, Thought]:
    """One `Thought` for each legal action of the root, in order."""
    children = root.children
    total = sum(child.visits for child in children.values()) or 1
    return {
        action: Thought(children[action].visits, children[action].visits / total, children[action].value)
        if action in children else Thought(0, 0.0, float("nan"))
        for action in root.state.legal_actions()
    }


def is_grid(state: Any) -> bool:
    """Whether the state is a square of cells whose actions are the cells' numbers."""
    return hasattr(state, "cells") and getattr(state, "size", None) is not None


def name(state: Any, action: Action) -> str:
    """An action in words: the cell's row and column, or just the action."""
    if not is_grid(state):
        return f"action {action}"
    return f"row {action // state.size + 1}, column {action % state.size + 1}"


def view(
    state: Any,
    *,
    last: Action = None,
    known: Mapping[Action, Thought] | None = None,
    best: Action = None,
    playable: bool = True,
    say: str = "",
) -> dict[str, Any]:
    """All that the page needs to draw a grid, as plain data.

    last    the action just played (a dashed frame)
    known   action → `Thought`, drawn as numbers and a bar in its cell
    best    the action to mark with a star
    """
    marks, known = state.cells(), known or {}
    return {
        "size": state.size,
        "pixels": PIXELS.get(state.size, 60),
        "marks": ["" if mark == "." else mark for mark in marks],
        "names": [_cell_name(state, cell, mark, last, known, best) for cell, mark in enumerate(marks)],
        "playable": list(state.legal_actions()) if playable else [],
        "last": -1 if last is None else last,
        "best": -1 if best is None else best,
        "line": list(state.winning_cells()) if hasattr(state, "winning_cells") else [],
        "thoughts": _drawn(known),
        "label": f"Board of {state.size} by {state.size} cells",
        "say": say,
    }


def _drawn(known: Mapping[Action, Thought]) -> dict[str, dict[str, Any]]:
    """The numbers of each cell as they are printed; the bar of the most visited is full."""
    most = max((thought.visits for thought in known.values()), default=0) or 1
    return {
        str(action): {
            "visits": f"{thought.visits:,}",
            "value": "" if isnan(thought.value) else f"{thought.value:.2f}",
            "bar": thought.visits / most,
        }
        for action, thought in known.items()
    }


def _cell_name(
    state: Any, cell: int, mark: str, last: Action, known: Mapping[Action, Thought], best: Action
) -> str:
    words = [f"{name(state, cell)}: {'empty' if mark == '.' else mark}"]
    words += ["played last"] * (cell == last) + ["the best move"] * (cell == best)
    words += [str(known[cell])] if cell in known else []
    return "; ".join(words)


class BoardWidget(StaticPicture, anywidget.AnyWidget):
    """A board of square cells, for mouse and keyboard.

    Arrow keys, Home and End move; Enter or space plays; U takes back, H hints, N starts a new game,
    M lets the engine move, Escape stops.
    """

    _esm = HERE / "board.js"
    _css = HERE / "board.css"
    view = T.Dict().tag(sync=True)
    event = T.Tuple(T.Unicode(), T.Int(), T.Int(), default_value=("", -1, 0)).tag(sync=True)

    def __init__(self, state: State | None = None, listener: Listener | None = None, **shown: Any) -> None:
        self.listener = listener
        self.state = TicTacToe() if state is None else state
        super().__init__(view=view(self.state, **shown))
        self.observe(self._heard, "event")

    def show(self, state: State, **shown: Any) -> None:
        """Draw a position; the keywords are those of `view`."""
        self.state = state
        self.view = view(state, **shown)

    def _heard(self, change: Any) -> None:
        command, cell, _ = change["new"]
        if self.listener is not None:
            self.listener(command, cell)

    def static_picture(self) -> str:
        from mctslib.draw import board_svg

        return board_svg(self.state, last=None if self.view["last"] < 0 else self.view["last"])

    def static_text(self) -> str:
        return str(self.state)


class TextBoard(W.VBox):
    """The text of a state, and one button for each legal action: enough to play any game."""

    def __init__(self, state: State, listener: Listener) -> None:
        self.listener = listener
        self.picture, self.line = W.HTML(), StatusLine()
        self.buttons = W.Box(layout=W.Layout(flex_flow="row wrap", max_width="420px"))
        super().__init__([self.picture, self.buttons, self.line])
        self.show(state)

    def show(
        self,
        state: State,
        *,
        last: Action = None,
        known: Mapping[Action, Thought] | None = None,
        best: Action = None,
        playable: bool = True,
        say: str = "",
    ) -> None:
        """Show a position; the keywords are those of `view`."""
        self.picture.value = f'<pre style="line-height:1.3">{escape(str(state))}</pre>'
        actions = list(dict.fromkeys([*state.legal_actions(), *(known or {})]))
        legal = set(state.legal_actions()) if playable else set()
        self.buttons.children = [
            self._button(action, action in legal, (known or {}).get(action), action == best) for action in actions
        ]
        self.line.say(say)

    def _button(self, action: Action, enabled: bool, thought: Thought | None, best: bool) -> W.Button:
        words = ["★"] * best + [str(action)]
        words += [] if thought is None else [f"N {thought.visits:,} ({thought.share:.0%})"]
        button = W.Button(
            description="  ".join(words), disabled=not enabled, tooltip=str(thought or action),
            layout=W.Layout(width="auto"),
        )
        button.on_click(lambda _: self.listener("play", action))
        return button
