"""Solve Kuhn poker: compute exact values of strategies, and strategies that cannot be exploited.

A **strategy** is a dict with twelve entries: view → the probability of a bet.  A view is a card and
the actions so far.  Results are exact if the probabilities of the strategy are instances of
`Fraction`.  Amounts are given in coins per deal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import fsum
from typing import Any

from mctslib.door.limits import whole_number
from mctslib.games.kuhn import DEALS, Kuhn
from mctslib.methods.hidden import Table, promised, shares

View = tuple[int, str]
Strategy = Mapping[View, Any]
HALF = Fraction(1, 2)
PASS, BET = 0, 1
VIEWS: tuple[View, ...] = tuple((card, said) for said in ("", "p", "b", "pb") for card in range(3))


def player_of(view: View) -> int:
    """Return the player to move in this view."""
    _, said = view
    return len(said) % 2


def views_of(player: int) -> Sequence[View]:
    """Return the six views in which this player is to move."""
    return [view for view in VIEWS if player_of(view) == player]


# ---------------------------------------------------------------------------- worth


def mean_coins(strategy: Strategy) -> Any:
    """Return the mean number of coins that player 0 wins if both players follow the strategy."""
    total = Fraction(0)
    for deal in DEALS:
        total += coins_after(Kuhn(deal), strategy)
    return total / len(DEALS)


def coins_after(state: Kuhn, strategy: Strategy) -> Any:
    """Return the mean number of coins that player 0 wins from a position after the deal."""
    if state.is_terminal():
        return state.coins()
    bet = strategy[state.view(state.current_player)]
    coins: Any = 0
    if bet != 1:
        coins += (1 - bet) * coins_after(state.apply(PASS), strategy)
    if bet:
        coins += bet * coins_after(state.apply(BET), strategy)
    return coins


def best_plan(strategy: Strategy, player: int) -> dict[View, int]:
    """Return `player`'s best plan against `strategy`, a dict: view → 1 to bet, 0 to pass.

    The function compares the 64 plans that bet or pass in each of the six views of `player`.  Of
    two equally good plans, it prefers the plan that passes in the first view in which the two
    differ.
    """
    views = views_of(player)
    best: dict[View, int] = {}
    most: Any = None
    for choices in product((0, 1), repeat=len(views)):
        plan = dict(zip(views, choices, strict=True))
        coins = coins_of(plan, strategy, player)
        if most is None or coins > most:
            best = plan
            most = coins
    return best


def coins_of(plan: Mapping[View, Any], strategy: Strategy, player: int) -> Any:
    """Return the mean number of coins that `player` wins with a plan against a strategy."""
    coins = mean_coins({**strategy, **plan})
    return coins if player == 0 else -coins


def best_response(strategy: Strategy, player: int) -> Any:
    """Return the mean number of coins that `player` wins with the best plan against `strategy`."""
    return coins_of(best_plan(strategy, player), strategy, player)


def exploitability(strategy: Strategy) -> Any:
    """Return the mean number of coins per deal that an opponent who knows the strategy wins.

    The result is the mean over both seats of the opponent.  It is 0 for a perfect strategy, and
    never negative.
    """
    return Fraction(best_response(strategy, 0) + best_response(strategy, 1)) / 2


@lru_cache(maxsize=1)
def least_without_mixing() -> Fraction:
    """Return the lowest exploitability of a strategy whose probabilities are all 0 or 1.

    The loss in one seat depends only on the plan for this seat, so it is enough to try the 64 plans
    for each seat.
    """
    losses = []
    for player in (0, 1):
        views = views_of(player)
        found = []
        for choices in product((0, 1), repeat=len(views)):
            plan = dict(zip(views, choices, strict=True))
            found.append(best_response(plan, 1 - player))
        losses.append(min(found))
    return Fraction(sum(losses)) / 2


def nearest_bluff(strategy: Strategy) -> Fraction:
    """Return the parameter `bluff` of the perfect strategy that is nearest to `strategy`.

    The candidates are multiples of 1/300.  The distance is the sum of squared differences over the
    three views in which perfect strategies differ from each other.
    """

    def distance(bluff: Fraction) -> float:
        perfect = nash(bluff)
        views = ((0, ""), (2, ""), (1, "pb"))
        return fsum(float(strategy[view] - perfect[view]) ** 2 for view in views)

    return min((Fraction(step, 300) for step in range(101)), key=distance)


def nash(bluff: Fraction = Fraction(1, 3)) -> dict[View, Fraction]:
    """Return a perfect strategy (Kuhn, 1950).

    bluff  from 0 to 1/3, the probability that player 0 bets with the jack at the start

    Raises ValueError if `bluff` is out of range.
    """
    if not 0 <= bluff <= Fraction(1, 3):
        raise ValueError(f"bluff must be a number from 0 to 1/3, not {bluff!r}.")
    third, zero, one = Fraction(1, 3), Fraction(0), Fraction(1)
    bets = {  # the probability of a bet with the jack, the queen and the king
        "": (bluff, zero, 3 * bluff),
        "p": (third, zero, one),
        "b": (zero, third, one),
        "pb": (zero, bluff + third, one),
    }
    return {(card, said): bets[said][card] for card, said in VIEWS}


# ---------------------------------------------------------------------------- searches


def position_of(view: View) -> Kuhn:
    """Return one of the positions in which the player to move has this view."""
    card, said = view
    other = 1 if card == 0 else 0
    if player_of(view) == 0:
        return Kuhn((card, other), said)
    return Kuhn((other, card), said)


@lru_cache(maxsize=1)
def determinized_strategy() -> dict[View, Fraction]:
    """Return the strategy of determinization when each determinization is solved exactly.

    If both actions look equally good, the strategy bets with a probability of ½.
    """
    strategy = {}
    for view in VIEWS:
        believed = promised(position_of(view))
        if believed[PASS] == believed[BET]:
            strategy[view] = HALF
        else:
            strategy[view] = Fraction(believed[BET] > believed[PASS])
    return strategy


def share_strategy(table: Table) -> dict[View, Fraction]:
    """Return the strategy whose probability of a bet is the bet's share of the visits.

    In a view without visits the probability is ½.
    """
    strategy = {}
    for view in VIEWS:
        counts = table.get((player_of(view), view), {})
        strategy[view] = shares(counts).get(BET, HALF)
    return strategy


def most_visited_strategy(table: Table) -> dict[View, Fraction]:
    """Return the strategy that plays the most visited action; in a tie, it passes."""
    return {view: Fraction(share > HALF) for view, share in share_strategy(table).items()}


# ---------------------------------------------------------------------------- regret minimisation

Sums = dict[View, list[float]]
"""View → a number for pass and a number for bet."""
Probabilities = tuple[float, float]
"""The probabilities of pass and of bet."""


def zeros() -> Sums:
    """Return a dict: view → [0, 0], for pass and bet."""
    return {view: [0.0, 0.0] for view in VIEWS}


def matched(regrets: Sequence[float]) -> Probabilities:
    """Return the probabilities of pass and bet, in proportion to their positive regrets.

    If no regret is positive, each probability is ½.  (Regret matching: Hart and Mas-Colell, 2000.)
    """
    positive = [max(regret, 0.0) for regret in regrets]
    total = sum(positive)
    if not total:
        return 0.5, 0.5
    return positive[PASS] / total, positive[BET] / total


def sweep(
    state: Kuhn,
    reach: tuple[float, float],
    strategy: Callable[[View], Probabilities],
    regret: Sums,
    total: Sums,
) -> float:
    """Return the mean number of coins that player 0 wins; update regrets and totals.

    state     a position after the deal
    reach     for each player, the probability that this player plays the actions that lead to the
              position
    strategy  view → the probabilities of pass and bet
    regret    view → the regrets of pass and bet.  The counterfactual regret of each action is added
              here: the coins by which the action beats the strategy, multiplied by the probability
              that the opponent plays the actions that lead to the position
    total     view → the totals of pass and bet, for the mean strategy.  The probability of each
              action is added here, multiplied by the probability that the player to move plays the
              actions that lead to the position

    (Zinkevich et al., 2007.)
    """
    if state.is_terminal():
        return state.coins()
    player = state.current_player
    view = state.view(player)
    sign = 1 if player == 0 else -1
    probabilities = strategy(view)
    coins = []
    for action in (PASS, BET):
        onwards = list(reach)
        onwards[player] *= probabilities[action]
        after = state.apply(action)
        coins.append(sweep(after, (onwards[0], onwards[1]), strategy, regret, total))
    mean = probabilities[PASS] * coins[PASS] + probabilities[BET] * coins[BET]
    for action in (PASS, BET):
        regret[view][action] += reach[1 - player] * sign * (coins[action] - mean)
        total[view][action] += reach[player] * probabilities[action]
    return mean


def all_deals(regret: Sums) -> tuple[Sums, Sums]:
    """Return the amounts that one sweep through all deals adds to the regrets and to the totals.

    The strategy is computed from `regret`, and is the same for all deals.
    """
    strategy = {view: matched(regret[view]) for view in VIEWS}
    gained, played = zeros(), zeros()
    for deal in DEALS:
        sweep(Kuhn(deal), (1.0, 1.0), strategy.__getitem__, gained, played)
    return gained, played


def counterfactual_regret(iterations: int) -> dict[View, float]:
    """Return the mean strategy of CFR, counterfactual regret minimisation (Zinkevich et al., 2007).

    iterations  ≥ 1, the number of iterations, each of which updates player 0 and then player 1

    The bound on the exploitability falls in proportion to 1 / √iterations.
    """
    regret, total = zeros(), zeros()
    for _ in range(whole_number("iterations", iterations)):
        for player in (0, 1):
            gained, played = all_deals(regret)
            for view in views_of(player):
                for action in (PASS, BET):
                    regret[view][action] += gained[view][action]
                    total[view][action] += played[view][action]
    return {view: both[BET] / sum(both) for view, both in total.items()}
