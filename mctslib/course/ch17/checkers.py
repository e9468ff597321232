"""Check the exercises of chapter 17: a roll of the die, a table, the choice in a view, a bluff.

The words of two exercises and their common mistakes are in `exercises.toml`.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from fractions import Fraction
from numbers import Real
from typing import Any, NamedTuple

from mctslib.course.ch17.answers import honest, promise, roll_value
from mctslib.course.exercise import Pending, Wrong, demand, exercise
from mctslib.course.grading import Case, Graded
from mctslib.games.kuhn import CARDS, WORDS
from mctslib.methods import hidden
from mctslib.methods.dice import solve_pig
from mctslib.methods.hidden import Tried
from mctslib.methods.poker import (
    VIEWS,
    Strategy,
    View,
    best_response,
    exploitability,
    player_of,
)
from mctslib.words import number, percent, signed, worked

# ------------------------------------------------------------------------------ rolling the die

GOAL = 8
SPOTS = [(0, 3, 0), (0, 0, 0), (3, 0, 2), (5, 2, 1), (2, 6, 5), (1, 4, 3)]


def roll_cases() -> list[Case]:
    """Return the cases of exercise 1: positions in the exact table, and in one of random numbers.

    In the exact table an entry often equals the value of rolling.
    """
    exact = solve_pig(GOAL).win
    rng = random.Random(17)
    drawn = exact.copy()
    for place in range(drawn.size):
        drawn.flat[place] = rng.random()
    return [Case((table, *spot)) for table in (exact, drawn) for spot in SPOTS]


check_roll_value = Graded("17", roll_value, roll_cases, returns=float).checker()

# ---------------------------------------------------------------------- a table of payments

DEALS = 4
GAP = Fraction(DEALS - 1, DEALS)
"""The largest gap of a table with four deals: the best plan of a row earns at least a quarter of
this row's payment on average.
"""


@exercise("Right: each deal has a plan that pays 1, and no other deal pays for it.")
def check_pay(pay: Any) -> None:
    """Check that no table with four deals promises more beyond its honest value than this one."""
    if pay is None or pay is ... or "Ellipsis" in repr(pay):
        raise Pending("Nothing here yet: write four rows of payments.")
    rows = read_rows(pay)
    gap = promise(rows) - honest(rows)
    words = (
        f"The promise is {worked(promise(rows))}, the honest value {worked(honest(rows))}, and the "
        f"gap {worked(gap)}. A larger gap is possible."
    )
    demand(gap >= GAP - 1e-9, f"{words} {advice_on(rows)}")


def read_rows(pay: Any) -> list[list[float]]:
    """Return the reader's table as lists; raise `Wrong` if it is no table of payments."""
    try:
        rows = [[float(payment) for payment in row] for row in pay]
    except (TypeError, ValueError):
        raise Wrong(f"The table must be a list of rows of numbers, not {pay!r}.") from None
    demand(len(rows) == DEALS, f"The table has {len(rows)} rows instead of {DEALS}.")
    demand(
        len({len(row) for row in rows}) == 1 and bool(rows[0]),
        "Every row needs a payment for every plan, so the rows must have equal lengths.",
    )
    outside = [payment for row in rows for payment in row if not 0 <= payment <= 1]
    demand(not outside, f"Payments are from 0 to 1, and {outside[:1]} is not.")
    return rows


def advice_on(rows: Sequence[Sequence[float]]) -> str:
    """Return what to change in a table."""
    if promise(rows) < 1:
        return "Determinization promises the most if every row has a plan that pays 1."
    return "Now look for the plan with the largest mean: why does it earn anything in other rows?"


# --------------------------------------------------------------------------- choosing in a view

Before = dict[int, tuple[int, int, float]]
"""The counts of a view: action → available, visits, reward."""
KNOWN: list[tuple[Before, tuple[int, ...], float]] = [
    ({0: (3, 2, 1.0), 1: (3, 1, 0.5)}, (0, 1, 2), 1.0),
    ({}, (0, 1, 2), 1.0),
    ({0: (9, 5, 3.0), 1: (9, 4, 1.0)}, (0, 1), 0.1),
    ({0: (9, 5, 3.0), 1: (9, 4, 1.0)}, (0, 1), 2.0),
    ({0: (30, 28, 28.0), 1: (9, 4, 1.0), 2: (9, 5, 3.0)}, (1, 2), 0.1),
    ({0: (100, 90, 50.0), 1: (100, 5, 2.5)}, (0, 1), 1.0),
    ({0: (4000, 10, 4.5), 1: (12, 10, 6.0)}, (0, 1), 0.7),
    ({0: (9, 5, 3.0), 1: (9, 4, 1.0), 5: (2, 0, 0.0)}, (0, 1), 1.0),
    ({0: (8, 0, 0.0), 1: (30, 4, 1.0), 2: (9, 1, 0.0), 3: (9, 0, 0.0)}, (1, 3, 0), 0.7),
]
SEEDS = 40  # so many draws miss one of three actions about once in three million checks


def pick_cases() -> list[Case]:
    """Return the cases of exercise 3."""
    cases = []
    for before, actions, c in [*KNOWN, *drawn_cases()]:
        cases.append(Case((made(before), actions, random.Random(0), c), in_words(before)))
    return cases


def drawn_cases() -> list[tuple[Before, tuple[int, ...], float]]:
    """Return random cases in which the common mistakes change the choice.

    Some choices change if c is different, some if there is an extra factor √2, and some if the
    actions are counted as available only after the scores have been computed.
    """
    rng = random.Random(17)
    cases = []
    for _ in range(40):
        before = {}
        for action in range(3):
            visits = rng.randrange(1, 6)
            available = visits + rng.randrange(1 + 2 * action)
            before[action] = available, visits, visits * rng.randrange(17) / 16
        cases.append((before, (0, 1, 2), rng.choice((0.0, 0.3, 0.7, 1.5, 3.0))))
    return [case for case in cases if is_clear(*case)]


def is_clear(before: Before, actions: tuple[int, ...], c: float) -> bool:
    """Return whether the highest score exceeds the second highest by more than rounding errors."""
    counts = made(before)
    for action in actions:
        counts[action].available += 1
    first, second = sorted((counts[action].score(c) for action in actions), reverse=True)[:2]
    return first - second > 1e-6


def made(before: Before) -> dict[Any, Tried]:
    """Return the counts of a view."""
    counts = {}
    for action, (available, visits, reward) in before.items():
        tried = Tried()
        tried.available = available
        tried.visits = visits
        tried.reward = reward
        counts[action] = tried
    return counts


def in_words(before: Before) -> str:
    """Return the counts of a view in words."""
    entries = [
        f"{action} (available {available:,}, N {visits:,}, W {reward:g})"
        for action, (available, visits, reward) in before.items()
    ]
    return f"the view counts {', '.join(entries) or 'no action yet'}"


class Picked(NamedTuple):
    """What a function chose with many seeds, and the counts after one call.

    chosen  the actions that were chosen at least once
    steady  whether equal seeds gave equal actions
    after   action → available, visits, reward
    """

    chosen: set[Any]
    steady: bool
    after: Before


def picked(
    own: Callable[..., Any], counts: dict[Any, Tried], actions: Sequence[Any], rng: Any, c: float
) -> Picked:
    """Return what a function chooses; a fresh generator takes the place of `rng` in each call."""
    if len(actions) == sum(bool(a in counts and counts[a].visits) for a in actions):
        seeds = range(2)  # nothing is drawn
    else:
        seeds = range(SEEDS)
    rounds = []
    for _ in range(2):
        chosen = []
        for seed in seeds:
            mine = {action: copy(tried) for action, tried in counts.items()}
            chosen.append(own(mine, actions, random.Random(seed), c))
        rounds.append(chosen)
    after = {a: (tried.available, tried.visits, tried.reward) for a, tried in mine.items()}
    return Picked(set(rounds[0]), rounds[0] == rounds[1], after)


def told(answer: Picked, wanted: Picked) -> str:
    """Return the end of a sentence about a wrong choice or wrong counts."""
    if not answer.chosen <= wanted.chosen:
        return f"returns {listed(answer.chosen)}; it should return {listed(wanted.chosen)}"
    if answer.after != wanted.after:
        return f"leaves {in_words(answer.after)}; it should be: {in_words(wanted.after)}"
    if not answer.steady:
        return "returns different actions for equal seeds; draw with `rng`"
    return f"returns only {listed(answer.chosen)} with {SEEDS} seeds; all of {listed(wanted.chosen)} should occur"


def listed(actions: set[Any]) -> str:
    """Return actions as text, such as "0 or 2"."""
    return " or ".join(map(str, sorted(actions)))


check_pick = Graded("17", hidden.pick, pick_cases, effect=picked, tell=told, returns=int).checker()

# --------------------------------------------------------------------- a strategy for Kuhn poker

ENOUGH = Fraction(1, 20)  # in coins per hand


@exercise("Right.")
def check_bluff(strategy: Any) -> str:
    """Check that a perfect opponent wins at most 1/20 coin per hand against a strategy.

    strategy  a dictionary from each view to the probability of a bet
    """
    if strategy is None or strategy is ... or "Ellipsis" in repr(strategy):
        raise Pending("Nothing here yet: enter a probability of a bet for each view.")
    demand(
        isinstance(strategy, Mapping),
        "The strategy must be a dict from views (card, said) to the probability of a bet, "
        f"not {strategy!r}.",
    )
    missing = [view for view in VIEWS if view not in strategy]
    demand(
        not missing, f"{len(missing)} of the {len(VIEWS)} views are missing, first {missing[:1]}."
    )
    for view in VIEWS:
        chance = strategy[view]
        fine = isinstance(chance, Real) and not isinstance(chance, bool) and 0 <= float(chance) <= 1
        demand(
            fine,
            f"The probability of a bet in {view} must be a number from 0 to 1, not {chance!r}.",
        )
    own = {view: Fraction(float(strategy[view])).limit_denominator(10**6) for view in VIEWS}
    lost = exploitability(own)
    if lost > ENOUGH:
        raise Wrong(_weakness(own, lost))
    return f"Right: a perfect opponent wins {number(lost, 4)} coins per hand against your strategy."


def _weakness(own: Strategy, lost: Fraction) -> str:
    """Return a message that gives a strategy's loss and the change in one view that helps most."""
    seats = [float(best_response(own, player)) for player in (0, 1)]
    message = (
        f"An opponent who knows your strategy wins {worked(lost)} coins per hand "
        f"({signed(seats[0], 3)} in the first seat, {signed(seats[1], 3)} in the second); "
        f"the exercise allows at most {float(ENOUGH)}."
    )
    change = best_change(own)
    if change.exploitability >= float(lost) - 1e-9:
        return f"{message} {NO_SINGLE_CHANGE}"
    card, said = change.view
    situation = f"after “{_words(said)}”" if said else "before anything is said"
    return (
        f"{message} The change in one view that helps most: with the {CARDS[card]} {situation} "
        f"your strategy bets in {percent(own[change.view])} of the hands. If it bet in "
        f"{percent(change.chance)} there, the opponent would win only "
        f"{worked(change.exploitability)}.{_reason(change.view)}"
    )


class ViewChange(NamedTuple):
    """A new probability of a bet in one view, and the loss of the strategy with this probability,
    in coins per hand.
    """

    view: View
    chance: float
    exploitability: float


def best_change(strategy: Strategy) -> ViewChange:
    """Return the change in one view, to a probability in `STEPS`, that lowers the loss most."""
    floats = {view: float(strategy[view]) for view in VIEWS}
    losses = [float(best_response(floats, player)) for player in (0, 1)]
    changes = []
    for view in VIEWS:
        # a change in this view affects only the loss to this opponent
        opponent = 1 - player_of(view)
        for chance in STEPS:
            loss = float(best_response({**floats, view: chance}, opponent))
            mean_loss = (loss + losses[1 - opponent]) / 2
            changes.append(ViewChange(view, chance, mean_loss))
    return min(changes, key=order_of)


def order_of(change: ViewChange) -> tuple[float, float]:
    """Return a sort key: the loss first, and then the probability.  Of equal losses, the key
    prefers more bets with the king and fewer with the other cards.
    """
    card, _ = change.view
    least = -change.chance if card == 2 else change.chance
    return round(change.exploitability, 9), least


def _reason(view: View) -> str:
    """Return a space and the reason why the bets in this view are wrong, or "" if no reason is
    stored.
    """
    reason = REASONS.get(view, "")
    return f" {reason}" if reason else ""


def _words(said: str) -> str:
    return " ".join(WORDS["pb".index(letter)] for letter in said)


STEPS = [step / 6 for step in range(7)]
"""The probabilities of a bet that `best_change` tries; 1/3 and 1/2 are among them."""
NO_SINGLE_CHANGE = (
    "No change in a single view, tried in steps of 1/6, lowers this loss, so change two views. "
    "After a bet the jack cannot win and the king cannot lose. In a perfect strategy the first "
    "player opens with the king three times as often as with the jack, and never with the queen."
)
BET_CANNOT_LOSE = "A bet with the king cannot lose there: always bet."
BET_CANNOT_WIN = "A bet with the jack cannot win there: never bet."
REASONS: dict[View, str] = {
    (2, "p"): BET_CANNOT_LOSE,
    (2, "b"): BET_CANNOT_LOSE,
    (2, "pb"): BET_CANNOT_LOSE,
    (0, "b"): BET_CANNOT_WIN,
    (0, "pb"): BET_CANNOT_WIN,
    (
        0,
        "p",
    ): (
        "If you never bluff there, your bet reveals the king. If you always bluff, you are always "
        "called."
    ),
    (
        1,
        "b",
    ): "If you always give up there, you lose to bluffs. If you always call, you lose to the king.",
}
