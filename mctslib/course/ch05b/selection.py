"""Find out from a search's games whether its tree grows as the chapter describes.

The games determine the tree (see `watched.py`), so they also show each choice between two children.
UCB1 chooses the child with the highest score.  Each choice therefore gives a lower or an upper
bound for c.  If the search selects by UCB1, the bounds of a few hundred games leave a narrow range
for c.  Otherwise the bounds contradict each other.  The moves after the new node show whether
the games are random, and a few short searches show how the final move is chosen.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise, product
from math import inf, log, sqrt
from typing import NamedTuple

from mctslib.course.ch05b.coins import CoinRow
from mctslib.course.ch05b.exam import MISTAKES, ROWS, Mistake
from mctslib.course.ch05b.watched import CoinGame, Search, watched
from mctslib.course.exercise import call, demand, function_name
from mctslib.game import Action
from mctslib.tree import Node, attach
from mctslib.words import count, number, worth

# This row is so long that 400 iterations do not reach all its positions.
ROW = CoinRow((3, 2, 5, 4, 6, 1, 8, 2, 7, 4, 3, 6, 2, 5))
ITERATIONS = 400
LINES = 3_000_000  # the number of lines of the reader's code that the search may execute
FEWEST = 30  # with at least this many visits in a node, one game more or less in N does not matter
ROUNDING = 1.01  # the lower bound of c may exceed the upper bound by this factor
C_OF_EXAM = (0.5, 2.0)  # with c in this range, a correct search finds all best moves of the exam
SIGMAS = 5  # largest distance of the share of left ends from ½ in random games, in standard errors
ENOUGH = 30  # the least number of games through a row that can show whether moves are random
SHORT = range(8, 41, 4)  # iterations of the searches that show how the final move is chosen


class Preference(NamedTuple):
    """The numbers behind a search's choice between two children of a node."""

    parent: int  # N of the node
    chosen: int  # n of the child that was chosen
    other: int  # n of the other child
    behind: float  # the mean of the other child, minus the mean of the chosen child


class TreeGrowth(NamedTuple):
    """The facts about a search that can be read from its games."""

    choices: list[Preference]
    skipped: str  # words about the first untried action that was passed over; "" if there is none
    drawn: Counter[tuple[CoinRow, Action]]  # how often each move was made after the new node


class ExplorationTerm(NamedTuple):
    """An exploration term c · `parent`(N) · `child`(n)."""

    parent: Callable[[int], float]
    child: Callable[[int], float]
    words: str = ""  # the message for a reader who has written this term


UCB1 = ExplorationTerm(lambda N: sqrt(log(N)), lambda n: 1 / sqrt(n))

FORMULAS = (
    ExplorationTerm(
        lambda N: sqrt(log(2 * N)),
        UCB1.child,
        "The choices of your search fit a search that adds more than 1 to N for each game. "
        "Count each game once.",
    ),
    ExplorationTerm(
        lambda N: sqrt(sqrt(N)),
        UCB1.child,
        "The choices of your search fit an exploration term with √N in place of ln N.",
    ),
    ExplorationTerm(
        lambda N: sqrt(N),
        UCB1.child,
        "The choices of your search fit an exploration term with N in place of ln N. The "
        "logarithm is missing.",
    ),
    ExplorationTerm(
        lambda N: log(N),
        UCB1.child,
        "The choices of your search fit the exploration term c · ln N / √n. The square root "
        "must also cover ln N.",
    ),
    ExplorationTerm(
        lambda N: 1,
        UCB1.child,
        "The choices of your search fit the exploration term c / √n. The factor ln N, with N of "
        "the parent, is missing under the root.",
    ),
    ExplorationTerm(
        lambda N: 1,
        lambda n: sqrt(log(n) / n),
        "The choices of your search fit an exploration term with the logarithm of n, the visits of "
        "the child. Take the logarithm of N, the visits of the parent.",
    ),
    ExplorationTerm(
        UCB1.parent,
        lambda n: 1 / n,
        "The choices of your search fit the exploration term c · √(ln N) / n. The square root "
        "must also cover n.",
    ),
    ExplorationTerm(
        lambda N: log(N),
        lambda n: 1 / n,
        "The choices of your search fit the exploration term c · ln N / n. The square root is "
        "missing.",
    ),
)


def games_of(search: Search) -> list[CoinGame]:
    """Let a search choose a move in the long row, and return the games that the search plays."""
    return watch(search, ITERATIONS, 3, ROW)[1]


def watch(
    search: Search, iterations: int, seed: int, row: CoinRow
) -> tuple[Action, list[CoinGame]]:
    """Let a search choose a move for a row of coins, and return the move and the games."""
    state = watched(row)
    shown = f"{function_name(search)}({row!r}, {iterations}, rng)"
    answer = call(search, state, iterations, random.Random(seed), shown=shown, lines=LINES)
    return answer, state.notes.games


def check_growth(search: Search) -> None:
    """Raise `Wrong` unless the games of the search show that it works as the chapter describes.

    The search has to play one random game for each iteration, try all actions of a node before it
    selects among them, use UCB1, and return the most visited action.
    """
    games = games_of(search)
    demand(
        len(games) >= 0.9 * ITERATIONS
        and len(games) not in (ITERATIONS - 1, ITERATIONS + 1, 2 * ITERATIONS),
        f"All moves are right, but with {ITERATIONS} iterations `{function_name(search)}` played "
        f"{len(games)} games. Each iteration must play one game.",
    )
    different = 1 + sum(one.moves != other.moves for one, other in pairwise(games))
    demand(
        different < 1.5 * ITERATIONS,
        f"All moves are right, but with {ITERATIONS} iterations `{function_name(search)}` played "
        f"{different} games. Each iteration must play one game, and use its result.",
    )
    if len(games) != ITERATIONS:
        return  # A search that stores rewards, or asks for them often, does not show its games.
    seen = best_growth(games)
    right = is_right(seen)
    demand(right, "" if right else f"All moves are right, but the tree is not. {tree_fault(seen)}")
    problem = not_random(seen.drawn) or not_most_visited(search)
    demand(not problem, f"All moves are right, but {problem}")


def best_growth(games: Sequence[CoinGame]) -> TreeGrowth:
    """Return the growth of the search tree, as far as the games show the growth.

    Some searches play the first game from the root before they add a child.  If all games together
    show a mistake, but the games after the first show none, the first game is left out.
    """
    growths = [growth(games), growth(games[1:], visits=1)]  # see the docstring
    return next((one for one in growths if is_right(one)), growths[0])


def is_right(seen: TreeGrowth) -> bool:
    """Return whether no untried action was passed over and UCB1 explains all choices."""
    return not seen.skipped and explains(UCB1, seen.choices)


def tree_fault(seen: TreeGrowth) -> str:
    """Return a message about the mistake that the games show."""
    if seen.skipped:
        return (
            f"{seen.skipped} Expansion must take an action that has no child, and the random "
            "game must start at the new node."
        )
    words = wrong_formula(seen.choices)
    return words or (
        "No c explains how your search chooses between two children. Take the child with the "
        "highest W / n + c · √(ln N / n), and add each game once to N and W of each node on its "
        "path."
    )


def wrong_formula(choices: Sequence[Preference]) -> str:
    """Return the message about a wrong exploration term that explains all choices, or ""."""
    for formula in FORMULAS:
        if explains(formula, choices):
            return formula.words
    return ""


def not_random(drawn: Counter[tuple[CoinRow, Action]]) -> str:
    """Return a clause about a row in which one end is taken too often, or "" if there is none.

    drawn  how often each move was made after the new node, in each row with two or more coins
    """
    for row in dict.fromkeys(row for row, _ in drawn):
        left, right = drawn[row, "left"], drawn[row, "right"]
        total = left + right
        if total >= ENOUGH and abs(left - right) > SIGMAS * sqrt(total):
            return (
                f"the games are not random: in the row {' '.join(map(str, row.coins))}, "
                f"{number(left)} of {number(total)} games took the left end. Draw each move of a "
                "game with `rng`, so that both ends are equally likely."
            )
    return ""


def not_most_visited(search: Search) -> str:
    """Return a clause about a final move that is not the most visited move, or "" if there is none.

    The function watches short searches.  In a long search the move with the most visits usually has
    the best mean as well, so a search that wrongly chooses the move with the best mean would look
    right.
    """
    first = ""
    fits = {0: True, 1: True}  # number of games left out at the start → whether the moves fit
    fits_mean = True
    for row, iterations in product(ROWS, SHORT):
        answer, games = watch(search, iterations, iterations, row)
        if len(games) != iterations:
            continue
        visits = Counter(game.moves[0] for game in games)
        fits_mean = fits_mean and answer in best_by_mean(games, row.current_player)
        for left_out in fits:
            fits[left_out] = fits[left_out] and answer in most_visited(games[left_out:])
        if not first and not fits[0]:
            first = (
                f"with {count(iterations, 'iteration')} in {row}, {number(visits['left'])} games "
                f"took the left end and {number(visits['right'])} the right end, but "
                f"`{function_name(search)}` returned {answer!r}."
            )
    if any(fits.values()):
        return ""
    by_mean = " Your function plays the move with the best mean." if fits_mean else ""
    return f"{first}{by_mean} Play the most visited move."


def most_visited(games: Sequence[CoinGame]) -> list[Action]:
    """Return the moves with which the most games begin."""
    visits = Counter(game.moves[0] for game in games)
    return [action for action in visits if visits[action] == max(visits.values())]


def best_by_mean(games: Sequence[CoinGame], player: int) -> list[Action]:
    """Return the first moves after which the player's mean reward in the games is highest."""
    rewards: dict[Action, list[float]] = {}
    for game in games:
        rewards.setdefault(game.moves[0], []).append(game.rewards[player])
    means = {action: sum(found) / len(found) for action, found in rewards.items()}
    return [action for action in means if means[action] > max(means.values()) - 1e-9]


# ---------------------------------------------------------- searches with wrong moves


def possible_mistakes(games: Sequence[CoinGame]) -> Sequence[Mistake]:
    """Return the mistakes of the exam that are consistent with the tree of a search.

    games  the games that the search has played from the long row
    """
    if len(games) != ITERATIONS:
        return MISTAKES
    seen = best_growth(games)
    if seen.skipped:
        return [mistake for mistake in MISTAKES if "deep" in mistake.options]
    if is_right(seen):
        return [mistake for mistake in MISTAKES if "least" in mistake.options]
    return [mistake for mistake in MISTAKES if not {"deep", "least"} & set(mistake.options)]


def hint(games: Sequence[CoinGame]) -> str:
    """Return a message about the mistake of a search, or "" if its games show no mistake.

    The function is called if some moves of the search are wrong.

    games  the games that the search has played from the long row
    """
    if len(games) != ITERATIONS:
        return ""
    seen = best_growth(games)
    if seen.skipped:
        return tree_fault(seen)
    if not is_right(seen):
        return wrong_formula(seen.choices)
    low, high = range_of_c(UCB1, seen.choices)
    smallest, largest = C_OF_EXAM
    choose = f"Choose c between {number(smallest)} and {number(largest)}"
    if high < smallest:
        little = f"The choices of your search fit UCB1 with c = {worth(high)}, which explores"
        return f"{little} too little. {choose}. Does the score have its exploration term?"
    if low > largest:
        much = f"The choices of your search fit UCB1 with c = {number(low, 1)} or more, which"
        return f"{much} explores too much. {choose}, and make sure that W changes."
    return (
        "The tree of your search is right, so look at the final move. Return the action of the "
        "most visited child of the root."
    )


# ---------------------------------------------------------- the growth of a tree


def growth(games: Sequence[CoinGame], visits: int = 0) -> TreeGrowth:
    """Return the facts about a search that can be read from its games.

    games   the games, in the order in which they were played
    visits  the number of games that were played from the root before a child was added
    """
    root = Node(ROW)
    root.visits = visits
    choices = []
    skipped = ""
    drawn: Counter[tuple[CoinRow, Action]] = Counter()
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
        state = way[-1].state
        for action in game.moves[len(way) - 1 :]:
            assert isinstance(state, CoinRow)
            if len(state.coins) > 1:
                drawn[CoinRow(state.coins), action] += 1
            state = state.apply(action)
        for node in way:
            node.visits += 1
            node.value_sum += game.rewards[node.player]
    return TreeGrowth(choices, skipped, drawn)


def choices_at(node: Node, action: str) -> list[Preference]:
    """Return a comparison of the chosen action's child with each of the other children."""
    chosen = node.children[action]
    found = []
    for other in node.children.values():
        if other is not chosen:
            behind = other.value - chosen.value
            found.append(Preference(node.visits, chosen.visits, other.visits, behind))
    return found


def in_words(node: Node, action: str, untried: Sequence[str]) -> str:
    """Return a sentence about a game that passed over an untried action."""
    again = (
        f"a game took the {action} end a second time before the {untried[0]} end had been tried."
    )
    return f"In the row {node.state}, {again}"


def explains(formula: ExplorationTerm, choices: Sequence[Preference]) -> bool:
    """Return whether the formula agrees with all choices for some c ≥ 0."""
    low, high = range_of_c(formula, choices)
    return low <= high * ROUNDING


def range_of_c(formula: ExplorationTerm, choices: Sequence[Preference]) -> tuple[float, float]:
    """Return the smallest and the largest c with which the formula agrees with the choices."""
    low, high = 0.0, inf
    for choice in choices:
        more = formula.child(choice.chosen) - formula.child(choice.other)
        gain = formula.parent(choice.parent) * more  # the number that is multiplied by c
        if choice.chosen == choice.other or abs(gain) < 1e-12:
            if choice.behind > 1e-9:
                return inf, 0.0  # with equal visits the higher mean is chosen for every c
        elif gain > 0:
            low = max(low, choice.behind / gain)
        else:
            high = min(high, choice.behind / gain)
    return low, high
