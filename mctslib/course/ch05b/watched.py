"""Draw the tree of a reader's search, and the answers of the search in the exam.

A search returns only a move, so its tree is reconstructed from the games that the search plays.
`WatchedRow` records the moves of each game that is played to its end.  A game adds at most one node
to the tree, for the first of its positions that is not in the tree yet.  So the games determine the
tree.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from mctslib.course.ch05b import engines, exam
from mctslib.course.ch05b.coins import CoinRow
from mctslib.course.exercise import Pending, Wrong, call, demand, function_name
from mctslib.draw.look import INK, RIGHT, SOFT, SURFACE, WORDS, WRONG
from mctslib.draw.show import Picture, show_tree
from mctslib.draw.svg import document, element, text
from mctslib.game import Action
from mctslib.oracle import optimal_actions
from mctslib.tree import Node, attach
from mctslib.words import count

Search = Callable[[Any, int, random.Random], Action]
"""A function of a state, a number of iterations and a random generator, which returns an action.
"""

COINS = (4, 9, 1, 8, 2)  # the first row of the exam
ITERATIONS = 400
LINES = 1_000_000  # the number of lines of the reader's code that one search may execute
NODES = 15  # the largest number of nodes in the picture of a tree


# ---------------------------------------------------------- games and trees


class CoinGame(NamedTuple):
    """A game that a search has played, with the moves from the root to the end and the rewards."""

    moves: tuple[Action, ...]
    rewards: tuple[float, float]


class Notes:
    """The record of the games played from one row, in the order of play."""

    def __init__(self) -> None:
        self.games: list[CoinGame] = []
        self.ended = 0  # games played to the end, even if nobody asked for their rewards
        self.is_new = True  # whether the next call to `rewards` belongs to a new game


class WatchedRow(CoinRow):
    """A row that records each game played from it.  The function `watched` makes such rows."""

    moves: tuple[Action, ...]  # the moves from the root to this row
    notes: Notes

    def apply(self, action: str) -> WatchedRow:
        after = super().apply(action)
        assert isinstance(after, WatchedRow)
        after.moves = (*self.moves, action)
        after.notes = self.notes
        self.notes.ended += not after.coins
        return after

    def legal_actions(self) -> list[str]:
        self.notes.is_new = True
        return super().legal_actions()

    def is_terminal(self) -> bool:
        self.notes.is_new = True
        return super().is_terminal()

    def rewards(self) -> tuple[float, float]:
        found = super().rewards()
        if self.notes.is_new:  # some searches ask for the rewards of a game once for each node
            self.notes.games.append(CoinGame(self.moves, found))
            self.notes.is_new = False
        return found

    def __copy__(self) -> WatchedRow:
        return self

    def __deepcopy__(self, memo: Any) -> WatchedRow:
        return self


def watched(row: CoinRow) -> WatchedRow:
    """Return a copy of a row that records the games played from it."""
    copy = WatchedRow(*row)
    copy.moves = ()
    copy.notes = Notes()
    return copy


def grown(row: CoinRow, games: Iterable[CoinGame]) -> Node:
    """Return the root of the tree to which each of the games adds at most one node."""
    root = Node(row)
    for game in games:
        add(game, root)
    return root


def add(game: CoinGame, root: Node) -> Node:
    """Add a game to a tree, and return its node there, which is new unless the game is a short one."""
    node = root
    way = [root]
    for action in game.moves:
        is_new = action not in node.children
        node = attach(node, action) if is_new else node.children[action]
        way.append(node)
        if is_new:
            break
    for one in way:
        one.visits += 1
        one.value_sum += game.rewards[one.player]
    return node


def tree_of(search: Search, row: CoinRow, iterations: int, rng: random.Random) -> Node:
    """Let a search choose a move, and return the root of the tree that its games determine.

    Raises `Pending` if the search is not written yet.  Raises `Wrong` if the search raises an
    exception, does not end, or plays no game to its end.
    """
    state = watched(row)
    shown = f"{function_name(search)}({row!r}, {iterations}, rng)"
    call(search, state, iterations, rng, shown=shown, lines=LINES)
    demand(
        bool(state.notes.games),
        f"`{shown}` played no game to its end, so there is no tree to draw.",
    )
    return grown(row, state.notes.games)


def show_own_tree(best_move: Search, of: str = "your function") -> Picture:
    """Show the tree of a reader's search, or the library's tree if the search cannot be run.

    best_move  the search
    of         the name of the search in the line above the picture
    """
    row = CoinRow(COINS)
    try:
        root = tree_of(best_move, row, ITERATIONS, random.Random(0))
        print(f"The tree of {of}, reconstructed from {count(root.visits, 'game')}:")
    except (Pending, Wrong) as problem:
        print(f"{said_of(problem)} Here is the tree of the library's engine:")
        root = tree_of(engines.best_move, row, ITERATIONS, random.Random(0))
    return show_tree(root, max_nodes=NODES, badge=taken)


def said_of(problem: Exception) -> str:
    """Return the reason why the search is not shown.

    The message also suits a web page on which Python does not run.
    """
    return "Your search is not written yet." if isinstance(problem, Pending) else str(problem)


def taken(node: Node) -> str:
    """Describe the move into a node, such as "X takes 3"; return "" at the root."""
    if node.parent is None:
        return ""
    before = node.parent.state
    assert isinstance(before, CoinRow) and isinstance(node.state, CoinRow)
    money = node.state.money[node.player] - before.money[node.player]
    return f"{'XO'[node.player]} takes {money}"


# ---------------------------------------------------------- the exam as a grid

# Sizes in pixels.
NAMES = 220  # the space for the names of the engines
CELL = 17  # the width of a cell
LINE = 26  # the height of a line
TOP = 30  # the space above the first line
LIKE = 56  # the distance from the column "right" to the column "like yours"
YOURS = "yours"


class ExamRow(NamedTuple):
    """One engine in the grid of the exam."""

    name: str
    answers: list[Action]


def answers_to_exam(search: Search) -> list[Action]:
    """Return the answers of a search to all rows of the exam, with the seeds of the checker."""
    answers = []
    for place, row in enumerate(exam.ROWS):
        shown = f"{function_name(search)}({row!r}, {exam.ITERATIONS}, rng)"
        rng = random.Random(place)
        answers.append(call(search, row, exam.ITERATIONS, rng, shown=shown, lines=LINES))
    return answers


def show_exam(best_move: Search) -> Picture:
    """Show a reader's exam answers above the answers of a correct engine and broken engines."""
    rows = [ExamRow("a correct engine", exam.answers_of({}))]
    for mistake, answers in exam.broken_answers():
        rows.append(ExamRow(mistake.name, answers))
    try:
        rows.insert(0, ExamRow(YOURS, answers_to_exam(best_move)))
    except (Pending, Wrong) as problem:
        print(f"{said_of(problem)} So your function has no row here.")
    return exam_grid(rows)


def exam_grid(rows: Sequence[ExamRow]) -> Picture:
    """Draw a grid with a line for each engine and a column for each row of the exam.

    If the first line shows the reader's answers, each of the other lines ends with the number of
    answers that equal the reader's answers.
    """
    right = [optimal_actions(row)[0] for row in exam.ROWS]
    has_own = rows[0].name == YOURS
    width = NAMES + CELL * len(right) + 22 + LIKE + 36
    end = NAMES + CELL * len(right) + 22  # the centre of the column "right"
    parts = [text("right", end, 18, WORDS, text_anchor="middle", fill=SOFT)]
    if has_own:
        parts.append(text("like yours", end + LIKE, 18, WORDS, text_anchor="middle", fill=SOFT))
    sentences = []
    for place, row in enumerate(rows):
        y = TOP + LINE * place
        is_own = row.name == YOURS
        if is_own:
            parts.append(
                element("rect", x=4, y=y - 2, width=width - 8, height=LINE - 2, fill=SURFACE)
            )
        weight = "bold" if is_own else "normal"
        parts.append(
            text(row.name, NAMES - 10, y + 15, WORDS, text_anchor="end", font_weight=weight)
        )
        marks = [answer == best for answer, best in zip(row.answers, right, strict=True)]
        parts += [sign(is_right, column, y) for column, is_right in enumerate(marks)]
        numbers = [sum(marks)]
        words = f"{row.name}: {sum(marks)} right"
        if has_own and not is_own:
            pairs = zip(row.answers, rows[0].answers, strict=True)
            equal = sum(one == other for one, other in pairs)
            numbers.append(equal)
            words += f", {count(equal, 'answer')} equal to yours"
        for k, number in enumerate(numbers):
            x = end + LIKE * k
            parts.append(text(number, x, y + 15, WORDS, text_anchor="middle", fill=INK))
        sentences.append(words)
    label = f"The answers to {count(len(right), 'row')}. {'. '.join(sentences)}."
    height = TOP + LINE * len(rows) + 4
    return Picture(document("".join(parts), width, height, label), label)


def sign(is_right: bool, column: int, y: float) -> str:
    """Draw ✓ or ✗ in one cell of the grid, as SVG text."""
    x = NAMES + CELL * (column + 0.5)
    look: dict[str, Any] = {"text_anchor": "middle", "fill": RIGHT if is_right else WRONG}
    return text("✓" if is_right else "✗", x, y + 15, WORDS, **look)
