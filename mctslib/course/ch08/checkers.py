"""Checkers of chapter 08, MCTS against random playouts."""
from __future__ import annotations

import random
from collections.abc import Callable
from math import isclose
from typing import Any

from mctslib.course.ch08.pgame import average, games_with_a_choice, right_moves
from mctslib.course.exercise import Wrong, call, close, demand, exercise, given, plain
from mctslib.course.puzzles import A, W
from mctslib.draw.show import board_svg
from mctslib.game import State
from mctslib.games import TicTacToe
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
        close(call(own, finished, player, returns=float, shown=shown), 1 - player, shown,
              "When the game is over, return the reward of `player`.")  # fmt: skip
    cases = [(state, player) for state in [*_sample(12), A.state, W.state, LARGER] for player in (0, 1)]
    answers = [call(own, state, player, returns=float, shown=_shown(state, player), lines=PATIENCE)
               for state, player in cases]  # fmt: skip
    for (state, player), answer in zip(cases, answers):
        right = value(state, player)
        if not isclose(answer, right, abs_tol=1e-9):
            told = f"It should be {right:g}, off by {answer - right:+.3g}."
            why = _minimax_mistake(cases, answers)
            raise Wrong(f"`{_shown(state, player)}` is {answer:.4g}. {told} {why}", board_svg(state))


LARGER = TicTacToe.from_text("XOXO/OXXO/O..X/....")


def _shown(state: State, player: int) -> str:
    return f"minimax(<{MARKS[state.current_player]} to move, {len(state.legal_actions())} cells left>, {player})"


def _sample(count: int) -> list[State]:
    """Positions with four or five cells left whose value under perfect play is not the random one."""
    some = [
        state for state in positions(TicTacToe())
        if 4 <= len(state.legal_actions()) <= 5 and value(state) != expected_value(state)
    ]  # fmt: skip
    return random.Random(0).sample(some, count)


def _minimax_mistake(cases: list[tuple[State, int]], answers: list[float]) -> str:
    """The mistake that explains every answer, as a sentence."""
    for mistake, words in MINIMAX_MISTAKES:
        if all(isclose(mistake(*case), answer, abs_tol=1e-9) for case, answer in zip(cases, answers)):
            return words
    return "Best for whoever is to move: `max` for `player`, `min` when it is the other's turn."


def _both_choose(best: Callable[[Any], float], state: State, player: int) -> float:
    """The value if every move, whoever makes it, is chosen by `best` for `player`."""
    if state.is_terminal():
        return state.rewards()[player]
    return best(_both_choose(best, state.apply(action), player) for action in state.legal_actions())


def _both(best: Callable[[Any], float]) -> Callable[[State, int], float]:
    return lambda state, player: _both_choose(best, state, player)


def _other_way(state: State, player: int) -> float:
    """The value with `min` and `max` exchanged."""
    if state.is_terminal():
        return state.rewards()[player]
    best = min if state.current_player == player else max
    return best(_other_way(state.apply(action), player) for action in state.legal_actions())


MINIMAX_MISTAKES: list[tuple[Callable[[State, int], float], str]] = [
    (lambda s, p: float(expected_value(s, p)), "That is the mean, the value under random play: take the best instead."),
    (_both(max), "That is `max` all the way down: the opponent would be helping. At the opponent's turn take `min`."),
    (_both(min), "That is `min` all the way down: at the turn of `player` take `max`."),
    (_other_way, "`max` and `min` are exchanged: `player` takes the largest at its own turn."),
    (lambda s, p: value(s), "That is the value for the player to move; the question is about `player`."),
    (lambda s, p: value(s, 1 - p), "That is the other player's value: at the end read the reward of `player`."),
]

# ---------------------------------------------------------------------------- exercise 2: failure rate


@exercise("Right: the share of games in which the move is none of the right ones.")
def check_failure_rate(own: Callable[..., Any]) -> None:
    """`own(pick, games)` → share of the games (game, right moves) in which `pick(game)` is wrong."""
    games = games_with_a_choice(40, branching=4, depth=3)
    for name, pick in PICKS.items():
        wrong = sum(pick(game) not in right for game, right in games)
        shown = f"failure_rate({name}, games)"
        answer = call(own, pick, handed := list(games), returns=float, shown=shown)
        demand(handed == games, "Your function changed the list `games`; the next player would sit another exam.")
        close(answer, wrong / len(games), shown, _failure_mistake(answer, pick, games, wrong))
    shown = "failure_rate(<0 first, then 1>, games)"
    turns = iter([0, 1] * len(games))
    answer = call(own, lambda game: next(turns), list(games), returns=float, shown=shown)
    right = sum(k % 2 not in moves for k, (_, moves) in enumerate(games)) / len(games)
    close(answer, right, shown, "Ask `pick` once for each game: a search does not always answer the same.")


PICKS: dict[str, Callable[[Any], Any]] = {
    "<always 0>": lambda game: 0,
    "<the last>": lambda game: game.legal_actions()[-1],
    "<infinitely many playouts>": lambda game: min(right_moves(game, average)),
}


def _failure_mistake(answer: float, pick: Callable[[Any], Any], games: list[Any], wrong: int) -> str:
    """The likely reason for a wrong failure rate, as a sentence."""
    first = [pick(game) != min(right) for game, right in games]
    if isclose(answer, wrong):
        return "That is how many; divide by the number of games."
    if isclose(answer, 100 * wrong / len(games)):
        return "That is in percent; a share lies between 0 and 1."
    if isclose(answer, 1 - wrong / len(games)):
        return "That is the share of right moves; count the wrong ones."
    if isclose(answer, sum(first) / len(games)):
        return "`right` may hold several moves, and each of them is right: ask whether the move is *in* it."
    return "Count the games in which `pick(game)` is not in `right`, and divide by `len(games)`."


# ---------------------------------------------------------------------------- exercise 3: the theorem

PROMISES = {
    "a": (True, "The mean at the root does converge to the value of perfect play."),
    "b": (False, "The theorem speaks of the limit; it gives no number of iterations that is enough for your game."),
    "c": (True, "The chance of a wrong move does go to zero."),
    "d": (False, "Single iterations can lead away; only in the end does it settle."),
    "e": (False, "The proof wants a c that fits the range of the rewards; with c = 0 a search can stick for ever."),
    "f": (False, "Random playouts run to the value of random play; here some games stay wrong for ever."),
}


@exercise("Right: two promises about the limit, and none about tomorrow.")
def check_theorem(answers: Any) -> None:
    """`answers`: statement "a" … "f" → True if the theorem promises it."""
    given(answers, dict, "promised")
    missing = sorted(set(PROMISES) - set(answers))
    demand(not missing, f"Still to be answered: {', '.join(missing)}.")
    for letter, (right, why) in PROMISES.items():
        answer = answers[letter]
        demand(isinstance(plain(answer), bool), f'`promised["{letter}"]` is {answer!r}; it should be True or False.')
        demand(answer == right, f'Statement {letter} is {"promised" if right else "not promised"}. {why}')
