"""Checkers of chapter 07, Turn the c knob."""
from __future__ import annotations

from collections.abc import Callable
from math import isclose, sqrt
from typing import Any

from mctslib.exercises.common import call, close, demand, exercise, given, same
from mctslib.experiments import A, S, correct_shares
from mctslib.game import Action
from mctslib.games import TicTacToe
from mctslib.policies import UCB1
from mctslib.search import Node, Phases, backpropagate, search

BUDGET, ENOUGH, SEEDS = 400, 0.85, range(60)
PATIENCE = 20_000_000  # lines of code: many whole searches are made
SHARE_CASES = [  # position, c, iterations (after 7 or 9 instead of 8 the shares are others), seeds
    (A, 0.7, 400, range(5, 17)), (A, 0.7, 8, range(3, 15)), (A, 0.0, 200, range(20, 32)), (S, 0.5, 20, range(30, 42)),
]  # fmt: skip


@exercise("Right: a share over many seeds, the measuring rod of this chapter.")
def check_correct_share(own: Callable[..., Any]) -> None:
    """`own(state, correct, c, iterations, seeds)` → share of the seeds that move right, from 0 to 1."""
    for puzzle, c, iterations, seeds in SHARE_CASES:
        shown = f"correct_share({puzzle.name}, {set(puzzle.correct)}, {c}, {iterations}, {seeds})"
        arguments = (puzzle.state, set(puzzle.correct), c, iterations, seeds)
        answer = call(own, *arguments, returns=float, shown=shown, lines=PATIENCE)
        right = correct_shares(puzzle, c, [iterations], seeds)[0]
        close(answer, right, shown, _share_mistake(answer, right, puzzle, c, iterations, seeds))


def _share_mistake(answer: float, right: float, puzzle: Any, c: float, iterations: int, seeds: range) -> str:
    """The likely reason for a wrong share, as a sentence."""
    if isclose(answer, correct_shares(puzzle, c, [iterations], range(len(seeds)))[0]):
        return f"That is the share of the seeds 0 to {len(seeds) - 1}: take the seeds that are in `seeds`."
    if isclose(answer, right * len(seeds)):
        return "That is the number of right moves; divide it by the number of seeds."
    if isclose(answer, 100 * right):
        return "That is in percent; the share should lie between 0 and 1."
    if isclose(answer, 1 - right):
        return "That is the share of wrong moves."
    if isclose(answer, correct_shares(puzzle, UCB1().c, [iterations], seeds)[0]):
        return "That is what the default c gives: pass `tree_policy=UCB1(c)` to `search`."
    if any(isclose(answer, correct_shares(puzzle, c, [n], seeds)[0]) for n in (iterations - 1, iterations + 1, 300)):
        return f"That is what another number of iterations gives: pass `iterations` to `search`, here {iterations}."
    if answer in (0, 1):
        return "All or nothing: does every search get its own seed, and is its action compared with `correct`?"
    return "Count the seeds whose `search(...).action` is in `correct`."


@exercise("Right: c is measured in the same unit as the rewards, so it stretches with them.")
def check_rescale_c(own: Callable[..., Any]) -> None:
    """`own(c, low, high)` → the constant that does for rewards in [low, high] what c does in [0, 1]."""
    for c, low, high in [(1.5, 0, 1), (0.5, -10, -6), (sqrt(2), -1, 1), (0.7, 0, 100)]:
        shown = f"rescale_c({c:.3g}, {low}, {high})"
        answer = call(own, c, low, high, returns=float, shown=shown)
        close(answer, c * (high - low), shown, _scale_mistake(answer, c, low, high))
    demand(
        _visits(0.7, 1, 0) == _visits(own(0.7, -1, 1), 2, -1),
        "The numbers fit, but a search with rewards −1…1 and your c grew another tree.",
    )


def _scale_mistake(answer: float, c: float, low: float, high: float) -> str:
    if isclose(answer, c):
        return "c cannot stay the same when the rewards are stretched: Q grows, the exploration term does not."
    if isclose(answer, c / (high - low)):
        return "The other way round: wider rewards need a larger c."
    if isclose(answer, c * high):
        return "What counts is the width of the range, from `low` to `high`, not its upper end."
    return "Q is stretched by high − low; do the same to c."


def _visits(c: float, stretch: float, shift: float) -> list[int]:
    """Visits of the root's children when every reward r is replaced by stretch · r + shift."""

    def stretched(node: Node, rewards: tuple[float, ...]) -> None:
        backpropagate(node, tuple(stretch * reward + shift for reward in rewards))

    result = search(A.state, 300, seed=0, tree_policy=UCB1(c), phases=Phases(backpropagate=stretched))
    return [child.visits for child in result.root.children.values()]


@exercise("Right: it trusts a value only as far as its visits carry it (secure child, Chaslot et al., 2008).")
def check_secure_child(own: Callable[..., Any]) -> None:
    """`own(root, a)` → the action of the child with the highest Q − a / √N."""
    cases = [
        ({0: (400, 0.60), 2: (2, 0.75), 4: (5, 0.80)}, 1, "0.60 − 1/√400 = 0.55 beats 0.80 − 1/√5 = 0.353."),
        ({0: (400, 0.60), 2: (2, 0.75), 4: (5, 0.80)}, 0, "With a = 0 nothing is subtracted: the best Q wins."),
        ({1: (4, 0.50), 3: (64, 0.35), 5: (16, 0.43)}, 0.5, "0.43 − 0.5/√16 = 0.305 beats 0.50 − 0.5/√4 = 0.25."),
    ]  # fmt: skip
    for children, a, why in cases:
        answer = call(own, (root := _root(children)), a, shown=(shown := f"secure_child(root, a={a})"))
        demand(not isinstance(answer, Node), f"`{shown}` is a Node; it should be its `action`.")
        demand(answer is not None, f"`{shown}` returned None. Is a `return` missing?")
        right = _best(root, _lower_bound(a))
        same(answer, right, shown, f"{why} {_bound_mistake(answer, root, a)} {_table(children)}")


def _bound_mistake(answer: Action, root: Node, a: float) -> str:
    """The likely reason for a wrong child, as a sentence."""
    if a and answer == _best(root, lambda child: child.value + a / sqrt(child.visits)):
        return "A + instead of a − gives the optimist of the tree policy; the last move wants a pessimist."
    if a and answer == _best(root, lambda child: child.value):
        return "That is the child with the best Q: nothing was subtracted from it."
    if answer == _best(root, lambda child: child.visits):
        return "That is the most visited child."
    return "Did you divide a by the square root of the child's own visits?"


def _lower_bound(a: float) -> Callable[[Node], float]:
    return lambda child: child.value - a / sqrt(child.visits)


def _best(root: Node, key: Callable[[Node], float]) -> Action:
    return max(root.children.values(), key=key).action


def _root(children: dict[int, tuple[int, float]]) -> Node:
    """A root on the empty board whose children have these visits and values."""
    root = Node(TicTacToe())
    for action, (visits, value) in children.items():
        child = root.children[action] = Node(root.state.apply(action), root, action)
        child.visits, child.value_sum = visits, visits * value
    root.visits = sum(visits for visits, _ in children.values())
    return root


def _table(children: dict[int, tuple[int, float]]) -> str:
    rows = "; ".join(f"action {action}: N = {n}, Q = {q:.2f}" for action, (n, q) in children.items())
    return f"The children are {rows}."


@exercise("")
def check_choose_c(c: Any) -> str:
    """`c`, a number: MCTS with it moves right on A for at least 85 % of 60 seeds, after 400 iterations."""
    c = given(c, float, "my_c")
    demand(0 <= c < float("inf"), f"`my_c` is {c}; c is a number of 0 or more.")
    now, later = correct_shares(A, c, [BUDGET, 4 * BUDGET], SEEDS)
    told = f"With c = {c:g}, {now:.0%} of 60 seeds move right after {BUDGET} iterations"
    stuck = f"{told}, and {later:.0%} after {4 * BUDGET:,}. It gave up a good move too early: try a larger c."
    slow = f"{told}, but {later:.0%} after {4 * BUDGET:,}. It spreads its visits too widely: try a smaller c."
    demand(now >= ENOUGH or later >= 0.95, stuck)
    demand(now >= ENOUGH, slow)
    return f"{told}: enough. Neither too greedy nor too curious for this budget."
