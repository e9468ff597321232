"""Check the exercises of chapter 20: a dream, the result in an imagined position, and lines read
from values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mctslib.course.exercise import (
    Mistakes,
    Wrong,
    call,
    close,
    demand,
    exercise,
    explained,
    function_name,
    same,
    short,
)

# ---------------------------------------------------------------------- exercise 1: a dream

BOARD = "X...O...."
MOVES = [2, 6, 7, 3]


class Calls:
    """Stand-ins for two networks; each stand-in records its calls.

    A board is any string.  A latent state is also a string: "<X...O....>" is the latent state of a
    real board, and "<X...O....>26" is the latent state imagined after moves 2 and 6.
    """

    def __init__(self) -> None:
        self.looked: list[Any] = []
        self.imagined: list[Any] = []

    def represent(self, board: Any) -> str:
        """Record the call and return the latent state of a real board."""
        self.looked.append(board)
        return f"<{board}>"

    def imagine(self, latent: Any, action: Any) -> str:
        """Record the call and return the imagined latent state after an action."""
        self.imagined.append((latent, action))
        return f"{latent}{action}"


def dream(
    represent: Callable[[Any], Any], imagine: Callable[[Any, Any], Any], board: Any, moves: Any
) -> list[Any]:
    """Return the latent state of a board and the imagined state after each of the moves."""
    latents = [represent(board)]
    for move in moves:
        latents.append(imagine(latents[-1], move))
    return latents


def _of_dream(make: Callable[[str, list[int]], list[str]]) -> Callable[..., list[str]]:
    return lambda board, moves: make(f"<{board}>", moves)


def _after(latent: str, moves: list[int]) -> str:
    return latent + "".join(map(str, moves))


DREAM_MISTAKES: Mistakes = [
    (
        _of_dream(lambda s, moves: [_after(s, moves[: k + 1]) for k in range(len(moves))]),
        "The first latent state is missing: begin the list with the latent state of the real "
        "board.",
    ),
    (
        _of_dream(lambda s, moves: [s] + [_after(s, [move]) for move in moves]),
        "Your function imagines each move from the real board. Imagine each move from the "
        "previous latent state, so that the dream continues.",
    ),
    (
        _of_dream(lambda s, moves: [_after(s, moves)]),
        "You return only the last state. Return the list of all states.",
    ),
    (
        _of_dream(lambda s, moves: [_after(s, moves[:k]) for k in range(len(moves))]),
        "The state after the last move is missing: four moves give five states.",
    ),
    (
        _of_dream(lambda s, moves: [_after(s, moves[::-1][:k]) for k in range(len(moves) + 1)]),
        "Your function imagines the moves in the wrong order: begin with the first move.",
    ),
    (
        _of_dream(lambda s, moves: [_after(s, moves[:k]) for k in range(len(moves) + 1)][::-1]),
        "The states are in the wrong order: the state of the real board comes first.",
    ),
]


@exercise(
    "Right: the real board is used once, and each later state is computed from the previous one."
)
def check_dream(own: Callable[..., Any]) -> None:
    """Check that `own(represent, imagine, board, moves)` returns the same latent states as
    `dream`.
    """
    name = function_name(own)
    cases = [(BOARD, MOVES), (".........", [4]), ("XO.......", [8, 8, 1])]
    answers = []
    for board, moves in cases:
        calls = Calls()
        shown = f"{name}(represent, imagine, {board!r}, {moves})"
        answer = call(own, calls.represent, calls.imagine, board, moves, returns=list, shown=shown)
        demand(
            len(calls.looked) <= 1,
            f"`{shown}` called `represent` {len(calls.looked)} times. Call `represent` once, for "
            "the real board; all later states come from `imagine`.",
        )
        answers.append(answer)
    otherwise = (
        "Begin with `represent(board)`, and append `imagine(last state, move)` for each move."
    )
    why = explained(DREAM_MISTAKES, cases, answers, otherwise)
    for (board, moves), answer in zip(cases, answers, strict=True):
        right = dream(Calls().represent, Calls().imagine, board, moves)
        same(answer, right, f"{name}(represent, imagine, {board!r}, {moves})", why)
    calls = Calls()
    shown = f"{name}(represent, imagine, {BOARD!r}, [])"
    empty = call(own, calls.represent, calls.imagine, BOARD, [], returns=list, shown=shown)
    same(
        empty,
        [f"<{BOARD}>"],
        shown,
        "Without moves the dream is only the latent state of the real board.",
    )


# ---------------------------------------------------------------- exercise 2: the result there


def result_there(first: float, turn: int, k: int) -> float:
    """Return the result for the player to move after `turn` real moves and `k` imagined moves.

    first  the result of the first player at the end of the game, from 0 (loss) to 1 (win)
    turn   the number of real moves before the dream
    """
    return first if (turn + k) % 2 == 0 else 1 - first


RESULTS = [
    (1.0, 0, 0),
    (1.0, 0, 1),
    (1.0, 1, 0),
    (1.0, 1, 1),
    (0.0, 2, 3),
    (0.0, 3, 3),
    (0.5, 4, 1),
    (0.0, 5, 2),
    (1.0, 4, 2),
]
RESULT_MISTAKES: Mistakes = [
    (
        lambda first, turn, k: first,
        "You always return the first player's result. After an odd number of moves the second "
        "player is to move, and the second player's result is 1 minus the first player's.",
    ),
    (
        lambda first, turn, k: first if turn % 2 == 0 else 1 - first,
        "The imagined moves change the player to move, too: `k` is missing.",
    ),
    (
        lambda first, turn, k: first if k % 2 == 0 else 1 - first,
        "Your function counts only the imagined moves. The player to move depends on `turn`, too.",
    ),
    (
        lambda first, turn, k: 1 - first if (turn + k) % 2 == 0 else first,
        "You return the result of the player who has just moved. Return the result of the player "
        "to move.",
    ),
    (
        lambda first, turn, k: first if (turn + k) % 2 == 0 else -first,
        "Your results are on the scale from −1 to 1. Here the two players' results add up to 1.",
    ),
    (
        lambda first, turn, k: first if turn % 2 == k % 2 == 0 else 1 - first,
        "With odd `turn` and odd `k` the total number of moves is even, so the first player is to"
        " move.",
    ),
]


@exercise("Right: the result of the game is fixed, and only the player to move changes.")
def check_result_there(own: Callable[..., Any]) -> None:
    """Check that `own(first, turn, k)` returns the result for the player to move after k imagined
    moves.
    """
    name = function_name(own)
    answers = []
    for case in RESULTS:
        answers.append(call(own, *case, returns=float, shown=f"{name}{case}"))
    otherwise = (
        "`first` if the first player is to move after `turn + k` moves, otherwise `1 - first`."
    )
    why = explained(RESULT_MISTAKES, RESULTS, answers, otherwise)
    for case, answer in zip(RESULTS, answers, strict=True):
        close(answer, result_there(*case), f"{name}{case}", why)


# ---------------------------------------------------------------- exercise 3: reading the lines

# triple → the value for the player to move, who is the *opponent* of the player who filled the
# triple
AFTER: dict[tuple[int, ...], float] = {
    (0, 1, 2): 0.08,
    (0, 1, 3): 0.71,
    (0, 4, 8): 0.03,
    (1, 2, 4): 0.55,
    (2, 4, 6): 0.12,
    (3, 4, 5): 0.31,
    (5, 7, 8): 0.49,
    (6, 7, 8): 0.90,
}


def read_lines(values: dict[tuple[int, ...], float], count: int) -> list[tuple[int, ...]]:
    """Return the `count` triples with the lowest values for the next player, the lowest first."""
    return sorted(values, key=values.__getitem__)[:count]


READ_MISTAKES: Mistakes = [
    (
        lambda values, count: sorted(values, key=values.__getitem__, reverse=True)[:count],
        "Your triples have the *highest* values. Each value is for the player to move, who is the "
        "opponent of the player who filled the triple.",
    ),
    (
        lambda values, count: list(values)[:count],
        "You return the first triples of the dictionary. Sort the triples by their values first.",
    ),
    (
        lambda values, count: sorted(values)[:count],
        "Your triples are sorted by their cells. Sort them by their values.",
    ),
    (
        lambda values, count: sorted(values, key=values.__getitem__),
        "You return all triples. Return only the first `count` of them.",
    ),
    (
        lambda values, count: sorted(values.values())[:count],
        "You return the values. Return the triples.",
    ),
    (
        lambda values, count: sorted(values, key=values.__getitem__)[:count][::-1],
        "The triples are right, but in the wrong order: the triple with the lowest value comes "
        "first.",
    ),
    (
        lambda values, count: [t for t in values if values[t] < 0.5][:count],
        "You return the first triples with a value below ½. Sort the triples by their values.",
    ),
]


@exercise(
    "Right: if the value is low for the opponent, who is to move, the player has probably filled "
    "a line."
)
def check_read_lines(own: Callable[..., Any]) -> None:
    """Check that `own(values, count)` returns the triples that are most likely to be lines, the
    most likely first.
    """
    name = function_name(own)
    turned = {triple: 1 - value for triple, value in reversed(AFTER.items())}
    cases = [(AFTER, 3), (turned, 4), (AFTER, 1), (turned, 2)]
    answers = []
    for values, count in cases:
        shown = f"{name}(<8 triples>, {count})"
        answer = call(own, dict(values), count, returns=list, shown=shown)
        answers.append([_entry(one, shown) for one in answer])
    otherwise = "Sort the triples by their values, the lowest first, and return the first `count`."
    why = explained(READ_MISTAKES, cases, answers, otherwise)
    for (values, count), answer in zip(cases, answers, strict=True):
        same(answer, read_lines(values, count), f"{name}(<8 triples>, {count})", why)


def _entry(one: Any, shown: str) -> Any:
    """Return a triple as a tuple of whole numbers, and any other value unchanged."""
    if isinstance(one, list | tuple):
        try:
            return tuple(int(cell) for cell in one)
        except (TypeError, ValueError):
            raise Wrong(
                f"An entry of `{shown}` is {short(one)}; it should be a triple such as (0, 1, 2)."
            ) from None
    return one
