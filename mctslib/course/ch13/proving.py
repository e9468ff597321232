"""Count the positions that alpha-beta needs for a proof."""

from collections.abc import Callable

from mctslib.game import State


def alpha_beta(state: State, low: float, high: float, look: Callable[[], None]) -> float:
    """Return the value of `state` for the player to move, without caching positions.

    low, high  the bounds of the search, each from 0 to 1: elsewhere in the tree, the player to move
               can secure at least `low`, and the opponent can keep this player's reward down to
               `high`
    look       a function that is called at each position
    """
    look()
    if state.is_terminal():
        return state.rewards()[state.current_player]
    best = 0.0
    for action in state.legal_actions():
        value = 1 - alpha_beta(state.apply(action), 1 - high, 1 - low, look)
        best = max(best, value)
        low = max(low, best)
        if low >= high or best == 1:
            break
    return best


def positions_looked_at(state: State) -> int:
    """Count the positions that alpha-beta visits to prove the value of `state`.

    The actions are tried in the order of `legal_actions`, and no position is cached.  So a position
    that can be reached by two orders of moves may be visited twice.
    """
    count = 0

    def look() -> None:
        nonlocal count
        count += 1

    alpha_beta(state, 0, 1, look)
    return count
