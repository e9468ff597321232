"""Checkers of chapter 12, Grow up: Connect Four, and speed."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from mctslib.checks import TreeError, check_tree
from mctslib.course.exercise import Wrong, call, close, demand, exercise, explained
from mctslib.draw.boards import board
from mctslib.games import ConnectFour
from mctslib.games.connect4 import winning_lines
from mctslib.search import reuse, search
from mctslib.tree import Node

COLUMNS, ROWS, STRIDE = 7, 6, 7  # bit 7 · column + row; the seventh bit of each column stays empty
WHOLE = sum(((1 << ROWS) - 1) << STRIDE * column for column in range(COLUMNS))
LINES = winning_lines(COLUMNS, ROWS, 4)

# ---------------------------------------------------------------------------- exercise 1: Amdahl's law


@exercise("Right: what was not made faster sets the limit.")
def check_speedup(own: Callable[..., Any]) -> None:
    """`own(share, factor)` → how many times sooner the whole is done if `share` of it becomes `factor` times faster."""
    plain = [
        (0.5, 2.0),
        (0.75, 3.0),
        (0.9, 10.0),
        (0.2, 4.0),
        (0.6, 1000.0),
        (0.0, 5.0),
        (0.7, 1.0),
        (0.5, 1.25),
        (0.4, 0.5),
    ]
    for cases in (plain, [(1.0, 8.0)]):  # a wrong formula may divide by 0 where all becomes faster
        answers = [call(own, *case, returns=float, shown=f"speedup{case}") for case in cases]
        for case, answer in zip(cases, answers):
            close(
                answer,
                amdahl(*case),
                f"speedup{case}",
                explained(AMDAHL_MISTAKES, cases, answers, ADD_UP),
            )


def amdahl(share: float, factor: float) -> float:
    """Amdahl's law (1967)."""
    return 1 / ((1 - share) + share / factor)


ADD_UP = "Let the whole take time 1. The rest takes 1 − share as before; what does the faster part take now?"
AMDAHL_MISTAKES: list[tuple[Callable[[float, float], float], str]] = [
    (
        lambda s, f: 1 - s + s / f,
        "That is the new time, as a share of the old one. How many times does it fit in 1?",
    ),
    (
        lambda s, f: s * f,
        "Only a part becomes faster, and the rest still takes its time: add up the new times first.",
    ),
    (
        lambda s, f: 1 - s + s * f,
        "That is the mean of the two speeds. Times add up, speeds do not: add the new times.",
    ),
    (lambda s, f: f, "That would be so if all of it became faster."),
    (
        lambda s, f: 1 / (1 - s) + s / f,
        "Brackets are missing: 1 is divided by the *sum* of both times.",
    ),
    (
        lambda s, f: 1 / (s + (1 - s) / f),
        "The two parts are exchanged: it is `share` that becomes faster.",
    ),
]


# ---------------------------------------------------------------------------- exercise 2: where does the disc land?


@exercise(
    "Right: one addition finds the free place, because a carry runs up the column like water."
)
def check_drop(own: Callable[..., Any]) -> None:
    """`own(taken, column)` → the bit of the lowest free place of the column; 0 if the column is full."""
    for taken, column in _columns():
        answer = call(own, taken, column, returns=int, shown=f"drop(<below>, {column})")
        right = landing(taken, column)
        if answer != right:
            message = f"`drop(taken, {column})` is {_named(answer)}; it should be {_named(right)}. "
            raise Wrong(
                message + _drop_mistake(answer, taken, column),
                drawn(taken, f"column {column} is the one"),
            )


def landing(taken: int, column: int) -> int:
    """The lowest free place of a column, found step by step."""
    places = (1 << STRIDE * column + row for row in range(ROWS))
    return next((place for place in places if not taken & place), 0)


def _columns() -> Iterator[tuple[int, int]]:
    """Every height of every column, on an empty board and then among other discs."""
    rng = random.Random(0)
    for others in (False, True):
        for column in (3, 5, 1, 6, 2, 4, 0):  # one where no bit has the number of another place
            for height in range(ROWS + 1):
                heights = [rng.randrange(ROWS + 1) if others else 0 for _ in range(COLUMNS)]
                heights[column] = height
                yield sum(((1 << high) - 1) << STRIDE * c for c, high in enumerate(heights)), column


def _named(bits: int) -> str:
    """A number by its bits: "bit 9 (column 1, row 2)"."""
    places = [k for k in range(64) if bits > 0 and bits >> k & 1]
    if not places:
        return f"{bits}"
    first = f"bit {places[0]} (column {places[0] // STRIDE}, row {places[0] % STRIDE})"
    return first if len(places) == 1 else f"{bits}, with {len(places)} bits set, {first} the lowest"


def _drop_mistake(answer: int, taken: int, column: int) -> str:
    right, bottom = landing(taken, column), 1 << STRIDE * column
    if not right:
        return "The column is full: the carry ends in the seventh bit, which is no place. Keep only the six places."
    if 1 << answer == right if 0 <= answer < 64 else False:
        return "That is the place's number. The bit is `1 << number`."
    if answer == taken + bottom:
        return (
            "That is the whole sum, other columns and all: keep only the six bits of this column."
        )
    if answer == taken | right:
        return "That holds the discs that were there before, too; only the new bit is asked for."
    if answer > 0 and not answer & 127 << STRIDE * column:
        return f"That is not in column {column}, whose places are the bits {STRIDE * column} to {STRIDE * column + 5}."
    if answer == bottom:
        return "That is a place at the bottom. What happens if you *add* it to the discs that are there?"
    if answer == 1 << STRIDE * column + ROWS - 1:
        return "That is the top of the column: discs fall down."
    lowest = "Add the column's lowest bit, `1 << 7 * column`, to `taken`: the carry runs up the filled places."
    return f"{lowest} Then keep this column's bits."


# ---------------------------------------------------------------------------- exercise 3: four in a row


@exercise("Right: all 69 lines found, and none that goes round an edge.")
def check_wins(own: Callable[..., Any]) -> None:
    """`own(bits)` → whether the discs `bits` hold four in a row."""
    for bits, right, what in _boards():
        answer = call(own, bits, returns=bool, shown="wins(<below>)")
        if answer != right:
            message = f"`wins` says {answer}, and it should be {right}. {_wins_mistake(own, what)}"
            raise Wrong(message, drawn(bits, what))


def holds_four(bits: int) -> bool:
    """Whether one of the lines is full, found line by line."""
    return any(bits & line == line for line in LINES)


def _boards() -> Iterator[tuple[int, bool, str]]:
    """Boards of one player's discs, whether they hold four, and what they are."""
    yield 0, False, "an empty board"
    for line in LINES:
        yield line, True, WAYS[(_bits(line)[1] // _bits(line)[0]).bit_length() - 1]
    for line in LINES:
        for bit in _bits(line):
            yield line ^ bit, False, "three discs"
    for bits in _round_an_edge():
        yield bits, False, "discs that go round an edge"
    rng = random.Random(1)
    for _ in range(600):
        bits = WHOLE & rng.getrandbits(49) & (rng.getrandbits(49) if rng.random() < 0.6 else WHOLE)
        yield bits, holds_four(bits), "a board full of discs"


def _bits(number: int) -> list[int]:
    return [1 << k for k in range(64) if number >> k & 1]


def _round_an_edge() -> list[int]:
    """Four places in equal steps on the board that are no line: in the numbers neighbours, on the board not."""
    found = [
        sum(1 << start + n * step for n in range(4))
        for step in range(1, 17)
        for start in range(49 - 3 * step)
    ]
    return [bits for bits in found if bits & WHOLE == bits and not holds_four(bits)]


WAYS = {
    1: "an upright line",
    6: "a line falling to the right",
    7: "a level line",
    8: "a line rising to the right",
}


def _wins_mistake(own: Callable[..., Any], what: str) -> str:
    """What the boards that go wrong have in common, as a sentence."""
    wrong = {
        words
        for bits, right, words in _boards()
        if call(own, bits, returns=bool, shown="wins") != right
    }
    missing = [
        f"{way.partition(' ')[2]} (step {step})" for step, way in WAYS.items() if way in wrong
    ]
    if what == "three discs":
        return "Three are not enough: `pairs` marks discs with a neighbour, so two *pairs* must be two steps apart."
    if what == "discs that go round an edge":
        return "A column begins 7 bits after the last (six places, one that stays empty). Is each step 1, 6, 7 or 8?"
    if len(missing) < 4 and missing:
        return f"Not found: each {', each '.join(missing)}. Is every step tried before the answer is False?"
    return "Shift by the step: `pairs = bits & bits >> step`, then `pairs & pairs >> 2 * step`, for each of four steps."


def drawn(bits: int, what: str) -> str:
    """One player's discs as a board."""
    places = [STRIDE * column + row for row in reversed(range(ROWS)) for column in range(COLUMNS)]
    cells = "".join("X" if bits >> place & 1 else "." for place in places)
    return board(cells, COLUMNS, width=230, label=f"Connect Four board with {what}")


# ---------------------------------------------------------------------------- exercise 4: keep the subtree


@exercise("Right: everything known below the moves is kept, and nothing leads back to the past.")
def check_keep(own: Callable[..., Any]) -> None:
    """`own(root, *actions)` → the root of the next search."""
    for actions in ((3,), (3, 2), (3, 3), (2, 3, 3), ()):
        _check_kept(own, actions)
    _check_unknown(own)
    inside, _ = _kept(
        own, _tree().children[3], ()
    )  # no moves at all, from the middle of a tree: it has a past, too
    demand(
        inside.parent is None,
        "With no actions, `keep(node)` still has a parent. Cut off the node in every case.",
    )


def _tree(iterations: int = 400) -> Node:
    return search(ConnectFour(), iterations, seed=5).root


def _kept(own: Callable[..., Any], root: Node, actions: tuple[int, ...]) -> tuple[Node, str]:
    """The reader's new root, past the first stages, and how the call is written."""
    shown = f"keep(root{''.join(f', {action}' for action in actions)})"
    node = call(own, root, *actions, returns=Node, shown=shown)
    state = root.state
    for action in actions:
        state = state.apply(action)
    why = "Walk down one child for each of the actions."
    demand(
        node.state == state,
        f"`{shown}` is a node of another position. {why}",
        lambda: node.state._repr_svg_(),
    )
    return node, shown


def _check_kept(own: Callable[..., Any], actions: tuple[int, ...]) -> None:
    root, right = _tree(), reuse(_tree(), *actions)
    node, shown = _kept(own, root, actions)
    if node.visits != right.visits or node.size() != right.size():
        known = f"{node.visits} visits and {node.size()} nodes; the tree knew {right.visits} and {right.size()}"
        raise Wrong(f"`{shown}` has {known}. Keep the node of the tree, with all that is below it.")
    demand(
        node.value_sum == right.value_sum,
        f"`{shown}` has W = {node.value_sum:g}; it was {right.value_sum:g}.",
    )
    why = "Backpropagation walks up until there is no parent: it would run on into the past. Set `parent` to None."
    demand(node.parent is None, f"`{shown}` still has a parent. {why}")
    before = root.visits
    search(node, 50, seed=1)
    same = node is root or root.visits == before
    demand(
        same,
        f"After 50 more iterations from `{shown}` the old root has more visits too: it is not cut off.",
    )
    _check_whole(node, shown)


def _check_unknown(own: Callable[..., Any]) -> None:
    """Moves that the tree does not know: a small tree has no node there."""
    root = _tree(20)
    actions = (3, 0, 6, 6)
    try:
        node, shown = _kept(own, root, actions)
    except Wrong as wrong:
        raise Wrong(
            f"{wrong} A child that the tree does not have must be made.", wrong.picture
        ) from None
    demand(
        not node.visits and not node.children,
        f"`{shown}` leads where the tree knows nothing, yet it has visits.",
    )
    demand(node.parent is None, f"`{shown}`, a new node, still has a parent. Cut it off too.")
    _check_whole(search(node, 50, seed=1).root, shown)


def _check_whole(root: Node, shown: str) -> None:
    """The tree below still adds up when the search has gone on."""
    try:
        check_tree(root)
    except TreeError as error:
        message = f"After 50 more iterations from `{shown}` the tree does not add up: {error}"
        raise Wrong(
            f"{message.rstrip('.')}. Change nothing but the parent of the new root."
        ) from None
