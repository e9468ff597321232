"""Checkers of chapter 06 ("Watch trees grow")."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import accumulate
from typing import Any

from mctslib.course.ch06.growing import all_paths, nodes_by_depth
from mctslib.course.exercise import Wrong, call, close, demand, exercise, explained, look, same
from mctslib.course.puzzles import A, S
from mctslib.door.entrance import search
from mctslib.draw.show import board_svg, tree_svg
from mctslib.game import State
from mctslib.games import Nim, TicTacToe
from mctslib.policies import UCB1
from mctslib.tree import Node
from mctslib.words import count, number, signed

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
TREES = [  # position, iterations, c
    (S.state, 24_000, 2**0.5),
    (S.state, 60, 1.0),
    (S.state, 1, 1.0),
    (ONE_FREE, 5, 1.0),
    (A.state, 200, 1.0),
    (LONG, 5, 1.0),
    (O_FIRST, 30, 0.0),
]


# ---------------------------------------------------------- how many nodes


@exercise("Right: you count 1 for the position itself, and add the counts of its successors.")
def check_count_nodes(own: Callable[..., Any]) -> None:
    """Check that `own(state)` returns the size of the complete tree, including the root."""
    shown = [f"count_nodes({in_one_line(state)})" for state in BOARDS]
    answers = []
    for state, words in zip(BOARDS, shown):
        answers.append(call(own, state, returns=int, shown=words, lines=PATIENCE))
    for state, answer, words in zip(BOARDS, answers, shown):
        right = sum(1 for _ in all_paths(state))
        if state is LONG:
            otherwise = TOO_SHORT
        elif answer > right:
            otherwise = TOO_MANY
        else:
            otherwise = TOO_FEW
        why = explained(COUNT_MISTAKES, zip(BOARDS), answers, otherwise)
        same(
            answer,
            right,
            words,
            f"Your count is off by {signed(answer - right)}. {why}",
            partial(board_svg, state),
        )


TOO_MANY = "Does your function stop when the game is over? `legal_actions()` is then empty."
TOO_FEW = "Loop over every legal action, and add up the counts."
TOO_SHORT = (
    "This game lasts twelve moves, one stick at a time. Does your function stop before the game "
    "is over?"
)
COUNT_MISTAKES: list[tuple[Callable[[State], int], str]] = [
    (lambda state: sum(1 for _ in all_paths(state)) - 1, "Count the root, too."),
    (
        lambda state: sum(not state_after(state, path).is_terminal() for path in all_paths(state)),
        "You left out the positions in which the game is over. Count each of these positions, too.",
    ),
    (
        lambda state: sum(state_after(state, path).is_terminal() for path in all_paths(state)),
        "You counted only the positions in which the game is over. Count every position.",
    ),
    (
        lambda state: len({state_after(state, path) for path in all_paths(state)}),
        "You counted distinct boards. If two orders of moves lead to the same board, the tree "
        "has two nodes with this board.",
    ),
]


def in_one_line(state: State) -> str:
    """Return a position as a one-line string, such as "XOX/OXO/OXO"."""
    if state is LONG:
        return "Nim(12, most=1)"
    return str(state).replace(" ", "").replace("\n", "/")


def state_after(state: State, path: tuple[Any, ...]) -> State:
    """Return the position after a sequence of actions."""
    for action in path:
        state = state.apply(action)
    return state


# ---------------------------------------------------------- the shape of a tree


@exercise("Right: you count the nodes level by level, down to the deepest level.")
def check_shape(own: Callable[..., Any]) -> None:
    """Check that `own(root)` lists the numbers of nodes at depth 0, 1, 2 and so on."""
    roots = [grown(*tree) for tree in SHAPES]
    shown = [f"shape(root after {count(iterations, 'iteration')})" for _, iterations, _ in SHAPES]
    answers = [look_at_tree(own, root, words, returns=list) for root, words in zip(roots, shown)]
    for root, answer, words in zip(roots, answers, shown):
        right = list(nodes_by_depth(root))
        depth = first_different_depth(answer, right)
        if depth == len(right) and not any(answer[depth:]):
            otherwise = EMPTY_LEVEL
        else:
            otherwise = f"The first difference is at depth {depth}."
        why = explained(SHAPE_MISTAKES, zip(roots), answers, otherwise)
        same(answer, right, words, why, partial(tree_svg, root, boards=1))


def first_different_depth(answer: list[Any], right: list[int]) -> int:
    """Return the first depth at which two shapes differ.

    If the shapes agree at all depths of the shorter shape, return the length of the shorter shape.
    """
    for depth, (nodes, right_nodes) in enumerate(zip(answer, right)):
        if nodes != right_nodes:
            return depth
    return min(len(answer), len(right))


EMPTY_LEVEL = "Your last level is empty. Stop before you add an empty level to the list."
SHAPES = [
    (S.state, 1, 1.0),
    (S.state, 40, 1.0),
    (A.state, 300, 0.5),
    (TicTacToe(), 400, 1.0),
    (LONG, 20, 1.0),
]
SHAPE_MISTAKES: list[tuple[Callable[[Node], list[int]], str]] = [
    (
        lambda root: list(nodes_by_depth(root)[1:]),
        "The number at depth 0 is missing. It is 1, for the root.",
    ),
    (
        lambda root: list(nodes_by_depth(root)[:-1]),
        "The last level is missing. Count the nodes of the last level, too, although they have "
        "no children.",
    ),
    (
        lambda root: list(nodes_by_depth(root)[::-1]),
        "Your list is in reverse order. Begin with the root.",
    ),
    (
        lambda root: list(accumulate(nodes_by_depth(root))),
        "You added up the levels. Each entry must count the nodes of a single depth.",
    ),
    (
        lambda root: [sum(node.visits for node in level) for level in levels(root)],
        "You added up visits. Count nodes.",
    ),
]


def levels(root: Node) -> Iterator[list[Node]]:
    """Yield the nodes at depth 0, at depth 1, and so on."""
    level = [root]
    while level:
        yield level
        level = [child for node in level for child in node.children.values()]


def look_at_tree(own: Callable[..., Any], root: Node, shown: str, **options: Any) -> Any:
    """Call a reader's function with a tree, and return the function's answer.

    The options are passed to `look`.  Raises `Wrong` if the function changes the tree.
    """
    picture = partial(tree_svg, root, boards=1)
    return look(own, root, shown=shown, lines=PATIENCE, picture=picture, **options)


def grown(state: State, iterations: int, c: float = 1.0, seed: int = 0) -> Node:
    """Return the root of a tree that the library grows.

    c  the exploration constant of UCB1
    """
    return search(state, iterations, seed=seed, tree_policy=UCB1(c)).root


# ---------------------------------------------------------- the recent value


@exercise("Right: you divide the increase in W between the two pairs by the increase in N.")
def check_recent_value(own: Callable[..., Any]) -> None:
    """Check that `own(before, after)` returns the mean reward between two pairs (N, W)."""
    answers = [call(own, *looks, returns=float) for looks in LOOKS]
    for (before, after), answer in zip(LOOKS, answers):
        visits = after[0] - before[0]
        reward = after[1] - before[1]
        grew = f"Between the two pairs W grew by {number(reward)} and N by {number(visits)}."
        why = explained(RECENT_MISTAKES, LOOKS, answers, grew)
        close(answer, reward / visits, f"recent_value({before}, {after})", why)


Look = tuple[int, float]
LOOKS = [
    ((10, 8.5), (20, 12.0)),
    ((5_000, 3_500.0), (9_000, 6_000.0)),
    ((1, 0.5), (4, 1.5)),
    ((5, 2.0), (12, 4.0)),
    ((4, -1.0), (8, -3.0)),  # rewards below 0
    ((3, 4.0), (7, 13.0)),  # rewards above 1
]
RECENT_MISTAKES: list[tuple[Callable[[Look, Look], float], str]] = [
    (
        lambda b, a: a[1] / a[0],
        "You returned Q, the mean of all rewards so far. Leave out the rewards of the earlier "
        "pair.",
    ),
    (
        lambda b, a: b[1] / b[0],
        "You returned Q of the earlier pair. Use only the rewards that were added after this pair.",
    ),
    (
        lambda b, a: a[1] / a[0] - b[1] / b[0],
        "You returned the change in Q. First compute the changes in W and in N, and then divide.",
    ),
    (
        lambda b, a: (a[1] / a[0] + b[1] / b[0]) / 2,
        "You returned the mean of both values of Q. Only the visits between the two pairs count.",
    ),
    (
        lambda b, a: a[1] - b[1],
        "You returned the sum of the rewards between the two pairs. Divide this sum by the visits "
        "between the pairs.",
    ),
    (
        lambda b, a: (a[1] - b[1]) / a[0],
        "Divide by the visits *between* the two pairs, not by all visits.",
    ),
    (
        lambda b, a: (a[1] - b[1]) / (b[0] - a[0]),
        "The sign is wrong. Subtract the earlier number from the later number, for W and for N.",
    ),
    (
        lambda b, a: (a[0] - b[0]) / (a[1] - b[1]),
        "You swapped N and W. A pair is (N, W), and a mean is the rewards divided by the visits.",
    ),
]


# ---------------------------------------------------------- what is missing


@exercise("Right: these are the paths of the complete tree that are not in the search tree.")
def check_missing(own: Callable[..., Any]) -> None:
    """Check that `own(root)` lists the paths of the complete tree that the tree of `root` lacks.

    The order of the paths does not matter.
    """
    for state, iterations, c in TREES:
        root = grown(state, iterations, c)
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
