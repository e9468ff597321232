"""Checkers of chapter 03, which compare the reader's numbers with the numbers in the tree."""

from collections.abc import Mapping
from math import sqrt
from numbers import Real
from typing import Any

from mctslib.course.exercise import (
    Wrong,
    alike,
    demand,
    exercise,
    given,
    plain,
    same,
    short,
    whole,
)
from mctslib.course.paper_scores import check_paper_scores
from mctslib.game import Action
from mctslib.games.names import player_name
from mctslib.policies import UCB1
from mctslib.trace import Trace, replay_one
from mctslib.tree import Iteration, Node, Path, walk
from mctslib.words import points

Pair = tuple[float, float]
"""N and W of a node."""

C = sqrt(2)
NEAR = 2e-3  # tolerance for a score that was computed to three decimals


# ---------------------------------------------------------- pairs (N, W)


def pairs_of(answer: Mapping[Any, Any], names: Mapping[Any, str]) -> dict[Any, Pair]:
    """Return the pairs (N, W) of an answer, or raise `Wrong` if a value is not a pair of numbers.

    names  dict from each key to the name of its node for messages
    """
    pairs: dict[Any, Pair] = {}
    for key, name in names.items():
        value = plain(answer[key])
        numbers = isinstance(value, tuple | list) and len(value) == 2
        numbers = numbers and all(isinstance(plain(number), Real) for number in value)
        form = f"For {name}, write a pair (N, W), such as `(2, 1.5)`, not {answer[key]!r}."
        demand(numbers, form)
        pairs[key] = (value[0], value[1])
    return pairs


def refuse_swapped(pairs: Mapping[Any, Pair], nodes: Mapping[Any, Node]) -> None:
    """Raise `Wrong` if N and W are swapped in all the pairs that are wrong."""
    wrong = [
        key for key, node in nodes.items() if not is_pair(pairs[key], node.visits, node.value_sum)
    ]
    swapped = [
        key for key in wrong if is_pair(pairs[key][::-1], nodes[key].visits, nodes[key].value_sum)
    ]
    demand(
        not wrong or swapped != wrong,
        "You swapped the two numbers. N, the number of visits, comes first, and then W.",
    )


def is_pair(pair: Pair, visits: float, value_sum: float) -> bool:
    """Return whether a pair consists of the given two numbers."""
    return alike(pair[0], visits) and alike(pair[1], value_sum)


def refuse_other(answer: float, right: float, shown: str, why: str) -> None:
    """Raise `Wrong` with a hint, and not with the right number, if the answer is another number.

    shown  the words for the answer in the message
    why    the hint
    """
    demand(
        alike(answer, right),
        f"{shown[0].upper()}{shown[1:]} is not {short(answer)}. {why}".rstrip(),
    )


# ---------------------------------------------------------- exercise 1: fill in the tree


@exercise("All your numbers are right. The search stores only these two numbers for each node.")
def check_children(answer: dict[Action, Pair], root: Node) -> None:
    """Check the reader's dict `{action: (N, W)}` for the children of the root."""
    answer = given(answer, dict, "after_five")
    children = root.children
    same(set(answer), set(children), "the children you list")
    pairs = pairs_of(answer, {action: f"cell {action}" for action in children})
    refuse_swapped(pairs, children)
    why = value_sum_mistake(pairs, root)
    for action, child in children.items():
        visits, value_sum = pairs[action]
        count = "Count the iterations that went through this cell."
        refuse_other(visits, child.visits, f"N of cell {action}", count)
        refuse_other(value_sum, child.value_sum, f"W of cell {action}", why)


def value_sum_mistake(pairs: Mapping[Action, Pair], root: Node) -> str:
    """Return a message about the mistake that explains all the wrong values of W."""
    mover = player_name(root.state, root.state.current_player)
    wrong = [
        (pairs[action][1], child)
        for action, child in root.children.items()
        if not alike(pairs[action][1], child.value_sum)
    ]
    if all(alike(answer, child.visits - child.value_sum) for answer, child in wrong):
        return (
            f"You added the other player's rewards. {mover} moved into this node, so W counts "
            f"{mover}'s points."
        )
    if all(alike(answer, child.value) for answer, child in wrong):
        return "You wrote the mean, Q = W / N. W is the sum of the rewards."
    return f"Add up {mover}'s rewards in the iterations that went through this cell."


# ---------------------------------------------------------- exercise 2: three scores


@exercise("All your scores are right. Selection walks to the child with the highest score.")
def check_scores(answer: dict[Action, float], next_cell: Action, node: Node) -> None:
    """Check the scores of a node's children, and the child that selection walks to.

    answer     dict from each action to its score with c = √2, rounded to three decimals
    next_cell  the action of the child that selection walks to
    node       the parent
    """
    next_cell = whole(next_cell, "next_cell")
    arms = {action: (child.value, child.visits) for action, child in node.children.items()}
    check_paper_scores(answer, arms, node.visits, C, NEAR)
    highest = "Selection walks to the child with the highest *score*."
    demand(next_cell == UCB1(C)(node).action, f"`next_cell` is {next_cell}. {highest}")


# ---------------------------------------------------------- exercise 3: the way back


@exercise("All your numbers are right: one visit for each node, and the reward of its mover.")
def check_backpropagation(answer: dict[Path, Pair], trace: Trace, t: int) -> None:
    """Check the reader's dict `{path: (N, W)}` for the nodes on the path of iteration `t`.

    The reader gives N and W after this iteration.
    """
    answer = given(answer, dict, "after")
    root = trace.tree(t - 1)
    iteration = trace.iterations[t - 1]
    before = {
        path: (node.visits, node.value_sum) for path, node in nodes_on(root, iteration.path).items()
    }
    replay_one(root, iteration)
    nodes = nodes_on(root, iteration.path)
    refuse_other_paths(set(answer), list(nodes), iteration)
    pairs = pairs_of(answer, {path: f"node {path}" for path in nodes})
    refuse_swapped(pairs, nodes)
    for path, node in nodes.items():
        check_one_node(path, pairs[path], node, before.get(path, (0, 0.0)), iteration.rewards)


def nodes_on(root: Node, path: Path) -> dict[Path, Node]:
    """Return the nodes from the root along `path`, up to the last node that is in the tree."""
    nodes: dict[Path, Node] = {(): root}
    for length in range(1, len(path) + 1):
        parent = nodes[path[: length - 1]]
        if path[length - 1] not in parent.children:
            break
        nodes[path[:length]] = walk(root, path[:length])
    return nodes


def refuse_other_paths(listed: set[Path], paths: list[Path], iteration: Iteration) -> None:
    """Raise `Wrong` unless the reader has listed exactly the nodes on the path."""
    missing = [path for path in paths if path not in listed]
    demand(() not in missing, "The root `()` is missing. The root is also on the path.")
    if missing == [iteration.path] and iteration.expanded:
        raise Wrong(
            f"{iteration.path} is missing. This iteration gives the new node its first visit."
        )
    if missing:
        comma = "(A path of one move needs a comma, as in `(1,)`.)"
        raise Wrong(f"{missing[0]} is missing. This node is also on the path. {comma}")
    same(listed, set(paths), "the nodes you list", "Only the nodes on the path change.")


def check_one_node(
    path: Path, pair: Pair, node: Node, before: Pair, rewards: tuple[float, ...]
) -> None:
    """Raise `Wrong`, naming the likely mistake, unless the pair contains N and W of the node.

    before   N and W of the node before the iteration
    rewards  the rewards of the iteration
    """
    visits, value_sum = pair
    why = ""
    if visits == before[0]:
        why = "This iteration visited the node, so N grows by one."
    elif visits == node.visits - before[0]:
        why = "Write N and W after the iteration, not the amounts that the iteration adds."
    refuse_other(visits, node.visits, f"N of node {path}", why)
    who = player_name(node.state, node.player)
    gets = points(rewards[node.player])
    if path:
        why = f"{who} moved into this node, and {who}'s reward is {gets}."
    else:
        why = f"The root counts for {who}, who is to move there, and {who}'s reward is {gets}."
    if value_sum < 0:
        why = f"The smallest reward is 0, so a loss does not change W. {why}"
    refuse_other(value_sum, node.value_sum, f"W of node {path}", why)


# ---------------------------------------------------------- exercise 4: the possible record


NEXT_RECORD = "B"
IMPOSSIBLE = {  # why the other records of the chapter cannot be the next iteration
    "A": "at the root, cell 2 has the highest score, but the path goes to cell 8.",
    "C": "it adds 2 nodes, but an iteration adds one.",
    "D": "the node (2,) has untried moves, so one new node must be added below it.",
}


@exercise(
    "Right: the path follows the highest score, one node is added, "
    "and the rewards fit the end of the game."
)
def check_next_record(answer: str) -> None:
    """Check that the reader's letter names the only record that can be the next iteration."""
    letter = given(answer, str, "next_record").strip().upper()
    if letter in IMPOSSIBLE:
        raise Wrong(f"{letter} is impossible: {IMPOSSIBLE[letter]}")
    demand(letter == NEXT_RECORD, "Choose one of A, B, C, D.")
