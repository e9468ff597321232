"""Find the positions in which flat Monte Carlo blunders however long it runs, and play on there."""

from functools import cache
from typing import Any

from mctslib.course.ch01.pictures import shape
from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.oracle import flat_values, optimal_actions, positions, value


def preferred(state: State) -> list[Action]:
    """Return the moves with the best exact value under random play.

    Flat Monte Carlo with infinitely many playouts plays one of these moves.
    """
    means = flat_values(state)
    return [action for action in means if means[action] == max(means.values())]


@cache
def fooled() -> list[TicTacToe]:
    """Return one position of each shape in which every preferred move is a blunder."""
    of_each_shape: dict[str, TicTacToe] = {}
    for state in positions(TicTacToe()):
        of_each_shape.setdefault(shape(state), state)
    return [
        state
        for state in of_each_shape.values()
        if not state.is_terminal() and not set(preferred(state)) & set(optimal_actions(state))
    ]


def cells(state: State) -> str:
    """Return the nine cells of a board as one word."""
    return "".join(state.cells())  # type: ignore[attr-defined]


def puzzle(state: TicTacToe) -> dict[str, Any]:
    """Return the data with which a page plays on after the blunder.

    The reader plays the side that is to move after the blunder.  The program answers with the first
    of its preferred moves.
    """
    blunder = preferred(state)[0]
    after = state.apply(blunder)
    reader = after.current_player
    replies, worth = {}, {}
    for later in positions(after):
        worth[cells(later)] = float(value(later, reader))
        if not later.is_terminal() and later.current_player != reader:
            replies[cells(later)] = preferred(later)[0]
    return {
        "before": cells(state),
        "blunder": blunder,
        "reader": "XO"[reader],
        "replies": replies,
        "worth": worth,
        "was": float(value(state, reader)),
    }


@cache
def page_data() -> list[dict[str, Any]]:
    """Return the data of all shapes; a position with fewer marks comes first."""
    made = [puzzle(state) for state in fooled()]
    return sorted(made, key=lambda one: (-one["before"].count("."), one["before"]))
