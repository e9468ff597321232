"""Checkers of chapter 03: what the reader works out on paper, compared with the tree itself."""

from collections.abc import Callable, Mapping
from math import log, log10, sqrt
from numbers import Real
from typing import Any

from mctslib.course.exercise import (
    Mistakes,
    Wrong,
    alike,
    close,
    demand,
    exercise,
    explained,
    given,
    plain,
    same,
    typed,
    whole,
)
from mctslib.game import Action, State
from mctslib.games.names import player_name
from mctslib.policies import UCB1
from mctslib.trace import Trace, replay_one, walk
from mctslib.tree import Iteration, Node, Path
from mctslib.words import number, points

Pair = tuple[float, float]
"""N and W of a node."""

THREE_DECIMALS = 2e-3  # how far off a score may be that was worked out to three decimals
ROUGHLY = 0.051  # how far off one may be that was worked out to one decimal


# ---------------------------------------------------------- pairs (N, W)


def pairs_of(answer: Mapping[Any, Any], names: Mapping[Any, str]) -> dict[Any, Pair]:
    """Return the pairs of an answer.  Raises `Wrong` for a value that is no pair of numbers.

    names  key → what the node is called in a message
    """
    pairs: dict[Any, Pair] = {}
    for key, name in names.items():
        value = plain(answer[key])
        numbers = isinstance(value, tuple | list) and len(value) == 2
        numbers = numbers and all(isinstance(plain(number), Real) for number in value)
        form = f"For {name} write a pair (N, W), such as `(2, 1.5)`; it is {answer[key]!r}."
        demand(numbers, form)
        pairs[key] = (value[0], value[1])
    return pairs


def refuse_swapped(pairs: Mapping[Any, Pair], nodes: Mapping[Any, Node]) -> None:
    """Raise `Wrong` if every pair that is wrong is right the other way round."""
    wrong = [
        key for key, node in nodes.items() if not is_pair(pairs[key], node.visits, node.value_sum)
    ]
    swapped = [
        key for key in wrong if is_pair(pairs[key][::-1], nodes[key].visits, nodes[key].value_sum)
    ]
    demand(not wrong or swapped != wrong, "The other way round: first N, the visits, then W.")


def is_pair(pair: Pair, visits: float, value_sum: float) -> bool:
    """Return whether a pair has these numbers."""
    return alike(pair[0], visits) and alike(pair[1], value_sum)


# ---------------------------------------------------------- exercise 1: fill in the tree


@exercise(
    "Every N and every W is right. Two numbers for each node: that is all the memory the search "
    "has."
)
def check_children(answer: dict[Action, Pair], root: Node) -> None:
    """Check `{action: (N, W)}` for the children of the root."""
    answer = given(answer, dict, "after_five")
    children = root.children
    same(set(answer), set(children), "the children you list")
    pairs = pairs_of(answer, {action: f"cell {action}" for action in children})
    refuse_swapped(pairs, children)
    why = value_sum_mistake(pairs, root)
    for action, child in children.items():
        visits, value_sum = pairs[action]
        count = "Count the records that begin with this cell."
        close(visits, child.visits, f"N of cell {action}", count)
        close(value_sum, child.value_sum, f"W of cell {action}", why)


def value_sum_mistake(pairs: Mapping[Action, Pair], root: Node) -> str:
    """Return the mistake that explains every wrong W, as a sentence."""
    wrong = {
        action: child
        for action, child in root.children.items()
        if not alike(pairs[action][1], child.value_sum)
    }
    mover = player_name(root.state, root.state.current_player)
    mistakes: Mistakes = [
        (
            lambda child: child.visits - child.value_sum,
            f"Those are the other player's rewards; {mover} moved into this node, so W counts for "
            f"{mover}.",
        ),
        (lambda child: child.value, "That is the mean, Q = W / N. W is the sum."),
    ]
    otherwise = f"Add up {mover}'s rewards in the records that begin with this cell."
    cases = [(child,) for child in wrong.values()]
    return explained(mistakes, cases, [pairs[action][1] for action in wrong], otherwise)


# ---------------------------------------------------------- exercise 2: three scores

Score = Callable[[float, int, int, float], float]
"""A function of Q, the parent's N, the child's n, and c."""

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
    "All scores are right. The highest names the child that selection walks to; nothing else "
    "decides."
)
def check_scores(
    answer: dict[Action, float], next_cell: Action, node: Node, c: float = sqrt(2)
) -> None:
    """Check the scores of a node's children, and the child that selection walks to.

    answer  action → score, to three decimals
    """
    answer = given(answer, dict, "scores")
    next_cell = whole(next_cell, "next_cell")
    same(set(answer), set(node.children), "the children you list")
    scores = {action: typed(answer[action], float, f"scores[{action}]") for action in node.children}
    check_each_score(scores, node, c)
    highest = "Selection walks to the highest *score*, whoever is least visited."
    same(next_cell, UCB1(c)(node).action, "next_cell", highest)


def check_each_score(scores: dict[Action, float], node: Node, c: float) -> None:
    """Raise `Wrong` with the likely mistake unless every score is right to three decimals."""
    right = {
        action: child.value + c * sqrt(log(node.visits) / child.visits)
        for action, child in node.children.items()
    }
    if all_near(scores, right, THREE_DECIMALS):
        return
    best = max(right, key=lambda action: right[action])
    if all_near(scores, right, ROUGHLY) and scores[best] == max(scores.values()):
        raise Wrong("Nearly: give three decimals, so work with at least four on the way.")
    for words, slip in SLIPS.items():
        slipped = {
            action: slip(child.value, node.visits, child.visits, c)
            for action, child in node.children.items()
        }
        if all_near(scores, slipped, THREE_DECIMALS):
            raise Wrong(words)
    for action, child in node.children.items():
        worked = f"{number(child.value)} + {number(c, 3)} × √(ln {node.visits} / {child.visits})"
        shown = f"the score of cell {action}"
        why = f"Work out {worked}."
        close(scores[action], right[action], shown, why, tolerance=THREE_DECIMALS)


def all_near(scores: dict[Action, float], right: dict[Action, float], tolerance: float) -> bool:
    """Return whether every score is less than `tolerance` off."""
    return all(abs(scores[action] - right[action]) < tolerance for action in right)


# ---------------------------------------------------------- exercise 3: the way back


@exercise(
    "The whole way back is right: one visit for each node, and the reward of whoever moved there."
)
def check_backpropagation(answer: dict[Path, Pair], trace: Trace, t: int) -> None:
    """Check `{path: (N, W)}` after iteration number `t`, for every node on its path."""
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
    """Return the nodes from the root along `path`, as far as the tree goes."""
    nodes: dict[Path, Node] = {(): root}
    for length in range(1, len(path) + 1):
        parent = nodes[path[: length - 1]]
        if path[length - 1] not in parent.children:
            break
        nodes[path[:length]] = walk(root, path[:length])
    return nodes


def refuse_other_paths(listed: set[Path], paths: list[Path], iteration: Iteration) -> None:
    """Raise `Wrong` unless the nodes that are listed are those on the path."""
    missing = [path for path in paths if path not in listed]
    demand(() not in missing, "The root `()` is on every path: it is visited too.")
    if missing == [iteration.path] and iteration.expanded:
        raise Wrong(f"{iteration.path} is missing: the new node counts its own first visit.")
    if missing:
        comma = "(The path of one move has a comma, as in `(1,)`.)"
        raise Wrong(f"{missing[0]} is missing: it is on the path, so it is visited. {comma}")
    same(listed, set(paths), "the nodes you list", "Only the nodes on the path change.")


def check_one_node(
    path: Path, pair: Pair, node: Node, before: Pair, rewards: tuple[float, ...]
) -> None:
    """Raise `Wrong`, with the usual slip, unless the pair is that of the node.

    before   its N and W before the iteration
    rewards  those of the iteration
    """
    visits, value_sum = pair
    unchanged = "This iteration passed through it, so N grows by one."
    close(visits, node.visits, f"N of node {path}", unchanged if visits == before[0] else "")
    who = player_name(node.state, node.player)
    gets = points(rewards[node.player])
    if path:
        why = f"{who} moved into this node, and {who}'s reward is {gets}."
    else:
        counts = f"it counts for {who}, who is to move there and gets {gets}"
        why = f"Nobody moved into the root: {counts}."
    if value_sum < 0:
        why = f"Rewards run from 0 to 1: a loss adds nothing, it subtracts nothing either. {why}"
    close(value_sum, node.value_sum, f"W of node {path}", why)


# ---------------------------------------------------------- exercise 4: the possible record


@exercise(
    "Yes: it walks to the highest score, adds one node, plays on from there, and the rewards fit "
    "the end."
)
def check_next_record(
    answer: str,
    records: dict[str, Iteration],
    root: Node,
    tree_policy: Callable[[Node], Node],
) -> None:
    """Check the letter of the one record that can be the next iteration of this tree."""
    letter = given(answer, str, "next_record").strip().upper()
    demand(letter in records, f"Choose one of {', '.join(records)}.")
    problem = impossible(records[letter], root, tree_policy)
    demand(not problem, f"{letter} cannot be: {problem}")


def impossible(record: Iteration, root: Node, tree_policy: Callable[[Node], Node]) -> str:
    """Return a sentence on why `record` cannot be the next iteration, "" if it can."""
    node = root
    path = record.path
    while node.children and len(node.children) == len(node.state.legal_actions()):
        wanted = tree_policy(node).action
        if path[:1] != (wanted,):
            instead = f"cell {path[0]}" if path else "any other: the path ends there"
            best = f"at node {node.path()} the highest score is that of cell {wanted}"
            return f"{best}, not of {instead}."
        node = node.children[wanted]
        path = path[1:]
    if node.state.is_terminal():
        if path or record.expanded:
            return "the game is over there, so nothing can be added."
        return wrong_end(node.state, record)
    if not path or not record.expanded:
        return f"node {node.path()} has untried moves, so one new node must be added below it."
    if len(path) > 1:
        return f"it adds {len(path)} nodes; an iteration adds one."
    if path[0] in node.children:
        return f"cell {path[0]} has a node already, and node {node.path()} has untried moves."
    if path[0] not in node.state.legal_actions():
        return f"it adds a node for cell {path[0]}, which is not free."
    return wrong_end(node.state.apply(path[0]), record)


def wrong_end(state: State, record: Iteration) -> str:
    """Return a sentence on why the playout of `record` does not fit `state`, "" if it does."""
    for action in record.rollout:
        if action not in state.legal_actions():
            return f"its playout plays cell {action}, which is not free."
        state = state.apply(action)
    if not state.is_terminal():
        return "its playout stops before the game is over."
    if tuple(state.rewards()) != tuple(record.rewards):
        return f"that game ends with the rewards {state.rewards()}."
    return ""
