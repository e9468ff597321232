"""Checkers of chapter 08, MCTS against random playouts."""
from __future__ import annotations

import random
from collections.abc import Callable
from math import isclose, sqrt
from typing import Any

from mctslib.exercises.common import Wrong, call, close, demand, exercise, same
from mctslib.experiments import A, W
from mctslib.game import State
from mctslib.games import TicTacToe
from mctslib.oracle import expected_value, flat_values, optimal_actions, positions, value

PLAYOUTS = 1000  # a mean of so many has a standard error below 0.02
PATIENCE = 20_000_000  # lines of code: many whole games are played
TOLERANCE = 0.06


@exercise("Right: that is all of flat Monte Carlo, and every mean is near its exact value.")
def check_flat_means(own: Callable[..., Any]) -> None:
    """`own(state, playouts, rng)` → {action: mean reward of the player to move}, `playouts` for each action."""
    for puzzle in (W, A):
        shown = f"flat_means({puzzle.name}, {PLAYOUTS}, rng)"
        answer = call(own, puzzle.state, PLAYOUTS, random.Random(1), returns=dict, shown=shown, lines=PATIENCE)
        exact = {action: float(mean) for action, mean in flat_values(puzzle.state).items()}
        same(sorted(answer), sorted(exact), f"sorted({shown})", "There should be one entry a legal action.")
        for action, mean in exact.items():
            _near(answer[action], mean, f"{shown}[{action}]", puzzle.state)


def _near(mean: Any, exact: float, shown: str, state: State) -> None:
    demand(isinstance(mean, int | float), f"`{shown}` is {mean!r}; it should be a number.")
    if abs(mean - exact) > TOLERANCE:
        raise Wrong(f"`{shown}` is {mean:.4g}; it should be near {exact:.3f}. {_mean_mistake(mean, exact, state)}")


def _mean_mistake(mean: float, exact: float, state: State) -> str:
    """The likely reason for a wrong mean, as a sentence."""
    if mean > 1:
        return "That is a sum: divide it by the number of playouts."
    if abs(mean - (1 - exact)) < TOLERANCE:
        return "That is the opponent's view: read `rewards()[state.current_player]` of the position you started from."
    if abs(mean - float(expected_value(state))) < TOLERANCE:
        return "That is the value of the whole position: does each playout start with `state.apply(action)`?"
    return "Play each of the playouts to the end with uniformly random moves."


@exercise("Right: the exact mean over all random games, without playing a single one.")
def check_random_value(own: Callable[..., Any]) -> None:
    """`own(state, player)` → exact mean reward of `player` when every move is uniformly random."""
    finished = TicTacToe.from_text("XXX/OO./...")
    won = call(own, finished, 0, returns=float, shown="random_value(<X has won>, 0)")
    close(won, 1, "random_value(<X has won>, 0)", "When the game is over, return the player's reward.")
    for state, name in [(TicTacToe.from_text("OXO/XXO/X.."), "two cells left"), (A.state, "A"), (W.state, "W")]:
        for player in (1, 0):
            shown = f"random_value(<{name}>, {player})"
            answer = call(own, state, player, returns=float, shown=shown, lines=PATIENCE)
            exact = float(expected_value(state, player))
            close(answer, exact, shown, _exact_mistake(answer, exact, state, player))


def _exact_mistake(answer: float, exact: float, state: State, player: int) -> str:
    """The likely reason for a wrong exact value, as a sentence."""
    if isclose(answer, value(state, player)):
        return "That is the value of perfect play: take the mean over the moves, not the best of them."
    if isclose(answer, 1 - exact):
        return "That is the other player's: the reward to read at the end is that of `player`, whoever is to move."
    if answer > 1:
        return "No mean of rewards is above 1: divide by the number of legal actions."
    return "It is the mean of the values of the positions after each legal action."


@exercise("Right: a blunder gives away value that perfect play would have kept.")
def check_is_blunder(own: Callable[..., Any]) -> None:
    """`own(state, action)` → True if `action` is worth less than the position, under perfect play."""
    for state in [A.state, W.state, *_sample(40)]:
        best, player = optimal_actions(state), state.current_player
        for action in state.legal_actions():
            answer = call(own, state, action, returns=bool, shown=f"is_blunder(state, {action})")
            why = _blunder_mistake(answer, state, action, player)
            same(answer, action not in best, f"is_blunder(state, {action})", why, _drawn(state))


def _blunder_mistake(answer: bool, state: State, action: Any, player: int) -> str:
    """What is the case in this position, and the likely reason for a wrong answer."""
    before, after = value(state), value(state.apply(action), player)
    told = f"The position is worth {before:g} to the player to move, and {after:g} after the move.\n{state}\n"
    if answer and after == before:
        return told + "Giving nothing away is no blunder, even in a lost position or a drawn one."
    return told + "Ask for the value of both positions for the *same* player: `value(after, player)`."


def _drawn(state: State) -> str:
    from mctslib.draw import board_svg

    return board_svg(state)


def _sample(count: int) -> list[State]:
    """Positions in which some moves are right and some are wrong."""
    mixed = [
        state for state in positions(TicTacToe())
        if not state.is_terminal() and len(optimal_actions(state)) < len(state.legal_actions())
    ]  # fmt: skip
    return random.Random(0).sample(mixed, count)


@exercise("Right: Wilson's interval, which never leaves 0…1 and does not collapse when nothing happened yet.")
def check_wilson(own: Callable[..., Any]) -> None:
    """`own(successes, games, z)` → (low, high), Wilson's interval for the true share of successes."""
    for successes, games, z in [(8, 10, 2.0), (40, 100, 1.96), (0, 50, 1.96), (50, 50, 1.96), (3, 7, 1.0)]:
        shown = f"wilson({successes}, {games}, {z})"
        answer = call(own, successes, games, z, returns=tuple, shown=shown)
        demand(len(answer) == 2, f"`{shown}` has {len(answer)} entries; it should have two: low and high.")
        right = wilson(successes, games, z)
        why = _interval_mistake(answer, successes, games, z)
        close(answer[0], right[0], f"{shown}[0]", why, tolerance=1e-6)
        close(answer[1], right[1], f"{shown}[1]", why, tolerance=1e-6)


def wilson(successes: int, games: int, z: float) -> tuple[float, float]:
    """Wilson's interval (1927): the shares p with |p − successes/games| ≤ z √(p (1 − p) / games)."""
    share, weight = successes / games, z * z / games
    middle = share + weight / 2
    half = z * sqrt(share * (1 - share) / games + weight / (4 * games))
    return max(0.0, (middle - half) / (1 + weight)), min(1.0, (middle + half) / (1 + weight))


def _interval_mistake(answer: tuple[float, ...], successes: int, games: int, z: float) -> str:
    """The likely reason for a wrong interval, as a sentence."""
    share, weight = successes / games, z * z / games
    half = z * sqrt(share * (1 - share) / games)
    if isclose(answer[0], share - half) and isclose(answer[1], share + half):
        return "That is share ± z √(share (1 − share) / n). After 0 losses it claims certainty; Wilson's does not."
    if answer[0] > answer[1]:
        return "Low comes first."
    if isclose(sum(answer), 2 * share + weight):
        return "Almost: both ends are still to be divided by 1 + z²/n."
    return "Compare with the formula above, term by term."
