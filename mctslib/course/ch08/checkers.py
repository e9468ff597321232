"""Checkers of chapter 08, MCTS against random playouts."""

import random
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from mctslib.course.ch08.pgame import average, games_with_a_choice, right_moves
from mctslib.course.exercise import call, close, demand, exercise, explained, given, plain
from mctslib.course.puzzles import A, W
from mctslib.draw.show import board_svg
from mctslib.game import State
from mctslib.games import Nim, TicTacToe
from mctslib.games.board import MARKS
from mctslib.oracle import expected_value, positions, value

PATIENCE = 20_000_000  # lines of code: every position below is looked at

# ---------------------------------------------------------------------------- exercise 1: minimax


@exercise("Right: one word changed, from the mean to the best, and chance has become perfect play.")
def check_minimax(own: Callable[..., Any]) -> None:
    """`own(state, player)` → exact reward of `player` when both sides play perfectly."""
    finished = TicTacToe.from_text("XXX/OO./...")
    for player in (0, 1):
        shown = f"minimax(<X has won>, {player})"
        close(
            call(own, finished, player, returns=float, shown=shown),
            1 - player,
            shown,
            "When the game is over, return the reward of `player`.",
        )
    cases = [
        (state, player)
        for state in [*_sample(12), A.state, W.state, LARGER, LONG]
        for player in (0, 1)
    ]
    answers = [
        call(own, state, player, returns=float, shown=_shown(state, player), lines=PATIENCE)
        for state, player in cases
    ]
    for (state, player), answer in zip(cases, answers):
        why = explained(MINIMAX_MISTAKES, cases, answers, TOO_SHORT if state is LONG else TURNS)
        close(
            answer,
            value(state, player),
            _shown(state, player),
            why,
            picture=partial(board_svg, state),
        )


LARGER = TicTacToe.from_text("XOXO/OXXO/O..X/....")
LONG = Nim(16, most=1)  # not wide, but longer than any game of tic-tac-toe
TURNS = "Best for whoever is to move: `max` for `player`, `min` when it is the other's turn."
TOO_SHORT = (
    "Shorter games come out right, this one lasts 16 moves: do not stop before the game is over."
)


def _shown(state: State, player: int) -> str:
    if state is LONG:
        return f"minimax(Nim(16, most=1), {player})"
    return f"minimax(<{MARKS[state.current_player]} to move, {len(state.legal_actions())} cells left>, {player})"


@cache
def _sample(count: int) -> list[State]:
    """Positions with four or five cells left whose value under perfect play is not the random one."""
    some = [
        state
        for state in positions(TicTacToe())
        if 4 <= len(state.legal_actions()) <= 5 and value(state) != expected_value(state)
    ]
    return random.Random(0).sample(some, count)


def _chosen(
    mine: Callable[..., float], theirs: Callable[..., float], state: State, player: int
) -> float:
    """The value if `mine` chooses the moves of `player`, and `theirs` all others."""
    if state.is_terminal():
        return state.rewards()[player]
    best = mine if state.current_player == player else theirs
    return best(
        _chosen(mine, theirs, state.apply(action), player) for action in state.legal_actions()
    )


MINIMAX_MISTAKES: list[tuple[Callable[[State, int], float], str]] = [
    (
        lambda s, p: float(expected_value(s, p)),
        "That is the mean, the value under random play: take the best instead.",
    ),
    (
        partial(_chosen, max, max),
        "That is `max` all the way down: the opponent would be helping. At the opponent's turn take `min`.",
    ),
    (
        partial(_chosen, min, min),
        "That is `min` all the way down: at the turn of `player` take `max`.",
    ),
    (
        partial(_chosen, min, max),
        "`max` and `min` are exchanged: `player` takes the largest at its own turn.",
    ),
    (
        lambda s, p: value(s),
        "That is the value for the player to move; the question is about `player`.",
    ),
    (
        lambda s, p: value(s, 1 - p),
        "That is the other player's value: at the end read the reward of `player`.",
    ),
]

# ---------------------------------------------------------------------------- exercise 2: failure rate


@exercise("Right: the share of games in which the move is none of the right ones.")
def check_failure_rate(own: Callable[..., Any]) -> None:
    """`own(pick, games)` → share of the games (game, right moves) in which `pick(game)` is wrong."""
    games = games_with_a_choice(40, branching=4, depth=3)
    cases, answers = [(pick, games) for pick in PICKS.values()], []
    for name, pick in PICKS.items():
        answers.append(
            call(
                own,
                pick,
                handed := list(games),
                returns=float,
                shown=f"failure_rate({name}, games)",
            )
        )
        demand(
            handed == games,
            "Your function changed the list `games`; the next player would sit another exam.",
        )
    why = explained(FAILURE_MISTAKES, cases, answers, COUNT_THE_WRONG)
    for name, answer, case in zip(PICKS, answers, cases):
        close(answer, _failures(*case) / len(games), f"failure_rate({name}, games)", why)
    shown = "failure_rate(<0 first, then 1>, games)"
    turns = iter([0, 1] * len(games))
    answer = call(own, lambda game: next(turns), list(games), returns=float, shown=shown)
    right = sum(k % 2 not in moves for k, (_, moves) in enumerate(games)) / len(games)
    close(
        answer,
        right,
        shown,
        "Ask `pick` once for each game: a search does not always answer the same.",
    )


PICKS: dict[str, Callable[[Any], Any]] = {
    "<always 0>": lambda game: 0,
    "<the last>": lambda game: game.legal_actions()[-1],
    "<infinitely many playouts>": lambda game: min(right_moves(game, average)),
}


def _failures(pick: Callable[[Any], Any], games: list[Any]) -> int:
    return sum(pick(game) not in right for game, right in games)


IN_IT = (
    "`right` may hold several moves, and each of them is right: ask whether the move is *in* it."
)
COUNT_THE_WRONG = (
    "Count the games in which `pick(game)` is not in `right`, and divide by `len(games)`."
)
FAILURE_MISTAKES: list[tuple[Callable[[Callable[[Any], Any], list[Any]], float], str]] = [
    (_failures, "That is how many; divide by the number of games."),
    (
        lambda pick, games: 100 * _failures(pick, games) / len(games),
        "That is in percent; a share is from 0 to 1.",
    ),
    (
        lambda pick, games: 1 - _failures(pick, games) / len(games),
        "That is the share of right moves; count the wrong ones.",
    ),
    (
        lambda pick, games: sum(pick(game) != min(right) for game, right in games) / len(games),
        IN_IT,
    ),
    (lambda pick, games: sum({pick(game)} != right for game, right in games) / len(games), IN_IT),
]


# ---------------------------------------------------------------------------- exercise 3: the theorem

PROMISES = {
    "a": (True, "The mean at the root does converge to the value of perfect play."),
    "b": (
        False,
        "The theorem speaks of the limit; it gives no number of iterations that is enough for your game.",
    ),
    "c": (True, "The chance of a wrong move does go to zero."),
    "d": (False, "Single iterations can lead away; only in the end does it settle."),
    "e": (
        False,
        "The proof wants a c that fits the range of the rewards; with c = 0 a search can stick for ever.",
    ),
    "f": (
        False,
        "Random playouts run to the value of random play; here some games stay wrong for ever.",
    ),
}


@exercise("Right: two promises about the limit, and none about tomorrow.")
def check_theorem(answers: Any) -> None:
    """`answers`: statement "a" … "f" → True if the theorem promises it."""
    given(answers, dict, "promised")
    missing = sorted(set(PROMISES) - set(answers))
    demand(not missing, f"Still to be answered: {', '.join(missing)}.")
    for letter, (right, why) in PROMISES.items():
        answer = answers[letter]
        demand(
            isinstance(plain(answer), bool),
            f'`promised["{letter}"]` is {answer!r}; it should be True or False.',
        )
        demand(
            answer == right,
            f"Statement {letter} is {'promised' if right else 'not promised'}. {why}",
        )
