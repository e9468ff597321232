"""Checkers of chapter 08 ("MCTS against random playouts")."""

import random
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from mctslib.course.ch08.pgame import PGame, average, games_with_a_choice, right_moves
from mctslib.course.ch08.written_out import UNUSUAL, WrittenOut
from mctslib.course.exercise import call, close, demand, exercise, explained, given, plain
from mctslib.course.puzzles import A, W
from mctslib.draw.show import board_svg
from mctslib.game import Action, State
from mctslib.games import Nim, TicTacToe
from mctslib.games.board import MARKS
from mctslib.oracle import expected_value, positions, value
from mctslib.words import count

# The number of lines of code that a call may execute.  The limit is large, because minimax visits
# all positions that can follow.
PATIENCE = 20_000_000

# ------------------------------------------------------------ exercise 1: minimax


@exercise(
    "Right: your function takes the best value instead of the mean, so it computes the value under "
    "perfect play."
)
def check_minimax(own: Callable[..., Any]) -> None:
    """Check that `own(state, player)` returns the reward of `player` under perfect play."""
    for player in (0, 1):
        shown = f"minimax(<X has won>, {player})"
        answer = call(own, X_HAS_WON, player, returns=float, shown=shown)
        close(answer, 1 - player, shown, READ_THE_REWARD)
    cases = minimax_cases()
    answers = []
    for state, player in cases:
        shown = _minimax_call(state, player)
        answers.append(call(own, state, player, returns=float, shown=shown, lines=PATIENCE))
    for (state, player), answer in zip(cases, answers):
        why = explained(MINIMAX_MISTAKES, cases, answers, _minimax_advice(state))
        picture = partial(board_svg, state)
        close(answer, value(state, player), _minimax_call(state, player), why, picture=picture)


X_HAS_WON = TicTacToe.from_text("XXX/OO./...")
LARGER = TicTacToe.from_text("XOXO/OXXO/O..X/....")
LONG = Nim(16, most=1)  # one legal move at each turn, and more turns than tic-tac-toe
ADDED_UP = PGame(3, branching=3, depth=4)
READ_THE_REWARD = "When the game is over, return the reward of `player`."
TURNS = "Take `max` at the turns of `player`, and `min` at the turns of the opponent."
RIGHT_ON_SMALL_BOARDS = (
    "Your function is right on the 3 × 3 board. This board is larger: use the `current_player` and "
    "the `legal_actions()` of each position, and do not stop before the end of the game."
)
TOO_SHORT = (
    "Your function is right for shorter games. This game lasts 16 moves. Do not stop before its "
    "end."
)
ANOTHER_GAME = (
    "Your function is right for tic-tac-toe, but not for this other game. Here the second player "
    "may begin, a player may move twice in a row, and rewards may be any numbers from 0 to 1. Use "
    "only `current_player`, `legal_actions()`, `apply`, `is_terminal()` and `rewards()`."
)


def minimax_cases() -> list[tuple[State, int]]:
    """Return the cases of the exercise: each position with each of the two players."""
    cases = []
    for state in [*_sample(12), A.state, W.state, LARGER, LONG, ADDED_UP, UNUSUAL]:
        for player in (0, 1):
            cases.append((state, player))
    return cases


def _minimax_advice(state: State) -> str:
    """Return advice about a wrong answer that no listed mistake explains.

    The positions are checked in the order of `minimax_cases`, so the answer is right for all
    positions before `state`.
    """
    if state is LARGER:
        return RIGHT_ON_SMALL_BOARDS
    if state is LONG:
        return TOO_SHORT
    if isinstance(state, PGame | WrittenOut):
        return ANOTHER_GAME
    return TURNS


def _minimax_call(state: State, player: int) -> str:
    """Return a call to `minimax` as a string for a message."""
    if state is LONG:
        return f"minimax(Nim(16, most=1), {player})"
    if state is ADDED_UP:
        return f"minimax(PGame(3, branching=3, depth=4), {player})"
    if state is UNUSUAL:
        return f"minimax(<a game in which player 1 begins>, {player})"
    mark = MARKS[state.current_player]
    return f"minimax(<{mark} to move, {len(state.legal_actions())} cells left>, {player})"


@cache
def _sample(count: int) -> list[State]:
    """Return positions with 4 or 5 empty cells in which the value and the mean reward differ."""
    found = []
    for state in positions(TicTacToe()):
        cells_left = len(state.legal_actions())
        if 4 <= cells_left <= 5 and value(state) != expected_value(state):
            found.append(state)
    return random.Random(0).sample(found, count)


Choice = Callable[..., float]  # a function that picks one of several values, such as max or min


def reward_of(state: State, player: int) -> float:
    """Return the reward of a player at the end of a game."""
    return state.rewards()[player]


def chosen(
    own: Choice,
    other: Choice,
    state: State,
    player: int,
    at_the_end: Callable[[State, int], float] = reward_of,
) -> float:
    """Return the value of a game if `own` picks for `player`, and `other` picks for the opponent.

    Both functions pick from the values of the positions to which the legal actions lead.
    """
    if state.is_terminal():
        return at_the_end(state, player)
    pick = own if state.current_player == player else other
    values = []
    for action in state.legal_actions():
        values.append(chosen(own, other, state.apply(action), player, at_the_end))
    return pick(values)


def taking_turns(state: State, player: int, mover: int | None = None) -> float:
    """Return the value that minimax computes if it assumes that the players take turns."""
    if state.is_terminal():
        return state.rewards()[player]
    if mover is None:
        mover = state.current_player
    pick = max if mover == player else min
    after = [state.apply(action) for action in state.legal_actions()]
    return pick(taking_turns(successor, player, 1 - mover) for successor in after)


def first_player_begins(state: State, player: int) -> float:
    """Return the value that minimax computes if it assumes that player 0 begins.

    This mistaken minimax also assumes that the players take turns.  In tic-tac-toe both assumptions
    are true, so the value is right.
    """
    if isinstance(state, WrittenOut | PGame):
        return taking_turns(state, player, mover=0)
    return value(state, player)


def outcome_of(state: State, player: int) -> float:
    """Return 1 if the player's reward is the larger one, ½ if both are equal, and otherwise 0."""
    rewards = state.rewards()
    if rewards[player] == rewards[1 - player]:
        return 0.5
    return float(rewards[player] > rewards[1 - player])


def rounded(decimals: int, state: State, player: int) -> float:
    """Return the value of a game, rounded to `decimals` decimal places."""
    return round(value(state, player), decimals)


ROUNDED = (
    "Your function is right except for the last decimals. Rewards may be any numbers from 0 to 1. "
    "Return the value without rounding it."
)
MINIMAX_MISTAKES: list[tuple[Callable[[State, int], float], str]] = [
    (
        lambda state, player: float(expected_value(state, player)),
        "This is the mean, which is the value under random play. Take the best value instead.",
    ),
    (
        partial(chosen, max, max),
        "You take `max` at every turn, as if the opponent helped you. At the opponent's turns "
        "take `min`.",
    ),
    (
        partial(chosen, min, min),
        "You take `min` at every turn. At the turns of `player` take `max`.",
    ),
    (
        partial(chosen, min, max),
        "You swapped `max` and `min`. At the turns of `player` take the largest value.",
    ),
    (
        lambda state, player: value(state),
        "This is the value for the player to move. Return the value for `player`.",
    ),
    (
        lambda state, player: value(state, 1 - player),
        "This is the value for the other player. At the end read the reward of `player`.",
    ),
    (
        taking_turns,
        "This is right if the players take turns. In some games a player moves twice in a row. "
        "Use the `current_player` of each position.",
    ),
    (
        first_player_begins,
        "This is right if player 0 begins and the players take turns. In this game player 1 "
        "begins: use the `current_player` of each position.",
    ),
    (
        partial(chosen, max, min, at_the_end=outcome_of),
        "This is right if rewards are 0, ½ or 1. Rewards may be any numbers from 0 to 1: return "
        "`state.rewards()[player]` unchanged.",
    ),
    *((partial(rounded, decimals), ROUNDED) for decimals in range(2, 9)),
]

# ------------------------------------------------------------ exercise 2: failure rate

Games = list[tuple[Any, frozenset[Action]]]  # pairs of a game and its right moves
Pick = Callable[[Any], Action]


@exercise("Right: this is the share of games in which the chosen move is wrong.")
def check_failure_rate(own: Callable[..., Any]) -> None:
    """Check that `own(pick, games)` returns the share of games in which `pick(game)` is wrong."""
    cases = failure_cases()
    answers = []
    for (pick, games), name in zip(cases, PICK_NAMES):
        games_given = list(games)
        shown = _failure_call(name, games)
        answers.append(call(own, pick, games_given, returns=float, shown=shown))
        demand(
            games_given == games,
            "Your function changed the list `games`, so the next method would get different games.",
        )
    why = explained(FAILURE_MISTAKES, cases, answers, COUNT_THE_WRONG)
    for (pick, games), name, answer in zip(cases, PICK_NAMES, answers):
        right = failures(pick, games) / len(games)
        close(answer, right, _failure_call(name, games), why)
    _takes_a_single_game(own)
    _asks_once(own)


def _takes_a_single_game(own: Callable[..., Any]) -> None:
    """Raise `Wrong` if the function returns a wrong share for a list with one game."""
    games = failure_cases()[0][1][-1:]
    shown = _failure_call("<the last>", games)
    answer = call(own, last_move, list(games), returns=float, shown=shown)
    close(answer, failures(last_move, games), shown, COUNT_THE_WRONG)


def _asks_once(own: Callable[..., Any]) -> None:
    """Raise `Wrong` if `pick` is not called exactly once for each game."""
    games = games_with_a_choice(40, branching=4, depth=3)
    moves: list[Action] = []  # 0, 1, 0, 1, …

    def pick(game: Any) -> Action:
        moves.append(len(moves) % 2)
        return moves[-1]

    shown = "failure_rate(<0 first, then 1>, games)"
    answer = call(own, pick, list(games), returns=float, shown=shown)
    wrong = sum(number % 2 not in right_ones for number, (_, right_ones) in enumerate(games))
    close(answer, wrong / len(games), shown, ASK_ONCE)
    called = f"`{shown}` called `pick` {count(len(moves), 'time')}."
    demand(len(moves) == len(games), f"{called} {ASK_ONCE}")


ASK_ONCE = "Call `pick` once for each game, because a search does not always return the same move."


def last_move(game: State) -> Action:
    """Return the last legal action."""
    return game.legal_actions()[-1]


def infinitely_many_playouts(game: PGame) -> Action:
    """Return a move that flat Monte Carlo would choose after infinitely many playouts."""
    return min(right_moves(game, average))


PICK_NAMES = (
    "<always 0>",
    "<the last>",
    "<infinitely many playouts>",
    "<always 0>",
    "<always 9>",
)


@cache
def failure_cases() -> list[tuple[Pick, Games]]:
    """Return pairs, each with a function that picks moves and the games in which it picks them.

    The first three functions get 40 games each, the fourth gets 7, and the fifth gets 12.  The
    fifth function never picks a right move.
    """
    forty = games_with_a_choice(40, branching=4, depth=3)
    return [
        (lambda game: 0, forty),
        (last_move, forty),
        (infinitely_many_playouts, forty),
        (lambda game: 0, forty[3:10]),
        (lambda game: 9, forty[:12]),
    ]


def _failure_call(name: str, games: Games) -> str:
    """Return a call to `failure_rate` as a string for a message."""
    return f"failure_rate({name}, <{count(len(games), 'game')}>)"


def failures(pick: Pick, games: Games) -> int:
    """Return the number of games in which the picked move is wrong."""
    return sum(pick(game) not in right_ones for game, right_ones in games)


IN_IT = (
    "The set `right` may contain several moves, and each of them is right. Test whether the move "
    "is *in* the set."
)
COUNT_THE_WRONG = (
    "Count the games in which `pick(game)` is not in `right`, and divide by `len(games)`."
)
FAILURE_MISTAKES: list[tuple[Callable[[Pick, Games], float], str]] = [
    (failures, "This is the number of wrong moves. Divide it by the number of games."),
    (
        lambda pick, games: 100 * failures(pick, games) / len(games),
        "This is a percentage. Return a share from 0 to 1.",
    ),
    (
        lambda pick, games: 1 - failures(pick, games) / len(games),
        "This is the share of right moves. Count the wrong moves.",
    ),
    (
        lambda pick, games: sum(pick(game) != min(right) for game, right in games) / len(games),
        IN_IT,
    ),
    (
        lambda pick, games: sum({pick(game)} != set(right) for game, right in games) / len(games),
        IN_IT,
    ),
    (
        lambda pick, games: failures(pick, games) / 40,
        "There are not always 40 games. Divide by `len(games)`.",
    ),
    (
        lambda pick, games: failures(pick, games[:-1]) / (len(games) - 1),
        "Your function leaves out the last game. Go through all games.",
    ),
    (
        lambda pick, games: failures(pick, games[:-1]) / len(games),
        "Your function leaves out the last game. Go through all games.",
    ),
    (
        lambda pick, games: failures(pick, games[1:]) / (len(games) - 1),
        "Your function leaves out the first game. Go through all games.",
    ),
    (
        lambda pick, games: failures(pick, games[1:]) / len(games),
        "Your function leaves out the first game. Go through all games.",
    ),
]


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
