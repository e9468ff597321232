"""Check the exercises of chapter 19: steps until solved, step labels, a beam's layer, and mean and
maximum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mctslib.course.ch19.answers import keep, mean_and_max, step_label, steps_until_solved
from mctslib.course.exercise import (
    call,
    close,
    demand,
    exercise,
    explained,
    function_name,
    plain,
    same,
    typed,
)
from mctslib.games.twentyfour import TwentyFour

HAND = TwentyFour(1, 2, 7, 7)
LONG = ("7+7", "14-2", "12/1")
SHORT = ("14-2", "12/1")


class Scripted:
    """A function that returns prepared results one after another, so that no check depends on
    chance.

    results  the results of the calls, in order; after the last result, the sequence starts again
    """

    def __init__(self, results: Sequence[Any]) -> None:
        self.results = tuple(results)
        self.calls = 0
        self.states: list[Any] = []

    def __call__(self, state: Any) -> Any:
        self.states.append(state)
        self.calls += 1
        return self.results[(self.calls - 1) % len(self.results)]


# --------------------------------------------------------------------------------- exercise 1

Lines = tuple[tuple[Sequence[str], float], ...]
LOST = (LONG, 0.0)
SOLVED = (LONG, 1.0)
BRIEF = (SHORT, 0.0)

BUDGETS: tuple[tuple[int, Lines], ...] = (
    (30, (LOST, LOST, SOLVED)),
    (9, (LOST, LOST, LOST, SOLVED)),
    (10, (LOST, LOST, LOST, SOLVED, LOST)),
    (30, (SOLVED, LOST)),
    (12, (BRIEF, LOST, BRIEF, SOLVED)),
    (1, (LOST, SOLVED)),
    (6, (LOST, SOLVED, SOLVED)),
    (6, (LOST, LOST, LOST, SOLVED)),
)
"""For each case: the budget and the lines that are drawn."""


@exercise("Right: a wrong line costs its steps, too, and a line that has begun is finished.")
def check_steps_until_solved(own: Callable[..., Any]) -> None:
    """Check that `own(state, budget, draw)` counts the steps up to the end of the first line that
    solves the hand, or returns None if no line solves the hand.
    """
    name = function_name(own)
    answers = []
    for budget, lines in BUDGETS:
        draw = Scripted(lines)
        shown = f"{name}(state, {budget}, draw)"
        answer = plain(call(own, HAND, budget, draw, shown=shown))
        answers.append(answer)
        demand(
            all(state == HAND for state in draw.states),
            f"`{shown}` calls `draw` with another position: every line begins at `state`.",
        )
    why = explained(
        COUNTED,
        BUDGETS,
        answers,
        "Add up the steps of all lines up to and including the first right line.",
    )
    for (budget, lines), answer in zip(BUDGETS, answers, strict=True):
        right = steps_until_solved(HAND, budget, Scripted(lines))
        told = ", ".join(
            f"{len(actions)} steps {'✓' if reward == 1 else '✗'}" for actions, reward in lines
        )
        same(answer, right, f"{name}(state, {budget}, draw)", f"The lines are: {told}. {why}")


def outcomes(budget: int, lines: Lines) -> Iterator[tuple[int, int, float]]:
    """Yield, for each line begun within a budget, the number of the line, the number of steps used
    up to its end, and its reward.
    """
    used = 0
    number = 0
    while used < budget:
        actions, reward = lines[number % len(lines)]
        used += len(actions)
        number += 1
        yield number, used, reward


def lines_counted(budget: int, lines: Lines) -> int | None:
    """Count lines instead of steps."""
    for number, _, reward in outcomes(budget, lines):
        if reward == 1:
            return number
    return None


def budget_in_lines(budget: int, lines: Lines) -> int | None:
    """Treat the budget as a number of lines."""
    used = 0
    for number in range(budget):
        actions, reward = lines[number % len(lines)]
        used += len(actions)
        if reward == 1:
            return used
    return None


def last_line_left_out(budget: int, lines: Lines) -> int | None:
    """Count only the steps before the first line that solves the hand."""
    before = 0
    for _, used, reward in outcomes(budget, lines):
        if reward == 1:
            return before
        before = used
    return None


def only_the_last_line(budget: int, lines: Lines) -> int | None:
    """Count only the steps of the first line that solves the hand."""
    before = 0
    for _, used, reward in outcomes(budget, lines):
        if reward == 1:
            return used - before
        before = used
    return None


def budget_for_none(budget: int, lines: Lines) -> int:
    """Return the budget instead of None if no line solves the hand."""
    return steps_until_solved(HAND, budget, Scripted(lines)) or budget


def never_beyond(budget: int, lines: Lines) -> int | None:
    """Ignore a line that ends after the budget is spent."""
    for _, used, reward in outcomes(budget, lines):
        if reward == 1 and used <= budget:
            return used
    return None


def one_more(budget: int, lines: Lines) -> int | None:
    """Begin one more line if the budget has been spent exactly."""
    return steps_until_solved(HAND, budget + 1, Scripted(lines))


def goes_on(budget: int, lines: Lines) -> int | None:
    """Continue after the first solution, and count the steps up to the end of the last solution."""
    last = None
    for _, used, reward in outcomes(budget, lines):
        if reward == 1:
            last = used
    return last


def always_three(budget: int, lines: Lines) -> int | None:
    """Count three steps for each line."""
    for number in range(1, budget + 1):
        if 3 * (number - 1) >= budget:
            break
        if lines[(number - 1) % len(lines)][1] == 1:
            return 3 * number
    return None


COUNTED = [
    (lines_counted, "You count lines. A line costs as many steps as it has actions."),
    (budget_in_lines, "You treat the budget as a number of lines: it is a number of *steps*."),
    (
        last_line_left_out,
        "The steps of the right line are missing: these steps were generated, too.",
    ),
    (
        only_the_last_line,
        "You count only the right line. The lines before it cost their steps, too.",
    ),
    (budget_for_none, "If no line is right within the budget, return None."),
    (never_beyond, "A line that has begun is finished, even if it ends beyond the budget."),
    (one_more, "When the budget is spent, no new line begins: compare with `<`, not with `<=`."),
    (goes_on, "Stop at the *first* right line."),
    (always_three, "Not every line has three steps: add each line's number of actions."),
]

# --------------------------------------------------------------------------------- exercise 3

PLAYOUTS: tuple[tuple[int, tuple[float, ...]], ...] = (
    (8, (0.0, 0.0, 1.0, 0.0)),
    (4, (1.0, 1.0, 0.0, 1.0)),
    (5, (0.0,)),
    (3, (1.0,)),
    (10, (0.0, 1.0, 1.0, 0.0, 0.0)),
    (1, (0.0, 1.0)),
    (3, (0.0, 0.0, 1.0)),
)
"""For each case: the number of playouts and their rewards."""


@exercise("Right: this share is Q of chapter 03, and the step label of Math-Shepherd.")
def check_step_label(own: Callable[..., Any]) -> None:
    """Check that `own(state, playouts, play)` returns the share of playouts that solve the hand."""
    name = function_name(own)
    answers = []
    for playouts, rewards in PLAYOUTS:
        play = Scripted(rewards)
        shown = f"{name}(state, {playouts}, play)"
        answers.append(call(own, HAND, playouts, play, shown=shown, returns=float))
        demand(
            all(state == HAND for state in play.states),
            f"`{shown}` plays from another position: every playout begins at `state`.",
        )
    why = explained(
        LABELLED, PLAYOUTS, answers, "Divide the sum of the rewards by the number of rewards."
    )
    for (playouts, rewards), answer in zip(PLAYOUTS, answers, strict=True):
        right = step_label(HAND, playouts, Scripted(rewards))
        told = ", ".join(f"{rewards[k % len(rewards)]:g}" for k in range(playouts))
        close(answer, right, f"{name}(state, {playouts}, play)", f"The rewards are {told}. {why}")


def paid(playouts: int, rewards: tuple[float, ...]) -> list[float]:
    """Return the rewards of all playouts of a case."""
    return [rewards[number % len(rewards)] for number in range(playouts)]


LABELLED = [
    (
        lambda n, rewards: float(any(paid(n, rewards))),
        "You return 1 as soon as one playout is right (a hard label): return the share.",
    ),
    (
        lambda n, rewards: float(all(paid(n, rewards))),
        "You return 1 only if all playouts are right: return the share.",
    ),
    (
        lambda n, rewards: sum(paid(n, rewards)),
        "You return the number of right playouts: divide it by `playouts`.",
    ),
    (
        lambda n, rewards: paid(n, rewards)[0],
        "You return the reward of a single playout: call `play` `playouts` times.",
    ),
    (
        lambda n, rewards: paid(n, rewards)[-1],
        "You return the reward of the last playout only: add up all rewards.",
    ),
    (
        lambda n, rewards: 1 - sum(paid(n, rewards)) / n,
        "You return the share of playouts that do *not* solve the hand.",
    ),
    (
        lambda n, rewards: sum(paid(n - 1, rewards)) / n,
        "One playout is missing: `range(playouts)` has `playouts` numbers, beginning with 0.",
    ),
    (
        lambda n, rewards: sum(paid(n + 1, rewards)) / (n + 1),
        "You play one playout too many: `range(playouts)` has `playouts` numbers.",
    ),
    (
        lambda n, rewards: sum(paid(n, rewards)) / (n + 1),
        "You divide by one more than the number of playouts.",
    ),
]

# --------------------------------------------------------------------------------- exercise 2

Beginnings = tuple[tuple[float, Any], ...]
LAYERS: tuple[tuple[Beginnings, int], ...] = (
    (((0.3, "14 7"), (0.5, "2 49"), (0.1, "6 14"), (0.05, "1 98")), 2),
    (((0.2, "2 49"), (0.4, "2 49"), (0.3, "14 7"), (0.1, "6 14")), 2),
    (((0.1, "6 14"), (0.6, "14 7"), (0.2, "6 14"), (0.05, "1 98")), 3),
    (((0.2, "14 7"), (0.7, "2 49")), 5),
    (((0.4, "5 9"), (0.1, "5 9"), (0.3, "3 8"), (0.25, "3 8"), (0.2, "1 24")), 3),
    (((0.6, "b"), (0.3, "a")), 1),
)
"""For each case: the beginnings and the width."""


@exercise("Right: the likeliest beginnings are kept, each position once.")
def check_keep(own: Callable[..., Any]) -> None:
    """Check that `own(beginnings, width)` returns the most likely beginnings with different
    positions.
    """
    name = function_name(own)
    answers = []
    for beginnings, width in LAYERS:
        shown = f"{name}({list(beginnings)}, {width})"
        answer = typed(call(own, list(beginnings), width, shown=shown), list, shown)
        answers.append([tuple(pair) if isinstance(pair, list) else pair for pair in answer])
    why = explained(
        KEPT, LAYERS, answers, "Sort the pairs by probability, and begin with the likeliest."
    )
    for (beginnings, width), answer in zip(LAYERS, answers, strict=True):
        same(answer, keep(beginnings, width), f"{name}({list(beginnings)}, {width})", why)


def likeliest(beginnings: Beginnings) -> list[tuple[float, Any]]:
    """Return the beginnings, sorted by decreasing probability."""
    return sorted(beginnings, key=lambda pair: -pair[0])


def by_position(beginnings: Beginnings, width: int) -> list[tuple[float, Any]]:
    """Keep the last probability of each position, even if this probability is not the largest."""
    return likeliest(tuple((p, position) for position, p in dict_of(beginnings).items()))[:width]


def dict_of(beginnings: Beginnings) -> dict[Any, float]:
    """Return a dict that maps each position to the last of its probabilities in the list."""
    return {position: probability for probability, position in beginnings}


def first_met(beginnings: Beginnings, width: int) -> list[tuple[float, Any]]:
    """Keep the first probability of each position, even if this probability is not the largest."""
    return by_position(tuple(reversed(beginnings)), width)


def added_up(beginnings: Beginnings, width: int) -> list[tuple[float, Any]]:
    """Add up the probabilities of equal positions instead of keeping the largest probability."""
    total: dict[Any, float] = {}
    for probability, position in beginnings:
        total[position] = total.get(position, 0.0) + probability
    return likeliest(tuple((p, position) for position, p in total.items()))[:width]


def cut_first(beginnings: Beginnings, width: int) -> list[tuple[float, Any]]:
    """Cut the list to the width before dropping repeated positions."""
    return keep(likeliest(beginnings)[:width], width)


KEPT = [
    (
        lambda all_, width: likeliest(all_)[:width],
        "A position occurs twice in your list: keep it only once.",
    ),
    (
        lambda all_, width: sorted(all_, key=lambda pair: pair[0])[:width],
        "Your pairs are the *least* likely ones: begin with the largest probability.",
    ),
    (
        lambda all_, width: keep(all_, len(all_))[::-1][:width],
        "Your pairs are the *least* likely ones: begin with the largest probability.",
    ),
    (
        cut_first,
        "A repeated position takes the place of another position: drop the repetition before you "
        "cut the list.",
    ),
    (
        lambda all_, width: keep(all_, width)[::-1],
        "Your pairs are right, but in the wrong order: the likeliest comes first.",
    ),
    (
        lambda all_, width: keep(all_, width + 1),
        "You keep one pair too many: `width` is the number of pairs to keep.",
    ),
    (
        lambda all_, width: keep(all_, len(all_)),
        "You keep all positions: keep only the `width` likeliest.",
    ),
    (
        lambda all_, width: [position for _, position in keep(all_, width)],
        "Return the pairs, not only the positions: the next layer needs the probabilities.",
    ),
    (
        lambda all_, width: keep(all_[:width], width),
        "You keep the first pairs of the list. Sort the list before you cut it.",
    ),
    (
        by_position,
        "Of several pairs with equal positions, you keep the last one: keep the likeliest.",
    ),
    (
        first_met,
        "Of several pairs with equal positions, you keep the first one: keep the likeliest.",
    ),
    (
        added_up,
        "You add up the probabilities of equal positions: keep the likeliest of these pairs.",
    ),
]

# --------------------------------------------------------------------------------- exercise 4

REWARDS: tuple[tuple[tuple[float, ...], float], ...] = (
    ((0.0, 0.5, 0.1), 0.5),
    ((0.2, 0.2, 0.8), 0.25),
    ((0.9, 0.1), 1.0),
    ((0.3, 0.0, 0.0, 0.1), 0.0),
    ((0.4,), 0.7),
)
"""For each case: the rewards below a node and the weight of the largest reward."""


@exercise("Right: weight 0 gives the mean, as in UCT, and weight 1 the best line found so far.")
def check_mean_and_max(own: Callable[..., Any]) -> None:
    """Check that `own(rewards, weight)` returns (1 − weight) · mean + weight · maximum."""
    name = function_name(own)
    answers = [call(own, list(rewards), weight, returns=float) for rewards, weight in REWARDS]
    why = explained(MIXED, REWARDS, answers, "Compute (1 − weight) · mean + weight · maximum.")
    for (rewards, weight), answer in zip(REWARDS, answers, strict=True):
        close(answer, mean_and_max(rewards, weight), f"{name}({list(rewards)}, {weight})", why)


def mean(rewards: Sequence[float]) -> float:
    """Return the mean of the rewards."""
    return sum(rewards) / len(rewards)


MIXED = [
    (lambda all_, w: mean(all_), "You return the mean, whatever the weight is."),
    (lambda all_, w: max(all_), "You return the maximum, whatever the weight is."),
    (
        lambda all_, w: w * mean(all_) + (1 - w) * max(all_),
        "The weights are swapped: `weight` belongs to the maximum.",
    ),
    (lambda all_, w: mean(all_) + w * max(all_), "The mean needs its weight, too: 1 − weight."),
    (
        lambda all_, w: (1 - w) * mean(all_) + w * min(all_),
        "You use the worst reward: use the best one.",
    ),
    (lambda all_, w: (1 - w) * sum(all_) + w * max(all_), "You use the sum: use the mean."),
    (
        lambda all_, w: (1 - w) * mean(all_) + w * all_[-1],
        "You use the last reward: use the best one.",
    ),
    (
        lambda all_, w: (mean(all_) + max(all_)) / 2,
        "You mix half and half, whatever the weight is.",
    ),
]
