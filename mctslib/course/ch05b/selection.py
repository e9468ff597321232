"""Find out from the games of a search whether its tree grows as the chapter says.

The games determine the tree (`watched.py`), so they also show each choice between two children.  A
child is chosen by UCB1 only if its score is the highest, which bounds c from below or from above.
The bounds of a few hundred games leave a narrow range for c if the search selects by UCB1, and
contradict each other if it does not.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import inf, log, sqrt
from typing import NamedTuple

from mctslib.course.ch05b.coins import CoinRow
from mctslib.course.ch05b.watched import CoinGame, Search, watched
from mctslib.course.exercise import call, demand, function_name
from mctslib.tree import Node, attach

# A row so long that 400 iterations do not reach all of its positions.
ROW = CoinRow((3, 2, 5, 4, 6, 1, 8, 2, 7, 4, 3, 6, 2, 5))
ITERATIONS = 400
LINES = 3_000_000  # lines of the reader's code that the search may run
FEWEST = 30  # visits of a node from which it does not matter whether N counts one game more
ROUNDING = 1.01  # how much larger the lower bound of c may be than the upper one


class Preference(NamedTuple):
    """What a search knew when it chose between two children of a node."""

    parent: int  # N of the node
    chosen: int  # n of the child that was chosen
    other: int  # n of the other child
    behind: float  # by how much the mean of the other child was higher


class TreeGrowth(NamedTuple):
    """What the games of a search show."""

    choices: list[Preference]
    skipped: str  # the first untried action that was passed over, in words; "" if there is none


class ExplorationTerm(NamedTuple):
    """An exploration term: c · `parent`(N) · `child`(n)."""

    parent: Callable[[int], float]
    child: Callable[[int], float]
    words: str = ""  # what a reader is told who has written this term


UCB1 = ExplorationTerm(lambda N: sqrt(log(N)), lambda n: 1 / sqrt(n))

FORMULAS = (
    ExplorationTerm(
        lambda N: sqrt(log(2 * N)),
        UCB1.child,
        "Its choices fit a search that adds more than 1 to N for each game: each game counts once.",
    ),
    ExplorationTerm(
        lambda N: sqrt(sqrt(N)),
        UCB1.child,
        "Its choices fit an exploration term with √N in place of ln N.",
    ),
    ExplorationTerm(
        lambda N: sqrt(N),
        UCB1.child,
        "Its choices fit an exploration term with N in place of ln N: the logarithm is missing.",
    ),
    ExplorationTerm(
        lambda N: log(N),
        UCB1.child,
        "Its choices fit the exploration term c · ln N / √n: the square root goes over ln N as"
        " well.",
    ),
    ExplorationTerm(
        lambda N: 1,
        UCB1.child,
        "Its choices fit the exploration term c / √n: ln N, with N of the parent, is missing.",
    ),
    ExplorationTerm(
        UCB1.parent,
        lambda n: 1 / n,
        "Its choices fit the exploration term c · √(ln N) / n: the square root goes over n as"
        " well.",
    ),
    ExplorationTerm(
        lambda N: log(N),
        lambda n: 1 / n,
        "Its choices fit the exploration term c · ln N / n: the square root is missing.",
    ),
)


def check_growth(search: Search) -> None:
    """Raise `Wrong` unless the search plays its iterations, tries all actions, and uses UCB1."""
    name = function_name(search)
    state = watched(ROW)
    shown = f"{name}({ROW!r}, {ITERATIONS}, rng)"
    call(search, state, ITERATIONS, random.Random(3), shown=shown, lines=LINES)
    games = state.notes.games
    demand(
        len(games) not in (ITERATIONS - 1, ITERATIONS + 1, 2 * ITERATIONS),
        f"All moves are right, but with {ITERATIONS} iterations `{name}` played {len(games)} games:"
        " each iteration plays one.",
    )
    if len(games) != ITERATIONS:
        return  # a search that keeps rewards, or asks for them often, cannot be watched
    growths = [growth(games), growth(games[1:], visits=1)]  # some play the first game from the root
    if not any(is_right(one) for one in growths):
        demand(False, f"All moves are right, but the tree is not. {what_is_wrong(growths[0])}")


def is_right(seen: TreeGrowth) -> bool:
    """Return whether no untried action was passed over, and UCB1 explains all choices."""
    return not seen.skipped and explains(UCB1, seen.choices)


def what_is_wrong(seen: TreeGrowth) -> str:
    """Return sentences about the mistake that the games show."""
    if seen.skipped:
        return (
            f"{seen.skipped} Expansion takes an action that has no child: keep these in `untried`."
        )
    for formula in FORMULAS:
        if explains(formula, seen.choices):
            return formula.words
    return (
        "No c explains its choices between two children. Take the child with the highest"
        " W / n + c · √(ln N / n), and add each game once to N and W of each node on its path."
    )


def growth(games: Sequence[CoinGame], visits: int = 0) -> TreeGrowth:
    """Return the choices that a search made, and whether it passed over an untried action.

    visits  the games that were played from the root before a child was added
    """
    root = Node(ROW)
    root.visits = visits
    choices = []
    skipped = ""
    for game in games:
        node = root
        way = [root]
        for action in game.moves:
            untried = [a for a in node.state.legal_actions() if a not in node.children]
            is_new = action not in node.children
            if untried and not is_new:
                skipped = skipped or in_words(node, action, untried)
            if not untried and node.visits >= FEWEST:
                choices += choices_at(node, action)
            node = attach(node, action) if is_new else node.children[action]
            way.append(node)
            if is_new:
                break
        for node in way:
            node.visits += 1
            node.value_sum += game.rewards[node.player]
    return TreeGrowth(choices, skipped)


def choices_at(node: Node, action: str) -> list[Preference]:
    """Return the choice of an action as a comparison with each other child."""
    chosen = node.children[action]
    found = []
    for other in node.children.values():
        if other is not chosen:
            behind = other.value - chosen.value
            found.append(Preference(node.visits, chosen.visits, other.visits, behind))
    return found


def in_words(node: Node, action: str, untried: Sequence[str]) -> str:
    """Return a sentence about a game that passed over an untried action."""
    again = f"a game took the {action} end a second time before the {untried[0]} end was tried."
    return f"In the row {node.state}, {again}"


def explains(formula: ExplorationTerm, choices: Sequence[Preference]) -> bool:
    """Return whether some c ≥ 0 makes the formula agree with all choices."""
    low, high = range_of_c(formula, choices)
    return low <= high * ROUNDING


def range_of_c(formula: ExplorationTerm, choices: Sequence[Preference]) -> tuple[float, float]:
    """Return the smallest and the largest c with which the formula agrees with the choices."""
    low, high = 0.0, inf
    for choice in choices:
        more = formula.child(choice.chosen) - formula.child(choice.other)
        gain = formula.parent(choice.parent) * more  # what c multiplies
        if choice.chosen == choice.other or abs(gain) < 1e-12:
            if choice.behind > 1e-9:
                return inf, 0.0  # with equal visits the higher mean is chosen, whatever c is
        elif gain > 0:
            low = max(low, choice.behind / gain)
        else:
            high = min(high, choice.behind / gain)
    return low, high
