"""Kuhn poker computed exactly: what a strategy is worth, and how much somebody who knows it can win from it.

A strategy is a dict: (card, what was said) → the chance to bet there, twelve of them.  Everything is in fractions if
those are.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from mctslib.games.kuhn import DEALS, Kuhn
from mctslib.methods.hidden import Table, promised, shares

View = tuple[int, str]
Strategy = Mapping[View, Any]
HALF = Fraction(1, 2)
VIEWS: tuple[View, ...] = tuple((card, said) for said in ("", "p", "b", "pb") for card in range(3))
NASH_VALUE = Fraction(-1, 18)  # coins a hand that player 0 wins if both play perfectly (Kuhn, 1950)


def views_of(player: int) -> list[View]:
    """The six views in which this player moves."""
    return [(card, said) for card, said in VIEWS if len(said) % 2 == player]


def mean_coins(strategy: Strategy) -> Any:
    """What player 0 wins a hand, in coins, if both players follow the strategy."""
    return sum((_coins(Kuhn(deal), strategy) for deal in DEALS), Fraction(0)) / len(DEALS)


def _coins(state: Kuhn, strategy: Strategy) -> Any:
    if state.is_terminal():
        return state.coins()
    bet = strategy[state.view(state.current_player)]
    passed = (1 - bet) * _coins(state.apply(0), strategy) if bet != 1 else 0
    return passed + (bet * _coins(state.apply(1), strategy) if bet else 0)


def best_response(strategy: Strategy, player: int) -> Any:
    """The coins a hand that `player` wins who knows the strategy of the other: the best of all 64 plans."""
    mine, sign = views_of(player), 1 - 2 * player
    plans = product((0, 1), repeat=len(mine))
    return max(sign * mean_coins({**strategy, **dict(zip(mine, plan))}) for plan in plans)


def exploitability(strategy: Strategy) -> Any:
    """The coins a hand that somebody who knows the strategy wins from it, the mean of both seats; 0 is perfect."""
    return Fraction(best_response(strategy, 0) + best_response(strategy, 1)) / 2


def nash(bluff: Fraction = Fraction(1, 3)) -> dict[View, Fraction]:
    """A perfect strategy for each `bluff` from 0 to 1/3: how often player 0 bets with the jack (Kuhn, 1950)."""
    if not 0 <= bluff <= Fraction(1, 3):
        raise ValueError(f"bluff must be a number from 0 to 1/3, not {bluff!r}.")
    third, zero, one = Fraction(1, 3), Fraction(0), Fraction(1)
    bets = {"": (bluff, zero, 3 * bluff), "p": (third, zero, one), "b": (zero, third, one)}
    bets["pb"] = (zero, bluff + third, one)
    return {(card, said): bets[said][card] for card, said in VIEWS}


# ---------------------------------------------------------------------------- strategies of searches


def _at(view: View) -> Kuhn:
    """A position with this view."""
    card, said = view
    other = next(c for c in range(3) if c != card)
    return Kuhn((card, other) if len(said) % 2 == 0 else (other, card), said)


@lru_cache(maxsize=1)
def determinized_strategy() -> dict[View, Fraction]:
    """What determinization plays if each deal is solved exactly; even where it finds both actions equally good."""
    found = {}
    for view in VIEWS:
        passed, bet = promised(_at(view)).values()
        found[view] = HALF if passed == bet else Fraction(bet > passed)
    return found


def share_strategy(table: Table) -> dict[View, Fraction]:
    """Bet as often as the search did, in each view; even where it never was."""
    return {view: shares(table.get((len(view[1]) % 2, view), {})).get(1, HALF) for view in VIEWS}


def most_visited_strategy(table: Table) -> dict[View, Fraction]:
    """The most visited action of each view, always; of equals, pass."""
    return {view: Fraction(share > HALF) for view, share in share_strategy(table).items()}


def regret_matching(sweeps: int) -> dict[View, float]:
    """The mean strategy of counterfactual regret minimisation (Zinkevich et al., 2007), to compare with."""
    regret = {view: [0.0, 0.0] for view in VIEWS}
    total = {view: [0.0, 0.0] for view in VIEWS}
    for _ in range(sweeps):
        for deal in DEALS:
            _sweep(Kuhn(deal), (1.0, 1.0), regret, total)
    return {view: both[1] / sum(both) for view, both in total.items()}


def _sweep(state: Kuhn, reach: tuple[float, float], regret: dict, total: dict) -> float:
    """The coins of player 0 from here; adds the regrets, and the strategy as often as the player comes here."""
    if state.is_terminal():
        return state.coins()
    player = state.current_player
    view, sign = state.view(player), 1 - 2 * player
    wished = [max(r, 0.0) for r in regret[view]]
    chance = [w / sum(wished) for w in wished] if sum(wished) else [0.5, 0.5]

    def weigh(a):
        return (reach[0] * chance[a], reach[1]) if player == 0 else (reach[0], reach[1] * chance[a])

    coins = [_sweep(state.apply(action), weigh(action), regret, total) for action in (0, 1)]
    mean = chance[0] * coins[0] + chance[1] * coins[1]
    for action in (0, 1):
        regret[view][action] += reach[1 - player] * sign * (coins[action] - mean)
        total[view][action] += reach[player] * chance[action]
    return mean
