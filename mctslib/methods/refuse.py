"""Raise `CannotSearch` for games that a search method cannot search."""

from typing import Any

from mctslib.chance import chance_player, chance_to_move, hides
from mctslib.door.guard import CannotSearch
from mctslib.game import State


def refuse_chance(state: State, method: str) -> None:
    """Raise `CannotSearch` if the game of `state` has chance moves or hidden cards.

    This check is for methods in which every move is made by a player who maximises a reward.

    method  the name of the method, for the error message
    """
    game = type(state).__name__
    refuse_hidden(state, method)
    if chance_player(state) is not None:
        raise CannotSearch(
            f"{method} cannot search {game}, because chance moves in it: use plain search(state)."
        )


def refuse_hidden(state: State, method: str) -> None:
    """Raise `CannotSearch` if the game of `state` has hidden cards.

    This check is for methods that search the position itself and would therefore see the hidden
    cards.

    method  the name of the method, for the error message
    """
    if hides(state):
        raise CannotSearch(
            f"{method} cannot search {type(state).__name__}, because cards are hidden in it:"
            " use information_search of mctslib.methods.hidden."
        )


def refuse_all_but_two_players(state: State, method: str) -> None:
    """Raise `CannotSearch` unless the game of `state` has exactly two players.

    This check is for methods in which one player's gain is the other player's loss.

    method  the name of the method, for the error message
    """
    if state.num_players != 2:
        raise CannotSearch(
            f"{method} cannot search {type(state).__name__}, because the method is for two players"
            f" and this game has {state.num_players}: use plain search(state)."
        )


def refuse_open(state: Any, method: str) -> None:
    """Raise `CannotSearch` unless the game of `state` lists its determinizations and is not over.

    This check is for methods that draw the cards that the player to move cannot see.

    method  the name of the method, for the error message
    """
    if not hides(state):
        raise CannotSearch(
            f"{method} cannot search {type(state).__name__}, because nothing is hidden in it:"
            " use search(state)."
        )
    if state.is_terminal():
        raise CannotSearch(f"The game is over, so there is nothing to search.\n{state}")


def refuse_chance_to_move(state: Any, method: str) -> None:
    """Raise `CannotSearch` if chance makes the next move in `state`.

    This check is for methods that judge the actions of the player to move.

    method  the name of the method, for the error message
    """
    if chance_to_move(state):
        raise CannotSearch(
            f"{method} judges the actions of a player, but here chance moves:"
            f" let chance move first.\n{state}"
        )
