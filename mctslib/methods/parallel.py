"""Parallel search in rounds: leaf, root and tree parallelisation with simulated workers.

In a **round** every worker chooses a leaf before any worker has a result.  The rounds run one after
another in one process, so the same seed gives the same tree.  The drawbacks of parallel search can
therefore be watched step by step, drawn and counted.  (Chaslot, Winands and van den Herik,
2008; WU-UCT: Liu et al., 2020.)
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from math import fsum, inf, log, sqrt
from typing import Any, NamedTuple

from mctslib.game import State, as_state, chance_to_move
from mctslib.guard import alone, as_root, upwards
from mctslib.limits import deferred_interrupt, whole_number
from mctslib.policies import UCB1, TreePolicy, due_child, uniform
from mctslib.search import backpropagate, expand, select, simulate
from mctslib.tree import Iteration, Node

SCHEMES = ("tree", "unobserved", "leaf", "root")
IN_ONE_TREE = ("tree", "unobserved", "leaf")
UCT = UCB1()


# ---------------------------------------------------------------------------- one round


def add_virtual_loss(node: Node, amount: int) -> None:
    """Add `amount` visits without a reward to the node and to all nodes above it.

    A **virtual loss** is a visit that has no result yet.  Until the result is known, the visit
    counts as a loss, so that the next worker tends to choose a different leaf.  A negative amount
    takes virtual losses back.
    """
    for above in upwards(node):
        above.visits += amount


class PendingLeaf(NamedTuple):
    """A leaf whose playout has no result yet; Liu et al. (2020) call the visit unobserved.

    node  the leaf that a worker has chosen
    new   whether the worker has added the node to the tree
    """

    node: Node
    new: bool


def choose(
    root: Node, workers: int, rng: random.Random, tree_policy: TreePolicy = UCT, loss: int = 1
) -> list[PendingLeaf]:
    """Do the first half of a round: let each worker select and expand; return the leaves.

    workers  ≥ 1, the number of workers, which choose one after another
    loss     ≥ 0, the number of virtual losses that each worker adds at its leaf before the next
             worker chooses

    If an exception is raised, the virtual losses are taken back.
    """
    leaves: list[PendingLeaf] = []
    try:
        for _ in range(workers):
            parent = select(root, tree_policy)
            children_before = len(parent.children)
            node = expand(parent, rng)
            is_new = len(parent.children) > children_before
            leaves.append(PendingLeaf(node, is_new))
            add_virtual_loss(node, loss)
    except BaseException:
        take_back(leaves, loss)
        raise
    return leaves


def take_back(leaves: list[PendingLeaf], loss: int = 1) -> None:
    """Take back `loss` virtual losses at each of these leaves."""
    for leaf in leaves:
        add_virtual_loss(leaf.node, -loss)


def finish(leaves: list[PendingLeaf], rng: random.Random, loss: int = 1) -> list[Iteration]:
    """Do the second half of a round: play out all leaves, then backpropagate all results.

    loss  ≥ 0, the number of virtual losses that `choose` added at each leaf; these losses are taken
          back, even if a playout raises an exception

    Returns the record of each worker's iteration.
    """
    try:
        playouts = [simulate(leaf.node.state, rng, uniform) for leaf in leaves]
    finally:
        take_back(leaves, loss)
    records = []
    for leaf, playout in zip(leaves, playouts, strict=True):
        backpropagate(leaf.node, playout.rewards)
        records.append(Iteration(leaf.node.path(), leaf.new, *playout))
    return records


def tree_round(
    root: Node, workers: int, rng: random.Random, tree_policy: TreePolicy = UCT, loss: int = 1
) -> list[Iteration]:
    """Run one round in which all workers share one tree; return the records of the iterations.

    workers  ≥ 1, the number of workers
    loss     ≥ 0, the number of virtual losses at each pending leaf
    """
    leaves = choose(root, workers, rng, tree_policy, loss)
    return finish(leaves, rng, loss)


def leaf_round(
    root: Node, workers: int, rng: random.Random, tree_policy: TreePolicy = UCT
) -> list[Iteration]:
    """Run one round in which all workers play out the same leaf; return the iteration records.

    workers  ≥ 1, the number of workers
    """
    [first] = choose(root, 1, rng, tree_policy, loss=0)
    others = [PendingLeaf(first.node, new=False)] * (workers - 1)
    return finish([first, *others], rng, loss=0)


class Unobserved:
    """The tree policy of WU-UCT: pending visits count in the exploration term, but not in Q.

    Liu et al. (2020) call a pending visit an *unobserved sample*.  Let N and n be the finished
    visits of the node and of the child, and P and p their pending visits.  Then the score of the
    child is

        Q + c · √(ln(N + P) / (n + p)).

    A child without finished visits has Q = 0.

    c        ≥ 0, the exploration constant
    pending  node → the number of workers whose leaf is this node or lies below it
    """

    def __init__(self, c: float = 1.0) -> None:
        self.c = UCB1(c).c
        self.pending: defaultdict[Node, int] = defaultdict(int)

    def add(self, node: Node, amount: int) -> None:
        """Add `amount` pending visits to the node and to all nodes above it."""
        for above in upwards(node):
            self.pending[above] += amount

    def score(self, node: Node, child: Node) -> float:
        """Return the score of `child`; infinity without finished or pending visits."""
        visits = child.visits + self.pending[child]
        if not visits:
            return inf
        value = child.value if child.visits else 0.0
        return value + self.c * sqrt(log(node.visits + self.pending[node]) / visits)

    def __call__(self, node: Node) -> Node:
        """Return the child of `node` with the highest score; ties go to the first child.

        If chance is to move, return the child whose turn it is (see `due_child`).
        """
        if chance_to_move(node.state):
            return due_child(node)
        return max(node.children.values(), key=lambda child: self.score(node, child))


def choose_unobserved(
    root: Node, workers: int, rng: random.Random, tree_policy: TreePolicy = UCT
) -> list[PendingLeaf]:
    """Do the first half of a round of WU-UCT: return the leaf that each worker has chosen.

    workers      ≥ 1, the number of workers, which choose one after another
    tree_policy  a `UCB1`, whose c is used; any other policy raises ValueError

    Pending visits are counted outside the tree, so nothing has to be taken back.
    """
    if not isinstance(tree_policy, UCB1):
        raise ValueError(f'The scheme "unobserved" needs UCB1(c), not {tree_policy!r}.')
    policy = Unobserved(tree_policy.c)
    leaves = []
    for _ in range(workers):
        [leaf] = choose(root, 1, rng, policy, loss=0)
        leaves.append(leaf)
        policy.add(leaf.node, 1)
    return leaves


def unobserved_round(
    root: Node, workers: int, rng: random.Random, tree_policy: TreePolicy = UCT
) -> list[Iteration]:
    """Run one round of WU-UCT in one tree; return the records of the iterations.

    workers      ≥ 1, the number of workers
    tree_policy  a `UCB1`, whose c is used; any other policy raises ValueError
    """
    return finish(choose_unobserved(root, workers, rng, tree_policy), rng, loss=0)


# ---------------------------------------------------------------------------- many rounds


def rounds(
    root: Node,
    iterations: int,
    workers: int,
    rng: random.Random,
    *,
    scheme: str = "tree",
    tree_policy: TreePolicy = UCT,
    loss: int = 1,
) -> Iterator[list[Iteration]]:
    """Run rounds in one tree until `iterations` are done; yield the records of each round.

    iterations   ≥ 1, the total number of iterations
    workers      ≥ 1, the number of workers
    scheme       "tree", "unobserved" or "leaf" (see `parallel_search`)
    tree_policy  the tree policy; the scheme "unobserved" uses only its c
    loss         ≥ 0, the number of virtual losses at each pending leaf; used only by "tree"

    With one worker the iterations are the same as in `mctslib.search`.  Raises ValueError for
    an unknown scheme, for numbers below 1 and for a game that is over.  Raises `TreeInUse` while
    another search grows the tree.
    """
    iterations = whole_number("iterations", iterations)
    workers = whole_number("workers", workers)
    if scheme not in IN_ONE_TREE:
        names = '"tree", "unobserved" or "leaf"'
        raise ValueError(f"In one tree the scheme must be {names}, not {scheme!r}.")
    root = as_root(root)
    for done in range(0, iterations, workers):
        busy = min(workers, iterations - done)
        with alone(root):
            if scheme == "leaf":
                records = leaf_round(root, busy, rng, tree_policy)
            elif scheme == "unobserved":
                records = unobserved_round(root, busy, rng, tree_policy)
            else:
                records = tree_round(root, busy, rng, tree_policy, loss)
        yield records


def shared_out(iterations: int, trees: int) -> list[int]:
    """Return the number of iterations for each tree: equal shares, and at least one iteration each.

    The first trees get the remainder.  The shares therefore add up to `iterations`, unless there
    are more trees than iterations.
    """
    share, left_over = divmod(iterations, trees)
    shares = [share + 1] * left_over + [share] * (trees - left_over)
    return [max(1, share) for share in shares]


def added_up(roots: list[Node]) -> Node:
    """Return a root and its children, with the visits and value sums of all trees added up.

    roots  the roots of at least one tree; all trees begin at the same state
    """
    total = Node(roots[0].state)
    for action in total.state.legal_actions():
        found = [root.children[action] for root in roots if action in root.children]
        if found:
            child = Node(total.state.apply(action), total, action)
            child.visits = sum(node.visits for node in found)
            child.value_sum = fsum(node.value_sum for node in found)
            total.children[action] = child
    total.visits = sum(root.visits for root in roots)
    total.value_sum = fsum(root.value_sum for root in roots)
    return total


def parallel_search(
    state: State,
    iterations: int,
    workers: int,
    *,
    seed: random.Random | int | None = None,
    scheme: str = "tree",
    tree_policy: TreePolicy = UCT,
    loss: int = 1,
) -> Node:
    """Return the root of a tree that simulated workers have grown together.

    iterations  ≥ 1, the number of iterations of all workers together; the stop button ends the
                search after a round
    workers     ≥ 1, the number of workers
    seed        a whole number, which always gives the same tree, or a `random.Random`
    scheme      "tree": all workers share one tree, with virtual losses; "unobserved": all workers
                share one tree, and pending visits count only in the exploration term (WU-UCT);
                "leaf": all workers play out the same leaf; "root": each worker grows its own tree
                with its share of the iterations (at least one), and the visits of the first moves
                are added up
    loss        ≥ 0, the number of virtual losses at each pending leaf; used only by "tree"

    Raises ValueError for an unknown scheme, for numbers out of range and for a game that is over.
    """
    if scheme not in SCHEMES:
        raise ValueError(f"The scheme must be one of {', '.join(SCHEMES)}, not {scheme!r}.")
    if isinstance(loss, bool) or not isinstance(loss, int) or loss < 0:
        raise ValueError(f"loss must be a whole number ≥ 0, not {loss!r}.")
    iterations = whole_number("iterations", iterations)
    workers = whole_number("workers", workers)
    rng = seed if isinstance(seed, random.Random) else random.Random(seed)
    if scheme == "root":
        return many_trees(state, iterations, workers, rng, tree_policy)
    root = new_root(state)
    options: dict[str, Any] = {"scheme": scheme, "tree_policy": tree_policy, "loss": loss}
    with deferred_interrupt() as interrupt:
        for _ in rounds(root, iterations, workers, rng, **options):
            if interrupt.is_set():
                break
    return root


def new_root(state: State) -> Node:
    """Return a new root node for a state.

    Raises TypeError if `state` is not a state, and ValueError if its game is over.
    """
    return as_root(as_state(state, "A search starts from a state"))


def many_trees(
    state: State, iterations: int, workers: int, rng: random.Random, tree_policy: TreePolicy
) -> Node:
    """Grow one tree for each worker with a share of the iterations; return the sum of the trees.

    If the stop button is pressed, the sum includes only the trees that have been started.
    """
    roots = []
    with deferred_interrupt() as interrupt:
        for share in shared_out(iterations, workers):
            root = new_root(state)
            roots.append(root)
            for _ in rounds(root, share, 1, rng, tree_policy=tree_policy):
                if interrupt.is_set():
                    return added_up(roots)
    return added_up(roots)
