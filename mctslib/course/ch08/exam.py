"""Count the games in which a method chooses a wrong first move.

Each game has a row of results, with one result for each budget.  A result is True if the first move
is right.
"""

from collections.abc import Sequence
from typing import Any

from mctslib.course.ch08.histories import flat_history
from mctslib.course.ch08.pgame import PGame, average, right_moves
from mctslib.course.marks import grown
from mctslib.game import Action
from mctslib.policies import most_visited

Games = Sequence[tuple[PGame, frozenset[Action]]]
Results = list[list[bool]]


def tree_results(games: Games, budgets: Sequence[int]) -> Results:
    """Return the results of MCTS with c = 1.

    The tree of a game is kept, and grows from one budget to the next.
    """
    results = []
    for game, right in games:
        roots = grown(game, budgets, game.seed, c=1)
        results.append([most_visited(root) in right for root in roots])
    return results


def flat_results(games: Games, budgets: Sequence[int]) -> Results:
    """Return the results of flat Monte Carlo.

    The playouts of a game are kept, and new playouts are added for each larger budget.
    """
    results = []
    for game, right in games:
        means = flat_history(game, budgets, game.seed)
        row = []
        for column in range(len(budgets)):
            favourite = _best(means, column)
            row.append(favourite in right)
        results.append(row)
    return results


def _best(means: dict[Action, list[float]], column: int) -> Action:
    """Return the action with the highest mean at one budget.

    If several actions have this mean, the first of them is returned.

    column  the index of the budget
    """
    return max(means, key=lambda action: means[action][column])


def count_wrong(results: Results) -> list[int]:
    """Return the number of games with a wrong move, for each budget."""
    return [column.count(False) for column in zip(*results)]


def wrong_in_the_limit(games: Games) -> int:
    """Count the games in which infinitely many random playouts would choose a wrong move.

    If several moves have the best mean, the game is counted only if all of these moves are wrong.
    """
    return sum(not right_moves(game, average) & right for game, right in games)


def only_one_right(results: Results, other: Results) -> list[tuple[int, int]]:
    """Count the games in which only one of two methods is right, for each budget.

    The result is a list of pairs: the number of games in which only the first method is right, and
    the number in which only the second is right.
    """
    counts = []
    for column, other_column in zip(zip(*results), zip(*other)):
        pairs: list[Any] = list(zip(column, other_column))
        counts.append((pairs.count((True, False)), pairs.count((False, True))))
    return counts
