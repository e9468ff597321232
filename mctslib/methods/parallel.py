"""Many workers search at the same time: leaf, root and tree parallelisation (Chaslot, Winands and van den Herik, 2008).

They work in *rounds*, one after the other on one process: in a round every worker chooses a leaf before any of them has
a result.  So what parallel search loses can be stepped through, drawn and counted, and a seed gives the same tree.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from mctslib.arena.players import Thinker
from mctslib.arena.thinking import Thoughts
from mctslib.game import State
from mctslib.limits import whole_number
from mctslib.policies import UCB1, TreePolicy, most_visited, uniform
from mctslib.search import backpropagate, expand, select, simulate
from mctslib.tree import Iteration, Node

SCHEMES = ("tree", "leaf", "root")
UCT = UCB1()


def wait(node: Node | None, amount: int) -> None:
    """Count `amount` visits without a reward from the node up to the root; a negative number takes them back.

    A **virtual loss**: a visit whose result is not there yet counts as a loss, so the next worker goes elsewhere.
    """
    while node is not None:
        node.visits += amount
        node = node.parent


class PendingLeaf(NamedTuple):
    """Where a worker stands: the node that it plays out, and whether the node is new."""

    node: Node
    new: bool


def choose(
    root: Node, workers: int, rng: random.Random, tree_policy: TreePolicy = UCT, loss: int = 1
) -> list[PendingLeaf]:
    """The first half of a round: one worker after the other selects and expands, and waits there."""
    stands = []
    for _ in range(workers):
        leaf = select(root, tree_policy)
        before = len(leaf.children)
        node = expand(leaf, rng)
        stands.append(PendingLeaf(node, len(leaf.children) > before))
        wait(node, loss)
    return stands


def finish(stands: list[PendingLeaf], rng: random.Random, loss: int = 1) -> list[Iteration]:
    """The second half: all playouts, then all results; every virtual loss is taken back where it was counted."""
    playouts = [simulate(stand.node.state, rng, uniform) for stand in stands]
    for stand, playout in zip(stands, playouts):
        wait(stand.node, -loss)
        backpropagate(stand.node, playout.rewards)
    return [
        Iteration(stand.node.path(), stand.new, *playout)
        for stand, playout in zip(stands, playouts)
    ]


def tree_round(
    root: Node, workers: int, rng: random.Random, tree_policy: TreePolicy = UCT, loss: int = 1
) -> list[Iteration]:
    """One round in which all workers share one tree; each counts `loss` virtual losses while it waits."""
    return finish(choose(root, workers, rng, tree_policy, loss), rng, loss)


def leaf_round(
    root: Node, workers: int, rng: random.Random, tree_policy: TreePolicy = UCT
) -> list[Iteration]:
    """One round in which one leaf is chosen, and all workers play it out."""
    first = choose(root, 1, rng, tree_policy, 0)
    return finish(first + [PendingLeaf(first[0].node, False)] * (workers - 1), rng, 0)


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
    """Rounds in one tree ("tree" or "leaf") until it has so many iterations more; yields the records of each round.

    With one worker they are the iterations of `mctslib.search`.  Raises ValueError for another scheme.
    """
    iterations, workers = whole_number("iterations", iterations), whole_number("workers", workers)
    if scheme not in SCHEMES[:2]:
        raise ValueError(f'In one tree the scheme is "tree" or "leaf", not {scheme!r}.')
    for done in range(0, iterations, workers):
        few = min(workers, iterations - done)
        if scheme == "leaf":
            yield leaf_round(root, few, rng, tree_policy)
        else:
            yield tree_round(root, few, rng, tree_policy, loss)


def added_up(roots: list[Node]) -> Node:
    """A root and its children with the visits and value sums of all these trees, which begin at the same state."""
    total = Node(roots[0].state)
    for action in total.state.legal_actions():
        found = [root.children[action] for root in roots if action in root.children]
        if found:
            child = total.children[action] = Node(total.state.apply(action), total, action)
            child.visits = sum(node.visits for node in found)
            child.value_sum = sum(node.value_sum for node in found)
    total.visits = sum(root.visits for root in roots)
    total.value_sum = sum(root.value_sum for root in roots)
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
    """The root after so many iterations *in all*, by so many workers.

    scheme  "tree": all in one tree · "leaf": all play out one leaf · "root": each has a tree of its own, with its
            share of the iterations (at least one), and what the trees say of the first moves is added up
    loss    virtual losses a waiting worker counts in a "tree", 0 for none

    Raises ValueError for another scheme, and for numbers of iterations or workers below 1.
    """
    if scheme not in SCHEMES:
        raise ValueError(f"The scheme is one of {', '.join(SCHEMES)}, not {scheme!r}.")
    if isinstance(loss, bool) or not isinstance(loss, int) or loss < 0:
        raise ValueError(f"loss must be a whole number ≥ 0, not {loss!r}.")
    iterations, workers = whole_number("iterations", iterations), whole_number("workers", workers)
    rng = seed if isinstance(seed, random.Random) else random.Random(seed)
    trees = workers if scheme == "root" else 1
    roots = [Node(state) for _ in range(trees)]
    inside = "tree" if scheme == "root" else scheme
    for number, root in enumerate(roots):
        share = max(1, iterations // trees + (number < iterations % trees))
        for _ in rounds(
            root, share, workers // trees, rng, scheme=inside, tree_policy=tree_policy, loss=loss
        ):
            pass
    return added_up(roots) if scheme == "root" else roots[0]


class ParallelPlayer(Thinker):
    """Plays the most visited move of `parallel_search`; the arguments are its own."""

    def __init__(
        self,
        iterations: int,
        workers: int,
        *,
        scheme: str = "tree",
        tree_policy: TreePolicy = UCT,
        loss: int = 1,
        name: str | None = None,
    ) -> None:
        self.iterations, self.workers = iterations, workers
        self.options: dict[str, Any] = {"scheme": scheme, "tree_policy": tree_policy, "loss": loss}
        self.name = name or f"{scheme} {iterations} by {workers}"

    def thoughts(self, state: State, rng: random.Random) -> Thoughts:
        """One pause: its searches are short."""
        yield None
        root = parallel_search(state, self.iterations, self.workers, seed=rng, **self.options)
        return most_visited(root)
