"""Checkers of chapter 17: a roll of the die, promise and truth, the choice of an action in a view,
and a bluff.
"""

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from numbers import Real
from typing import Any, NamedTuple

from mctslib.course.exercise import (
    Mistakes,
    Pending,
    Wrong,
    call,
    close,
    demand,
    exercise,
    explained,
    function_name,
    same,
)
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
from mctslib.words import count, number, percent, signed, worked

GOAL = 8
SPOTS = [(0, 0, 0), (0, 3, 0), (3, 0, 2), (5, 2, 1), (2, 6, 5), (1, 4, 3)]
ENOUGH = Fraction(1, 20)  # in coins per hand
OTHER = "After a 1 the opponent is to move: their points come first, and you win if they do not."
Pay = list[list[float]]
TABLES: list[Pay] = [
    [[0.6, 1.0, 0.0], [0.6, 0.0, 1.0]],
    [[0.5, 0.0], [0.5, 1.0], [0.5, 1.0]],
    [[0.2, 0.9, 0.3]],
    [[0.1, 0.4], [0.8, 0.3], [0.2, 0.9], [0.7, 0.6]],
]


@exercise(
    "Right: after five of the faces the turn continues, and after a 1 your probability of winning "
    "is 1 minus the opponent's."
)
def check_roll(own: Callable[..., Any]) -> None:
    """Check that `own(win, i, j, k)` returns the probability that the player who rolls wins."""
    win = solve_pig(GOAL).win
    cases: list[tuple[Any, int, int, int]] = [(win, *spot) for spot in SPOTS]
    # In the exact table an entry often equals the value of rolling.  In a table of random numbers
    # the two differ, so a function that only reads the entry returns a wrong value.
    rng = random.Random(17)
    other = win.copy()
    for place in range(other.size):
        other.flat[place] = rng.random()
    cases += [(other, *spot) for spot in SPOTS]
    answers = []
    for table, i, j, k in cases:
        shown = _shown((i, j, k))
        answers.append(call(own, table.copy(), i, j, k, returns=float, shown=shown))
    why = explained(ROLL_MISTAKES, cases, answers, ROLL_RULE)
    for (table, i, j, k), answer in zip(cases, answers, strict=True):
        close(answer, roll_value(table, i, j, k), _shown((i, j, k)), why)


def _shown(spot: tuple[int, int, int]) -> str:
    return f"roll_value(win, {', '.join(map(str, spot))})"


def mean_over_faces(win: Any, i: int, j: int, k: int, after_one: float) -> float:
    """Return the mean over the six faces of the die; after a 1 the value is `after_one`."""
    others = sum(win[i, j, k + face] for face in range(2, 7))
    return float(after_one + others) / 6


def roll_value(win: Any, i: int, j: int, k: int) -> float:
    """Return the probability that the player who rolls wins."""
    return mean_over_faces(win, i, j, k, 1 - win[j, i, 0])


def read_off(win: Any, i: int, j: int, k: int) -> float:
    """Return the entry of the table for the present position, as if no die were rolled."""
    return float(win[i, j, k])


def without_1_minus(win: Any, i: int, j: int, k: int) -> float:
    """Return the value of rolling as if the opponent's probability after a 1 were yours."""
    return mean_over_faces(win, i, j, k, win[j, i, 0])


def not_swapped(win: Any, i: int, j: int, k: int) -> float:
    """Return the value of rolling as if the players' points were not swapped after a 1."""
    return mean_over_faces(win, i, j, k, 1 - win[i, j, 0])


def still_your_turn(win: Any, i: int, j: int, k: int) -> float:
    """Return the value of rolling as if a 1 cost only the points of the turn."""
    return mean_over_faces(win, i, j, k, win[i, j, 0])


def points_kept(win: Any, i: int, j: int, k: int) -> float:
    """Return the value of rolling as if the points of the turn were kept after a 1."""
    return mean_over_faces(win, i, j, k, 1 - win[j, i + k, 0])


def lost_after_one(win: Any, i: int, j: int, k: int) -> float:
    """Return the value of rolling as if the player lost the game after a 1."""
    return mean_over_faces(win, i, j, k, 0)


def one_adds_a_point(win: Any, i: int, j: int, k: int) -> float:
    """Return the value of rolling as if a 1 added one point and the turn went on."""
    return mean_over_faces(win, i, j, k, win[i, j, k + 1])


def five_faces(win: Any, i: int, j: int, k: int) -> float:
    """Return the sum over the faces, divided by five."""
    return roll_value(win, i, j, k) * 6 / 5


def sum_over_faces(win: Any, i: int, j: int, k: int) -> float:
    """Return the sum over the faces, not divided by six."""
    return roll_value(win, i, j, k) * 6


ROLL_RULE = (
    "Each face has probability ⅙: after a 1 the opponent is to move, and 2 to 6 are added to k."
)
ROLL_MISTAKES: Mistakes = [
    (
        read_off,
        "Your value is the table's entry for this position. Compute the value from the positions "
        "after "
        "the roll.",
    ),
    (without_1_minus, f"{OTHER} Use 1 minus the opponent's probability."),
    (not_swapped, f"{OTHER} Your function does not swap i and j."),
    (still_your_turn, f"{OTHER} Your function continues as if it were still your turn."),
    (
        points_kept,
        "After a 1 the player loses the points of this turn; your function adds them to the score.",
    ),
    (lost_after_one, "The face 1 is missing. After a 1 the turn ends, but the game continues."),
    (one_adds_a_point, "A 1 adds no points: it ends the turn."),
    (five_faces, "The die has six faces, so divide the sum by 6."),
    (sum_over_faces, "Your value is the sum over the faces; divide it by 6."),
]


@exercise(
    "Right: the promise is the mean of the best payments, and the truth is the best mean payment."
)
def check_promise(own_promise: Callable[..., Any], own_truth: Callable[..., Any]) -> None:
    """Check that two functions return the promise and the truth of a table.

    own_promise  a function that returns the mean, over the determinizations, of the largest payment
                 in each
    own_truth    a function that returns the largest of the plans' mean payments

    In a table, pay[determinization][plan] is the payment of a plan.  All determinizations are
    equally likely.
    """
    check_value_of_tables(own_promise, promise, PROMISE_MISTAKES, PROMISE_RULE)
    check_value_of_tables(own_truth, truth, TRUTH_MISTAKES, TRUTH_RULE)


def check_value_of_tables(
    own: Callable[..., Any], right: Callable[[Pay], float], mistakes: Mistakes, rule: str
) -> None:
    """Check that a function returns the right value of each of `TABLES`.

    mistakes  the mistakes that a message can name
    rule      the advice if no mistake explains the answers
    """
    cases = [(pay,) for pay in TABLES]
    shown = [f"{function_name(own)}({pay})" for pay in TABLES]
    answers = []
    for pay, words in zip(TABLES, shown, strict=True):
        answers.append(call(own, pay, returns=float, shown=words))
    why = explained(mistakes, cases, answers, rule)
    for pay, words, answer in zip(TABLES, shown, answers, strict=True):
        close(answer, right(pay), words, why)


def promise(pay: Pay) -> float:
    """Return the mean, over the determinizations, of the largest payment in each."""
    return sum_of_best(pay) / len(pay)


def truth(pay: Pay) -> float:
    """Return the largest of the plans' mean payments."""
    return best_sum(pay) / len(pay)


def sum_of_best(pay: Pay) -> float:
    """Return the sum, over the determinizations, of the largest payment in each."""
    return sum(max(row) for row in pay)


def best_sum(pay: Pay) -> float:
    """Return the largest of the plans' total payments."""
    return max(sum(plan) for plan in zip(*pay))


def best_of_all(pay: Pay) -> float:
    """Return the largest number in the table."""
    return max(max(row) for row in pay)


def mean_of_all(pay: Pay) -> float:
    """Return the mean of all numbers in the table."""
    numbers = [number for row in pay for number in row]
    return sum(numbers) / len(numbers)


def best_of_columns(pay: Pay) -> float:
    """Return the promise of a table, computed with its rows and columns swapped."""
    return sum(max(plan) for plan in zip(*pay)) / len(pay[0])


PROMISE_RULE = (
    "Take the best payment in each determinization, then the mean over all determinizations."
)
TRUTH_RULE = (
    "Compute the mean payment of each plan over the determinizations, then take the largest mean."
)
SUMMED = "Your value is the sum over the determinizations, which are equally likely: take the mean."
SHARED_MISTAKES: Mistakes = [
    (sum_of_best, SUMMED),
    (best_sum, SUMMED),
    (
        best_of_all,
        "Your value is the best payment in the whole table, as if the player could choose the "
        "deal.",
    ),
    (mean_of_all, "Your value is the mean over all plans, but a player chooses one plan."),
    (
        best_of_columns,
        "You swapped rows and columns: rows are determinizations, and columns are plans.",
    ),
]
PROMISE_MISTAKES: Mistakes = [
    (
        truth,
        "Your value belongs to the best single plan. `promise` takes the best plan of each "
        "determinization.",
    ),
    *SHARED_MISTAKES,
]
TRUTH_MISTAKES: Mistakes = [
    (
        promise,
        "Your function takes the best plan of each determinization. "
        "A player who cannot tell the determinizations apart must use one plan for all of them.",
    ),
    *SHARED_MISTAKES,
]


# --------------------------------------------------------------------------- choosing in a view

CASES: list[tuple[dict[int, tuple[int, int, float]], tuple[int, ...], float]] = [
    ({}, (0, 1, 2), 1.0),
    ({0: (3, 2, 1.0), 1: (3, 1, 0.5)}, (0, 1, 2), 1.0),
    ({0: (9, 5, 3.0), 1: (9, 4, 1.0)}, (0, 1), 0.1),
    ({0: (9, 5, 3.0), 1: (9, 4, 1.0)}, (0, 1), 2.0),
    ({0: (30, 28, 28.0), 1: (9, 4, 1.0), 2: (9, 5, 3.0)}, (1, 2), 0.1),
    ({0: (100, 90, 50.0), 1: (100, 5, 2.5)}, (0, 1), 1.0),
    ({0: (4000, 10, 4.5), 1: (12, 10, 6.0)}, (0, 1), 0.7),
]


@exercise(
    "Right: you compare only legal actions, and you count how often each action was *available*."
)
def check_pick(own: Callable[..., Any]) -> None:
    """Check that `own(counts, actions, rng, c)` chooses the same action in a view as the library
    does.

    actions  the legal actions in the current determinization
    """
    for before, actions, c in [*CASES, *drawn_cases()]:
        counts, wanted = _made(before), _made(before)
        right = hidden.pick(wanted, actions, random.Random(4), c)
        shown = f"pick({_as_text(before)}, {actions}, rng, {c})"
        answer = call(own, counts, actions, random.Random(4), c, shown=shown)
        demand(answer is not None, f"`{shown}` returned None. Is a `return` missing?")
        demand(
            answer in actions,
            f"`{shown}` is {answer!r}, which is not legal in this determinization: "
            "compare only the scores of `actions`.",
        )
        new = [action for action in actions if not before.get(action, (0, 0, 0))[1]]
        demand(
            not new or answer in new,
            f"`{shown}` is {answer!r}, but an untried action must come first: {new}.",
        )
        demand(
            not counts.keys() - wanted.keys(),
            f"`{shown}` adds entries for actions that are not legal in this determinization.",
        )
        for action in wanted:
            wrong = _seen(counts.get(action), wanted[action])
            if wrong is not None:
                raise Wrong(f"After `{shown}` action {action} {wrong}")
        if not new:
            same(answer, right, shown, _scores(wanted, actions, c))
    _draws_with_rng(own)
    _deals_evenly(own)


def drawn_cases() -> list[tuple[dict[int, tuple[int, int, float]], tuple[int, ...], float]]:
    """Return random cases in which the common mistakes change the choice.

    Some choices change if c is different, some if there is an extra factor √2, and some if the
    actions are counted as available only after the scores have been computed.
    """
    rng = random.Random(17)
    cases = []
    for _ in range(200):
        before = {}
        for action in range(3):
            visits = rng.randrange(1, 6)
            available = visits + rng.randrange(1 + 2 * action)
            before[action] = available, visits, visits * rng.randrange(17) / 16
        cases.append((before, (0, 1, 2), rng.choice((0.0, 0.3, 0.7, 1.5, 3.0))))
    return [case for case in cases if _is_clear(*case)]


def _is_clear(
    before: Mapping[int, tuple[int, int, float]], actions: tuple[int, ...], c: float
) -> bool:
    """Return whether the highest score exceeds the second highest by more than rounding errors."""
    counts = _made(before)
    for action in actions:
        counts[action].available += 1
    first, second = sorted((counts[action].score(c) for action in actions), reverse=True)[:2]
    return first - second > 1e-6


def _draws_with_rng(own: Callable[..., Any]) -> None:
    """Raise `Wrong` if generators with the same seed give different actions."""
    tried = {own({}, (0, 1, 2), random.Random(5), 1.0) for _ in range(30)}
    message = (
        "Generators with the same seed gave different actions: draw with `rng`, not with `random`."
    )
    demand(len(tried) == 1, message)


def _deals_evenly(own: Callable[..., Any]) -> None:
    tried = {own({}, (0, 1, 2), random.Random(seed), 1.0) for seed in range(40)}
    message = (
        f"Of three untried actions only {sorted(tried)} were chosen with 40 seeds: draw one with "
        "`rng`."
    )
    demand(tried == {0, 1, 2}, message)


def _made(before: Mapping[int, tuple[int, int, float]]) -> dict[Any, Tried]:
    counts = {}
    for action, (available, visits, reward) in before.items():
        tried = Tried()
        tried.available = available
        tried.visits = visits
        tried.reward = reward
        counts[action] = tried
    return counts


def _as_text(before: Mapping[int, tuple[int, int, float]]) -> str:
    entries = []
    for action, (available, visits, reward) in before.items():
        entries.append(f"{action}: <available {available}, N {visits:,}, W {reward:g}>")
    return f"{{{', '.join(entries)}}}"


def _seen(mine: Tried | None, right: Tried) -> str | None:
    if mine is None:
        return "has no entry in `counts`: write `counts.setdefault(action, Tried())`."
    if (mine.visits, mine.reward) != (right.visits, right.reward):
        return "has changed visits or rewards. Both change when the game is over, not in `pick`."
    if mine.available != right.available:
        return (
            f"was counted as available {count(mine.available, 'time')} instead of "
            f"{right.available}: add 1 for each legal action."
        )
    return None


def _scores(counts: dict[Any, Tried], actions: tuple[int, ...], c: float) -> str:
    terms = ", ".join(f"{action}: {worked(counts[action].score(c))}" for action in actions)
    return (
        f"The scores are {terms}. Each score contains the logarithm of `available`: add 1 to "
        "`available` before you compute the scores."
    )


# --------------------------------------------------------------------- a strategy for Kuhn poker


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
    demand(lost <= ENOUGH, _weakness(own, lost))
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


STEPS = [step / 12 for step in range(13)]
"""The probabilities of a bet that `best_change` tries; 1/3 and 1/2 are among them."""
NO_SINGLE_CHANGE = (
    "No change in a single view, tried in steps of 1/12, lowers this loss, so change two views. "
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
