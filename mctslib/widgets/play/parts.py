"""Make the play widget's controls, and the tree beside its board."""

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import ipywidgets as W

from mctslib.arena.session import Game
from mctslib.chance import hides, seats
from mctslib.door.limits import whole_number
from mctslib.draw.dot import tree_dot
from mctslib.draw.layout import render
from mctslib.draw.show import board_svg, gallery, tree_svg
from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.games.board import by_column, cell_of, columns, is_grid, own_picture, sides
from mctslib.games.set_up import can_be_set_up
from mctslib.games.square import SIZES
from mctslib.tree import Node
from mctslib.widgets.bar import ActButton, ControlBar, choice, width_for
from mctslib.widgets.menus import Menu
from mctslib.widgets.panel import push_button
from mctslib.widgets.play.analysis import (
    Answer,
    expected_boards,
    expected_line,
    tile_of,
    visit_bars,
)
from mctslib.widgets.work import Work

T = TypeVar("T")

LEVELS = (1, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000)
PAUSE = 0.6  # seconds between two moves of engines that play each other
NODES = 9  # the tree beside the board has at most this many nodes
LEVELS_BELOW = 3  # it has as many levels below the root as the expected line has moves
HUMAN, ENGINE = "you", "engine"
MARKS_ONLY, MY_OPTIONS, ENGINE_SAW = "marks", "options", "saw"
ON_BOARD = (
    ("marks only", MARKS_ONLY),
    ("my options", MY_OPTIONS),
    ("what the engine saw", ENGINE_SAW),
)
CELLS_HELP = (
    "<b>Each cell</b> shows the visits N of its move, a bar for N (full: the most visited move), "
    "and the mean reward Q of the player to move (win 1, draw ½, loss 0). ★ marks the best move. "
    "Blue is good for X, orange for O.<br>"
)
BUTTONS_HELP = "<b>On a button:</b> an action{}. Tab moves between the buttons, space presses one."
THOUGHTS_HELP = "; after a hint, ★ marks the best"


class Controls(ControlBar):
    """The bar of controls below a game.

    The bar contains buttons for a new game, for taking back a move and for a hint, and controls for
    the display.  The settings include the player of each side and the strength of the engine.

    Raises ValueError if `human` names an unknown player, or if the number of strengths differs from
    the number of players.
    """

    def __init__(
        self,
        work: Work,
        game: Game,
        human: int | str | None,
        iterations: int | tuple[int, ...],
        thoughts: bool,
        tree: bool,
        again: bool = False,
    ) -> None:
        players = seats(game.start)
        strengths = iterations if isinstance(iterations, tuple) else (iterations,) * len(players)
        if len(strengths) != len(players):
            raise ValueError(
                "iterations must be one number, or one number for each of the "
                f"{len(players)} players."
            )
        humans = people(human, len(players))
        self.sides = [Side(game.mark(p), p in humans, strengths[p], strengths) for p in players]
        self.on_board = choice("What the board shows", ON_BOARD, MARKS_ONLY)
        self.thoughts = _toggle("Show what was found", thoughts, "Beside the board")
        self.tree = _toggle("Tree", tree, "Show or hide the tree of the search")
        side = columns(game.start)
        self.size = _dropdown(
            "Board", [(f"{n} × {n}", n) for n in SIZES], side if side in SIZES else SIZES[0]
        )
        self.buttons = {**game_buttons(work), "pause": pause_button(), **more_buttons()}
        self.pause = _pause_slider()
        self.help = W.HTML()
        act, take_back, hint, engine_moves, pause, anew, earlier, later = self.buttons.values()
        self.walk = _together(earlier, later)
        self.set_up = push_button("Set up", "th", "Set up a position of your own")
        if not can_be_set_up(game.start):
            self.set_up.layout.display = "none"
        hint.layout.min_width = pause.layout.min_width  # one button takes the place of the other
        self.in_turn = _together(hint, pause, self.walk)
        self.in_turn.add_class("mcts-in-turn")
        take_back.add_class("mcts-last-on-a-phone")
        self.acts = [act, self.in_turn, take_back]
        for part in self.acts:  # until there is a game that they could change
            part.add_class("mcts-later")
        sizes = [self.size] if isinstance(game.start, TicTacToe) else []
        super().__init__(
            act,
            # "Take back", hidden at first, leaves no hole at the end
            [anew, self.in_turn, take_back],
            shown=[self.on_board, self.tree],
            settings=[
                *self.sides,
                *sizes,
                self.thoughts,
                engine_moves,
                self.set_up,
                self.pause,
                self.help,
            ],
        )
        self.end = _together(self.tree, self.gear)
        for view in (self.on_board, self.tree):  # until there is something to view
            if not tree:
                view.add_class("mcts-later")
        self.row.children = (*self.row.children[:-2], self.end)
        if not is_grid(game.start):
            self.on_board.layout.display = "none"  # there are no cells that could show values
        self.show_again(again)
        if hides(game.start):
            self.hide_findings()  # the engine's values would reveal its card

    def show_again(self, useful: bool) -> None:
        """Show or hide the button that goes back to the position in which the reader began."""
        self.buttons["position again"].layout.display = "" if useful else "none"

    def show_acts(self) -> None:
        """Show the buttons that act on a game, because there is one."""
        for part in self.acts:
            part.remove_class("mcts-later")

    def change_seats(self) -> None:
        """Exchange the players of the two sides, and their strengths."""
        for one, other in zip(*((side.who, side.strength) for side in self.sides), strict=True):
            one.value, other.value = other.value, one.value

    def show_views(self) -> None:
        """Show the controls of the views, because there is something to view."""
        for view in (self.on_board, self.tree):
            view.remove_class("mcts-later")

    def show_walk(self, useful: bool) -> None:
        """Show the two buttons that walk through the moves of a finished game, or hide them."""
        self.walk.layout.visibility = "visible" if useful else "hidden"
        for command in ("earlier", "later"):
            self.buttons[command].layout.visibility = "visible" if useful else "hidden"

    def show_pause(self, held: bool) -> None:
        """Show the pause controls in place of the hint if only engines play, or hide them."""
        alone = self.engines_alone()
        button, hint = self.buttons["pause"], self.buttons["hint"]
        useful, useless = (button, hint) if alone else (hint, button)
        useful.layout.display = ""  # first, so that the place of both is never empty
        useless.layout.display = "none"
        self.pause.layout.visibility = "visible" if alone else "hidden"
        button.description, button.icon = ("Go on", "play") if held else ("Pause", "pause")

    def show_useful(self, take_back: bool, is_running: bool) -> None:
        """Show the buttons that can do something now; the others keep their room.

        take_back   whether a move can be taken back
        is_running  whether the game is not over, so that a hint or a pause is possible
        """
        useful = {"take back": take_back, "hint": is_running, "pause": is_running}
        for command, can_act in useful.items():
            self.buttons[command].layout.visibility = "visible" if can_act else "hidden"

    def hide_findings(self) -> None:
        """Hide the controls for what the engine found."""
        for box in (self.on_board, self.thoughts, self.tree):
            box.layout.display = "none"
        kept = self.row.children[: self.row.children.index(self.end)]  # "More" has nothing to show
        self.row.children = (*kept, self.tree, self.gear)
        self.end.close()
        self.row.add_class("mcts-gear-first")  # on a phone, where all other controls may be hidden

    def show_first(self, held: bool, over: bool, fresh: bool) -> None:
        """Give the first button its text: "Engine moves" if the engine waits, or "New game".

        In the middle of a game the button is not filled, because a new game would end this one.

        fresh  whether the engine may begin in the reader's place: then the text is "Let the engine begin"
        """
        act = self.buttons["new game"]
        assert isinstance(act, ActButton)
        act.fill(held or over)
        if held:
            act.rename("Engine moves", "play", "Let the engine move (M)")
        elif fresh:
            act.remove_class("mcts-later")
            act.rename("Let the engine begin", "play", "The engine makes the first move")
        else:
            act.rename("New game", "refresh", "Start again (N)")

    def is_engine(self, player: int) -> bool:
        """Return whether an engine plays for this player."""
        return self.sides[player].who.value == ENGINE

    def engines_alone(self) -> bool:
        """Return whether only engines play."""
        return all(self.is_engine(player) for player in range(len(self.sides)))


def _together(*parts: W.Widget) -> W.HBox:
    """Group controls so that they stay together on one line of the bar."""
    box = W.HBox(parts)
    box.add_class("mcts-together")
    return box


def game_buttons(work: Work) -> dict[str, W.Button]:
    """Return the buttons that every game has, as a dict command → button; the first is filled."""
    return {
        "new game": ActButton(
            work, "New game", "refresh", "Start again (N)", later=["Engine moves"]
        ),
        "take back": push_button("Take back", "undo", "Take back your last move (U)"),
        "hint": push_button("Hint", "lightbulb-o", "What would the engine play here? (H)"),
        "engine moves": push_button("Engine moves", "play", "Let the engine move, or continue (M)"),
    }


def more_buttons() -> dict[str, W.Button]:
    """Return the buttons for a first position, and for a finished game."""
    return {
        "position again": push_button(
            "This position again", "repeat", "Back to the position in which you began"
        ),
        "earlier": push_button("", "chevron-left", "One move back (←)"),
        "later": push_button("", "chevron-right", "One move on (→)"),
    }


def pause_button() -> W.Button:
    """Make the button that pauses two engines that play each other."""
    button = push_button("Pause", "pause", "Pause the two engines, or let them continue (P)")
    button.layout.min_width = width_for("Pause", "Go on")
    return button


def _pause_slider() -> W.FloatSlider:
    return W.FloatSlider(
        value=PAUSE,
        min=0,
        max=3,
        step=0.1,
        description="Seconds between moves",
        continuous_update=False,
        style={"description_width": "initial"},
        layout=W.Layout(width="400px"),  # wide enough for the words and a track to drag on
        readout_format=".1f",
    )


def _toggle(words: str, value: bool, does: str) -> W.ToggleButton:
    return W.ToggleButton(value=value, description=words, tooltip=does)


def _dropdown(words: str, options: list[Any], value: Any) -> W.Dropdown:
    style = {"description_width": "initial"}
    return Menu(
        options=options, value=value, description=words, style=style, layout=W.Layout(width="auto")
    )


def help_html(start: State, engines_alone: bool, finds_visits: bool) -> str:
    """Return help, as HTML, about the contents of the cells or buttons, and about the keys.

    finds_visits   whether a hint shows the visits of each action
    """
    buttons = BUTTONS_HELP.format(THOUGHTS_HELP if finds_visits else "")
    words = CELLS_HELP + keys(start, engines_alone) if is_grid(start) else buttons
    return f'<div style="line-height:1.4">{words}</div>'


def keys(start: State, engines_alone: bool) -> str:
    """Return help about the keys for this board, as HTML."""
    digits = f"0 to {min(columns(start), 10) - 1} play that column, " if by_column(start) else ""
    plays = "P pauses the two engines, " if engines_alone else f"Enter plays, {digits}"
    return (
        f"<b>Keys on the board:</b> arrows move, {plays}U takes back, H hints, M lets the engine "
        "move, N new game, F fills the screen, Esc stops. After the end of a game, ← and → walk "
        "through its moves."
    )


class Side(W.HBox):
    """The controls of one side: its player, and the iterations of its engine or its hints."""

    def __init__(self, mark: str, human: bool, iterations: int, others: Sequence[int]) -> None:
        self.who = _dropdown(f"{mark} is", [HUMAN, ENGINE], HUMAN if human else ENGINE)
        self.strength = _dropdown(f"{mark} iterations", levels(iterations, *others), iterations)
        super().__init__([self.who, self.strength], layout=W.Layout(flex_flow="row wrap"))
        self.add_class("mcts-side")


def levels(*iterations: int) -> list[tuple[str, int]]:
    """Return the menu of strengths, which includes `iterations`.

    Raises ValueError if one of the `iterations` is less than 1.
    """
    given = {whole_number("iterations", one) for one in iterations}
    return [(f"{number:,}", number) for number in sorted({*LEVELS, *given})]


def people(human: int | str | None, players: int) -> set[int]:
    """Return the players that people control.  Raises ValueError for an unknown player."""
    names: dict[Any, set[Any]] = {"both": set(range(players)), None: set(), "X": {0}, "O": {1}}
    named = names.get(human, {human}) if isinstance(human, Hashable) else {repr(human)}
    if isinstance(human, bool) or not named <= set(range(players)):
        raise ValueError(
            f"human must be a player's number, 'X', 'O', 'both' or None, not {human!r}."
        )
    return named


def refusal(state: State, engine_to_move: bool, thinking: bool) -> str:
    """Return the message shown after a click when no person is to move, or "" if a person is."""
    if state.is_terminal():
        return "Start a new game, or take back a move."
    if engine_to_move:
        return (
            "Still thinking; press Stop to make the engine move now."
            if thinking
            else "It is not your turn."
        )
    return ""


def still(
    game: Game,
    seen: Any,
    answer: Answer | None,
    words: str,
    tree: str,
    names: Sequence[str] = (),
) -> str:
    """Return an SVG for readers without a kernel: the board, and any findings and tree.

    seen   the position as the reader may see it
    names  the names of the players; by default the game's own names
    """
    shown = [(_still_board(game, seen), words)]
    if answer is not None and answer.known:
        shown.append((visit_bars(answer), "Share of the visits of each move"))
        tile = tile_of(game.start)
        shown.append(
            (expected_boards(answer, names, tile=tile), "The moves that the search expects")
        )
    if tree:
        shown.append((tree, "The tree of that search"))
    pictures, captions = zip(*shown)
    return gallery(pictures, captions, spoken=True).svg


def _still_board(game: Game, seen: Any) -> str:
    if not is_grid(game.start):
        label = f"The position as text: {seen}" if own_picture(seen) is None else None
        return board_svg(seen, label=label)
    last = cell_of(game.before(), game.last) if game.actions else None
    look: dict[str, Any] = {}
    if not sides(game.start):  # a board of hexagons gets the default width
        look["width"] = 300 if columns(game.start) < 7 else 52 * columns(game.start)
    return board_svg(game.state, last=last, **look)


def tree_options(root: Node, best: Action) -> dict[str, Any]:
    """Return the options of the picture of a tree, in which the expected line is bold."""
    slants = bool(sides(root.state))  # a row of slanted boards is wider than the page
    line = expected_line(root, best)
    look = {"max_nodes": NODES, "most_levels": LEVELS_BELOW, "boards": 1 if slants else 2}
    return {**look, "path": line}


def draw_tree(
    root: Node,
    best: Action,
    lock: Any,
    wanted: Callable[[], bool] = lambda: True,
    draw: Callable[..., T] = tree_svg,  # type: ignore[assignment]
) -> T | None:
    """Return what `draw` makes of a tree and its options, or None if the tree is not `wanted()`.

    The function holds `lock` while reading the tree, but not while Graphviz computes the layout.
    """
    with lock:
        if not wanted():
            return None
        options = tree_options(root, best)
        dot = tree_dot(root, **options)
    with suppress(OSError):  # without Graphviz, `tree_svg` draws the tree as text
        render(dot)  # the slow part, whose result `tree_svg` uses again
    with lock:
        return draw(root, **options) if wanted() else None
