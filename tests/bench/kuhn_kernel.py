"""Compiled information-set search of Kuhn poker, with the same counts as `hidden.iterate`.

A million iterations take about a tenth of a second.  `tests/methods/test_hidden.py` compares the counts.
"""

import random
from math import log, sqrt
from typing import Any

import numpy as np
from numba import njit

from mctslib.games.kuhn import DEALS, Kuhn
from mctslib.methods.hidden import Table, Tried
from mctslib.methods.poker import VIEWS, player_of

SAID = ("", "p", "b", "pb")
MOST_DRAWS = 8  # the largest number of random numbers that one iteration uses
CHUNK = 100_000  # iterations for which random numbers are drawn in one call
# Index of the actions so far → index after a pass, and index after a bet.  The indices are those of
# `SAID`; higher indices stand for finished games.
NEXT = np.array([[1, 2], [4, 3], [5, 6], [7, 8]])
# the coins won by the higher card if the cards are shown, and otherwise by player 0
WON = np.array([0, 0, 0, 0, 1, 1, 2, -1, 2])
SHOWN = np.array([0, 0, 0, 0, 1, 0, 1, 0, 1])  # whether the cards are shown


class KuhnSearch:
    """A search that begins at one position, such as `Kuhn()` before the deal.

    state  the position in which every iteration begins
    seed   the seed of the random numbers
    c      the exploration constant, ≥ 0
    """

    def __init__(self, state: Kuhn, seed: int, c: float) -> None:
        self.is_dealt = bool(state.cards)
        starts = state.determinizations() if self.is_dealt else [Kuhn(deal) for deal in DEALS]
        self.deals = np.array([start.cards for start in starts])
        self.said = SAID.index(state.said)
        self.c = c
        self.available = np.zeros((12, 2))
        self.visits = np.zeros((12, 2))
        self.rewards = np.zeros((12, 2))
        self.draws = np.random.RandomState()
        _, numbers, _ = random.Random(seed).getstate()
        self.draws.set_state(("MT19937", np.array(numbers[:-1], np.uint32), numbers[-1]))
        self.left = np.zeros(0)  # random numbers that were drawn but not used yet

    def grow(self, iterations: int) -> None:
        """Make `iterations` more iterations."""
        while iterations:
            count = min(CHUNK, iterations)
            fresh = self.draws.random_sample(MOST_DRAWS * count)
            numbers = np.concatenate([self.left, fresh])
            used = run(
                self.deals,
                self.is_dealt,
                self.said,
                count,
                numbers,
                self.c,
                self.available,
                self.visits,
                self.rewards,
            )
            self.left = numbers[used:]
            iterations -= count

    def table(self) -> Table:
        """Return the counts in the form in which `hidden.information_search` returns them."""
        found: Table = {}
        for place, view in enumerate(VIEWS):
            for action in (0, 1):
                if self.available[place, action]:
                    tried = Tried()
                    tried.available = int(self.available[place, action])
                    tried.visits = int(self.visits[place, action])
                    tried.reward = float(self.rewards[place, action])
                    found.setdefault((player_of(view), view), {})[action] = tried
        return found


@njit(cache=True)
def run(
    deals: Any,
    is_dealt: bool,
    first_said: int,
    iterations: int,
    numbers: Any,
    c: float,
    available: Any,
    visits: Any,
    rewards: Any,
) -> int:
    """Make iterations, and update the counts; return the number of random numbers used."""
    at = 0
    views = np.zeros(3, np.int64)
    actions = np.zeros(3, np.int64)
    for _ in range(iterations):
        if is_dealt:
            deal = deals[int(numbers[at] * len(deals))]
            at += 1
        else:  # before the deal there is only one determinization; its choice still uses a number
            deal = deals[int(numbers[at + 1] * len(deals))]
            at += 2
        said = first_said
        depth = 0
        new = False
        while not new and said < 4:
            player = 1 if said == 1 or said == 2 else 0
            view = 3 * said + deal[player]
            available[view] += 1
            fresh = visits[view, 0] == 0, visits[view, 1] == 0
            if fresh[0] or fresh[1]:
                count = int(fresh[0]) + int(fresh[1])
                place = int(numbers[at] * count)
                at += 1
                action = place if fresh[0] else 1
            else:
                scores = np.zeros(2)
                for one in range(2):
                    mean = rewards[view, one] / visits[view, one]
                    scores[one] = mean + c * sqrt(log(available[view, one]) / visits[view, one])
                action = 1 if scores[1] > scores[0] else 0
            new = visits[view, action] == 0
            views[depth] = view
            actions[depth] = action
            depth += 1
            said = NEXT[said, action]
        while said < 4:
            said = NEXT[said, int(numbers[at] * 2)]
            at += 1
        coins = WON[said]
        if SHOWN[said] and deal[0] < deal[1]:
            coins = -coins
        for step in range(depth):
            view = views[step]
            action = actions[step]
            player = 1 if view // 3 == 1 or view // 3 == 2 else 0
            visits[view, action] += 1
            rewards[view, action] += (2 + coins) / 4 if player == 0 else (2 - coins) / 4
    return at
