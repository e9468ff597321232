"""Let a reader set up a position by clicking on the cells of a board; shared by several panels.

`Play` shows `SetUp` in place of its figure; any other panel calls `set_up_in`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets as W

from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.games.set_up import Draft, Unreachable, moves_to
from mctslib.widgets.bar import width_for
from mctslib.widgets.panel import Panel, StatusLine, push_button
from mctslib.widgets.play.board import BoardWidget, Overlay

HOW = "Click a cell: X, then O, then empty. The number of marks decides who moves."
IS_OVER = "The game is over on this board, so there is nothing to search: leave a move."


class SetUp(W.VBox):
    """A board whose cells change with each click, with the buttons Done, Clear and Cancel.

    start   the position in which the game begins
    cells   the marks to begin with, row by row
    use     is called with moves that lead to the board when the reader presses Done
    cancel  is called when the reader presses Cancel

    A board that no moves lead to is refused with the reason, and stays as it is.
    """

    def __init__(
        self,
        start: Any,
        cells: str,
        use: Callable[[tuple[Action, ...]], Any],
        cancel: Callable[[], Any],
    ) -> None:
        self.use = use
        self.draft = Draft(start, cells)
        self.board = BoardWidget(self.draft, self._heard, Overlay(say=HOW))
        self.line = StatusLine()
        self.done = push_button("Done", "check", "Go on from this position")
        self.clear = push_button("Clear", "eraser", "Remove all marks")
        self.cancel = push_button("Cancel", "times", "Go back to the game")
        for one in (self.done, self.clear, self.cancel):
            one.layout.min_width = width_for("Cancel")
        self.done.on_click(lambda _: self._done())
        self.clear.on_click(lambda _: self._show(Draft(start, start.cells())))
        self.cancel.on_click(lambda _: cancel())
        row = W.HBox([self.done, self.clear, self.cancel], layout=W.Layout(flex_flow="row wrap"))
        super().__init__([self.board, row, self.line], layout=W.Layout(padding="8px 16px"))
        self.add_class("mcts-set-up")
        self._show(self.draft)

    def _heard(self, command: str, cell: Any) -> None:
        """Change a cell that the reader has clicked; a board sends other commands, too."""
        if command == "play" and cell is not None:
            self._show(self.draft.apply(cell))

    def _show(self, draft: Draft) -> None:
        self.draft = draft
        self.board.show(draft, Overlay(say=HOW))
        self.line.say("")

    def _done(self) -> None:
        try:
            moves = moves_to(self.draft.start, self.draft.cells())
        except Unreachable as reason:
            self.line.say(str(reason))
            return
        self.use(moves)


def beginning(state: Any) -> Any:
    """Return the position in which a reader's own position begins: an empty board, if possible.

    In other games than tic-tac-toe this is the given position.
    """
    return TicTacToe(state.size) if isinstance(state, TicTacToe) else state


def played(start: Any, moves: tuple[Action, ...]) -> State:
    """Return the position after moves."""
    for action in moves:
        start = start.apply(action)
    state: State = start
    return state


def set_up_in(panel: Panel, start: Any, cells: str, use: Callable[[State], Any]) -> None:
    """Show a board in place of a panel's parts, until the reader presses Done or Cancel.

    start   the position in which the game begins (`games.set_up.can_be_set_up`)
    cells   the marks to begin with, row by row
    use     is called with the position when the reader presses Done

    A position in which the game is over is refused, because these panels search.
    """
    panel.work.cancel()
    parts = panel.children

    def back() -> None:
        panel.children = parts

    def done(moves: tuple[Action, ...]) -> None:
        state = played(start, moves)
        if state.is_terminal():
            board.line.say(IS_OVER)
            return
        back()
        use(state)

    board = SetUp(start, cells, done, back)
    panel.children = [panel.status, board]
