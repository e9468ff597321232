"""Check the exercises of chapter 08: minimax, a failure rate, and what a theorem promises.

The words and the common mistakes of the first two are in `exercises.toml`.
"""

import random
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from mctslib.course.ch08.pgame import PGame, average, games_with_a_choice, right_moves
from mctslib.course.ch08.written_out import UNUSUAL
from mctslib.course.exercise import call, close, demand, exercise, given, plain
from mctslib.course.grading import Case, Graded
from mctslib.course.puzzles import A, W
from mctslib.draw.show import board_svg
from mctslib.game import Action, State
from mctslib.games import Nim, TicTacToe
from mctslib.oracle import expected_value, positions, value
from mctslib.words import count

# The number of lines of code that a call may execute.  The limit is large, because minimax visits
# all positions that can follow.
PATIENCE = 20_000_000

# ------------------------------------------------------------ exercise 1: minimax

X_HAS_WON = TicTacToe.from_text("XXX/OO./...")
LARGER = TicTacToe.from_text("XOXO/OXXO/O..X/....")
LONG = Nim(16, most=1)  # one legal move at each turn, and more turns than tic-tac-toe
ADDED_UP = PGame(3, branching=3, depth=4)


def minimax(state: State, player: int) -> float:
    """Return the exact reward of `player` if both sides play perfectly from here on."""
    if state.is_terminal():
        return state.rewards()[player]
    values = [minimax(state.apply(action), player) for action in state.legal_actions()]
    return max(values) if state.current_player == player else min(values)


def minimax_cases() -> list[Case]:
    """Return the cases of exercise 1: each position with each of the two players."""
    named: list[tuple[str, State]] = [("X has won", X_HAS_WON)]
    named += [(f"{len(state.legal_actions())} cells are free", state) for state in _sample(8)]
    named += [("`state` is position A", A.state), ("`state` is position W", W.state)]
    named += [
        ("the board is larger", LARGER),
        ("the game lasts 16 moves", LONG),
        ("numbers are added up, as in a P-game", ADDED_UP),
        ("player 1 begins, a player moves twice in a row, and rewards are fractions", UNUSUAL),
    ]
    return [
        Case((state, player), words, partial(board_svg, state))
        for words, state in named
        for player in (0, 1)
    ]


@cache
def _sample(count: int) -> list[State]:
    """Return positions with 4 or 5 empty cells in which the value and the mean reward differ."""
    found = []
    for state in positions(TicTacToe()):
        cells_left = len(state.legal_actions())
        if 4 <= cells_left <= 5 and value(state) != expected_value(state):
            found.append(state)
    return random.Random(0).sample(found, count)


check_minimax = Graded("08", minimax, minimax_cases, returns=float, lines=PATIENCE).checker()

# ------------------------------------------------------------ exercise 2: failure rate

Games = list[tuple[Any, frozenset[Action]]]  # pairs of a game and its right moves
Pick = Callable[[Any], Action]


def failure_rate(pick: Pick, games: Games) -> float:
    """Return the share of the games, from 0 to 1, in which the move pick(game) is wrong."""
    return sum(pick(game) not in right for game, right in games) / len(games)


def last_move(game: State) -> Action:
    """Return the last legal action."""
    return game.legal_actions()[-1]


def infinitely_many_playouts(game: PGame) -> Action:
    """Return a move that flat Monte Carlo would choose after infinitely many playouts."""
    return min(right_moves(game, average))


@cache
def forty() -> Games:
    """Return the games of exercise 2."""
    return games_with_a_choice(40, branching=4, depth=3)


def failure_cases() -> list[Case]:
    """Return the cases of exercise 2.  The last `pick` never picks a right move."""
    rows: list[tuple[str, Pick, Games]] = [
        ("`pick` takes the last move", last_move, forty()),
        ("`pick` always takes 0", lambda game: 0, forty()),
        ("`pick` makes infinitely many playouts", infinitely_many_playouts, forty()),
        ("`pick` always takes 0", lambda game: 0, forty()[3:10]),
        ("`pick` always takes 9", lambda game: 9, forty()[:12]),
        ("`pick` takes the last move", last_move, forty()[-1:]),
    ]
    return [
        Case((pick, list(games)), f"{words}, and there are {count(len(games), 'game')}")
        for words, pick, games in rows
    ]


def on_a_copy(own: Callable[..., float], pick: Pick, games: Games) -> float:
    """Call a function with a copy of the games, and return its answer."""
    copy = list(games)
    answer = own(pick, copy)
    changed = "Your function changed the list `games`, so the next method would get other games."
    demand(copy == games, changed)
    return answer


FAILURE = Graded("08", failure_rate, failure_cases, effect=on_a_copy, returns=float)


@FAILURE.checked_by
def check_failure_rate(own: Callable[..., Any]) -> None:
    """Check that `own(pick, games)` returns the share of games in which `pick(game)` is wrong."""
    FAILURE.grade(own)
    moves: list[Action] = []  # 0, 1, 0, 1, …

    def pick(game: Any) -> Action:
        moves.append(len(moves) % 2)
        return moves[-1]

    shown = "failure_rate(<0 first, then 1>, games)"
    answer = call(own, pick, list(forty()), returns=float, shown=shown)
    wrong = sum(number % 2 not in right for number, (_, right) in enumerate(forty()))
    close(answer, wrong / len(forty()), shown, ASK_ONCE)
    called = f"`{shown}` called `pick` {count(len(moves), 'time')}."
    demand(len(moves) == len(forty()), f"{called} {ASK_ONCE}")


ASK_ONCE = "Call `pick` once for each game, because a search does not always return the same move."

# ------------------------------------------------------------ exercise 3: the theorem

PROMISES = {
    "a": (True, "The mean at the root converges to the value under perfect play."),
    "b": (
        False,
        "The theorem is about the limit. It does not say how many iterations are enough for your "
        "game.",
    ),
    "c": (True, "The probability of a wrong move goes to zero."),
    "d": (
        False,
        "Single iterations can move the mean away from the true value. Only the limit is promised.",
    ),
    "e": (
        False,
        "The proof needs a c that fits the range of the rewards. With c = 0 a search may keep "
        "choosing a wrong move for ever.",
    ),
    "f": (
        False,
        "The mean of random playouts converges to the value under random play, whose best move may "
        "be wrong.",
    ),
}


@exercise("Right: the theorem makes two promises, and both are about the limit.")
def check_theorem(answers: Any) -> None:
    """Check whether the reader knows which statements the theorem promises.

    answers  dict from the letter of each statement, "a" to "f", to True if the theorem promises the
             statement, and otherwise to False
    """
    given(answers, dict, "promised")
    missing = sorted(set(PROMISES) - set(answers))
    demand(not missing, f"These statements have no answer yet: {', '.join(missing)}.")
    for letter, (right, why) in PROMISES.items():
        answer = plain(answers[letter])
        shown = f'`promised["{letter}"]` is {answer!r}'
        demand(isinstance(answer, bool), f"{shown}. It should be True or False.")
        promised = "promised" if right else "not promised"
        demand(answer == right, f"Statement {letter} is {promised}. {why}")
