"""Checkers of chapter 01 ("Ask random games for advice")."""

import random
from collections.abc import Callable, Iterable
from functools import partial
from math import isclose, isnan
from typing import Any

from mctslib.course.exercise import (
    Wrong,
    call,
    demand,
    exercise,
    same,
    typed,
)
from mctslib.course.grading import Case, Graded
from mctslib.course.puzzles import A, W
from mctslib.draw.show import board_svg
from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.oracle import expected_value, flat_values
from mctslib.words import number, signed, worked

PLAYOUTS = 1000  # the mean of 1,000 rewards has a standard error below 0.016
TOLERANCE = 0.08  # the largest allowed distance from an exact mean: five standard errors
FEW = 101  # a prime, so means of fewer games are multiples of 1/202 only if they are 0, ½ or 1
ROUNDING = 1e-6  # numpy's float32 rounds to seven digits
PATIENCE = 20_000_000  # lines of code that a call may execute; a call plays many whole games


# ---------------------------------------------------------- exercise 1: flat Monte Carlo


@exercise(
    "This is flat Monte Carlo, and all your means are near the exact values. The best of these is "
    "that of cell 8 in W, which wins at once, and in A that of the corner 0, which loses."
)
def check_flat_means(own: Callable[..., Any]) -> None:
    """Check that `own(state, playouts, rng)` returns {action: mean reward of the player to move}.

    Each mean is the mean of `playouts` random games after the action.
    """
    for puzzle in (W, A):
        shown = f"flat_means({puzzle.name}, {PLAYOUTS}, rng)"
        means = means_of(own, puzzle.state, PLAYOUTS, random.Random(1), shown)
        exact = {action: float(mean) for action, mean in flat_values(puzzle.state).items()}
        for action in means:
            if not abs(means[action] - exact[action]) <= TOLERANCE:
                if isnan(means[action]):
                    raise Wrong(f"`{shown}[{action}]` must be a number, not {means[action]}.")
                off = f"off by {signed(means[action] - exact[action], 3)}"
                found = f"`{shown}[{action}]` is {worked(means[action])}"
                wanted = f"it should be near {worked(exact[action])}, so it is {off}"
                why = mean_mistake(means, exact, puzzle.state)
                raise Wrong(f"{found}; {wanted}. {why}", partial(board_svg, puzzle.state))
    plays_as_many_as_asked(own)
    takes_its_luck_from_rng(own)


def means_of(
    own: Callable[..., Any], state: State, playouts: int, rng: random.Random, shown: str
) -> dict[Action, float]:
    """Call `own`, and return its means as a dict in the order of the legal actions."""
    answer = call(own, state, playouts, rng, returns=dict, shown=shown, lines=PATIENCE)
    actions = list(state.legal_actions())
    every = "The dictionary should have one entry for each legal action."
    same(sorted(answer, key=str), actions, f"sorted({shown})", every)
    return {action: typed(answer[action], float, f"{shown}[{action}]") for action in actions}


def mean_mistake(means: dict[Action, float], exact: dict[Action, float], state: State) -> str:
    """Return a message about the mistake that explains all the means."""
    if max(means.values()) > 1:
        return "Your numbers are sums. Divide each sum by the number of playouts."
    if all(abs(means[action] - (1 - exact[action])) < TOLERANCE for action in means):
        reward = "Use the reward of `state.current_player`, who chooses the action"
        return f"Your means are the opponent's rewards. {reward}."
    overall = float(expected_value(state))
    if all(abs(mean - overall) < TOLERANCE for mean in means.values()):
        start = "Start each playout with `state.apply(action)`, not with `state`."
        return f"Your means are all near the value of the whole position. {start}"
    games = "Play each of the playouts to the end with uniformly random moves"
    return f"{games}, and average their rewards."


def plays_as_many_as_asked(own: Callable[..., Any]) -> None:
    """Demand that each mean is the mean of exactly `FEW` rewards of 0, ½ or 1.

    Such a mean is a multiple of 1/202.
    """
    shown = f"flat_means(W, {FEW}, rng)"
    won = means_of(own, W.state, FEW, random.Random(3), shown)[8]
    sure = (
        f"{FEW} games after the winning move 8 in W must have the mean 1. Your mean is "
        f"{number(won)}."
    )
    demand(isclose(won, 1), f"{sure} Play exactly `playouts` games, and divide by `playouts`.")
    shown = f"flat_means(A, {FEW}, rng)"
    means = means_of(own, A.state, FEW, random.Random(3), shown)
    if are_rounded(means.values()):
        action, mean = next((a, mean) for a, mean in means.items() if mean != multiple(mean))
        raise Wrong(f"`{shown}[{action}]` is {number(mean)}. Return the mean without rounding.")
    exactly = "Play exactly `playouts` games after *each* action."
    message = f"which is not the mean of {FEW} rewards. {exactly}"
    for action, mean in means.items():
        is_multiple = isclose(mean, multiple(mean), abs_tol=1e-3 / (2 * FEW))
        demand(is_multiple, f"`{shown}[{action}]` is {number(mean)}, {message}")


def multiple(mean: float) -> float:
    """Return the possible mean of `FEW` rewards of 0, ½ or 1 that is nearest to `mean`."""
    return round(2 * FEW * mean) / (2 * FEW)


def are_rounded(means: Iterable[float]) -> bool:
    """Return whether all means of `FEW` rewards were rounded to the same number of decimals."""
    means = list(means)
    if all(mean == multiple(mean) for mean in means):
        return False
    return any(all(mean == round(multiple(mean), k) for mean in means) for k in range(1, 7))


def takes_its_luck_from_rng(own: Callable[..., Any]) -> None:
    """Demand equal means from generators in equal states, and different means otherwise."""
    shown = f"flat_means(A, {FEW}, rng)"
    first, again, other = (
        means_of(own, A.state, FEW, random.Random(seed), shown) for seed in (3, 3, 4)
    )
    once_more = f"{shown} once more, with a generator in the same state"
    same(again, first, once_more, "Take all random numbers from `rng`.")
    alike = "Two generators in different states gave the same means."
    demand(
        first != other, f"{alike} Use the `rng` passed to your function, and do not make another."
    )


# ---------------------------------------------------------- exercise 2: the exact value


def random_value(state: State, player: int) -> float:
    """Return the exact mean reward of a player if all moves from here on are uniformly random."""
    if state.is_terminal():
        return state.rewards()[player]
    values = [random_value(state.apply(action), player) for action in state.legal_actions()]
    return sum(values) / len(values)


def random_value_cases() -> list[Case]:
    """Return finished games, the position of the text, A and W, each for both players."""
    boards = {
        "X has won": "XXX/OO./...",
        "O has won": "OOO/XX./X..",
        "the game is a draw": "XOX/XOO/OXX",
        "two cells are left": "OXO/XXO/X..",
    }
    states: dict[str, State] = {
        words: TicTacToe.from_text(board) for words, board in boards.items()
    }
    states |= {"state is position A": A.state, "state is position W": W.state}
    cases = []
    for words, state in states.items():
        for player in (1, 0):
            prose = f"`random_value(paper, {player})` is" if words == "two cells are left" else ""
            cases.append(Case((state, player), words, partial(board_svg, state), prose))
    return cases


def nearly(one: Any, other: Any) -> bool:
    """Return whether two values differ by no more than the rounding of a coarse float type."""
    return abs(one - other) < ROUNDING


check_random_value = Graded(
    "01", random_value, random_value_cases, same=nearly, returns=float, lines=PATIENCE
).checker()

# ---------------------------------------------------------- exercise 3: an experiment

GAPS = [0.5, 0.1, 0.02, 0.3, 0.01]


def playouts_needed(gap: float) -> float:
    """Return the playouts of each move after which the bars of two values just touch."""
    return (2 / gap) ** 2


def about(one: float, other: float) -> bool:
    """Return whether two numbers of playouts differ by at most 1, or by at most one percent."""
    return abs(one - other) <= max(1, other / 100)


check_playouts_needed = Graded(
    "01", playouts_needed, lambda: [Case((gap,)) for gap in GAPS], same=about, returns=float
).checker()
