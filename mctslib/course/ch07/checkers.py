"""Checkers of chapter 07, Turn the c knob."""

from collections.abc import Callable, Sequence
from math import isclose, log, sqrt
from random import Random
from typing import Any

from mctslib.arena.intervals import wilson
from mctslib.course.ch07.experiments import RewardRange, correct_shares
from mctslib.course.exercise import call, close, demand, exercise, explained, given, look, same
from mctslib.course.puzzles import A, S
from mctslib.fast.choice import grow, new_root
from mctslib.game import Action
from mctslib.games import TicTacToe
from mctslib.policies import UCB1, most_visited
from mctslib.search import search
from mctslib.tree import Node, attach

BUDGET, ENOUGH, SEEDS = 400, 0.85, range(600)
PATIENCE = 20_000_000  # lines of code: many whole searches are made
SHARE_CASES = [  # position, c, iterations (after 7 or 9 instead of 8 the shares are others), seeds
    (A, 0.7, 400, range(5, 17)),
    (A, 0.7, 8, range(3, 15)),
    (A, 0.0, 200, range(20, 32)),
    (S, 0.5, 20, [2, 3, 5, 8, 13, 21, 34, 55, 60, 61, 70, 71]),
]


@exercise("Right: a share over many seeds, the measuring rod of this chapter.")
def check_correct_share(own: Callable[..., Any]) -> None:
    """`own(state, correct, c, iterations, seeds)` → share of the seeds that move right, from 0 to 1."""
    answers, shown = (
        [],
        [
            f"correct_share({puzzle.name}, {set(puzzle.correct)}, {c}, {iterations}, {seeds})"
            for puzzle, c, iterations, seeds in SHARE_CASES
        ],
    )
    for (puzzle, c, iterations, seeds), words in zip(SHARE_CASES, shown):
        arguments = (puzzle.state, set(puzzle.correct), c, iterations, seeds)
        answers.append(call(own, *arguments, returns=float, shown=words, lines=PATIENCE))
    for case, answer, words in zip(SHARE_CASES, answers, shown):
        if not isclose(answer, right := _share(*case), abs_tol=1e-9):
            otherwise = ALL_OR_NOTHING if answer in (0, 1) else COUNT_THE_RIGHT
            close(answer, right, words, explained(SHARE_MISTAKES, SHARE_CASES, answers, otherwise))


def _share(puzzle: Any, c: float, iterations: int, seeds: Sequence[int]) -> float:
    return correct_shares(puzzle, c, [iterations], seeds)[0]


ALL_OR_NOTHING = (
    "All or nothing: does every search get its own seed, and is its action compared with `correct`?"
)
COUNT_THE_RIGHT = "Count the seeds whose `search(...).action` is in `correct`."
ITERATIONS = "That is what another number of iterations gives: pass `iterations` to `search`."
SHARE_MISTAKES: list[tuple[Callable[..., float], str]] = [
    (
        lambda p, c, n, seeds: len(seeds) * _share(p, c, n, seeds),
        "That is the number of right moves; divide it by the number of seeds.",
    ),
    (
        lambda *case: 100 * _share(*case),
        "That is in percent; the share should lie between 0 and 1.",
    ),
    (lambda *case: 1 - _share(*case), "That is the share of wrong moves."),
    (
        lambda p, c, n, seeds: _share(p, c, n, range(len(seeds))),
        "Those are the seeds from 0 on: take the seeds that are in `seeds`.",
    ),
    (
        lambda p, c, n, seeds: _share(p, c, n, range(seeds[0], seeds[-1] + 1)),
        "Those are all seeds from the first to the last: take just the seeds that are in `seeds`.",
    ),
    (
        lambda p, c, n, seeds: _share(p, c, n, seeds) * len(seeds) / 60,
        "There are not always 60 seeds: divide by `len(seeds)`.",
    ),
    (
        lambda p, c, n, seeds: _share(p, UCB1().c, n, seeds),
        "That is what the default c gives: pass `tree_policy=UCB1(c)` to `search`.",
    ),
    *(
        (lambda p, c, n, seeds, more=more: _share(p, c, n + more, seeds), ITERATIONS)
        for more in (-1, 1)
    ),
    (lambda p, c, n, seeds: _share(p, c, 300, seeds), ITERATIONS),
]


@exercise("Right: c is measured in the same unit as the rewards, so it stretches with them.")
def check_rescale_c(own: Callable[..., Any]) -> None:
    """`own(c, low, high)` → the constant that does for rewards in [low, high] what c does in [0, 1]."""
    for c, low, high in [(1.5, 0, 1), (0.5, -10, -6), (sqrt(2), -1, 1), (1.2, 2, 5), (0.7, 0, 100)]:
        shown = f"rescale_c({c:.3g}, {low}, {high})"
        answer = call(own, c, low, high, returns=float, shown=shown)
        close(answer, c * (high - low), shown, _scale_mistake(answer, c, low, high))
    demand(
        _visits(0.7, 0, 1) == _visits(own(0.7, -1, 1), -1, 1),
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


def _visits(c: float, low: float, high: float) -> list[int]:
    """Visits of the root's children where the rewards lie from `low` to `high`."""
    result = search(A.state, 300, seed=0, tree_policy=UCB1(c), phases=RewardRange(low, high).phases)
    return [child.visits for child in result.root.children.values()]


@exercise(
    "Right: it trusts a value only as far as its visits carry it (secure child, Chaslot et al., 2008)."
)
def check_secure_child(own: Callable[..., Any]) -> None:
    """`own(root, a)` → the action of the child with the highest Q − a / √N."""
    shown = [f"secure_child(root, a={a})" for _, a in BOUND_CASES]
    answers = [
        look(own, _root(children), a, shown=words)
        for (children, a), words in zip(BOUND_CASES, shown)
    ]
    for (children, a), answer, words in zip(BOUND_CASES, answers, shown):
        demand(not isinstance(answer, Node), f"`{words}` is a Node; it should be its `action`.")
        demand(answer is not None, f"`{words}` returned None. Is a `return` missing?")
        why = explained(BOUND_MISTAKES, BOUND_CASES, answers, DIVIDE)
        same(answer, _secure(children, a), words, f"{_table(children, a)} {why}")


Children = dict[int, tuple[int, float]]  # action → N and Q
LATE = TicTacToe.from_text("X../XOO/OX.")  # with three legal actions
BOUND_CASES: list[tuple[Children, float]] = [
    ({1: (n, 0.4), 2: (few, 0.4 + a / sqrt(few) - a / sqrt(n) + better), 8: (7, 0.1)}, a)
    for n, few, a in [
        (400, 5, 1),
        (64, 16, 0.5),
        (100, 1, 0.6),
        (25, 1, 0.25),
        (900, 100, 2),
        (400, 4, 0),
    ]
    for better in (-0.005, 0.005)
]  # the bounds of 1 and 2 lie so near together that no other function of N decides them all alike
DIVIDE = "Did you divide a by the square root of the child's own visits, and subtract that from its value?"


def _highest(
    score: Callable[[int, float, float, int], float],
) -> Callable[[Children, float], Action]:
    """The action of the highest score of (N, Q, a, N of the parent)."""

    def choose(children: Children, a: float) -> Action:
        total = sum(n for n, _ in children.values())
        return max(children, key=lambda action: score(*children[action], a, total))

    return choose


_secure = _highest(lambda n, q, a, total: q - a / sqrt(n))
BOUND_MISTAKES: list[tuple[Callable[[Children, float], Action], str]] = [
    (
        _highest(lambda n, q, a, total: q + a / sqrt(n)),
        "A + instead of a − gives the optimist of the tree policy; the last move wants a pessimist.",
    ),
    (
        _highest(lambda n, q, a, total: q),
        "That is the child with the best Q: nothing was subtracted from it, or the same as from all the others.",
    ),
    (_highest(lambda n, q, a, total: n), "That is the most visited child."),
    (
        _highest(lambda n, q, a, total: q - 1 / sqrt(n)),
        "Where is a? With a = 0 nothing is subtracted.",
    ),
    (
        _highest(lambda n, q, a, total: q - a / n),
        "The root is missing: subtract a / √N, not a / N.",
    ),
    (
        _highest(lambda n, q, a, total: q - a * sqrt(log(total) / n)),
        "There is no logarithm in this rule: subtract a / √N, N the visits of the child.",
    ),
]


def _root(children: Children) -> Node:
    """A root whose children have these visits and values."""
    root = Node(LATE)
    for action, (visits, value) in children.items():
        child = attach(root, action)
        child.visits, child.value_sum = visits, visits * value
    root.visits = sum(visits for visits, _ in children.values())
    return root


def _table(children: Children, a: float) -> str:
    rows = (
        f"action {action}: {q:.3f} − {a:g}/√{n} = {q - a / sqrt(n):.3f}"
        for action, (n, q) in children.items()
    )
    return f"The children have {'; '.join(rows)}."


@exercise("")
def check_choose_c(c: Any) -> str:
    """`c`, a number: with it MCTS moves right on A for 85 % of the seeds in 400 iterations, as far as can be told."""
    c = given(c, float, "my_c")
    demand(0 <= c < float("inf"), f"`my_c` is {c}; c is a number of 0 or more.")
    roots = [_grown(c, seed) for seed in SEEDS]
    hits = sum(A.solved_by(most_visited(root)) for root in roots)
    clinging = (
        sum(max(child.visits for child in root.children.values()) for root in roots)
        / BUDGET
        / len(roots)
    )
    measured = f"With c = {c:g}, {hits} of {len(roots)} seeds move right after {BUDGET} iterations"
    small = f"It clings to its first impression: its favourite gets {clinging:.0%} of the visits. Try a larger c."
    large = f"It spreads its visits too widely: even its favourite gets only {clinging:.0%} of them. Try a smaller c."
    low, high = wilson(hits, len(roots))
    demand(high >= ENOUGH, f"{measured}. {small if clinging > 0.45 else large}")
    sure = "enough" if low >= ENOUGH else f"so many seeds cannot tell it from {ENOUGH:.0%}"
    return f"{measured} (95 % interval {low:.0%} to {high:.0%}): {sure}. Neither too greedy nor too curious."


def _grown(c: float, seed: int) -> Node:
    """A tree on A, by the compiled engine where that pays."""
    rng, options = Random(seed), {"tree_policy": UCB1(c)}
    return grow(new_root(A.state, BUDGET, rng, **options), BUDGET, seed=rng, **options).root
