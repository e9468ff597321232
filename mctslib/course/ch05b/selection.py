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
from collections.abc import Sequence
from itertools import pairwise, product
from math import inf, log, sqrt
from typing import NamedTuple

from mctslib.course.ch05b.coins import CoinRow
from mctslib.course.ch05b.exam import ROWS
from mctslib.course.ch05b.watched import LINES, CoinGame, Notes, Search, add, watched
from mctslib.course.exercise import call, function_name
from mctslib.game import Action
from mctslib.tree import Node
from mctslib.words import count, number

# This row is so long that 400 iterations do not reach all its positions.
ROW = CoinRow((3, 2, 5, 4, 6, 1, 8, 2, 7, 4, 3, 6, 2, 5))
ITERATIONS = 400
FEWEST = 30  # with at least this many visits in a node, one game more or less in N does not matter
ROUNDING = 1.01  # the lower bound of c may exceed the upper bound by this factor
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


def watch(search: Search, iterations: int, seed: int, row: CoinRow = ROW) -> tuple[Action, Notes]:
    """Let a search choose a move for a row of coins, and return the move and the games."""
    state = watched(row)
    shown = f"{function_name(search)}({row!r}, {iterations}, rng)"
    answer = call(search, state, iterations, random.Random(seed), shown=shown, lines=LINES)
    return answer, state.notes


def growth_fault(search: Search) -> str:
    """Return what is wrong with the growth of a search's tree, or "" if its games show no fault.

    The search has to play one random game for each iteration, try all actions of a node before it
    selects among them, use UCB1, and return the most visited action.
    """
    _, notes = watch(search, ITERATIONS, 3)
    games = notes.games
    different = 1 + sum(one.moves != other.moves for one, other in pairwise(games))
    played = max(different, notes.ended)
    wrong = (ITERATIONS - 1, ITERATIONS + 1, 2 * ITERATIONS)
    if len(games) < 0.9 * ITERATIONS or len(games) in wrong or played > 1.5 * ITERATIONS:
        return (
            f"With {ITERATIONS} iterations `{function_name(search)}` played {played} games. "
            "Each iteration must play one game, and use its result."
        )
    if len(games) != ITERATIONS:
        return ""  # A search that stores rewards, or asks for them often, does not show its games.
    seen = best_growth(games)
    return tree_fault(seen) or not_random(seen.drawn) or not_most_visited(search)


def untried_fault(search: Search) -> str:
    """Return a sentence about a game that passed over an untried action, or ""."""
    games = watch(search, ITERATIONS, 3)[1].games
    return best_growth(games).skipped if len(games) == ITERATIONS else ""


def best_growth(games: Sequence[CoinGame]) -> TreeGrowth:
    """Return the growth of the search tree, as far as the games show the growth.

    Some searches play the first game from the root before they add a child.  If all games together
    show a mistake, but the games after the first show none, the first game is left out.
    """
    growths = [growth(games), growth(games[1:], visits=1)]  # see the docstring
    return next((one for one in growths if not tree_fault(one)), growths[0])


def tree_fault(seen: TreeGrowth) -> str:
    """Return a message about the mistake that the games show, or ""."""
    if seen.skipped:
        return seen.skipped
    low, high = range_of_c(seen.choices)
    if low <= high * ROUNDING:
        return ""
    return (
        "No c explains how your search chooses between two children. Take the child with the "
        "highest W / n + c · √(ln N / n), and add each game once to N and W of each node on its "
        "path."
    )


def not_random(drawn: Counter[tuple[CoinRow, Action]]) -> str:
    """Return a sentence about a row in which one end is taken too often, or "" if there is none.

    drawn  how often each move was made after the new node, in each row with two or more coins
    """
    for row in dict.fromkeys(row for row, _ in drawn):
        left, right = drawn[row, "left"], drawn[row, "right"]
        total = left + right
        if total >= ENOUGH and abs(left - right) > SIGMAS * sqrt(total):
            return (
                f"The games are not random: in the row {' '.join(map(str, row.coins))}, "
                f"{number(left)} of {number(total)} games took the left end. Draw each move of a "
                "game with `rng`, so that both ends are equally likely."
            )
    return ""


def not_most_visited(search: Search) -> str:
    """Return a sentence about a final move that is not the most visited move, or "".

    The function watches short searches.  In a long search the move with the most visits usually has
    the best mean as well, so a search that wrongly chooses the move with the best mean would look
    right.
    """
    first = ""
    fits = {0: True, 1: True}  # number of games left out at the start → whether the moves fit
    for row, iterations in product(ROWS, SHORT):
        answer, notes = watch(search, iterations, iterations, row)
        games = notes.games
        if len(games) != iterations:
            continue
        for left_out in fits:
            fits[left_out] = fits[left_out] and answer in most_visited(games[left_out:])
        if not first and not fits[0]:
            visits = Counter(game.moves[0] for game in games)
            first = (
                f"With {count(iterations, 'iteration')} in {row}, {number(visits['left'])} games "
                f"took the left end and {number(visits['right'])} the right end, but "
                f"`{function_name(search)}` returned {answer!r}. Play the most visited move."
            )
    return "" if any(fits.values()) else first


def most_visited(games: Sequence[CoinGame]) -> list[Action]:
    """Return the moves with which the most games begin."""
    visits = Counter(game.moves[0] for game in games)
    return [action for action in visits if visits[action] == max(visits.values())]


# ---------------------------------------------------------- the growth of a tree


def growth(games: Sequence[CoinGame], visits: int = 0) -> TreeGrowth:
    """Return the facts about a search that can be read from its games.

    games   the games, in the order in which they were played
    visits  the number of games that were played from the root before a child was added
    """
    root = Node(ROW)
    root.visits = visits
    choices: list[Preference] = []
    skipped = ""
    drawn: Counter[tuple[CoinRow, Action]] = Counter()
    for game in games:
        node = root
        for action in game.moves:
            if action not in node.children:
                break
            untried = [a for a in node.state.legal_actions() if a not in node.children]
            if untried:
                skipped = skipped or in_words(node, action, untried[0])
            elif node.visits >= FEWEST:
                choices += choices_at(node, action)
            node = node.children[action]
        new = add(game, root)
        state = new.state
        for action in game.moves[len(new.path()) :]:
            assert isinstance(state, CoinRow)
            if len(state.coins) > 1:
                drawn[CoinRow(state.coins), action] += 1
            state = state.apply(action)
    return TreeGrowth(choices, skipped, drawn)


def choices_at(node: Node, action: str) -> list[Preference]:
    """Return a comparison of the chosen action's child with each of the other children."""
    chosen = node.children[action]
    return [
        Preference(node.visits, chosen.visits, other.visits, other.value - chosen.value)
        for other in node.children.values()
        if other is not chosen
    ]


def in_words(node: Node, action: str, untried: str) -> str:
    """Return a sentence about a game that passed over an untried action."""
    again = f"a game took the {action} end a second time before the {untried} end had been tried."
    return (
        f"In the row {node.state}, {again} Expansion must take an action that has no child, and "
        "the random game must start at the new node."
    )


def range_of_c(choices: Sequence[Preference]) -> tuple[float, float]:
    """Return the smallest and the largest c with which UCB1 agrees with the choices."""
    low, high = 0.0, inf
    for choice in choices:
        gain = sqrt(log(choice.parent)) * (choice.chosen**-0.5 - choice.other**-0.5)
        if choice.chosen == choice.other:
            if choice.behind > 1e-9:
                return inf, 0.0  # with equal visits the higher mean is chosen for every c
        elif gain > 0:
            low = max(low, choice.behind / gain)
        else:
            high = min(high, choice.behind / gain)
    return low, high
