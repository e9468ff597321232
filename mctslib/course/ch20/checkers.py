"""Check the exercises of chapter 20: a dream, gradients backwards, lines read from values.

The words and the common mistakes are in `exercises.toml`.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from mctslib.course.exercise import Wrong, call, demand, function_name, short
from mctslib.course.grading import Case, Graded

Triple = tuple[int, ...]


def equal(one: Any, other: Any) -> bool:
    """Return whether two answers are exactly equal."""
    return bool(one == other)


# ---------------------------------------------------------------------- exercise 1: a dream


def dream(
    represent: Callable[[Any], Any], imagine: Callable[[Any, Any], Any], board: Any, moves: Any
) -> list[Any]:
    """Return the latent state of a board and the imagined state after each of the moves."""
    latents = [represent(board)]
    for move in moves:
        latents.append(imagine(latents[-1], move))
    return latents


def stand_in_for_represent(board: Any) -> str:
    """Return "<X...O....>" as the latent state of the board "X...O....", if it is a board."""
    return f"<{board}>"


def stand_in_for_imagine(latent: Any, move: Any) -> str:
    """Return "<X...O....>2" as the latent state imagined after move 2."""
    return f"{latent}{move}"


def dreams() -> list[Case]:
    """Return the cases of exercise 1; the last has other networks."""
    asked = [
        ("X...O....", [2, 6, 7, 3]),
        (".........", [4]),
        ("X........", []),
        ("XO.......", [8, 8, 1]),
    ]
    networks = stand_in_for_represent, stand_in_for_imagine
    others = str.lower, "{}-{}".format
    return [
        Case((*(others if board == "XO......." else networks), board, moves), f"`moves` is {moves}")
        for board, moves in asked
    ]


def ask_for_dream(
    own: Callable[..., Any], represent: Any, imagine: Any, board: Any, moves: Any, shown: str
) -> Any:
    """Return the reader's list; a second look at the board is refused."""
    looks = 0

    def looked(at: Any) -> Any:
        nonlocal looks
        looks += 1
        return represent(at)

    shown = f"{function_name(own)}(represent, imagine, {board!r}, {moves})"
    answer = call(own, looked, imagine, board, list(moves), returns=list, shown=shown)
    demand(
        looks <= 1,
        f"`{shown}` called `represent` {looks} times. Call it once, for the real board; all later "
        "states come from `imagine`.",
    )
    return answer


check_dream = Graded("20", dream, dreams, ask=ask_for_dream, same=equal).checker()


# ---------------------------------------------------------------- exercise 2: backwards

Tape = Sequence[tuple[str, Sequence[str], Sequence[float]]]


def gradients(tape: Tape) -> dict[str, float]:
    """Return the gradient of the last result with respect to each name on the tape.

    tape  (result, parents, slopes) in the order of computation; each result is used for the last
    """
    found = {tape[-1][0]: 1.0}
    for result, parents, slopes in reversed(tape):
        for parent, slope in zip(parents, slopes):
            found[parent] = found.get(parent, 0) + slope * found[result]
    return found


TAPES: tuple[Tape, ...] = (
    [("p", ["a", "b"], [4, 3]), ("y", ["p", "a"], [1, 1])],
    [("y", ["a"], [2])],
    [("u", ["a"], [2]), ("v", ["u"], [3]), ("y", ["v"], [5])],
    [("s", ["a", "a"], [3, 3]), ("y", ["s"], [2])],
    [("u", ["a"], [2]), ("v", ["u", "b"], [3, 4]), ("w", ["u", "v"], [5, 6]), ("y", ["w"], [7])],
    [("u", ["a"], [2]), ("v", ["a"], [-2]), ("y", ["u", "v"], [1, 1])],
    [("v", ["a", "b"], [0.5, 0]), ("y", ["v", "v", "a"], [1, 2, 4])],
)


def tapes() -> list[Case]:
    """Return the cases of exercise 2; the first is the example of the text."""
    first, *others = [Case((list(tape),), f"the tape is {tape}") for tape in TAPES]
    return [first._replace(prose='{"y": 1, "p": 1, "a": 5, "b": 3}'), *others]


check_gradients = Graded(
    "20",
    gradients,
    tapes,
    same=equal,
    returns=dict,
).checker()


# ---------------------------------------------------------------- exercise 3: reading the lines


def read_lines(values: Mapping[Triple, float], count: int) -> list[Triple]:
    """Return the `count` triples with the lowest values for the next player, the lowest first."""
    return sorted(values, key=lambda triple: values[triple])[:count]


AFTER: dict[Triple, float] = {  # triple → the value for the opponent of who has filled it
    (0, 1, 2): 0.08,
    (0, 1, 3): 0.71,
    (0, 4, 8): 0.03,
    (1, 2, 4): 0.55,
    (2, 4, 6): 0.12,
    (3, 4, 5): 0.31,
    (5, 7, 8): 0.49,
    (6, 7, 8): 0.90,
}
TURNED = {triple: 1 - value for triple, value in reversed(AFTER.items())}
EQUAL: dict[Triple, float] = {(3, 4, 5): 0.4, (0, 4, 8): 0.1, (2, 4, 6): 0.1, (0, 1, 3): 0.7}


def triples() -> list[Case]:
    """Return the cases of exercise 3."""
    asked = ((AFTER, 3), (TURNED, 4), (EQUAL, 3), (AFTER, 1), (TURNED, 2))
    return [Case((dict(values), count), f"`values` is {values}") for values, count in asked]


def ask_for_lines(
    own: Callable[..., Any], values: Mapping[Triple, float], count: int, shown: str
) -> list[Any]:
    """Return the reader's triples as tuples; triples with equal values come in the order of cells."""
    answer = [
        entry(one, shown) for one in call(own, dict(values), count, returns=list, shown=shown)
    ]
    if not all(one in values for one in answer if isinstance(one, tuple)):
        return answer
    runs = groupby(answer, key=lambda one: values.get(one) if isinstance(one, tuple) else one)
    return [one for _, run in runs for one in sorted(run)]


def entry(one: Any, shown: str) -> Any:
    """Return a triple as a tuple of whole numbers, and any other value unchanged."""
    if isinstance(one, list | tuple):
        try:
            return tuple(int(cell) for cell in one)
        except (TypeError, ValueError):
            raise Wrong(
                f"An entry of `{shown}` is {short(one)}; it should be a triple such as (0, 1, 2)."
            ) from None
    return one


check_read_lines = Graded("20", read_lines, triples, ask=ask_for_lines, same=equal).checker()
