"""The parts of the play widget: its controls, and the tree beside the board."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import ipywidgets as W

from mctslib.arena.session import Game
from mctslib.draw.dot import tree_dot
from mctslib.draw.layout import render
from mctslib.draw.show import board_svg, gallery, show_distribution, tree_svg
from mctslib.game import Action, State, hides, seats
from mctslib.games import TicTacToe
from mctslib.games.board import by_column, cell_of, columns, is_grid, sides
from mctslib.games.tictactoe import SIZES
from mctslib.limits import whole_number
from mctslib.policies import most_visited
from mctslib.tree import Node
from mctslib.widgets.panel import push_button
from mctslib.widgets.play.board import Thought

LEVELS = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000)
PAUSE = 0.6  # seconds between two moves of engines that play each other
NODES = 9  # drawn in the tree beside the board
HUMAN, ENGINE = "you", "engine"
CELLS_HELP = (
    "<b>In a cell:</b> visits N of that move, a bar for them (full: the most visited), "
    "mean reward Q of who plays it (1 win, ½ draw, 0 loss). ★ best; dashed frame: played last.<br>"
)
BUTTONS_HELP = (
    "<b>On a button:</b> an action{}. Grey: not possible now. Tab goes from button to "
    "button, space presses."
)
THOUGHTS_HELP = (
    "; after a search also the visits N of that move and their share of all, ★ for the best: for "
    "the side that "
    "searched last, even if a move of yours has the same name"
)


class Controls(W.VBox):
    """Buttons, who plays which side and how strong, the size of the board, and what is shown.

    Raises ValueError for a `human` that does not play, or for strengths that are not one a player.
    """

    def __init__(
        self,
        game: Game,
        human: int | str | None,
        iterations: int | tuple[int, ...],
        thoughts: bool,
        tree: bool,
    ) -> None:
        players = seats(game.start)
        strengths = iterations if isinstance(iterations, tuple) else (iterations,) * len(players)
        if len(strengths) != len(players):
            raise ValueError(
                f"iterations must be one number, or one for each of {len(players)} players."
            )
        humans = people(human, len(players))
        self.sides = [Side(game.mark(p), p in humans, strengths[p]) for p in players]
        self.thoughts, self.tree = (
            _checkbox("Show thoughts", thoughts),
            _checkbox("Show the tree", tree),
        )
        side = columns(game.start)
        self.size = _dropdown(
            "Board", [(f"{n} × {n}", n) for n in SIZES], side if side in SIZES else SIZES[0]
        )
        pause = push_button("Pause", "pause", "Hold the two engines, or let them go on (P)")
        always = game_buttons()
        self.buttons = {**always, "pause": pause}
        self.pause = W.FloatSlider(
            value=PAUSE,
            min=0,
            max=3,
            step=0.1,
            description="Seconds between moves",
            continuous_update=False,
            style={"description_width": "initial"},
            readout_format=".1f",
        )
        self.watching = _row([pause, self.pause])
        self.shares = _checkbox("Show shares", False)
        looks = [self.size] * isinstance(game.start, TicTacToe) + [
            self.thoughts,
            self.tree,
            self.shares,
        ]
        super().__init__([_row(list(always.values())), *self.sides, self.watching, _row(looks)])

    def show_pause(self, held: bool) -> None:
        """Show the pause controls where two engines play, and what the button would do."""
        self.watching.layout.display = "" if self.engines_alone() else "none"
        button = self.buttons["pause"]
        button.description, button.icon = ("Go on", "play") if held else ("Pause", "pause")

    def is_engine(self, player: int) -> bool:
        """Whether the engine plays this player's side."""
        return self.sides[player].who.value == ENGINE

    def engines_alone(self) -> bool:
        """Whether no person plays."""
        return all(self.is_engine(player) for player in range(len(self.sides)))


def game_buttons() -> dict[str, W.Button]:
    """The buttons of every game, by the command that each gives."""
    return {
        "new game": push_button("New game", "refresh", "Start again (N)"),
        "take back": push_button("Take back", "undo", "Take back your last move (U)"),
        "hint": push_button("Hint", "lightbulb-o", "What would the engine play here? (H)"),
        "engine moves": push_button("Engine moves", "play", "Let the engine move, or go on (M)"),
    }


def _row(widgets: list[Any]) -> W.HBox:
    return W.HBox(widgets, layout=W.Layout(flex_flow="row wrap", grid_gap="0 4px"))


def _checkbox(words: str, value: bool) -> W.Checkbox:
    return W.Checkbox(value=value, description=words, indent=False, layout=W.Layout(width="auto"))


def _dropdown(words: str, options: list[Any], value: Any) -> W.Dropdown:
    style = {"description_width": "initial"}
    return W.Dropdown(
        options=options, value=value, description=words, style=style, layout=W.Layout(width="auto")
    )


def help_html(start: State, engines_alone: bool) -> str:
    """What stands in the cells or on the buttons, and the keys that do something here."""
    buttons = BUTTONS_HELP.format("" if hides(start) else THOUGHTS_HELP)
    words = CELLS_HELP + keys(start, engines_alone) if is_grid(start) else buttons
    return f'<div style="line-height:1.4">{words}</div>'


def keys(start: State, engines_alone: bool) -> str:
    """The keys that do something on this board."""
    digits = f"0 to {min(columns(start), 10) - 1} play that column, " if by_column(start) else ""
    plays = "P holds the two engines, " if engines_alone else f"Enter plays, {digits}"
    return (
        f"<b>Keys on the board:</b> arrows move, {plays}U takes back, H hints, M lets the engine "
        "move, N new game, "
        "Esc stops."
    )


class Side(W.HBox):
    """Who plays one side, and how many iterations its engine (or its hint) may make."""

    def __init__(self, mark: str, human: bool, iterations: int) -> None:
        self.who = _dropdown(f"{mark} is", [HUMAN, ENGINE], HUMAN if human else ENGINE)
        self.strength = _dropdown(f"{mark} iterations", levels(iterations), iterations)
        super().__init__([self.who, self.strength])


def levels(iterations: int) -> list[tuple[str, int]]:
    """The strengths to choose from, `iterations` among them.

    Raises ValueError if that is less than 1.
    """
    iterations = whole_number("iterations", iterations)
    return [(f"{number:,}", number) for number in sorted({*LEVELS, iterations})]


def people(human: int | str | None, players: int) -> set[int]:
    """The players that are people.  Raises ValueError for one that does not play."""
    names: dict[Any, set[Any]] = {"both": set(range(players)), None: set(), "X": {0}, "O": {1}}
    named = names.get(human, {human})
    if isinstance(human, bool) or not named <= set(range(players)):
        raise ValueError(
            f"human must be a player's number, 'X', 'O', 'both' or None, not {human!r}."
        )
    return named


def refusal(state: State, engine_to_move: bool, thinking: bool) -> str:
    """What to say to a click that is no error, but plays nothing; "" for one that does."""
    if state.is_terminal():
        return "Start a new game, or take a move back."
    if engine_to_move:
        return (
            "Still thinking; Stop ends it with what is known."
            if thinking
            else "It is not your turn."
        )
    return ""


def still(
    game: Game,
    searched: State,
    known: Mapping[Action, Thought],
    best: Action,
    words: str,
    tree: str,
) -> str:
    """One SVG for readers without a kernel: the board with what was thought, the tree if there is
    one.
    """
    board = _still_board(game, searched, known, best)
    shown = [(board, words), (tree, "The tree of that search")][: 1 + bool(tree)]
    return gallery(*zip(*shown), spoken=True).svg


def _still_board(game: Game, searched: State, known: Mapping[Action, Thought], best: Action) -> str:
    if not is_grid(game.start):
        return board_svg(game.state)
    cells = {cell_of(searched, action): thought for action, thought in known.items()}
    if not isinstance(game.start, TicTacToe):  # smaller cells: a mark leaves no room for numbers
        marks = game.state.cells()  # type: ignore[attr-defined]
        cells = {cell: thought for cell, thought in cells.items() if marks[cell] == "."}
    shares = {cell: thought.share for cell, thought in cells.items()}
    values = {cell: thought.value for cell, thought in cells.items() if thought.visits}
    hint = {cell_of(searched, best)} if best in set(game.state.legal_actions()) else set()
    last = cell_of(game.before(), game.last) if game.actions else None
    width = 300 if columns(game.start) < 7 else 52 * columns(game.start)
    look: dict[str, Any] = (
        {} if sides(game.start) else {"width": width}
    )  # hexagons are as wide as their numbers want
    return board_svg(game.state, last=last, shares=shares, values=values, highlight=hint, **look)


def draw_tree(
    root: Node, best: Action, lock: Any, wanted: Callable[[], bool] = lambda: True
) -> str:
    """The tree as SVG, its expected line bold; "" once it is no longer `wanted`.

    Holds `lock` only to read the tree, not while Graphviz lays it out.
    """
    with lock:
        if not wanted():
            return ""
        boards = (
            1 if sides(root.state) else 2
        )  # hexagons slant: a row of them is wider than the page
        options: dict[str, Any] = {
            "max_nodes": NODES,
            "path": expected_line(root, best),
            "boards": boards,
        }
        dot = tree_dot(root, **options)
    with suppress(OSError):  # no Graphviz: `tree_svg` draws in letters
        render(dot)  # the slow part; the answer is remembered for `tree_svg`
    with lock:
        return tree_svg(root, **options) if wanted() else ""


def expected_line(root: Node, best: Action, length: int = 3) -> list[Action]:
    """The move chosen, and the most visited ones after it."""
    line: list[Action] = []
    node = root
    while node.children and len(line) < length:
        line.append(most_visited(node) if line or best is None else best)
        node = node.children[line[-1]]
    return line


def shares_html(state: State, known: Mapping[Action, Thought], best: Action) -> str:
    """The engine's answer as shares of the visits: one bar an action, the most visited first."""
    return show_distribution(state, {action: t.share for action, t in known.items()}, best).svg
