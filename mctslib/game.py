"""Define the contract between a game and a search: one immutable `State` class per game.

A search needs five facts about a state: the player to move, the legal actions, the state after an
action, whether the game is over, and the reward of each player.  Five members of the state provide
these facts, one each; the sixth member is `num_players`.  Any class with these six members can be
searched.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from fractions import Fraction
from operator import index
from typing import Any, Protocol

Action = Any
"""An **action** is one choice of the player to move: an `int`, a `str`, or a tuple of these.

It must be possible to sort the actions of a game together.  A `float` is allowed, too.  A numpy
integer is not allowed, because it cannot be saved: write `int(action)`.
"""


class IllegalAction(ValueError):
    """Raised when an action is not legal in a state.

    The message names the action, the legal actions and the board.
    """


class State(Hashable, Protocol):
    """One position of a game.  A state never changes, and equal states have equal hashes.

    A search needs only the members defined below.  A game may have more members, for display and
    for speed:

    | member | what it is | which file uses it |
    |---|---|---|
    | `cells()` | one character for each cell of the board, row by row | `games/board.py` |
    | `columns` or `size` | the number of cells in a row | `games/board.py` |
    | `cell_of(action)` | the cell in which an action lies | `games/board.py` |
    | `by_column` | whether an action is a column, because pieces fall | `games/board.py` |
    | `winning_cells()` | the line that won | `games/board.py` |
    | `block`, `block_marks()` | the side of a block; the winner of each block | `games/board.py` |
    | `sides` | for hexagons: the owners of the four sides | `games/board.py` |
    | `action_name(action)` | the name of an action | `games/board.py` |
    | `player_names` | the names of the players, such as `("X", "O")` | `games/names.py` |
    | `_repr_svg_()` | a picture of the position | `games/board.py` |
    | `picture_for(player, names)` | a picture as a player may see it | `games/board.py` |
    | `winnings()` | the coins that each player has won at the end | `games/names.py` |
    | `decisive_actions()` | winning actions, or else safe actions, or else all | `policies.py` |
    | `chance_player` | the last player, if it is dice or cards; its rewards are 0 | `game.py` |
    | `chance_outcomes()` | the actions of chance with their probabilities | `game.py` |
    | `determinizations()` | the positions that the mover cannot tell apart | `game.py` |
    | `view(player)`, `seen_by(player)` | the knowledge of a player | `methods/hidden.py` |

    Without `chance_outcomes()` all legal actions of chance are equally likely.
    """

    @property
    def num_players(self) -> int:
        """The number of players that share the rewards (1, 2, 3 …), including chance."""

    @property
    def current_player(self) -> int:
        """The index (from 0) of the player to move; meaningless once the game is over."""

    def legal_actions(self) -> Sequence[Action]:
        """Return the mover's actions, sorted and distinct; the list is empty only after the end."""

    def apply(self, action: Action) -> State:
        """Return the state after `action`.

        Raises `IllegalAction` if the action is not in `legal_actions()`.
        """

    def is_terminal(self) -> bool:
        """Return whether the game is over."""

    def rewards(self) -> Sequence[float]:
        """Return one number from 0 to 1 for each player: 1 for a win, ½ for a draw, 0 for a loss.

        Raises ValueError before the end of the game.
        """


# --------------------------------------------------------------------------------- chance


def chance_player(state: Any) -> int | None:
    """Return the player number of chance (dice or cards), or None without chance.

    Chance is always the last player.
    """
    return getattr(state, "chance_player", None)


def seats(state: State) -> range:
    """Return the numbers of the players that choose, which are all players except chance."""
    if chance_player(state) is None:
        return range(state.num_players)
    return range(state.num_players - 1)


def chance_to_move(state: State) -> bool:
    """Return whether chance makes the next move, rather than a player."""
    chance = getattr(state, "chance_player", None)
    return chance is not None and not state.is_terminal() and state.current_player == chance


def has_probabilities(state: Any) -> bool:
    """Return whether the game defines probabilities for the outcomes of chance."""
    return hasattr(state, "chance_outcomes")


def chance_outcomes(state: Any) -> list[tuple[Action, Any]]:
    """Return the actions of chance in a state where chance moves, each with its probability.

    The probabilities add up to 1.  If the game has no method `chance_outcomes()`, the probabilities
    are equal, exact fractions.
    """
    if has_probabilities(state):
        return list(state.chance_outcomes())
    actions = state.legal_actions()
    return [(action, Fraction(1, len(actions))) for action in actions]


def draw_outcome(state: State, rng: random.Random) -> Action:
    """Draw an action of chance by its probability, in a state where chance moves.

    rng   a generator with a method `random()`; one number is drawn
    """
    number = rng.random()
    if not has_probabilities(state):
        actions = state.legal_actions()
        return actions[int(number * len(actions))]
    possible = [(action, chance) for action, chance in chance_outcomes(state) if chance > 0]
    for action, probability in possible:
        number -= probability
        if number < 0:
            return action
    return possible[-1][0]  # rounding: the probabilities add up to a little less than 1


def hides(state: Any) -> bool:
    """Return whether a game has cards that are hidden from some players."""
    return hasattr(state, "determinizations")


# --------------------------------------------------------------------------------- errors


def illegal(state: State, action: Action) -> IllegalAction:
    """Return the error for an `action` that cannot be played in `state`."""
    if state.is_terminal():
        return IllegalAction(f"Action {action!r} is illegal: the game is over.\n{state}")
    legal = ", ".join(map(repr, state.legal_actions()))
    return IllegalAction(
        f"Action {action!r} is illegal here; the legal actions are {legal}.\n{state}"
    )


def not_over(state: State) -> ValueError:
    """Return the error for calling `rewards()` before the end of the game."""
    return ValueError(f"The game is not over yet, so there are no rewards.\n{state}")


def whole(number: Any, what: str = "An action of this game") -> int:
    """Return a whole number from Python or numpy as an `int`.

    what    the subject of the error message

    Raises TypeError for anything else, including True and False.
    """
    try:
        if not isinstance(number, bool):
            return index(number)
    except TypeError:
        pass
    raise TypeError(f"{what} must be a whole number, not {number!r}.")


def as_state(state: Any, what: str = "A game starts from a state") -> State:
    """Return the state unchanged.

    what    the first words of the error message

    Raises TypeError for a class, and for an object that is not a state of a game.
    """
    if isinstance(state, type):
        raise TypeError(f"{what}, not from {state!r}: write {state.__name__}().")
    if not hasattr(state, "legal_actions"):
        raise TypeError(f"{what}, not from {state!r}.")
    return state
