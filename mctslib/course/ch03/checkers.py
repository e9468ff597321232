"""Checkers of chapter 03: what the reader works out on paper, compared with the tree itself."""

from collections.abc import Callable
from math import log, log10, sqrt
from numbers import Real
from typing import Any

from mctslib.course.exercise import Wrong, close, demand, exercise, given, same, typed
from mctslib.game import Action
from mctslib.games.board import MARKS
from mctslib.policies import UCB1
from mctslib.trace import Trace, replay_one, walk
from mctslib.tree import Iteration, Node

Score = Callable[[float, int, int, float], float]
THREE = "Nearly: give three decimals, so work with at least four on the way."
SLIPS: dict[
    str, Score
] = {  # what people do instead of Q + c · √(ln N / n), in the order of telling
    "The square root is missing.": lambda Q, N, n, c: Q + c * log(N) / n,
    "The logarithm is that of the parent's visits, not of the child's.": lambda Q, N, n, c: (
        Q + c * sqrt(log(n) / n)
    ),
    "That is the logarithm to base 10; UCB1 has the natural one, ln.": lambda Q, N, n, c: (
        Q + c * sqrt(log10(N) / n)
    ),
    "The parent's visits have grown: the last iteration went through it, too.": lambda Q, N, n, c: (
        Q + c * sqrt(log(N - 1) / n)
    ),
    "The factor c is missing before the root.": lambda Q, N, n, c: Q + sqrt(log(N) / n),
    "c stands before the root, not inside it.": lambda Q, N, n, c: Q + sqrt(c * log(N) / n),
    "That is the exploration alone: add the mean reward Q.": lambda Q, N, n, c: (
        c * sqrt(log(N) / n)
    ),
    "That has W in it; the first term is the mean, Q = W / n.": lambda Q, N, n, c: (
        Q * n + c * sqrt(log(N) / n)
    ),
}


@exercise(
    "Every N and every W is right. Two numbers a node: that is all the memory the search has."
)
def check_children(answer: dict[Action, tuple[int, float]], root: Node) -> None:
    """`{action: (N, W)}` for the children of the root."""
    answer = given(answer, dict, "after_five")
    same(set(answer), set(root.children), "the children you list")
    for action, child in root.children.items():
        _pair(answer[action], f"cell {action}")
        close(
            answer[action][0],
            child.visits,
            f"N of cell {action}",
            "Count the records that begin with this cell.",
        )
        why = {
            child.visits
            - child.value_sum: "Those are O's rewards; X moved into this node, so W counts for X.",
            child.value: "That is the mean, Q = W / N. W is the sum.",
        }.get(answer[action][1], "Add up X's rewards in the records that begin with this cell.")
        close(answer[action][1], child.value_sum, f"W of cell {action}", why)


@exercise(
    "All scores are right. The highest names the child that selection walks to; nothing else decides."
)
def check_scores(
    answer: dict[Action, float], next_cell: Action, node: Node, c: float = sqrt(2)
) -> None:
    """`{action: score}` for the children of `node`, to three decimals, and the child that selection walks to."""
    answer, next_cell = given(answer, dict, "scores"), given(next_cell, int, "next_cell")
    _scores(answer, node, c)
    right = UCB1(c)(node).action
    same(
        next_cell,
        right,
        "next_cell",
        "Selection walks to the highest *score*, whoever is least visited.",
    )


def _scores(answer: dict[Action, float], node: Node, c: float) -> None:
    same(set(answer), set(node.children), "the children you list")
    right = {
        action: child.value + c * sqrt(log(node.visits) / child.visits)
        for action, child in node.children.items()
    }
    for action in right:
        typed(answer[action], float, f"scores[{action}]")
    if all(_near(answer[a], right[a]) for a in right):
        return
    roughly = all(_near(answer[a], right[a], 0.051) for a in right)
    best = max(right, key=lambda action: right[action])
    demand(not (roughly and answer[best] == max(answer.values())), THREE)
    for words, slip in SLIPS.items():
        if all(
            _near(answer[a], slip(n.value, node.visits, n.visits, c))
            for a, n in node.children.items()
        ):
            raise Wrong(words)
    for action, child in node.children.items():
        worked = f"{child.value:g} + {c:.3f} × √(ln {node.visits} / {child.visits})"
        close(
            answer[action],
            right[action],
            f"the score of cell {action}",
            f"Work out {worked}.",
            tolerance=2e-3,
        )


def _near(answer: float, right: float, tolerance: float = 2e-3) -> bool:
    return abs(answer - right) < tolerance


@exercise(
    "The whole way back is right: one visit for everyone, and the reward of whoever moved there."
)
def check_backpropagation(answer: dict[tuple, tuple[int, float]], trace: Trace, t: int) -> None:
    """`{path: (N, W)}` after iteration number `t`, for every node on its path."""
    answer, root, iteration = (
        given(answer, dict, "after"),
        trace.tree(t - 1),
        trace.iterations[t - 1],
    )
    before = {
        path: (node.visits, node.value_sum) for path, node in _on_path(root, iteration.path).items()
    }
    replay_one(root, iteration)
    right = _on_path(root, iteration.path)
    missing = [path for path in right if path not in answer]
    demand(() not in missing, "The root `()` is on every path: it is visited too.")
    demand(
        missing != [iteration.path],
        f"{iteration.path} is missing: the new node counts its own first visit.",
    )
    comma = "it is on the path, so it is visited. (The path of one move has a comma, as in `(1,)`.)"
    demand(not missing, f"{missing[0]} is missing: {comma}" if missing else "")
    same(set(answer), set(right), "the nodes you list", "Only the nodes on the path change.")
    for path, node in right.items():
        _pair(answer[path], f"node {path}")
        _one_node(path, answer[path], node, before.get(path, (0, 0.0)), iteration.rewards)


def _on_path(root: Node, path: tuple) -> dict[tuple, Node]:
    """The nodes from the root along `path`, as far as the tree goes."""
    nodes: dict[tuple, Node] = {(): root}
    for length in range(1, len(path) + 1):
        if path[length - 1] not in nodes[path[: length - 1]].children:
            break
        nodes[path[:length]] = walk(root, path[:length])
    return nodes


def _one_node(path: tuple, answer: tuple, node: Node, before: tuple, rewards: tuple) -> None:
    """Compare one (N, W); name the usual slips."""
    visits, value_sum = answer
    unchanged = visits == before[0] and "This iteration passed through it, so N grows by one."
    close(visits, node.visits, f"N of node {path}", unchanged or "")
    who = MARKS[node.player]
    why = f"{who} moved into this node, and {who}'s reward is {rewards[node.player]:g}."
    if not path:
        gets = f"{rewards[node.player]:g}"
        why = f"Nobody moved into the root: it counts for {who}, who is to move there and gets {gets}."
    if value_sum < 0:
        why = f"Rewards run from 0 to 1: a loss adds nothing, it subtracts nothing either. {why}"
    close(value_sum, node.value_sum, f"W of node {path}", why)


def _pair(value: Any, name: str) -> None:
    """Wrong unless `value` is a pair of numbers."""
    numbers = (
        isinstance(value, tuple | list)
        and len(value) == 2
        and all(isinstance(n, Real) for n in value)
    )
    demand(numbers, f"For {name} write a pair (N, W), such as `(2, 1.5)`; it is {value!r}.")


@exercise(
    "Yes: it walks to the highest score, adds one node, plays on from there, and the rewards fit the end."
)
def check_next_record(
    answer: str, records: dict[str, Iteration], root: Node, tree_policy: Callable
) -> None:
    """The letter of the one record that can be the next iteration of this tree."""
    answer = given(answer, str, "next_record").strip().upper()
    demand(answer in records, f"Choose one of {', '.join(records)}.")
    problem = impossible(records[answer], root, tree_policy)
    demand(not problem, f"{answer} cannot be: {problem}")


def impossible(record: Iteration, root: Node, tree_policy: Callable[[Node], Node]) -> str:
    """Why `record` cannot be the next iteration, in one sentence; empty if it can."""
    node, path = root, record.path
    while node.children and len(node.children) == len(node.state.legal_actions()):
        wanted = tree_policy(node).action
        if path[:1] != (wanted,):
            return f"at node {node.path()} the highest score is that of cell {wanted}, not of {path[:1] or 'nothing'}."
        node, path = node.children[wanted], path[1:]
    if node.state.is_terminal():
        return "" if not path else "the game is over there, so nothing can be added."
    if not path or not record.expanded:
        return f"node {node.path()} has untried moves, so one new node must be added below it."
    if len(path) > 1:
        return f"it adds {len(path)} nodes; an iteration adds one."
    return _wrong_end(node.state.apply(path[0]), record)


def _wrong_end(state: Any, record: Iteration) -> str:
    """Why the playout of `record` does not fit `state`."""
    for action in record.rollout:
        if action not in state.legal_actions():
            return f"its playout plays cell {action}, which is not free."
        state = state.apply(action)
    if not state.is_terminal():
        return "its playout stops before the game is over."
    return (
        ""
        if tuple(state.rewards()) == record.rewards
        else f"that game ends with the rewards {state.rewards()}."
    )
