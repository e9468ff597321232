"""Checkers of chapter 15: virtual loss on paper and in code, a round of workers, and the sum of
trees.
"""

import random
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

from mctslib.course.exercise import (
    Mistakes,
    Pending,
    Wrong,
    call,
    close,
    demand,
    exercise,
    explained,
    plain,
    same,
    typed,
)
from mctslib.course.puzzles import A, S
from mctslib.door.entrance import search
from mctslib.door.guard import upwards
from mctslib.draw.show import tree_svg
from mctslib.fast import choice
from mctslib.game import Action, State
from mctslib.games import ConnectFour, Nim, TicTacToe
from mctslib.methods import parallel
from mctslib.methods.parallel import expand
from mctslib.policies import UCB1, uniform
from mctslib.search import backpropagate, select, simulate
from mctslib.tree import Node, Path
from mctslib.words import count

PAPER = ["left", "right", "left"]
STARTS = {
    "A": A.state,
    "S": S.state,
    "3×3": TicTacToe(),
    "Nim": Nim(2, 3),
    "Connect Four": ConnectFour(5, 4),
    "a short Nim": Nim(1, 2),  # this game has fewer nodes than workers, so two workers share a node
}
# for each round: the start, the number of workers, and the iterations before the round
ROUNDS = list(product(STARTS, (1, 3, 8), (0, 40)))
Numbers = dict[Path, tuple[int, float]]
PAPER_MISTAKES = [
    (
        ["left", "left", "left"],
        "This is the result without virtual loss: all workers choose the same child, because no "
        "number changes.",
    ),
    (
        ["left", "right", "right"],
        "The second worker is waiting, too: the right child has N = 5 when the third worker "
        "chooses.",
    ),
]
MET_AS_THEY_ARE = "The first worker compares 0.667 + 0.620 with 0.500 + 0.759."
AFTER_THE_FIRST = (
    "After the first worker's choice the root has N = 11, and the left child has N = 7 and still "
    "W = 4.  So Q of the left child is 0.571."
)


@exercise(
    "Right: left, right, left. The first worker makes the left child look worse, "
    "and the second makes the right child look worse."
)
def check_paper(answer: Any) -> None:
    """Check the children that three workers choose, if each worker adds one virtual loss."""
    answer = plain(answer)
    if answer in (None, ...) or any(word in (None, ...) for word in _listed(answer)):
        raise Pending(
            "Nothing here yet: write left or right for each of the three workers, then run both "
            "cells again."
        )
    three = isinstance(answer, list | tuple) and len(answer) == 3
    demand(three, f"The answer must be a list of three words, one for each worker, not {answer!r}.")
    given = [str(word).strip().lower() for word in answer]
    demand(set(given) <= {"left", "right"}, f'Each word must be "left" or "right", not {answer!r}.')
    if given != PAPER:
        otherwise = MET_AS_THEY_ARE if given[0] != "left" else AFTER_THE_FIRST
        raise Wrong(
            next((words for mistake, words in PAPER_MISTAKES if mistake == given), otherwise)
        )


def _listed(answer: Any) -> tuple[Any, ...]:
    return tuple(answer) if isinstance(answer, list | tuple) else ()


def _numbers(root: Node) -> Numbers:
    return {node.path(): (node.visits, node.value_sum) for node in root.descendants()}


@exercise(
    "Right: a virtual loss changes the visits of every node up to the root, and it can be taken "
    "back."
)
def check_virtual_loss(own: Callable[..., Any]) -> None:
    """Check that `own(node, amount)` adds visits, but no reward, from `node` up to the root."""
    for state in (A.state, TicTacToe()):
        root = _begun(state, 30, 1)
        cases = []
        answers = []
        for node in list(root.descendants())[::3]:
            for amount in (1, 3, -3):
                cases.append((_numbers(root), node.path(), amount))
                call(own, node, amount, returns=None, shown=_waiting_call(node.path(), amount))
                answers.append(_numbers(root))
        why = explained(LOSS_MISTAKES, cases, answers, LOSS_RULE)
        for case, answer in zip(cases, answers, strict=True):
            wrong = _loss_mistake(*case, answer)
            if wrong:
                _, path, amount = case
                picture = partial(tree_svg, root, path=path)
                raise Wrong(f"After `{_waiting_call(path, amount)}` {wrong} {why}", picture)


def _waiting_call(path: Path, amount: int) -> str:
    return f"add_virtual_loss(<node {path}>, {amount})"


def _loss_mistake(before: Numbers, path: Path, amount: int, after: Numbers) -> str:
    """Describe a wrong number after `amount` virtual losses, or return "" if there is none."""
    right = waiting(before, path, amount)
    for where, (visits, value_sum) in after.items():
        name = f"the node {where}" if where else "the root"
        if value_sum != before[where][1]:
            return f"W of {name} has changed."
        if visits != right[where][0]:
            return f"{name} has N = {visits:,} instead of {right[where][0]:,}."
    return ""


def on_the_way(where: Path, path: Path) -> bool:
    """Return whether a node is on the way from the root to the node at the end of `path`."""
    return path[: len(where)] == where


def waiting(
    before: Numbers,
    path: Path,
    amount: int,
    *,
    at: Callable[[Path, Path], bool] = on_the_way,
    visits: Callable[[int, int], int] = lambda n, amount: n + amount,
    value_sum: Callable[[float, int], float] = lambda w, amount: w,
) -> Numbers:
    """Return the numbers of a tree after `add_virtual_loss`; the keyword parameters introduce
    mistakes.

    before     the numbers of the tree before the virtual loss
    path       the path of the node at which the worker waits
    at         a function that takes the path of a node and `path`, and returns whether the numbers
               of this node are changed
    visits     a function that takes N and the amount, and returns the new N
    value_sum  a function that takes W and the amount, and returns the new W
    """
    after = {}
    for where, (n, w) in before.items():
        after[where] = (visits(n, amount), value_sum(w, amount)) if at(where, path) else (n, w)
    return after


LOSS_RULE = (
    "Add `amount` to `visits` of the node and of all nodes above it, and change nothing else."
)
NO_REWARD = "A pending visit has no reward yet, so change only `visits`."
LOSS_MISTAKES: Mistakes = [  # functions that take the old numbers, the path and the amount
    (partial(waiting, value_sum=lambda w, amount: w + amount), NO_REWARD),
    (partial(waiting, value_sum=lambda w, amount: w - amount), NO_REWARD),
    (
        partial(waiting, at=lambda where, path: bool(where) and on_the_way(where, path)),
        "Go on until the node is None: the root gets the virtual loss, too.",
    ),
    (
        partial(waiting, at=lambda where, path: where == path),
        "You change only the node itself: go up with `node.parent` until it is None.",
    ),
    (
        partial(waiting, at=lambda where, path: where != path and on_the_way(where, path)),
        "The worker's own node gets the virtual loss, too, not only the nodes above it.",
    ),
    (
        partial(waiting, at=lambda where, path: on_the_way(path, where)),
        "You change the nodes *below* the node, but the nodes *above* it get the virtual loss.",
    ),
    (
        partial(waiting, visits=lambda n, amount: n - amount),
        "A waiting worker counts as one *more* visit: add `amount` instead of subtracting it.",
    ),
    (
        partial(waiting, visits=lambda n, amount: n + 1),
        "You add 1, but `amount` may be 3 and may also be negative.",
    ),
    (
        partial(waiting, visits=lambda n, amount: n + (1 if amount > 0 else -1)),
        "You add or subtract 1, but `amount` may be 3 or −3.",
    ),
    (
        partial(waiting, visits=lambda n, amount: amount),
        "You replace `visits` by `amount`: add `amount` to `visits`.",
    ),
    (
        partial(waiting, visits=lambda n, amount: n + abs(amount)),
        "A negative amount takes virtual losses back, so N must become smaller.",
    ),
    (
        partial(waiting, visits=lambda n, amount: n + max(amount, 0)),
        "You ignore a negative amount, but it must take virtual losses back.",
    ),
]


def _begun(state: State, iterations: int, seed: int) -> Node:
    root = Node(state)
    if iterations:
        search(root, iterations, seed=seed)
    return root


@exercise(
    "Right: first all workers choose and wait, then they play, and then every result is "
    "backpropagated from its worker's node."
)
def check_round(own: Callable[..., Any]) -> None:
    """Check that `own(root, workers, rng)` runs one round of parallel search in the tree.

    In a correct round each waiting worker adds one virtual loss.
    """
    trees = [_after(own, *case) for case in ROUNDS]
    for case, root in zip(ROUNDS, trees, strict=True):
        right = _after(parallel.tree_round, *case)
        # The playouts may be made after all choices, in either order of the workers, or each
        # playout right after its worker's choice.  Each of these ways draws the random numbers in a
        # different order.
        accepted = [_numbers(right)]
        accepted += [_made(way, *case) for way in (played_while_choosing, played_backwards)]
        if _numbers(root) not in accepted:
            numbers = [_numbers(tree) for tree in trees]
            mistakes = [(partial(_made, mistake), words) for mistake, words in ROUND_MISTAKES]
            otherwise = _counted(root, right) or _differs(root, right)
            why = explained(mistakes, ROUNDS, numbers, otherwise)
            raise Wrong(f"After `{_shown(*case)}` {why}", partial(tree_svg, root))


def played_while_choosing(root: Node, workers: int, rng: random.Random) -> None:
    """Run one round in which each worker makes its playout before the next worker chooses.

    No result is backpropagated before all workers have chosen, so the round is correct.
    """
    finished = []
    for _ in range(workers):
        node = expand(select(root, UCB1()), rng)
        parallel.add_virtual_loss(node, 1)
        finished.append((node, simulate(node.state, rng, uniform).rewards))
    for node, rewards in finished:
        parallel.add_virtual_loss(node, -1)
        backpropagate(node, rewards)


def played_backwards(root: Node, workers: int, rng: random.Random) -> None:
    """Run one round in which the worker that chose last makes its playout first."""
    leaves = parallel.choose(root, workers, rng)
    parallel.finish(leaves[::-1], rng)


def _shown(name: str, workers: int, before: int) -> str:
    return f"tree_round(<{name} after {count(before, 'iteration')}>, {workers}, rng)"


def _after(own: Callable[..., Any], name: str, workers: int, before: int) -> Node:
    seed = before + 5
    root = _begun(STARTS[name], before, seed)
    call(own, root, workers, random.Random(seed), shown=_shown(name, workers, before))
    return root


def _made(mistake: Callable[..., Any], *case: Any) -> Numbers:
    return _numbers(_after(mistake, *case))


def _counted(mine: Node, right: Node) -> str:
    """Return a message about a wrong number of visits of the root, or "" if the number is right."""
    if mine.visits == right.visits:
        return ""
    if mine.visits < right.visits:
        what = "Each worker's result has to be backpropagated."
    else:
        what = "Is every virtual loss taken back?"
    return f"the root has N = {mine.visits:,} instead of {right.visits:,}. {what}"


def _differs(mine: Node, right: Node) -> str:
    numbers, wanted = _numbers(mine), _numbers(right)
    where = next(path for path in (*wanted, *numbers) if numbers.get(path) != wanted.get(path))
    have, want = numbers.get(where), wanted.get(where)
    name = f"the node {where}" if where else "the root"
    return (
        f"{name} has (N, W) = {have}; it should have {want}. In a round each worker selects with "
        "`UCB1()`, expands, and adds one virtual loss. When all workers have chosen, the losses "
        "are taken back, and each result is backpropagated. Use `rng` for all random choices."
    )


def one_by_one(root: Node, workers: int, rng: random.Random) -> None:
    """Run the iterations one after another, as in a sequential search."""
    for _ in range(workers):
        node = expand(select(root, UCB1()), rng)
        backpropagate(node, simulate(node.state, rng, uniform).rewards)


def without_virtual_loss(root: Node, workers: int, rng: random.Random) -> None:
    """Run a round without virtual losses, so that nothing keeps the workers apart."""
    parallel.tree_round(root, workers, rng, loss=0)


def one_playout_for_all(root: Node, workers: int, rng: random.Random) -> None:
    """Make one playout, and backpropagate its rewards from every worker's node."""
    nodes = [leaf.node for leaf in parallel.choose(root, workers, rng)]
    rewards = simulate(nodes[-1].state, rng, uniform).rewards
    for node in nodes:
        parallel.add_virtual_loss(node, -1)
        backpropagate(node, rewards)


def pending_visit_as_win(root: Node, workers: int, rng: random.Random) -> None:
    """Count a pending visit as a win until its result arrives."""
    nodes = []
    for _ in range(workers):
        nodes.append(expand(select(root, UCB1()), rng))
        backpropagate(nodes[-1], (1.0,) * root.state.num_players)
    for node in nodes:
        parallel.add_virtual_loss(node, -1)
        for above in upwards(node):
            above.value_sum -= 1
        backpropagate(node, simulate(node.state, rng, uniform).rewards)


def one_leaf_for_all(root: Node, workers: int, rng: random.Random) -> None:
    """Let all workers start their playouts at the same node."""
    parallel.leaf_round(root, workers, rng)


def loss_at_the_selected_leaf(root: Node, workers: int, rng: random.Random) -> None:
    """Add the virtual loss at the node at which selection ended, instead of at the new node."""
    nodes = []
    for _ in range(workers):
        leaf = select(root, UCB1())
        parallel.add_virtual_loss(leaf, 1)
        nodes.append((leaf, expand(leaf, rng)))
    for leaf, node in nodes:
        parallel.add_virtual_loss(leaf, -1)
        backpropagate(node, simulate(node.state, rng, uniform).rewards)


def each_node_once(root: Node, workers: int, rng: random.Random) -> None:
    """Backpropagate once for each node, although two workers may have chosen the same node."""
    nodes = [leaf.node for leaf in parallel.choose(root, workers, rng)]
    for node in dict.fromkeys(nodes):
        parallel.add_virtual_loss(node, -1)
        backpropagate(node, simulate(node.state, rng, uniform).rewards)


def each_node_once_no_loss_left(root: Node, workers: int, rng: random.Random) -> None:
    """Take back all virtual losses, but backpropagate only one result for each node."""
    leaves = parallel.choose(root, workers, rng)
    parallel.take_back(leaves)
    for node in dict.fromkeys(leaf.node for leaf in leaves):
        backpropagate(node, simulate(node.state, rng, uniform).rewards)


TWO_AT_ONE_NODE = (
    "a result is missing: two workers may choose the same node, for example a node in which the "
    "game is over, and both results count.  Keep a list with one entry for each worker, "
    "not a set or a dict of nodes."
)
ROUND_MISTAKES: Mistakes = [
    (
        one_by_one,
        "this is the tree of an ordinary search, because each worker chose after the "
        "previous worker's result had arrived.  Let all workers choose first.",
    ),
    (
        without_virtual_loss,
        "this is the tree of workers without virtual loss: call `add_virtual_loss(node, 1)` "
        "right after `expand`, and take the loss back only when all workers have chosen.",
    ),
    (
        pending_visit_as_win,
        "a pending visit was counted as a win, so the other workers were drawn to the same node. "
        "Change only `visits`.",
    ),
    (
        one_playout_for_all,
        "all workers returned the same result, but each worker must play its own playout.",
    ),
    (
        one_leaf_for_all,
        "all workers started from the same node.  This is leaf parallelisation, but here each "
        "worker "
        "must select its own node.",
    ),
    (
        loss_at_the_selected_leaf,
        "the virtual loss was added to the node that `select` returns, but it belongs to the node "
        "that `expand` returns.",
    ),
    (each_node_once, TWO_AT_ONE_NODE),
    (each_node_once_no_loss_left, TWO_AT_ONE_NODE),
]


@exercise("Right: visits are added, and a value is the mean over all visits, not over the trees.")
def check_added_up(own: Callable[..., Any]) -> None:
    """Check that `own(roots)` adds up the children of all trees.

    The function must return a dictionary from each action to (visits, mean value).
    """
    for name, state in STARTS.items():
        for sizes in ((30,), (20, 60), (3, 50, 9), (40, 2), (2, 1)):
            roots = grown(state, sizes)
            shown = f"added_up(<{count(len(roots), 'tree')} of {name}>)"
            answer = call(own, roots, returns=dict, shown=shown)
            compare_sums(answer, roots, shown)


def compare_sums(answer: dict[Any, Any], roots: list[Node], shown: str) -> None:
    """Raise `Wrong` if an answer does not contain the sums over the children of these roots.

    shown  the call as it appears in a message
    """
    right = parallel.added_up(roots).children
    if set(answer) != set(right):
        raise Wrong(_missing(set(answer), set(right), shown))
    cases = [(roots, action) for action in right]
    found = [AddedPair(f"{shown}[{action}]", answer[action]) for action in right]
    of_visits = explained(VISITS_MISTAKES, cases, [sums.visits for sums in found], VISITS_RULE)
    of_value = explained(VALUE_MISTAKES, cases, [sums.value for sums in found], VALUE_RULE)
    for sums, child in zip(found, right.values(), strict=True):
        same(sums.visits, child.visits, f"{sums.shown}[0]", of_visits)
        close(sums.value, child.value, f"{sums.shown}[1]", of_value)


def grown(state: State, sizes: tuple[int, ...]) -> list[Node]:
    """Return the root of one tree for each number of iterations, with the seeds 0, 1, 2, …"""
    roots = []
    for seed, size in enumerate(sizes):
        roots.append(choice.plain(search(Node(state), size, seed=seed).root))
    return roots


class AddedPair:
    """The pair that the reader's function returns for one action.

    shown   the entry as it appears in a message
    visits  the first number of the pair
    value   the second number of the pair

    Raises `Wrong` if the entry is not a pair of numbers.
    """

    def __init__(self, shown: str, entry: Any) -> None:
        pair = plain(entry)
        is_pair = isinstance(pair, tuple | list) and len(pair) == 2 and None not in pair
        demand(is_pair, f"`{shown}` is {entry!r}, but it must be a pair (visits, value).")
        self.shown = shown
        self.visits = typed(pair[0], float, f"{shown}[0]")
        self.value = typed(pair[1], float, f"{shown}[1]")


def _missing(given: set, wanted: set, shown: str) -> str:
    if wanted - given:
        lacking = min(wanted - given)
        return (
            f"`{shown}` lacks the action {lacking}: a move that only some of the trees have tried "
            "counts, too."
        )
    return f"`{shown}` has an action {min(given - wanted)} that no tree has tried."


def votes(roots: list[Node], action: Action) -> int:
    """Count the trees in which an action has the most visits; do not add up the action's visits."""
    found = 0
    for root in roots:
        best = max(root.children.values(), key=lambda child: (child.visits, child.value))
        found += best.action == action
    return found


def mean_of_values(roots: list[Node], action: Action) -> float:
    """Return the unweighted mean of the trees' values, although some trees have more visits."""
    values = [root.children[action].value for root in roots if action in root.children]
    return sum(values) / len(values)


VISITS_MISTAKES: Mistakes = [  # functions that take the trees and an action
    (votes, "You count the trees that would play the action. Add up the action's visits instead."),
]
VALUE_MISTAKES: Mistakes = [
    (
        mean_of_values,
        "Your value is the mean of the trees' values.  A tree with more visits must have more "
        "weight: divide the sum of all W by the sum of all N.",
    ),
]
VISITS_RULE = "Add up the visits of the action in all trees."
VALUE_RULE = "The value is the sum of W over all trees, divided by the sum of N."
