"""Check the rules of a game by counting its games and their results.

A wrong rule nearly always changes one of these counts.  For well-known games, the right counts have
been published.
"""

from collections import Counter
from collections.abc import Sequence

from mctslib.game import Action, State


def perft(state: State, depth: int) -> int:
    """Return the number of different sequences of `depth` moves that begin at a state.

    Chess programmers invented this test and its name ("performance test").  Comparing the number
    with a published number reveals a rule that wrongly makes a move legal or illegal, or ends a
    game too early or too late.  However, two mistakes may cancel each other out.  `perft` does not
    read the rewards, but `perft_results` does.
    """
    if depth == 0:
        return 1
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(perft(state.apply(action), depth - 1) for action in actions)


def perft_split(state: State, depth: int) -> dict[Action, int]:
    """Return, for each first move, how many sequences of `depth` moves begin with this move.

    depth  the number of moves of each sequence, including the first; ≥ 1

    If two programs return different numbers for a move, make this move and split again, because the
    wrong rule takes effect somewhere after this move.
    """
    return {action: perft(state.apply(action), depth - 1) for action in state.legal_actions()}


def perft_results(state: State, depth: int | None = None) -> dict[tuple[float, ...], int]:
    """Return, for each result, the number of different games from a state that end in this result.

    depth   the largest number of moves of a counted game; by default all games are counted

    The keys are the tuples of rewards, in descending order.  For the 255,168 games of 3×3
    tic-tac-toe the result is {(1.0, 0.0): 131184, (0.5, 0.5): 46080, (0.0, 1.0): 77904}.
    """
    games = count_results(state, depth)
    return {rewards: games[rewards] for rewards in sorted(games, reverse=True)}


def count_results(state: State, depth: int | None) -> Counter[tuple[float, ...]]:
    """Return the same counts as `perft_results`, in any order."""
    games: Counter[tuple[float, ...]] = Counter()
    if state.is_terminal():
        rewards: Sequence[float] = state.rewards()
        games[tuple(rewards)] += 1
        return games
    if depth == 0:
        return games
    moves_left = None if depth is None else depth - 1
    for action in state.legal_actions():
        games.update(count_results(state.apply(action), moves_left))
    return games
