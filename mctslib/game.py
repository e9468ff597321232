"""A game is one immutable `State` class; this page says what the search asks of it.

Five questions are all that Monte Carlo tree search ever puts to a game: whose turn is it, what may
they do, what happens then, is it over, and who got what.  Any class that answers them can be searched.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from operator import index
from typing import Any, Protocol

Action = Any
"""An **action** is a small sortable value, usually an `int`: one choice of the player to move."""


class IllegalAction(ValueError):
    """The action is not legal in this state.  The message names it, the legal ones and the board."""


class State(Hashable, Protocol):
    """One position of a game.  Never changes; equal positions are equal and hash alike.

    These members are all that a search needs.  A game may have more, for people and for speed:

    | member | what it says | who asks for it |
    |---|---|---|
    | `cells()`, `columns` or `size` | one character a cell, row by row; cells in a row | `games/board.py` |
    | `cell_of(action)`, `by_column` | where an action lies; whether it is a column | `games/board.py` |
    | `winning_cells()`, `block`, `block_marks()` | the line that won; blocks, who won each | `games/board.py` |
    | `sides` | hexagons instead of squares, and whose the four sides are | `games/board.py` |
    | `action_name(action)` | what an action is called | `games/board.py` |
    | `_repr_svg_()` | a picture of the position | `games/board.py` |
    | `decisive_actions()` | wins, else safe actions, else all | `policies.py` |
    | `chance_player` | the number of the player that is dice or cards, `num_players - 1`; its rewards are 0 | `game.py` |
    | `determinizations()`, `view(player)`, `seen_by(player)` | what is hidden (`methods/hidden.py`) | `game.py` |

    Chance plays each of its legal actions with the same chance.  A search needs no word about it: see chapter 17.
    """

    @property
    def num_players(self) -> int:
        """How many players share the rewards (1, 2, 3 …)."""

    @property
    def current_player(self) -> int:
        """Index (from 0) of the player to move.  Meaningless once the game is over."""

    def legal_actions(self) -> Sequence[Action]:
        """The sorted, distinct actions of the player to move; empty exactly when the game is over."""

    def apply(self, action: Action) -> State:
        """The state after `action`.  Raises `IllegalAction` if it is not in `legal_actions()`."""

    def is_terminal(self) -> bool:
        """Whether the game is over."""

    def rewards(self) -> Sequence[float]:
        """One number in [0, 1] for each player: win 1, draw ½, loss 0.

        Raises `ValueError` while the game is still going on.
        """


def chance_player(state: Any) -> int | None:
    """The number of the player that is dice or cards, always the last one; None where nothing is left to chance."""
    return getattr(state, "chance_player", None)


def seats(state: State) -> range:
    """The players that choose: all but chance."""
    return range(state.num_players - (chance_player(state) is not None))


def chance_to_move(state: State) -> bool:
    """Whether chance, not a player, makes the next move."""
    return (
        chance_player(state) is not None
        and not state.is_terminal()
        and state.current_player == chance_player(state)
    )


def hides(state: Any) -> bool:
    """Whether there are cards in this game that not everybody sees."""
    return hasattr(state, "determinizations")


def illegal(state: State, action: Action) -> IllegalAction:
    """The error to raise when `action` cannot be played in `state`."""
    if state.is_terminal():
        return IllegalAction(f"Action {action!r} is illegal: the game is over.\n{state}")
    legal = ", ".join(map(repr, state.legal_actions()))
    return IllegalAction(
        f"Action {action!r} is illegal here; the legal actions are {legal}.\n{state}"
    )


def whole(number: Any, what: str = "An action of this game") -> int:
    """A number as an `int`, such as one of numpy's whole numbers.  Raises TypeError for others, True and False too."""
    try:
        if not isinstance(number, bool):
            return index(number)
    except TypeError:
        pass
    raise TypeError(f"{what} is a whole number, not {number!r}.")


def as_state(state: Any, what: str = "A game starts from a state") -> State:
    """The state as it is.  Raises TypeError for a class, and for what is no game at all."""
    if isinstance(state, type) or not hasattr(state, "legal_actions"):
        hint = f": write {state.__name__}()" if isinstance(state, type) else ""
        raise TypeError(f"{what}, not from {state!r}{hint}.")
    return state


def not_over(state: State) -> ValueError:
    """The error to raise when `rewards()` is asked for before the end."""
    return ValueError(f"The game is not over yet, so there are no rewards.\n{state}")
