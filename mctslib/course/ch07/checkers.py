"""Checkers of chapter 07, Turn the c knob."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isclose, sqrt
from typing import Any

from mctslib.course.ch07.experiments import correct_shares
from mctslib.course.exercise import call, close, demand, exercise, given, same
from mctslib.course.puzzles import A, S
from mctslib.game import Action
from mctslib.games import TicTacToe
from mctslib.policies import UCB1
from mctslib.search import Phases, backpropagate, search
from mctslib.tree import Node

BUDGET, ENOUGH, SEEDS = 400, 0.85, range(60)
PATIENCE = 20_000_000  # lines of code: many whole searches are made
SHARE_CASES = [  # position, c, iterations (after 7 or 9 instead of 8 the shares are others), seeds
    (A, 0.7, 400, range(5, 17)), (A, 0.7, 8, range(3, 15)), (A, 0.0, 200, range(20, 32)),
    (S, 0.5, 20, [2, 3, 5, 8, 13, 21, 34, 55, 60, 61, 70, 71]),
]  # fmt: skip


@exercise("Right: a share over many seeds, the measuring rod of this chapter.")
def check_correct_share(own: Callable[..., Any]) -> None:
    """`own(state, correct, c, iterations, seeds)` → share of the seeds that move right, from 0 to 1."""
    answers, shown = [], [
        f"correct_share({puzzle.name}, {set(puzzle.correct)}, {c}, {iterations}, {seeds})"
        for puzzle, c, iterations, seeds in SHARE_CASES
    ]  # fmt: skip
    for (puzzle, c, iterations, seeds), words in zip(SHARE_CASES, shown):
        arguments = (puzzle.state, set(puzzle.correct), c, iterations, seeds)
        answers.append(call(own, *arguments, returns=float, shown=words, lines=PATIENCE))
    for case, answer, words in zip(SHARE_CASES, answers, shown):
        if not isclose(answer, right := _share(*case), abs_tol=1e-9):
            close(answer, right, words, _share_mistake(answer, answers))


def _share(puzzle: Any, c: float, iterations: int, seeds: Sequence[int]) -> float:
    return correct_shares(puzzle, c, [iterations], seeds)[0]


def _share_mistake(answer: float, answers: list[float]) -> str:
    """The mistake that explains every answer, as a sentence; `answer` is the first wrong one."""
    for mistake, words in SHARE_MISTAKES:
        if all(isclose(mistake(*case), own, abs_tol=1e-9) for case, own in zip(SHARE_CASES, answers)):
            return words
    if answer in (0, 1):
        return "All or nothing: does every search get its own seed, and is its action compared with `correct`?"
    return "Count the seeds whose `search(...).action` is in `correct`."


ITERATIONS = "That is what another number of iterations gives: pass `iterations` to `search`."
SHARE_MISTAKES: list[tuple[Callable[..., float], str]] = [
    (lambda p, c, n, seeds: len(seeds) * _share(p, c, n, seeds),
     "That is the number of right moves; divide it by the number of seeds."),
    (lambda *case: 100 * _share(*case), "That is in percent; the share should lie between 0 and 1."),
    (lambda *case: 1 - _share(*case), "That is the share of wrong moves."),
    (lambda p, c, n, seeds: _share(p, c, n, range(len(seeds))),
     "Those are the seeds from 0 on: take the seeds that are in `seeds`."),
    (lambda p, c, n, seeds: _share(p, c, n, range(seeds[0], seeds[-1] + 1)),
     "Those are all seeds from the first to the last: take just the seeds that are in `seeds`."),
    (lambda p, c, n, seeds: _share(p, c, n, seeds) * len(seeds) / 60,
     "There are not always 60 seeds: divide by `len(seeds)`."),
    (lambda p, c, n, seeds: _share(p, UCB1().c, n, seeds),
     "That is what the default c gives: pass `tree_policy=UCB1(c)` to `search`."),
    *((lambda p, c, n, seeds, more=more: _share(p, c, n + more, seeds), ITERATIONS) for more in (-1, 1)),
    (lambda p, c, n, seeds: _share(p, c, 300, seeds), ITERATIONS),
]  # fmt: skip


@exercise("Right: c is measured in the same unit as the rewards, so it stretches with them.")
def check_rescale_c(own: Callable[..., Any]) -> None:
    """`own(c, low, high)` → the constant that does for rewards in [low, high] what c does in [0, 1]."""
    for c, low, high in [(1.5, 0, 1), (0.5, -10, -6), (sqrt(2), -1, 1), (1.2, 2, 5), (0.7, 0, 100)]:
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
    if isclose(answer, c * high) or isclose(answer, c * (high + abs(low))):
        return f"What counts is the width of the range: from {low} to {high} it is {high - low}."
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
        ({1: (1, 0.90), 6: (100, 0.40)}, 0.6, "0.40 − 0.6/√100 = 0.34 beats 0.90 − 0.6/√1 = 0.30."),
        ({0: (100, 0.50), 8: (16, 0.62)}, 1, "0.50 − 1/√100 = 0.40 beats 0.62 − 1/√16 = 0.37."),
    ]  # fmt: skip
    answers: list[tuple[Node, float, Action]] = []
    for children, a, _ in cases:
        root, shown = _root(children), f"secure_child(root, a={a})"
        answer = call(own, (given_root := _root(children)), a, shown=shown)
        untouched = [*map(repr, given_root.descendants())] == [*map(repr, root.descendants())]
        demand(untouched, "Your function changed the tree that it was given; it should only read it.")
        demand(not isinstance(answer, Node), f"`{shown}` is a Node; it should be its `action`.")
        demand(answer is not None, f"`{shown}` returned None. Is a `return` missing?")
        answers.append((root, a, answer))
    for (root, a, answer), (children, _, why) in zip(answers, cases):
        right, shown = _best(root, _bound(-a)), f"secure_child(root, a={a})"
        same(answer, right, shown, f"{why} {_bound_mistake(answers)} {_table(children)}")


def _bound_mistake(answers: list[tuple[Node, float, Action]]) -> str:
    """The mistake that explains every answer, as a sentence."""
    for mistake, words in BOUND_MISTAKES:
        if all(answer == _best(root, mistake(a)) for root, a, answer in answers):
            return words
    return "Did you divide a by the square root of the child's own visits, and subtract that from its value?"


def _bound(a: float) -> Callable[[Node], float]:
    return lambda child: child.value + a / sqrt(child.visits)


BOUND_MISTAKES: list[tuple[Callable[[float], Callable[[Node], float]], str]] = [
    (_bound, "A + instead of a − gives the optimist of the tree policy; the last move wants a pessimist."),
    (lambda a: _bound(0), "That is the child with the best Q: nothing was subtracted from it."),
    (lambda a: lambda child: child.visits, "That is the most visited child."),
    (lambda a: lambda child: child.value - a / child.visits, "The root is missing: subtract a / √N, not a / N."),
]


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
    demand(now >= ENOUGH or correct_shares(A, 1.25 * c, [BUDGET], SEEDS)[0] <= now, f"{told}. Try a larger c.")
    demand(now >= ENOUGH, slow)
    return f"{told}: enough. Neither too greedy nor too curious for this budget."
