"""Let a reader set up a position beside the positions of a panel's menu."""

from dataclasses import replace
from itertools import count
from string import ascii_uppercase

from mctslib.course.puzzles import Puzzle, puzzle_of
from mctslib.game import State
from mctslib.games.set_up import can_be_set_up
from mctslib.widgets.bar import ControlBar
from mctslib.widgets.menus import Menu
from mctslib.widgets.panel import Panel, push_button, safely
from mctslib.widgets.setting_up import beginning, set_up_in


def offer_set_up(panel: Panel, puzzles: dict[str, Puzzle], menu: Menu) -> None:
    """Add a button to the settings of a panel's bar, which sets up a position and chooses it in the menu.

    puzzles  the panel's positions by name; a new one gets the next free letter
    menu     the menu of their names

    Nothing is added if a board of the game stands for more than one position.
    """
    start = beginning(next(iter(puzzles.values())).state)
    if not can_be_set_up(start):
        return

    names = (f"{letter}{round or ''}" for round in count() for letter in ascii_uppercase)

    @safely
    def use(panel: Panel, state: State) -> None:
        name = next(one for one in names if one not in puzzles)
        puzzles[name] = replace(puzzle_of(state), name=name)
        menu.options = [name, *(one for one in menu.options if one != name)]  # this chooses it

    @safely
    def show(panel: Panel, pressed: object) -> None:
        cells = puzzles[menu.value].state.cells()  # type: ignore[attr-defined]
        set_up_in(panel, start, cells, lambda state: use(panel, state))

    button = push_button("Set up", "th", "Set up a position of your own")
    button.on_click(lambda pressed: show(panel, pressed))
    (bar,) = [part for part in panel.children if isinstance(part, ControlBar)]
    bar.settings.children = (*bar.settings.children, button)
