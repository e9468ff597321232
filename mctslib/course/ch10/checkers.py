"""Checkers of chapter 10: where a cell lies, how wide a game is, and a playout that takes a win."""

import random
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from mctslib.course.exercise import Wrong, call, demand, exercise, same
from mctslib.course.small_games import Chomp, Stairs, TwoStones
from mctslib.draw.show import board_svg
from mctslib.game import Action, State
from mctslib.games import ConnectFour, SudoTicTacToe, TicTacToe
from mctslib.games.names import player_name
from mctslib.policies import uniform, wins

CELLS = [(0, 0), (0, 5), (0, 8), (8, 0), (1, 3), (4, 4), (2, 5), (7, 4), (8, 8)]

LONG = 3201  # the seed of a game of mode 2 that takes 77 moves


@exercise("Right: 9 · board + cell, there and back.")
def check_cells(own_sent: Callable[..., Any], own_action: Callable[..., Any]) -> None:
    """`own_sent(action)` → the board one is sent to; `own_action(row, column)` → the action drawn there."""
    for action in (36, 8, 0, 80, 13, 70):
        answer = call(own_sent, action, returns=int)
        same(answer, action % 9, f"sent_to({action})", _board_mistake(answer, action))
    for action in range(81):
        same(call(own_sent, action, returns=int), action % 9, f"sent_to({action})")
    for row, column in [*CELLS, *((row, column) for row in range(9) for column in range(9))]:
        answer = call(own_action, row, column, returns=int)
        right = action_at(row, column)
        picture = partial(board_svg, SudoTicTacToe(1), highlight=[right])
        same(
            answer,
            right,
            f"action_at({row}, {column})",
            _cell_mistake(answer, row, column),
            picture,
        )


def _board_mistake(answer: int, action: int) -> str:
    if answer == action // 9:
        return "That is the board the cell is *in*; the cell's own number is the remainder."
    return "Boards and cells are counted from 0." if answer == action % 9 + 1 else ""


def action_at(row: int, column: int) -> int:
    """The action whose cell is drawn in this row and column of the 9 × 9 square."""
    return 9 * (row // 3 * 3 + column // 3) + row % 3 * 3 + column % 3


def _cell_mistake(answer: int, row: int, column: int) -> str:
    if answer == 9 * row + column:
        return "That counts row by row through the big square; the nine cells of a *board* come one after the other."
    if answer == 9 * (action_at(row, column) % 9) + action_at(row, column) // 9:
        return "Board and cell have changed places: it is 9 · board + cell."
    if answer == action_at(column, row):
        return "Row and column have changed places."
    return "The framed cell is meant: first its board, then its cell in that board."


def shape(state: State, rng: random.Random) -> tuple[int, int]:
    """One random game from `state`: its number of moves, and the sum of the numbers of legal actions met."""
    moves = choices = 0
    while not state.is_terminal():
        moves, choices = moves + 1, choices + len(state.legal_actions())
        state = state.apply(uniform(state, rng))
    return moves, choices


@exercise("Right: the length of a game, and all the choices there were on the way.")
def check_shape(own: Callable[..., Any]) -> None:
    """`own(state, rng)` → (moves, sum of the numbers of legal actions) of one random game."""
    almost = TicTacToe.from_text("XXO/OOX/X..")
    over = TicTacToe.from_text("XXX/OO./...")
    sudo = {"sudo, mode 1": SudoTicTacToe(1), "sudo, mode 2": SudoTicTacToe(2)}
    starts: dict[str, Any] = {"two cells left": almost, "3×3": TicTacToe(), **sudo, "over": over}
    for name, state in starts.items():
        for seed in (*range(20), LONG):
            shown = f"shape(<{name}>, random.Random({seed}))"
            answer = call(own, state, random.Random(seed), returns=tuple, shown=shown)
            demand(
                len(answer) == 2,
                f"`{shown}` has {len(answer)} entries; it should have two: moves and choices.",
            )
            right = shape(state, random.Random(seed))
            same(
                answer,
                right,
                shown,
                _shape_mistake(answer, right, state),
                partial(board_svg, state),
            )


def _shape_mistake(answer: tuple[Any, Any], right: tuple[int, int], state: State) -> str:
    if answer == right[::-1]:
        return "The number of moves comes first."
    if right[0] and answer == (right[0], right[1] / right[0]):
        return "Return the *sum* of the choices, not their mean."
    if answer == (right[0], right[1] - len(state.legal_actions())):
        return "Count the choices *before* the move is made, so that the first position counts too."
    if answer in ((right[0] - 1, right[1]), (right[0] - 1, right[1] - 1)):
        return "One move is missing: the loop goes on until `is_terminal()`."
    return "In each turn: one move more, `len(state.legal_actions())` choices more, then `uniform(state, rng)` once."


@exercise("Right: it takes a win wherever there is one, in any game, and is random elsewhere.")
def check_greedy(own: Callable[..., Any]) -> None:
    """`own(state, rng)` → the first action that wins at once for the player to move; else `uniform`'s."""
    for seed, state in enumerate(_positions(), 1):  # other dice each time: luck is no answer
        right = _greedy(state, random.Random(seed))
        answer = call(own, state, random.Random(seed), returns=int, shown="greedy(state, rng)")
        message = f"`greedy` answered {answer}, which is not legal here."
        demand(answer in state.legal_actions(), message, partial(board_svg, state))
        if answer != right:
            raise Wrong(_greedy_mistake(state, answer, right), partial(board_svg, state))


def _greedy(state: State, rng: random.Random) -> Action:
    winning = (a for a in state.legal_actions() if wins(state.apply(a), state.current_player))
    return next(winning, None) if _can_win(state) else uniform(state, rng)


def _can_win(state: State) -> bool:
    return any(wins(state.apply(action), state.current_player) for action in state.legal_actions())


def _greedy_mistake(state: State, answer: Action, right: Action) -> str:
    name = player_name(state, state.current_player)
    player = name[0].upper() + name[1:]
    after: Any = state.apply(answer)
    if not _can_win(state) and after.is_terminal():
        reward = after.rewards()[state.current_player]
        ends = f"{answer} ends the game with a reward of {reward:.2f} for {name}."
        return f"{ends} That is no win: its own reward has to be 1."
    if not _can_win(state):
        return (
            f"{player} to move cannot win at once here, so the action should be `uniform(state, rng)`, {right}; "
            f"it was {answer}. Draw from `rng` only once, and only then."
        )
    if wins(state.apply(answer), state.current_player):
        return f"{answer} wins, and so does {right}: of several wins take the first."
    message = f"{player} to move wins at once with {right}; your answer was {answer}."
    return f"{message} Whose reward did you look at, and did you look at every action?"


@cache
def _positions() -> list[State]:
    """Positions of random games: with a win at once, with a loss (Chomp) or a draw to be had, and quiet ones.

    In Two Stones the next to move may be the same player; on the stairs there is no other player, and many an end
    that is neither won nor lost.
    """
    found: list[State] = []
    for start in (
        TicTacToe(),
        ConnectFour(),
        SudoTicTacToe(1),
        SudoTicTacToe(2),
        Chomp(),
        TwoStones(),
        Stairs(),
    ):
        rng = random.Random(5)
        for _ in range(12):
            state: Any = start
            while not state.is_terminal():
                found.append(state)
                state = state.apply(uniform(state, rng))
    ready = [state for state in found if _can_win(state)]
    twice = [state for state in ready if isinstance(state, TwoStones)]
    last_step = [
        Stairs(3, place, total) for place in range(4) for total in (12, 22)
    ]  # a sum of 30 is a reward of 1
    return [*ready[:40], *twice, *found[::9], *drawing(), *last_step, late_win()]


def late_win() -> State:
    """A position of mode 1 with 77 legal actions, of which only the last wins; no game leads to it."""
    x, o = 1 << 78 | 1 << 79, 1 << 0 | 1 << 9
    left = tuple(action for action in range(81) if not (x | o) >> action & 1)
    return SudoTicTacToe(1)._replace(x=x, o=o, actions=left)


def drawing() -> list[State]:
    """Positions of mode 2 in which one of several moves ends the game in a draw, the first does not, and none wins."""
    found: list[State] = []
    for seed in (279, 502):
        rng, line = random.Random(seed), [SudoTicTacToe(2)]
        while not line[-1].is_terminal():
            line.append(line[-1].apply(uniform(line[-1], rng)))
        found.append(line[-2])
    return found
