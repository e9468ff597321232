"""Show boards to play on: `BoardWidget` for a grid of cells, `TextBoard` for other games.

`show(...)` shows a position.  When the reader acts, the board calls `listener(name, action)`.  If
the name is "play", the second argument is the action that the reader chose.  If the name is
"refused", the second argument is a cell in which nothing can be played.  Any other name is a
command, such as "take back", "hint" or "new game".
"""

from collections.abc import Callable, Mapping, Sequence
from math import ceil, isnan, nan
from pathlib import Path
from typing import Any, NamedTuple

import anywidget
import ipywidgets as W
import traitlets as T

from mctslib.chance import chance_to_move, seats
from mctslib.door.guard import counted_actions
from mctslib.draw import boards, hexagons
from mctslib.draw.look import PAGE, TITLE, step_of, stylesheet, text_width, value_step
from mctslib.draw.own_text import text_as_html
from mctslib.draw.show import board_svg
from mctslib.game import Action, State
from mctslib.games import TicTacToe, board
from mctslib.games.board import (
    block_size,
    by_column,
    cell_of,
    columns,
    own_picture,
    sides,
    targets,
)
from mctslib.games.names import cell_name, step_name, whose_sides
from mctslib.tree import Node
from mctslib.widgets.panel import StaticPicture, StatusLine
from mctslib.words import number, percent, worth

HERE = Path(__file__).parent
# Number of columns → width of a cell in pixels.  The cells are large enough for readable numbers.
PIXELS = {3: 104, 4: 88, 5: 76, 6: 68, 7: 66, 8: 58, 9: 54}
MOST_BUTTONS = 30
FEW = 3  # so few buttons are large
STAR = "★"  # the mark of the best action
BESIDE_LABEL = 22  # the padding and the frame of a button for an action, in pixels
MOST_LISTED = 2_000  # the field lists at most this many actions, but accepts any legal action
Listener = Callable[[str, Action], None]


class Thought(NamedTuple):
    """The findings of a search about one move."""

    visits: int
    share: float  # the share of all visits, from 0 to 1
    value: float  # Q for the player to move; nan if there are no visits

    def __str__(self) -> str:
        value = "" if isnan(self.value) else f", Q = {worth(self.value)}"
        return f"N = {number(self.visits)} ({percent(self.share)} of the visits){value}"


def thoughts(root: Node) -> dict[Action, Thought]:
    """Return a dict that maps each legal action of the root, in order, to its `Thought`."""
    total = sum(child.visits for child in root.children.values()) or 1
    found = {}
    for action in root.state.legal_actions():
        child = root.children.get(action)
        if child is None:
            found[action] = Thought(0, 0.0, nan)
        else:
            found[action] = Thought(child.visits, child.visits / total, child.value)
    return found


class Overlay(NamedTuple):
    """The marks that a board shows in addition to the position.

    The marks show the last move and the findings of a search, each with the position to which it
    belongs.
    """

    last: Action = None  # the last action
    before: Any = None  # the position in which the last action was played
    known: Mapping[Action, Thought] = {}  # the findings of a search about each action
    best: Action = None  # the action that the search chose
    searched: Any = None  # the position that was searched
    playable: bool = True  # whether the reader may move now
    say: str = ""  # the text below the board
    watched: bool = False  # whether only engines play
    walks: bool = False  # whether the arrow keys walk through the moves of a finished game

    def last_cell(self) -> int:
        """Return the cell in which the last action is drawn, or −1 if there is none."""
        return -1 if self.last is None else cell_of(self.before, self.last)

    def best_cell(self) -> int:
        """Return the cell in which the search's best move is drawn, or −1 if there is none."""
        return -1 if self.best is None else cell_of(self.searched, self.best)

    def thoughts(self) -> dict[int, Thought]:
        """Return a dict that maps each cell to the findings about the move drawn in this cell."""
        return {cell_of(self.searched, action): thought for action, thought in self.known.items()}


def across(state: Any) -> float:
    """Return the width of the board, in cells."""
    side = columns(state)
    return hexagons.extent(side, len(state.cells()) // side)[0] if sides(state) else side


def board_width(state: Any) -> int:
    """Return the width of the board, in pixels."""
    side = columns(state)
    cell = PIXELS.get(side, max(24, 470 // side))
    return min(PAGE, int(cell * across(state)))


def board_height(state: Any) -> float:
    """Return the total height of a board's cells, in pixels."""
    side = columns(state)
    cell = board_width(state) / across(state)
    rows = len(state.cells()) // side
    return cell * (hexagons.extent(side, rows)[1] if sides(state) else rows)


def view(state: Any, shown: Overlay = Overlay()) -> dict[str, Any]:
    """Return the data that the page needs to draw a grid.

    hexagons  the layout of the hexagons (see `draw/hexagons.py`), or None for a board of squares
    targets   for each cell, the cell that a click there fills, or −1 if the click fills no cell; if
              pieces fall, the filled cell may be lower than the clicked cell
    last      the cell of the last move, which gets a frame
    best      the cell of the best move, which gets a star
    """
    marks = state.cells()
    side = columns(state)
    thought = shown.thoughts()
    label = f"Board of {side} by {len(marks) // side} cells"
    whose = whose_sides(sides(state))
    if whose:
        label = f"{label}; {whose}"
    mover = 0 if shown.searched is None else shown.searched.current_player
    return {
        "columns": side,
        "pixels": board_width(state) / across(state),
        "hexagons": hexagons.geometry(side, len(marks) // side, sides(state)),
        "block": block_size(state),
        "blocks": [mark.strip(".") for mark in board.block_marks(state)],
        "falls": by_column(state),
        "marks": [mark.strip(".") for mark in marks],
        "names": [_cell_name(state, cell, mark, shown, thought) for cell, mark in enumerate(marks)],
        "targets": targets(state) if shown.playable else [-1] * len(marks),
        "shaded": board.shaded(state) if block_size(state) else [],
        "last": shown.last_cell(),
        "best": shown.best_cell(),
        "line": list(board.winning_cells(state)),
        "thoughts": _drawn(thought, mover, len(seats(state))),
        "label": label,
        "say": shown.say,
        "walks": shown.walks,
    }


def _drawn(known: Mapping[int, Thought], mover: int, players: int) -> dict[str, dict[str, Any]]:
    """Return, for each cell with findings, its colour and its numbers as text.

    mover    the player from whose point of view the values are given
    players  the number of players, who share the rewards

    The bar of the most visited cell is full.
    """
    most = max((thought.visits for thought in known.values()), default=0) or 1
    drawn = {}
    for cell, thought in known.items():
        has_value = not isnan(thought.value)
        drawn[str(cell)] = {
            "visits": f"{thought.visits:,}",
            "value": worth(thought.value) if has_value else "",
            "bar": thought.visits / most,
            "colour": _colour(thought.value, mover, players) if has_value else "",
        }
    return drawn


def _colour(value: float, mover: int, players: int) -> str:
    """Return the colour of a value as a CSS variable, which follows the theme of the page."""
    if players == 2:
        return f"var(--mcts-value-{value_step(value, mover)})"
    return f"var(--mcts-amount-{step_of(0.6 * value)})"


def _cell_name(
    state: Any, cell: int, mark: str, shown: Overlay, known: Mapping[int, Thought]
) -> str:
    """Describe a cell in words, for a screen reader."""
    words = [f"{cell_name(state, cell)}: {'empty' if mark == '.' else mark}"]
    if cell == shown.last_cell():
        words.append("played last")
    if cell == shown.best_cell():
        words.append("the best move")
    if cell in known:
        words.append(str(known[cell]))
    return "; ".join(words)


class BoardWidget(StaticPicture, anywidget.AnyWidget):
    """A board of squares or hexagons, for mouse and keyboard.

    Arrow keys, Home and End move the focus.  Enter or space plays.  If pieces fall, the keys 0 to 9
    play in the column with this number.  U takes back a move, H gives a hint, N starts a new game,
    M lets the engine move, P pauses, F fills the screen, and Escape stops the search.  After the end
    of a game the arrow keys walk through its moves.
    """

    _esm = (HERE / "board.js").read_text(encoding="utf-8")
    _css = stylesheet() + (HERE / "board.css").read_text(encoding="utf-8")
    view = T.Dict().tag(sync=True)

    def __init__(
        self,
        state: State | None = None,
        listener: Listener | None = None,
        shown: Overlay = Overlay(),
    ) -> None:
        self.listener = listener
        self.state = TicTacToe() if state is None else state
        super().__init__(view=view(self.state, shown))
        self.on_msg(self._heard)

    def show(self, state: State, shown: Overlay = Overlay()) -> None:
        """Draw a position."""
        self.state = state
        self.view = view(state, shown)

    def _heard(self, widget: "BoardWidget", message: Any, buffers: object) -> None:
        """Pass a message from the page to the listener, unless the message is malformed."""
        if self.listener is None or not isinstance(message, dict):
            return
        command = message.get("command")
        cell = message.get("cell")
        if not isinstance(command, str) or not isinstance(cell, int):
            return
        meant = targets(self.state)[cell] if 0 <= cell < len(self.view["marks"]) else -1
        if command == "play" and meant < 0:
            self.listener("refused", cell)
        else:
            self.listener(command, board.landing(self.state).get(meant))

    def static_picture(self) -> str:
        return board_svg(self.state, last=None if self.view["last"] < 0 else self.view["last"])

    def static_text(self) -> str:
        return str(self.state)


class TextBoard(W.VBox):
    """The picture or text of a state, and a button for each legal action.

    Any game can be played with this board.  If there are too many actions for buttons, the reader
    types the action into a field, which lists the first `MOST_LISTED` actions.  While only engines
    play, there are no buttons and no field.
    """

    def __init__(self, state: State, listener: Listener, shown: Overlay = Overlay()) -> None:
        self.listener = listener
        self.state = state
        self.picture = W.HTML()
        self.picture.add_class("mcts-text-picture")
        self.line = StatusLine()
        self.was_played = False  # whether a person has ever played here
        self.pool: list[W.Button] = []
        self.widest = 0  # pixels for the widest button so far; all buttons are equally wide
        self.offered: list[Action] = []
        self.buttons = W.Box(layout=W.Layout(flex_flow="row wrap", max_width="420px"))
        self.field = W.Combobox(description="Action", tooltip="Type an action, then Enter")
        self.field.add_class("mcts-action-field")
        self.field.observe(self._typed, "value")
        super().__init__([self.picture, self.buttons, self.field, self.line])
        self.add_class("mcts-text-board")
        self.show(state, shown)

    def show(self, state: State, shown: Overlay = Overlay()) -> None:
        """Show a position."""
        self.state = state
        actions = () if chance_to_move(state) else counted_actions(state)
        self.was_played = self.was_played or not shown.watched
        is_listed = self.was_played and len(actions) > MOST_BUTTONS
        self.field.layout.display = "" if is_listed else "none"
        self.field.layout.visibility = "hidden" if shown.watched else "visible"
        self._list(actions)
        offered = list(actions) if len(actions) <= MOST_BUTTONS else []
        while len(self.pool) < len(offered):
            self.pool.append(self._button(len(self.pool)))
        self.offered = offered
        if len(offered) <= FEW:  # such as "hold" and "roll": the reader presses nothing else
            self.buttons.add_class("mcts-few")
        else:
            self.buttons.remove_class("mcts-few")
        for button, action in zip(self.pool, offered):
            self._dress(button, action, shown)
        for button in self.pool:
            button.layout.min_width = f"{self.widest}px"
        for place, button in enumerate(self.pool):
            # A button without an action is invisible and cannot be reached with the keyboard.  It
            # keeps its space, so that nothing below the buttons moves.
            is_useful = place < len(offered) and not shown.watched
            button.layout.visibility = "visible" if is_useful else "hidden"
        # Where only engines have played so far, the buttons need no space.
        self.buttons.children = self.pool if self.was_played else []
        self.picture.value = _look(state)
        self.line.say(shown.say)  # the line changes last, when all buttons are ready

    def _list(self, actions: Sequence[Action]) -> None:
        """List the first actions in the field; if not all fit, show their total number."""
        is_whole = len(actions) <= MOST_LISTED
        listed = [step_name(self.state, action) for action in actions[:MOST_LISTED]]
        number = "" if is_whole else f" (one of {len(actions):,} actions)"
        self.field.ensure_option = is_whole
        self.field.options = listed
        self.field.placeholder = f"such as {listed[0]}{number}" if listed else ""

    def _typed(self, change: Any) -> None:
        typed = change["new"]
        if not typed:
            return
        for action in self.state.legal_actions():
            if step_name(self.state, action) == typed:
                self.field.value = ""
                self.listener("play", action)
                return
        self.line.say(f"{typed} is not a legal action here.")

    def _button(self, place: int) -> W.Button:
        """Make the button for one place in the row.

        The button keeps its place from move to move, so that it also keeps the focus.
        """
        button = W.Button(layout=W.Layout(width="auto"))
        button.on_click(lambda _: self._pressed(place))
        return button

    def _pressed(self, place: int) -> None:
        if place < len(self.offered):
            self.listener("play", self.offered[place])

    def _dress(self, button: W.Button, action: Action, shown: Overlay) -> None:
        """Set the text of a button: the action, with ★ if it is the best one.

        The button always has room for the ★, so that nothing beside it moves.
        """
        words = step_name(self.state, action)
        starred = f"{STAR}  {words}"
        is_best = bool(shown.known) and action == shown.best
        button.description = starred if is_best else words
        button.tooltip = str(shown.known.get(action) or action)
        self.widest = max(self.widest, ceil(text_width(starred, TITLE)) + BESIDE_LABEL)


def _look(state: Any) -> str:
    """Return the game's own picture if it has one, or else a board or list made from its text."""
    if own_picture(state):
        return boards.picture(state)
    return text_as_html(state)
