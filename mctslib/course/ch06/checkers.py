"""Checkers of chapter 06 ("Watch trees grow")."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from mctslib.course.ch06.growing import all_paths
from mctslib.course.exercise import Wrong, demand, exercise, look
from mctslib.course.grading import Case, Graded
from mctslib.course.puzzles import A, S
from mctslib.door.entrance import search
from mctslib.draw.show import board_svg, tree_svg
from mctslib.game import State
from mctslib.games import Nim, TicTacToe
from mctslib.policies import UCB1
from mctslib.tree import Node, Path
from mctslib.words import count

PATIENCE = 2_000_000  # the number of lines of code that a call to the reader's function may execute
LONG = Nim(12, most=1)  # one legal move at each turn, and more turns than tic-tac-toe
BOARDS: list[State] = [
    TicTacToe.from_text("XOX/OXO/OXO"),  # full, so the tree consists of the root alone
    TicTacToe.from_text("XX./OO./..."),  # X can win at once, which ends the game
    S.state,
    A.state,
    TicTacToe.from_text("XO./.XO/X.O", to_move="O"),
    LONG,
]
ONE_FREE = TicTacToe.from_text("XOX/OXO/OX.")
O_FIRST = TicTacToe.from_text("XO./.XO/X.O", to_move="O")
TREES = [  # position, iterations, c; the first tree is the chapter's
    (S.state, 24_000, 2**0.5),
    (S.state, 60, 1.0),
    (S.state, 1, 1.0),
    (ONE_FREE, 5, 1.0),
    (A.state, 200, 1.0),
    (LONG, 5, 1.0),
    (O_FIRST, 30, 0.0),
]


# ---------------------------------------------------------- how many nodes


def count_nodes(state: State) -> int:
    """Return the number of nodes of the complete tree from `state`, including the root."""
    return 1 + sum(count_nodes(state.apply(action)) for action in state.legal_actions())


def count_cases() -> list[Case]:
    """Return the cases of `check_count_nodes`."""
    return [
        Case((state,), f"the position is {in_one_line(state)}", partial(board_svg, state))
        for state in BOARDS
    ]


def in_one_line(state: State) -> str:
    """Return a position as a one-line string, such as "XOX/OXO/OXO"."""
    if state is LONG:
        return "Nim(12, most=1)"
    return str(state).replace(" ", "").replace("\n", "/")


def state_after(state: State, path: Path) -> State:
    """Return the position after a sequence of actions; a mistake uses it."""
    for action in path:
        state = state.apply(action)
    return state


check_count_nodes = Graded("06", count_nodes, count_cases, returns=int, lines=PATIENCE).checker()

# ---------------------------------------------------------- the recent value

Look = tuple[int, float]


def recent_value(before: Look, after: Look) -> float:
    """Return the mean reward of the visits between two pairs (N, W) of one node."""
    (N_before, W_before), (N_after, W_after) = before, after
    return (W_after - W_before) / (N_after - N_before)


LOOKS: list[tuple[Look, Look]] = [
    ((10, 8.5), (20, 12.0)),
    ((5_000, 3_500.0), (9_000, 6_000.0)),
    ((1, 0.5), (4, 1.5)),
    ((5, 2.0), (12, 4.0)),
    ((4, -1.0), (8, -3.0)),  # rewards below 0
    ((3, 4.0), (7, 13.0)),  # rewards above 1
]
EXAMPLE = Case(
    ((10, 8.0), (15, 9.0)), prose="a node had N = 10 and W = 8, and now it has N = 15 and W = 9"
)
check_recent_value = Graded(
    "06", recent_value, lambda: [*(Case(looks) for looks in LOOKS), EXAMPLE], returns=float
).checker()

# ---------------------------------------------------------- what is missing


def look_at_tree(own: Callable[..., Any], root: Node, shown: str, **options: Any) -> Any:
    """Call a reader's function with a tree, and return the function's answer.

    The options are passed to `look`.  Raises `Wrong` if the function changes the tree.
    """
    picture = partial(tree_svg, root, boards=1)
    return look(own, root, shown=shown, lines=PATIENCE, picture=picture, **options)


@exercise("Right: these are the paths of the complete tree that are not in the search tree.")
def check_missing(own: Callable[..., Any]) -> None:
    """Check that `own(root)` lists the paths of the complete tree that the tree of `root` lacks.

    The order of the paths does not matter.
    """
    for state, iterations, c in TREES:
        root = search(state, iterations, seed=0, tree_policy=UCB1(c)).root
        shown = f"missing(root after {count(iterations, 'iteration')})"
        compare_paths(look_at_tree(own, root, shown, returns=list), root, shown)


def compare_paths(answer: list[Any], root: Node, shown: str) -> None:
    """Raise `Wrong` unless a list holds each missing path of a tree once, and no other path.

    answer  the reader's list of paths
    shown   the name of the list in the messages
    """
    there = {node.path() for node in root.descendants()}
    right = set(all_paths(root.state)) - there
    bad = next((path for path in answer if not isinstance(path, tuple)), None)
    demand(
        bad is None,
        f"`{shown}` contains {bad!r}, but a path is a tuple of actions, such as `(6, 1)`.",
    )
    twice = [path for path, times in Counter(answer).items() if times > 1]
    demand(not twice, f"`{shown}` contains {twice[:1]} more than once.")
    counted = f"`{shown}` has {count(len(answer), 'path')}; it should have {len(right)}."
    picture = partial(tree_svg, root, boards=1)
    demand(
        set(answer) != there,
        f"{counted} You returned the paths of the nodes that *are* in the tree.",
        picture,
    )
    extra = sorted(set(answer) - right)
    lost = sorted(right - set(answer))
    for path in extra:
        if path in there:
            raise Wrong(f"{counted} But {path} is already in the tree.", picture)
    if extra:
        impossible = f"{extra[0]} is not possible, because the game is over earlier."
        raise Wrong(f"{counted} But {impossible}", picture)
    if lost:
        below_missing = [path for path in lost if path[:-1] in right]
        if len(below_missing) == len(lost):
            hint = "If a node is missing, all nodes below it are missing, too."
        else:
            hint = "Visit every node of the complete tree."
        raise Wrong(
            f"{counted} {lost[0]} is missing from the tree, but your list lacks it. {hint}", picture
        )
