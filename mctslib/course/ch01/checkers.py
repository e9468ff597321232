"""Checkers of chapter 01, Ask random games for advice."""

import random
from collections.abc import Callable
from functools import cache, partial
from math import ceil, isclose, sqrt
from typing import Any, NamedTuple

from mctslib.course.exercise import Wrong, call, close, demand, exercise, same, typed
from mctslib.course.puzzles import A, W
from mctslib.draw.show import board_svg
from mctslib.game import State
from mctslib.games import TicTacToe
from mctslib.oracle import expected_value, flat_values, optimal_actions, positions, value

PLAYOUTS = 1000  # a mean of so many has a standard error below 0.02
FEW = 101  # a prime: the mean of fewer games, or of more, is no number of 202ths but 0, ½ or 1
PATIENCE = 20_000_000  # lines of code: many whole games are played
TOLERANCE = 0.06


# ---------------------------------------------------------------------------- exercise 1: flat Monte Carlo


@exercise("Right: that is all of flat Monte Carlo, and every mean is near its exact value.")
def check_flat_means(own: Callable[..., Any]) -> None:
    """`own(state, playouts, rng)` → {action: mean reward of the player to move}, `playouts` for each action."""
    for puzzle in (W, A):
        shown = f"flat_means({puzzle.name}, {PLAYOUTS}, rng)"
        answer = call(
            own, puzzle.state, PLAYOUTS, random.Random(1), returns=dict, shown=shown, lines=PATIENCE
        )
        exact = {action: float(mean) for action, mean in flat_values(puzzle.state).items()}
        same(
            sorted(answer),
            sorted(exact),
            f"sorted({shown})",
            "There should be one entry a legal action.",
        )
        for action, mean in exact.items():
            _near(answer[action], mean, f"{shown}[{action}]", puzzle.state)
    _as_many_as_asked(own)


def _near(mean: Any, exact: float, shown: str, state: State) -> None:
    mean = typed(mean, float, shown)
    if not abs(mean - exact) <= TOLERANCE:
        off = f"it should be near {exact:.3f}, and is off by {mean - exact:+.3g}"
        raise Wrong(
            f"`{shown}` is {mean:.4g}; {off}. {_mean_mistake(mean, exact, state)}",
            partial(board_svg, state),
        )


def _mean_mistake(mean: float, exact: float, state: State) -> str:
    """The likely reason for a wrong mean, as a sentence."""
    if mean > 1:
        return "That is a sum: divide it by the number of playouts."
    if abs(mean - (1 - exact)) < TOLERANCE:
        return "That is the opponent's view: read the reward of `state.current_player`, the one who chooses."
    if abs(mean - float(expected_value(state))) < TOLERANCE / 2:
        return "That is the value of the whole position: does each playout start with `state.apply(action)`?"
    return "Play each of the playouts to the end with uniformly random moves, and average their rewards."


def _as_many_as_asked(own: Callable[..., Any]) -> None:
    """The mean of 101 rewards of 0, ½ or 1 is a number of 202ths; one generator gives one answer, another another."""
    shown = f"flat_means(A, {FEW}, rng)"
    first, again, other = (_few(own, shown, seed) for seed in (3, 3, 4))
    at_once = float(
        call(own, W.state, FEW, random.Random(3), returns=dict, shown=shown, lines=PATIENCE)[8]
    )
    sure = (
        f"{FEW} games after the winning move 8 of W should have the mean 1; yours is {at_once:.4g}."
    )
    demand(isclose(at_once, 1), f"{sure} Play exactly `playouts` games, and divide by as many.")
    for action, mean in first.items():
        whole = isclose(2 * FEW * mean, round(2 * FEW * mean), abs_tol=1e-3)
        why = f"which is not the mean of {FEW} rewards. Play exactly `playouts` games after *each* action."
        demand(whole, f"`{shown}[{action}]` is {float(mean):.4g}, {why}")
    same(
        again,
        first,
        f"{shown} once more, with a generator in the same state",
        "Take all chance from `rng`.",
    )
    alike = "Two generators in different states gave the same means. Draw from the `rng` you are given; make none."
    demand(first != other, alike)


def _few(own: Callable[..., Any], shown: str, seed: int) -> Any:
    return call(own, A.state, FEW, random.Random(seed), returns=dict, shown=shown, lines=PATIENCE)


# ---------------------------------------------------------------------------- exercise 2: the exact value


@exercise("Right: the exact mean over all random games, without playing a single one.")
def check_random_value(own: Callable[..., Any]) -> None:
    """`own(state, player)` → exact mean reward of `player` when every move is uniformly random."""
    finished = TicTacToe.from_text("XXX/OO./...")
    won = call(own, finished, 0, returns=float, shown="random_value(<X has won>, 0)")
    close(
        won, 1, "random_value(<X has won>, 0)", "When the game is over, return the player's reward."
    )
    for state, name in [
        (TicTacToe.from_text("OXO/XXO/X.."), "two cells left"),
        (A.state, "A"),
        (W.state, "W"),
    ]:
        for player in (1, 0):
            shown = f"random_value(<{name}>, {player})"
            answer = call(own, state, player, returns=float, shown=shown, lines=PATIENCE)
            exact = float(expected_value(state, player))
            close(answer, exact, shown, _exact_mistake(answer, exact, state, player))


def _exact_mistake(answer: float, exact: float, state: State, player: int) -> str:
    """The likely reason for a wrong exact value, as a sentence."""
    if isclose(answer, value(state, player)):
        return (
            "That is the value of perfect play: take the mean over the moves, not the best of them."
        )
    if isclose(answer, 1 - exact):
        return "That is the other player's: the reward to read at the end is that of `player`, whoever is to move."
    if answer > 1:
        return "No mean of rewards is above 1: divide by the number of legal actions."
    return "It is the mean of the values of the positions after each legal action."


# ---------------------------------------------------------------------------- exercise 3: how many playouts?


@exercise("Right: half the error costs four times the playouts.")
def check_playouts_needed(own: Callable[..., Any]) -> None:
    """`own(error)` → the smallest number of playouts n with 1/√n ≤ error."""
    for error in (0.5, 0.1, 0.3, 0.02, 0.07, 0.006, 1):
        shown = f"playouts_needed({error})"
        answer = call(own, error, returns=int, shown=shown)
        right = ceil(1 / error**2 - 1e-6)
        same(answer, right, shown, _needed_mistake(answer, error, right))


def _needed_mistake(answer: int, error: float, right: int) -> str:
    """How far such a number of playouts reaches, and the likely mistake."""
    if answer < 1:
        return "At least one playout is needed."
    message = f"With {answer:,} playouts 1/√n is {1 / sqrt(answer):.4g}."
    if answer == ceil(1 / error - 1e-6):
        return f"{message} The error shrinks with the *square root* of n: half the error takes four times the playouts."
    if answer == right - 1:
        return f"{message} That is just not enough: round up, not down."
    if answer == right + 1:
        return f"{message} One playout fewer is enough, too."
    return f"{message} Solve 1/√n = error for n, then round up to a whole number."


# ---------------------------------------------------------------------------- exercise 4: blunders


class Move(NamedTuple):
    """A move: what the position is worth to its player before and after, to the opponent after, and to X."""

    player: int
    before: float
    after: float
    theirs: float | None  # None where the game is over: then nobody is to move
    for_x: tuple[float, float]


BLUNDER_MISTAKES: list[
    tuple[Callable[[Move], bool | None], str]
] = [  # what people ask instead of after < before
    (
        lambda m: None if m.theirs is None else m.theirs < m.before,
        "That compares two players: ask for the value of both positions for the *same* player, `value(after, player)`.",
    ),
    (
        lambda m: m.after == m.before,
        "It is the other way round: True is for the moves that throw something away.",
    ),
    (
        lambda m: m.for_x[1] < m.for_x[0],
        "That asks for X always: the player who moves is `state.current_player`.",
    ),
    (
        lambda m: m.after < 1,
        "That asks whether the move wins. Compare with what the position was worth before it.",
    ),
    (
        lambda m: m.after == 0,
        "That asks whether the move loses. Compare with what the position was worth before it.",
    ),
    (
        lambda m: m.after <= m.before,
        "That calls every move a blunder: one that keeps the value gives nothing away.",
    ),
    (
        lambda m: m.after < m.before or m.after == 0,
        "In a lost position there is nothing left to give away.",
    ),
    (
        lambda m: m.after < m.before and m.before == 1,
        "A draw can be thrown away, too, not only a win.",
    ),
    (
        lambda m: m.after < m.before and m.after == 0,
        "A win thrown away for a draw is a blunder, too.",
    ),
    (
        lambda m: False,
        "That finds no blunder anywhere. After one the player has *less* than before.",
    ),
]


@exercise("Right: a blunder gives away value that perfect play would have kept.")
def check_is_blunder(own: Callable[..., Any]) -> None:
    """`own(state, action)` → True if `action` is worth less than the position, under perfect play."""
    moves = {
        (state, action): _move(state, action)
        for state in _cases()
        for action in state.legal_actions()
    }
    answers = {
        key: call(own, *key, returns=bool, shown=f"is_blunder(state, {key[1]})") for key in moves
    }
    for (state, action), move in moves.items():
        message = f"The position is worth {move.before:g} to whoever is to move, and {move.after:g} after the move."
        shown, right = f"is_blunder(state, {action})", move.after < move.before
        if answers[state, action] != right:
            why = _blunder_mistake([(move, answers[key]) for key, move in moves.items()])
            same(
                answers[state, action],
                right,
                shown,
                f"{message}\n{state}\n{why}",
                partial(board_svg, state),
            )


def _blunder_mistake(answers: list[tuple[Move, bool]]) -> str:
    """The mistake that explains every answer, as a sentence."""
    for mistake, words in BLUNDER_MISTAKES:
        if all(mistake(move) in (answer, None) for move, answer in answers):
            return words
    return "A blunder is a move after which the same player has less than before, in any position."


def _move(state: State, action: Any) -> Move:
    after, player = state.apply(action), state.current_player
    theirs = None if after.is_terminal() else value(after)
    return Move(
        player, value(state), value(after, player), theirs, (value(state, 0), value(after, 0))
    )


@cache
def _cases() -> list[State]:
    return [A.state, W.state, *_sample(40), *_nothing_to_lose()]


def _going_on() -> list[State]:
    return [state for state in positions(TicTacToe()) if not state.is_terminal()]


def _sample(count: int) -> list[State]:
    """Positions in which some moves are right and some are wrong."""
    mixed = [
        state for state in _going_on() if len(optimal_actions(state)) < len(state.legal_actions())
    ]
    return random.Random(0).sample(mixed, count)


def _nothing_to_lose() -> list[State]:
    """A lost position and a drawn one in which every move is as good as any other: no blunder anywhere."""
    calm = [
        state
        for state in _going_on()
        if 1 < len(optimal_actions(state)) == len(state.legal_actions())
    ]
    return [next(state for state in calm if value(state) == worth) for worth in (0, 0.5, 1)]
