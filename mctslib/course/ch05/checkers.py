"""Checkers of chapter 05: tests that must convict the sick and acquit the healthy, a formula to repair, a diagnosis."""

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
    demand,
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
from mctslib.words import count

Backpropagation = Callable[[Node | None, tuple[float, ...]], None]

# ---------------------------------------------------------------------------- the hand test


def short_line() -> tuple[Node, Node]:
    """The nodes of X's move and of O's reply, below a root; nothing was counted yet."""
    x_node = attach(Node(TicTacToe()), 0)
    return x_node, attach(x_node, 4)


def recursive(node: Node | None, rewards: tuple[float, ...]) -> None:
    """A healthy backpropagation, written in another way."""
    if node is not None:
        recursive(node.parent, rewards)
        node.visits, node.value_sum = node.visits + 1, node.value_sum + rewards[node.player]


def crediting(share: Callable[[Node, tuple[float, ...]], float]) -> Backpropagation:
    """A backpropagation that adds what `share` says."""

    def sick(node: Node | None, rewards: tuple[float, ...]) -> None:
        while node is not None:
            node.visits += 1
            node.value_sum += share(node, rewards)
            node = node.parent

    return sick


SICK_BACKPROPAGATIONS = {
    "credits everybody with X's reward": crediting(lambda node, rewards: rewards[0]),
    "credits everybody with O's reward": crediting(lambda node, rewards: rewards[1]),
    "counts for the side to move": crediting(
        lambda node, rewards: rewards[node.state.current_player]
    ),
    "counts every reward twice": crediting(lambda node, rewards: 2 * rewards[node.player]),
    "gives half a point to a loser": crediting(
        lambda node, rewards: max(rewards[node.player], 0.5)
    ),
    "takes half a point off every reward": crediting(
        lambda node, rewards: rewards[node.player] - 0.5
    ),
}


@exercise(
    "Correct: your test convicts all six sick versions and acquits two healthy ones, in a millisecond."
)
def check_hand_test(own: Callable[[Any], bool]) -> None:
    """`hand_test(backpropagate)` is True for a healthy backpropagation and False for a sick one."""
    for function in (backpropagate, recursive):
        if not call(own, function, returns=bool, shown="hand_test(a healthy backpropagate)"):
            raise Wrong(
                f"Your test convicts a healthy backpropagation. {_advice(own)}",
                partial(_drawn, function),
            )
    for fault, sick in SICK_BACKPROPAGATIONS.items():
        if call(own, sick, returns=bool, shown="hand_test(a sick backpropagate)"):
            should = "it should be 0 and 1. Demand both numbers, exactly."
            raise Wrong(
                f"Your test acquits a version that {fault}. {_sums(sick)}; {should}",
                partial(_drawn, sick),
            )


def _advice(own: Callable[[Any], bool]) -> str:
    """To somebody whose test convicts the healthy."""
    right = f"{_sums(backpropagate)}, and that is right"
    if call(own, SICK_BACKPROPAGATIONS["counts for the side to move"], returns=bool):
        return f"{right}. Your two numbers are the wrong way round: O moved into O's node, so O's reward belongs there."
    return f"{right}: in that case your test should be True."


def _after(function: Backpropagation) -> tuple[Node, Node]:
    nodes = short_line()
    function(nodes[1], (0.0, 1.0))
    return nodes


def _sums(function: Backpropagation) -> str:
    x_node, o_node = _after(function)
    return (
        f"After a win for O, W is {x_node.value_sum:g} in X's node and {o_node.value_sum:g} in O's"
    )


def _drawn(function: Backpropagation) -> str:
    x_node, _ = _after(function)
    assert x_node.parent is not None
    return tree_svg(x_node.parent, sums=True)


# ---------------------------------------------------------------------------- the invariant

STARTS = (TicTacToe(), BY_HAND_START, A.state, S.state, W.state)
PLANTS = (
    (BY_HAND_START, 20, 1.0),
    (BY_HAND_START, 60, -0.5),
    (BY_HAND_START, 2000, 1.0),
    (A.state, 400, -0.25),
)
LOSING = replace(
    HEALTHY, game=type("Losing", (TicTacToe,), {"rewards": lambda s: TicTacToe.rewards(s)[::-1]})
)
CONVICTED = ("no sides", "side to move", "parent's playout")


@exercise("Correct: three bugs convicted by one law, and no healthy tree accused.")
def check_finished(own: Callable[[Node], bool]) -> None:
    """`finished_right(root)` is True for a healthy tree, and False where a finished game has a wrong W."""
    for state in STARTS:
        for iterations in (1, 40, 400):
            _acquits(own, HEALTHY.tree(state, iterations, seed=1), count(iterations, "iteration"))
    for name in CONVICTED:
        for root in _sick_trees(name):
            _convicts(own, root, f"the mutant “{name}”")
    for state, iterations, by in PLANTS:
        root = HEALTHY.tree(state, iterations, seed=3)
        for node in _finished(root):
            node.value_sum += by
            _convicts(own, root, f"a tree in which one finished node's W was changed by {by:+g}")
            node.value_sum -= by
    _convicts_swaps(own, HEALTHY.tree(BY_HAND_START, 40, seed=3))
    _convicts(own, _mixed_up(), "a tree in which wins are counted as draws, and draws as wins")
    _acquits(
        own,
        LOSING.tree(BY_HAND_START, 40, seed=1),
        "40 iterations of a game in which three in a row *loses*",
    )


def _ask(own: Callable[[Node], bool], root: Node, shown: str) -> bool:
    return look(own, root, returns=bool, shown=f"finished_right({shown})", lines=2_000_000)


def _acquits(own: Callable[[Node], bool], root: Node, size: str) -> None:
    if _ask(own, root, f"a healthy tree of {size}"):
        return
    kinds = {node.state.rewards(): node for node in _finished(root)}
    if not kinds:
        raise Wrong(
            "Your law convicts a healthy tree that has no finished game in it yet; that is no crime."
        )
    listed = "; ".join(
        f"N = {node.visits}, W = {node.value_sum:g}, player {node.player}, rewards {rewards}"
        for rewards, node in kinds.items()
    )
    end = f"Finished nodes of it, one of each kind: {listed}. Whose reward belongs in W?"
    accused = f"Your law convicts a healthy tree of {size}. {end}"
    raise Wrong(accused, partial(board_svg, min(kinds.values(), key=lambda node: node.value).state))


def _convicts(own: Callable[[Node], bool], root: Node, what: str) -> None:
    if not _ask(own, root, "a sick tree"):
        return
    node = next(node for node in _finished(root) if node.value_sum != _right_sum(node))
    numbers = f"W = {node.value_sum:g} where N × reward = {_right_sum(node):g}"
    end = f"At the finished node {node.path()}: {numbers}. Does it look at *every* one, one at a time?"
    raise Wrong(f"Your law acquits {what}. {end}", partial(tree_svg, root, max_nodes=14, sums=True))


def _convicts_swaps(own: Callable[[Node], bool], root: Node) -> None:
    """Each two finished nodes with different W get each other's: no sum over several of them changes."""
    for a, b in combinations(_finished(root), 2):
        if a.value_sum != b.value_sum:
            a.value_sum, b.value_sum = b.value_sum, a.value_sum
            _convicts(own, root, "a tree in which two finished nodes have each other's W")
            a.value_sum, b.value_sum = b.value_sum, a.value_sum


def _sick_trees(name: str) -> list[Node]:
    """Trees of a mutant, those in which a finished game has a wrong W (with luck, a bug leaves no trace)."""
    trees = [MUTANTS[name].engine().tree(BY_HAND_START, 200, seed) for seed in range(6)]
    return [
        root
        for root in trees
        if any(node.value_sum != _right_sum(node) for node in _finished(root))
    ]


def _right_sum(node: Node) -> float:
    return node.visits * node.state.rewards()[node.player]


def _finished(root: Node) -> Iterator[Node]:
    return (node for node in root.descendants() if node.state.is_terminal())


def _mixed_up() -> Node:
    """A healthy tree, but in its finished nodes a win counts ½ and a draw 1."""
    root = HEALTHY.tree(BY_HAND_START, 400, seed=1)
    for node in _finished(root):
        node.value_sum = 1.5 * node.visits - node.value_sum
    return root


# ---------------------------------------------------------------------------- the formula

Score = Callable[[float, int, int, float], float]
FORMS: list[tuple[Score, str]] = [
    (
        lambda w, n, N, c: w + c * sqrt(log(N) / n),
        "You still add the sum W; exploitation is the mean.",
    ),
    (
        lambda w, n, N, c: w / n + c * sqrt(log(n) / n),
        "Still the logarithm of the child's visits: take the parent's.",
    ),
    (
        lambda w, n, N, c: w + c * sqrt(log(n) / n),
        "Both faults are still there: compare each term with the formula.",
    ),
    (
        lambda w, n, N, c: w / n + c * sqrt(N) / n,
        "That is c·√N/n, the version without a logarithm.",
    ),
    (lambda w, n, N, c: w / n + c * log(N) / n, "The square root is missing."),
    (lambda w, n, N, c: w / n + sqrt(c * log(N) / n), "The c slipped under the square root."),
    (lambda w, n, N, c: w / n + sqrt(log(N) / n), "Where is c?"),
]
STATISTICS = (
    (4, 3.0, 20),
    (1, 0.5, 7),
    (10, 2.0, 11),
    (16, 4.0, 300),
)  # visits, W, visits of the parent
CASES = [(w, n, N, c) for n, w, N in STATISTICS for c in (0.5, 1.0, 2.0)]


@exercise("Repaired: the mean, the parent's logarithm, and nothing else changed.")
def check_score(own: Score) -> None:
    """`score(value_sum, visits, parent_visits, c)` is UCB1, for visits of 1 and more."""
    answers = [call(own, *case, returns=float) for case in CASES]
    fault = explained(FORMS, CASES, answers, "")
    off = f"`score{CASES[0]}` is {answers[0]:.3f}; it should be {_ucb1(*CASES[0]):.3f}."
    demand(not fault, f"{fault} {off}")
    for answer, case in zip(answers, CASES):
        close(answer, _ucb1(*case), f"score{case}", "W / n, plus c times the root of ln N over n.")


def _ucb1(value_sum: float, visits: int, parent_visits: int, c: float) -> float:
    return ucb1(value_sum / visits, visits, parent_visits, c)


# ---------------------------------------------------------------------------- the diagnosis


@exercise("All five named, and the healthy one sent home.")
def check_diagnosis(answers: dict[str, str]) -> None:
    """A name out of "healthy" and the mutants for each of the five patients."""
    given(answers, dict, "diagnosis")
    missing = [letter for letter in RIGHT_NAMES if answers.get(letter) in (None, "")]
    if missing:
        raise Pending(f"Still without a name: {', '.join(missing)}.")
    for letter, patient in RIGHT_NAMES.items():
        guess = answers[letter]
        if guess not in PATIENTS:
            raise Wrong(f"{guess!r} is not in the list. The names are: {', '.join(PATIENTS)}.")
        if guess != patient:
            raise Wrong(f"Patient {letter} is not “{guess}”: {_contradiction(letter, guess)}")


def _contradiction(letter: str, guess: str) -> str:
    """The evidence that does not fit the guess."""
    matrix, patient = load_matrix(), RIGHT_NAMES[letter]
    tool = matrix.tells_apart(patient, guess, EVIDENCE[letter])
    if tool not in EVIDENCE[letter]:
        return f"read the findings again; “{tool}” would tell the two apart."
    would = "it would see something" if matrix.cell(guess, tool).guilty else "it would see nothing"
    return f"look at “{tool}”. With that bug {would}."
