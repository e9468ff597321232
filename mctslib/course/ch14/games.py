"""Make the small measurements of chapter 14; the notebook calls one function for each."""

from collections.abc import Callable, Sequence
from typing import Any

from mctslib.course.ch14.maps import means, winning_openings
from mctslib.door.entrance import search
from mctslib.game import Action, State
from mctslib.games import Hex, TicTacToe
from mctslib.methods.rave import Rave
from mctslib.oracle import expected_value, flat_values, optimal_actions, positions
from mctslib.policies import UCB1
from mctslib.trace import record

Policy = Callable[[Any], Sequence[Action]]


def finds_a_win(c: float, seeds: int = 100) -> list[bool]:
    """Return, for each seed, whether RAVE opens Hex 3×3 with a winning move after 200 playouts.

    c  the weight of UCB1's bonus; if c is 0, there is no bonus
    """
    found = []
    for seed in range(seeds):
        action = search(Hex(3), 200, seed=seed, **Rave(300, c).options()).action
        found.append(action in winning_openings(3))
    return found


def leads(state: State, action: Action, seeds: int = 8) -> tuple[list[float], list[float]]:
    """Return the lead of an action over the best other action, in Q and in AMAF, for each seed.

    Each search is plain UCT with 300 playouts.
    """
    by_q: list[float] = []
    by_amaf: list[float] = []
    for seed in range(seeds):
        records = record(state, 300, seed=seed, tree_policy=UCB1(0.5)).iterations
        own, shared = means(state, records, [300])[300]
        for values, found in ((own, by_q), (shared, by_amaf)):
            best_other = max(value for other, value in values.items() if other != action)
            found.append(float(values[action] - best_other))
    return by_q, by_amaf


def score_against_random(policy: Policy) -> float:
    """Return the exact expected reward of a policy against random play, averaged over X and O."""
    total = 0.0
    for player in (0, 1):
        total += float(expected_value(TicTacToe(), player, against_random(policy, player)))
    return total / 2


def against_random(policy: Policy, player: int) -> Policy:
    """Return a policy that uses `policy` for `player`, and random moves for the other player."""

    def both(state: TicTacToe) -> Sequence[Action]:
        if state.current_player == player:
            return policy(state)
        return state.legal_actions()

    return both


def misled(policy: Policy) -> int:
    """Count the positions in which all favourites of infinitely many playouts are wrong moves."""
    wrong = 0
    for state in positions(TicTacToe()):
        if state.is_terminal():
            continue
        values = flat_values(state, policy)
        highest = max(values.values())
        favourites = {action for action, value in values.items() if value == highest}
        wrong += favourites.isdisjoint(optimal_actions(state))
    return wrong
