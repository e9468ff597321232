"""Checkers of chapter 01, Ask random games for advice."""

import random
from collections.abc import Callable
from functools import cache, partial
from math import ceil, isclose, isnan, sqrt
from typing import Any, NamedTuple

from mctslib.course.exercise import (
    Mistakes,
    Wrong,
    call,
    close,
    demand,
    exercise,
    explained,
    same,
    typed,
)
from mctslib.course.puzzles import A, W
from mctslib.draw.show import board_svg
from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.oracle import expected_value, flat_values, optimal_actions, positions, value
from mctslib.words import number, signed

PLAYOUTS = 1000  # a mean of so many has a standard error below 0.016
TOLERANCE = 0.08  # five of these
FEW = 101  # a prime: the mean of fewer games, or of more, is no number of 202ths but 0, ½ or 1
PATIENCE = 20_000_000  # lines of code: many whole games are played


# ---------------------------------------------------------- exercise 1: flat Monte Carlo


@exercise("Right: that is all of flat Monte Carlo, and every mean is near its exact value.")
def check_flat_means(own: Callable[..., Any]) -> None:
    """Check that `own(state, playouts, rng)` returns {action: mean reward of the player to move}.

    Each mean is that of `playouts` random games after the action.
    """
    for puzzle in (W, A):
        shown = f"flat_means({puzzle.name}, {PLAYOUTS}, rng)"
        means = means_of(own, puzzle.state, PLAYOUTS, random.Random(1), shown)
        exact = {action: float(mean) for action, mean in flat_values(puzzle.state).items()}
        for action in means:
            if not abs(means[action] - exact[action]) <= TOLERANCE:
                if isnan(means[action]):
                    raise Wrong(f"`{shown}[{action}]` is no number: {means[action]}.")
                off = f"off by {signed(means[action] - exact[action], 3)}"
                found = f"`{shown}[{action}]` is {number(means[action], 3)}"
                wanted = f"it should be near {number(exact[action], 3)}, and is {off}"
                why = mean_mistake(means, exact, puzzle.state)
                raise Wrong(f"{found}; {wanted}. {why}", partial(board_svg, puzzle.state))
    plays_as_many_as_asked(own)
    takes_its_luck_from_rng(own)


def means_of(
    own: Callable[..., Any], state: State, playouts: int, rng: random.Random, shown: str
) -> dict[Action, float]:
    """Call `own`; return its means, one number for each legal action, in their order."""
    answer = call(own, state, playouts, rng, returns=dict, shown=shown, lines=PATIENCE)
    actions = list(state.legal_actions())
    every = "There should be one entry for each legal action."
    same(sorted(answer, key=str), actions, f"sorted({shown})", every)
    return {action: typed(answer[action], float, f"{shown}[{action}]") for action in actions}


def mean_mistake(means: dict[Action, float], exact: dict[Action, float], state: State) -> str:
    """Return the mistake that explains all the means, as a sentence."""
    if max(means.values()) > 1:
        return "That is a sum: divide it by the number of playouts."
    if all(abs(means[action] - (1 - exact[action])) < TOLERANCE for action in means):
        reward = "read the reward of `state.current_player`, the one who chooses"
        return f"That is the opponent's view: {reward}."
    whole = float(expected_value(state))
    if all(abs(mean - whole) < TOLERANCE for mean in means.values()):
        start = "does each playout start with `state.apply(action)`?"
        return f"That is the value of the whole position: {start}"
    games = "Play each of the playouts to the end with uniformly random moves"
    return f"{games}, and average their rewards."


def plays_as_many_as_asked(own: Callable[..., Any]) -> None:
    """Demand means of exactly `FEW` rewards of 0, ½ or 1: they are numbers of 202ths."""
    shown = f"flat_means(W, {FEW}, rng)"
    won = means_of(own, W.state, FEW, random.Random(3), shown)[8]
    sure = (
        f"{FEW} games after the winning move 8 of W should have the mean 1; yours is {number(won)}."
    )
    demand(isclose(won, 1), f"{sure} Play exactly `playouts` games, and divide by as many.")
    shown = f"flat_means(A, {FEW}, rng)"
    for action, mean in means_of(own, A.state, FEW, random.Random(3), shown).items():
        halves = 2 * FEW * mean
        exactly = "Play exactly `playouts` games after *each* action."
        message = f"which is not the mean of {FEW} rewards. {exactly}"
        whole = isclose(halves, round(halves), abs_tol=1e-3)
        demand(whole, f"`{shown}[{action}]` is {number(mean)}, {message}")


def takes_its_luck_from_rng(own: Callable[..., Any]) -> None:
    """Demand the same means for generators in the same state, and others for another state."""
    shown = f"flat_means(A, {FEW}, rng)"
    first, again, other = (
        means_of(own, A.state, FEW, random.Random(seed), shown) for seed in (3, 3, 4)
    )
    once_more = f"{shown} once more, with a generator in the same state"
    same(again, first, once_more, "Take all chance from `rng`.")
    alike = "Two generators in different states gave the same means."
    demand(first != other, f"{alike} Draw from the `rng` you are given; make none.")


# ---------------------------------------------------------- exercise 2: the exact value

EXACT_CASES = [  # position, its name, whose value
    (TicTacToe.from_text("OXO/XXO/X.."), "two cells left", 1),
    (TicTacToe.from_text("OXO/XXO/X.."), "two cells left", 0),
    (A.state, "A", 1),
    (A.state, "A", 0),
    (W.state, "W", 1),
    (W.state, "W", 0),
]
EXACT_MISTAKES: Mistakes = [  # a function of (state, player), and what to say
    (
        lambda state, player: value(state, player),
        "That is the value of perfect play: take the mean over the moves, not the best of them.",
    ),
    (
        lambda state, player: float(expected_value(state, 1 - player)),
        "That is the other player's: the reward to read at the end is that of `player`, whoever is "
        "to move.",
    ),
]


@exercise("Right: the exact mean over all random games, without playing a single one.")
def check_random_value(own: Callable[..., Any]) -> None:
    """Check that `own(state, player)` returns the exact mean reward under random play."""
    for board, name, rewards in [
        ("XXX/OO./...", "X has won", (1, 0)),
        ("OOO/XX./X..", "O has won", (0, 1)),
        ("XOX/XOO/OXX", "a draw", (0.5, 0.5)),
    ]:
        for player, reward in enumerate(rewards):
            shown = f"random_value(<{name}>, {player})"
            answer = call(own, TicTacToe.from_text(board), player, returns=float, shown=shown)
            close(answer, reward, shown, "When the game is over, return the player's reward.")
    answers = [
        call(
            own, state, player, returns=float, shown=random_value_call(name, player), lines=PATIENCE
        )
        for state, name, player in EXACT_CASES
    ]
    why = exact_mistake(answers)
    for answer, (state, name, player) in zip(answers, EXACT_CASES):
        exact = float(expected_value(state, player))
        close(answer, exact, random_value_call(name, player), why)


def random_value_call(name: str, player: int) -> str:
    """Return how a call is shown in a message."""
    return f"random_value(<{name}>, {player})"


def exact_mistake(answers: list[float]) -> str:
    """Return the mistake that explains every wrong answer, as a sentence."""
    cases: list[tuple[State, int]] = []
    wrong: list[float] = []
    for answer, (state, _, player) in zip(answers, EXACT_CASES):
        if not isclose(answer, expected_value(state, player), abs_tol=1e-6):
            cases.append((state, player))
            wrong.append(answer)
    otherwise = "It is the mean of the values of the positions after each legal action."
    if any(answer > 1 for answer in wrong):
        otherwise = "No mean of rewards is above 1: divide by the number of legal actions."
    return explained(EXACT_MISTAKES, cases, wrong, otherwise)


# ---------------------------------------------------------- exercise 3: how many playouts?

ERRORS = (0.5, 0.1, 0.3, 0.02, 0.07, 0.006, 1, 1 / 7, 1 / 49)  # with the last two, dust decides
DUST = (
    "One playout fewer is enough, too: the number came out a hair above a whole one. Round to six "
    "places before you round up."
)
NEEDED_MISTAKES: Mistakes = [  # a function of the error, and what to say
    (
        lambda error: ceil(1 / error - 1e-6),
        "The error shrinks with the *square root* of n: half the error takes four times the "
        "playouts.",
    ),
    (
        lambda error: int(1 / error**2 + 1e-6),
        "That is just not enough: round up, not down.",
    ),
    (lambda error: ceil(1 / error**2), DUST),
    (lambda error: ceil((1 / error) ** 2), DUST),
    (
        lambda error: playouts_needed(error) + 1,
        "One playout fewer is enough, too.",
    ),
]


@exercise("Right: half the error costs four times the playouts.")
def check_playouts_needed(own: Callable[..., Any]) -> None:
    """Check that `own(error)` returns the smallest number of playouts n with 1/√n ≤ error."""
    shown = [f"playouts_needed({number(error)})" for error in ERRORS]
    answers = [call(own, error, returns=int, shown=words) for error, words in zip(ERRORS, shown)]
    wrong = [
        (error, answer)
        for error, answer in zip(ERRORS, answers)
        if answer != playouts_needed(error)
    ]
    why = explained(
        NEEDED_MISTAKES,
        [(error,) for error, _ in wrong],
        [answer for _, answer in wrong],
        "Solve 1/√n = error for n, then round up to a whole number.",
    )
    for error, answer, words in zip(ERRORS, answers, shown):
        if answer < 1:
            reach = "At least one playout is needed."
        else:
            reach = f"With {answer:,} playouts 1/√n is {number(1 / sqrt(answer), 4)}. {why}"
        same(answer, playouts_needed(error), words, reach)


def playouts_needed(error: float) -> int:
    """Return the smallest n with 1/√n ≤ error, without the dust of floating-point numbers."""
    return ceil(1 / error**2 - 1e-6)


# ---------------------------------------------------------- exercise 4: blunders


class Move(NamedTuple):
    """A move and what the positions before and after it are worth under perfect play."""

    player: int  # who moves
    before: float  # the position before, to this player
    after: float  # the position after, to this player
    theirs: float | None  # the position after, to the opponent; None where the game is over
    for_x: tuple[float, float]  # the positions before and after, to X


# What people ask instead of after < before.  None: the mistake raises an error, or anything goes.
BLUNDER_MISTAKES: list[tuple[Callable[[Move], bool | None], str]] = [
    (
        lambda m: None if m.theirs is None else m.theirs < m.before,
        "That compares two players: ask for the value of both positions for the *same* player, "
        "`value(after, player)`.",
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
    """Check that `own(state, action)` is True if the move is worth less than the position."""
    moves = [move_of(state, action) for state, action in blunder_cases()]
    answers = []
    for state, action in blunder_cases():
        shown = f"is_blunder(state, {action})"
        answers.append(call(own, state, action, returns=bool, shown=shown))
    for (state, action), move, answer in zip(blunder_cases(), moves, answers):
        right = move.after < move.before
        if answer != right:
            before, after = number(move.before), number(move.after)
            worth = f"worth {before} to the player to move, and {after} after the move"
            why = f"The position is {worth}.\n{state}\n{blunder_mistake(moves, answers)}"
            same(answer, right, f"is_blunder(state, {action})", why, partial(board_svg, state))


def blunder_mistake(moves: list[Move], answers: list[bool]) -> str:
    """Return the mistake that explains every answer, as a sentence."""
    for mistake, words in BLUNDER_MISTAKES:
        if all(mistake(move) in (answer, None) for move, answer in zip(moves, answers)):
            return words
    return "A blunder is a move after which the same player has less than before, in any position."


def move_of(state: State, action: Action) -> Move:
    """Return a move with what the positions before and after it are worth."""
    player = state.current_player
    after = state.apply(action)
    theirs = None if after.is_terminal() else value(after)
    for_x = value(state, 0), value(after, 0)
    return Move(player, value(state), value(after, player), theirs, for_x)


@cache
def blunder_cases() -> list[tuple[State, Action]]:
    """Return the moves that are asked about: all those of many positions."""
    states = [A.state, W.state, *mixed_positions(40), *calm_positions()]
    return [(state, action) for state in states for action in state.legal_actions()]


def unfinished_positions() -> list[State]:
    """Return the positions of tic-tac-toe in which the game goes on."""
    return [state for state in positions(TicTacToe()) if not state.is_terminal()]


def mixed_positions(number: int) -> list[State]:
    """Return positions in which some moves are right and some are wrong."""
    mixed = []
    for state in unfinished_positions():
        if len(optimal_actions(state)) < len(state.legal_actions()):
            mixed.append(state)
    return random.Random(0).sample(mixed, number)


def calm_positions() -> list[State]:
    """Return a lost, a drawn and a won position in which every move is as good as any other."""
    found: dict[float, State] = {}
    for state in unfinished_positions():
        if 1 < len(optimal_actions(state)) == len(state.legal_actions()):
            found.setdefault(value(state), state)
    return [found[worth] for worth in (0, 0.5, 1)]
