"""Checkers of chapter 05: two tests for engines, a formula to repair, and a diagnosis."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import log, sqrt
from typing import Any

from mctslib.course.ch05.card import EVIDENCE, RIGHT_NAMES
from mctslib.course.ch05.engine import HEALTHY
from mctslib.course.ch05.exams import BY_HAND_START
from mctslib.course.ch05.matrix import PATIENTS, load_matrix
from mctslib.course.ch05.mutants import MUTANTS
from mctslib.course.exercise import (
    Pending,
    Wrong,
    call,
    close,
    exercise,
    explained,
    given,
    look,
)
from mctslib.course.puzzles import A, S, W
from mctslib.draw.show import board_svg, tree_svg
from mctslib.games import TicTacToe
from mctslib.policies import ucb1
from mctslib.search import backpropagate
from mctslib.tree import Node, attach
from mctslib.words import count, number, signed

Backpropagation = Callable[[Node | None, tuple[float, ...]], None]

# ---------------------------------------------------------- the hand test


def short_line() -> tuple[Node, Node]:
    """Return the node of X's move and the node of O's reply, in a new tree."""
    x_node = attach(Node(TicTacToe()), 0)
    return x_node, attach(x_node, 4)


def recursive(node: Node | None, rewards: tuple[float, ...]) -> None:
    """Backpropagate as the library does, but recursively."""
    if node is not None:
        recursive(node.parent, rewards)
        node.visits += 1
        node.value_sum += rewards[node.player]


def crediting(share: Callable[[Node, tuple[float, ...]], float]) -> Backpropagation:
    """Return a backpropagation that adds a chosen number to W of each node.

    share  a function that takes a node and the rewards, and returns the number to add
    """

    def backpropagate(node: Node | None, rewards: tuple[float, ...]) -> None:
        while node is not None:
            node.visits += 1
            node.value_sum += share(node, rewards)
            node = node.parent

    return backpropagate


HEALTHY_BACKPROPAGATIONS = (
    backpropagate,
    recursive,
    # This function is right, although its source resembles the source of the functions with a bug.
    crediting(lambda node, rewards: rewards[node.player]),
)
SICK_BACKPROPAGATIONS = {
    "gives X's reward to each node": crediting(lambda node, rewards: rewards[0]),
    "gives O's reward to each node": crediting(lambda node, rewards: rewards[1]),
    "adds the reward of the side to move": crediting(
        lambda node, rewards: rewards[node.state.current_player]
    ),
    "counts every reward twice": crediting(lambda node, rewards: 2 * rewards[node.player]),
    "gives half a point to a loser": crediting(
        lambda node, rewards: max(rewards[node.player], 0.5)
    ),
    "subtracts half a point from every reward": crediting(
        lambda node, rewards: rewards[node.player] - 0.5
    ),
    "subtracts a hundredth from every reward": crediting(
        lambda node, rewards: rewards[node.player] - 0.01
    ),
    "adds a hundredth to every reward": crediting(
        lambda node, rewards: rewards[node.player] + 0.01
    ),
}


@exercise("Your test rejects all versions with a bug, and accepts the healthy versions.")
def check_hand_test(own: Callable[[Any], bool]) -> None:
    """Check that `own(backpropagate)` returns True exactly for the versions without a bug."""
    for function in HEALTHY_BACKPROPAGATIONS:
        if not call(own, function, returns=bool, shown="hand_test(a healthy backpropagate)"):
            raise Wrong(
                f"Your test rejects a healthy backpropagation. {advice(own)}",
                partial(picture_after_win_for_o, function),
            )
    for fault, sick in SICK_BACKPROPAGATIONS.items():
        if call(own, sick, returns=bool, shown="hand_test(a backpropagate with a bug)"):
            should = (
                "The two values of W should be 0 and 1. Your test must compare both numbers "
                "exactly."
            )
            raise Wrong(
                f"Your test accepts a version that {fault}. {sums_after_win_for_o(sick)}. {should}",
                partial(picture_after_win_for_o, sick),
            )


def advice(own: Callable[[Any], bool]) -> str:
    """Return advice for a test that rejects a healthy backpropagation."""
    right = f"{sums_after_win_for_o(backpropagate)}. These numbers are right"
    if call(own, SICK_BACKPROPAGATIONS["adds the reward of the side to move"], returns=bool):
        swapped = "You swapped the two numbers"
        return f"{right}. {swapped}. O moved into O's node, so W of O's node counts O's reward."
    return f"{right}, so your test should return True for them."


def nodes_after_win_for_o(function: Backpropagation) -> tuple[Node, Node]:
    """Return X's node and O's node after the backpropagation of a win for O."""
    x_node, o_node = short_line()
    function(o_node, (0.0, 1.0))
    return x_node, o_node


def sums_after_win_for_o(function: Backpropagation) -> str:
    """Return a clause that gives W of X's node and W of O's node."""
    x_node, o_node = nodes_after_win_for_o(function)
    sums = f"W is {number(x_node.value_sum)} in X's node and {number(o_node.value_sum)} in O's"
    return f"After a win for O, {sums}"


def picture_after_win_for_o(function: Backpropagation) -> str:
    """Draw the tree of three nodes after the backpropagation of a win for O, as SVG text."""
    x_node, _ = nodes_after_win_for_o(function)
    assert x_node.parent is not None
    return tree_svg(x_node.parent, sums=True)


# ---------------------------------------------------------- the invariant

STARTS = (TicTacToe(), BY_HAND_START, A.state, S.state, W.state)
O_FIRST = TicTacToe.from_text("XO./.X./..O", to_move="O")
PLANTS = (  # position, iterations, and the number that is added to W of one finished node
    (BY_HAND_START, 20, 1.0),
    (BY_HAND_START, 60, -0.5),
    (BY_HAND_START, 2000, 1.0),
    (A.state, 400, -0.25),
    (BY_HAND_START, 60, 0.01),
    (BY_HAND_START, 60, -0.01),
)
CONVICTED = ("no sides", "side to move", "parent's playout")


class Losing(TicTacToe):
    """Tic-tac-toe in which the player with three in a row loses."""

    __slots__ = ()

    def rewards(self) -> tuple[float, ...]:  # type: ignore[override]
        return super().rewards()[::-1]


class OtherPoints(TicTacToe):
    """Tic-tac-toe in which a win is worth ¾, a draw ½, and a loss ¼."""

    __slots__ = ()

    def rewards(self) -> tuple[float, ...]:  # type: ignore[override]
        points = {0.0: 0.25, 0.5: 0.5, 1.0: 0.75}
        return tuple(points[reward] for reward in super().rewards())


@exercise("Your function rejects the trees of three bugs, and accepts all healthy trees.")
def check_finished(own: Callable[[Node], bool]) -> None:
    """Check that `own(root)` returns False exactly if a finished node in the tree has a wrong W."""
    for state in (*STARTS, O_FIRST):
        for iterations in (1, 40, 400):
            root = HEALTHY.tree(state, iterations, seed=1)
            demand_acquittal(own, root, count(iterations, "iteration"))
    for name in CONVICTED:
        for root in sick_trees(name):
            demand_conviction(own, root, f"the mutant “{name}”")
    for state, iterations, change in PLANTS:
        root = HEALTHY.tree(state, iterations, seed=3)
        changed = f"a tree in which one finished node's W was changed by {signed(change)}"
        for node in finished_nodes(root):
            before = node.value_sum
            node.value_sum = before + change
            demand_conviction(own, root, changed)
            node.value_sum = before
    convict_swapped_sums(own, HEALTHY.tree(BY_HAND_START, 40, seed=3))
    wins_as_draws = "a tree in which wins are counted as draws, and draws as wins"
    demand_conviction(own, tree_of_wins_as_draws(), wins_as_draws)
    losing = replace(HEALTHY, game=Losing).tree(BY_HAND_START, 40, seed=1)
    other_rules = "40 iterations of a game in which three in a row *loses*"
    demand_acquittal(own, losing, other_rules)
    points = replace(HEALTHY, game=OtherPoints).tree(BY_HAND_START, 40, seed=1)
    other_points = "40 iterations of a game in which a win is worth ¾ and a loss ¼"
    demand_acquittal(own, points, other_points)


def ask_for_verdict(own: Callable[[Node], bool], root: Node, shown: str) -> bool:
    """Call a reader's function for a tree, and return its answer.

    shown  words for the tree in a message
    """
    return look(own, root, returns=bool, shown=f"finished_right({shown})", lines=2_000_000)


def demand_acquittal(own: Callable[[Node], bool], root: Node, size: str) -> None:
    """Raise `Wrong` if a reader's function rejects a healthy tree.

    size  words for the size of the tree or for its game
    """
    if ask_for_verdict(own, root, f"a healthy tree of {size}"):
        return
    node_of_each_kind = {node.state.rewards(): node for node in finished_nodes(root)}
    if not node_of_each_kind:
        innocent = "has no finished node yet. Return True for such a tree"
        raise Wrong(f"Your function rejects a healthy tree that {innocent}.")
    rows = []
    for rewards, node in node_of_each_kind.items():
        numbers = f"N = {number(node.visits)}, W = {number(node.value_sum)}"
        rows.append(f"{numbers}, player {node.player}, rewards {rewards}")
    listed = f"Here is one finished node of each kind: {'; '.join(rows)}."
    worst = min(node_of_each_kind.values(), key=lambda node: node.value)
    raise Wrong(
        f"Your function rejects a healthy tree of {size}. {listed} Whose reward does W count?",
        partial(board_svg, worst.state),
    )


def demand_conviction(own: Callable[[Node], bool], root: Node, what: str) -> None:
    """Raise `Wrong` if a reader's function accepts a tree with a wrong W.

    what  words for the tree and its mistake
    """
    if not ask_for_verdict(own, root, "a tree with a bug"):
        return
    node = next(node for node in finished_nodes(root) if node.value_sum != right_sum(node))
    numbers = f"W = {number(node.value_sum)} where N × reward = {number(right_sum(node))}"
    where = f"At the finished node {node.path()}: {numbers}."
    raise Wrong(
        f"Your function accepts {what}. {where} Compare *each* finished node.",
        partial(tree_svg, root, max_nodes=14, sums=True),
    )


def convict_swapped_sums(own: Callable[[Node], bool], root: Node) -> None:
    """Swap W of two finished nodes, and demand that the function rejects the tree.

    This is done for each pair of finished nodes with different values of W.  The swap leaves the
    sum of all values of W unchanged, so a function must check each node to find the mistake.
    """
    swapped = "a tree in which two finished nodes have each other's W"
    for a, b in combinations(finished_nodes(root), 2):
        if a.value_sum != b.value_sum:
            a.value_sum, b.value_sum = b.value_sum, a.value_sum
            demand_conviction(own, root, swapped)
            a.value_sum, b.value_sum = b.value_sum, a.value_sum


def sick_trees(name: str) -> list[Node]:
    """Return trees of a mutant in which a finished node has a wrong W.

    Trees in which the bug happens not to change W of a finished node are left out.

    name  the name of the mutant
    """
    engine = MUTANTS[name].engine()
    trees = [engine.tree(BY_HAND_START, 200, seed) for seed in range(6)]
    return [root for root in trees if has_wrong_sum(root)]


def has_wrong_sum(root: Node) -> bool:
    """Return whether a finished node in a tree has a wrong W."""
    return any(node.value_sum != right_sum(node) for node in finished_nodes(root))


def right_sum(node: Node) -> float:
    """Return the right value of W for a finished node."""
    return node.visits * node.state.rewards()[node.player]


def finished_nodes(root: Node) -> Iterator[Node]:
    """Yield the nodes of a tree in which the game is over."""
    return (node for node in root.descendants() if node.state.is_terminal())


def tree_of_wins_as_draws() -> Node:
    """Return a tree whose finished nodes count a win as ½ and a draw as 1."""
    root = HEALTHY.tree(BY_HAND_START, 400, seed=1)
    for node in finished_nodes(root):
        node.value_sum = 1.5 * node.visits - node.value_sum
    return root


# ---------------------------------------------------------- the formula

Score = Callable[[float, int, int, float], float]
SCORE_MISTAKES: list[tuple[Score, str]] = [
    (
        lambda w, n, N, c: w + c * sqrt(log(N) / n),
        "Your first term is still the sum W. It must be the mean, W / n.",
    ),
    (
        lambda w, n, N, c: w / n + c * sqrt(log(n) / n),
        "You still take the logarithm of the child's visits. Take the parent's visits.",
    ),
    (
        lambda w, n, N, c: w + c * sqrt(log(n) / n),
        "Both bugs are still there. Compare each term with the formula.",
    ),
    (
        lambda w, n, N, c: w / n + c * sqrt(N) / n,
        "Your second term is c·√N/n. The logarithm is missing.",
    ),
    (lambda w, n, N, c: w / n + c * log(N) / n, "The square root is missing."),
    (lambda w, n, N, c: w / n + sqrt(c * log(N) / n), "c must stand before the square root."),
    (lambda w, n, N, c: w / n + sqrt(log(N) / n), "The factor c is missing."),
]
STATISTICS = (  # visits, W, visits of the parent
    (4, 3.0, 20),
    (1, 0.5, 7),
    (10, 2.0, 11),
    (16, 4.0, 300),
    (3, 7.5, 40),  # rewards above 1
    (5, -2.0, 30),  # rewards below 0
    (1, 1.0, 1),
)
CASES = [(w, n, N, c) for n, w, N in STATISTICS for c in (0.0, 0.5, 1.0, 2.0, 50.0)]


@exercise(
    "You have corrected the formula: the mean and the logarithm of the parent's visits are right."
)
def check_score(own: Score) -> None:
    """Check that `score(value_sum, visits, parent_visits, c)` returns UCB1 for visits ≥ 1."""
    answers = [call(own, *case, returns=float) for case in CASES]
    mistake = explained(SCORE_MISTAKES, CASES, answers, "")
    for case, answer in zip(CASES, answers):
        right = ucb1_of_sum(*case)
        formula = "The score is W / n, plus c times the square root of ln N / n."
        close(answer, right, f"score{case}", mistake or formula)


def ucb1_of_sum(value_sum: float, visits: int, parent_visits: int, c: float) -> float:
    """Return the UCB1 score of a child whose W is `value_sum`.

    The other parameters are those of `ucb1`.
    """
    return ucb1(value_sum / visits, visits, parent_visits, c)


# ---------------------------------------------------------- the diagnosis


@exercise("All five names are right.")
def check_diagnosis(answers: dict[str, str]) -> None:
    """Check the diagnosis of each of the five patients, "healthy" or the name of a mutant."""
    given(answers, dict, "diagnosis")
    missing = [letter for letter in RIGHT_NAMES if answers.get(letter) in (None, "")]
    if missing:
        raise Pending(f"These engines have no name yet: {', '.join(missing)}.")
    for letter, patient in RIGHT_NAMES.items():
        guess = answers[letter]
        if guess not in PATIENTS:
            raise Wrong(f"{guess!r} is not in the list. The names are: {', '.join(PATIENTS)}.")
        if guess != patient:
            raise Wrong(f"Engine {letter} is not “{guess}”: {contradiction(letter, guess)}")


def contradiction(letter: str, guess: str) -> str:
    """Return the evidence that contradicts a guess.

    letter  the patient's letter
    guess   a wrong name
    """
    matrix, patient = load_matrix(), RIGHT_NAMES[letter]
    tool = matrix.tells_apart(patient, guess, EVIDENCE[letter])
    if tool not in EVIDENCE[letter]:
        return f"read the findings again. “{tool}” distinguishes the two engines."
    would = "finds something" if matrix.cell(guess, tool).guilty else "finds nothing"
    return f"look at “{tool}”. For “{guess}”, this instrument {would}."
