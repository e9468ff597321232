"""Compute the data of `Workers`: one round of parallel search, worker by worker."""

import random
from typing import NamedTuple

from mctslib.door.entrance import search
from mctslib.game import State
from mctslib.methods import parallel
from mctslib.policies import UCB1
from mctslib.tree import Node, Path

SCHEMES = {
    "tree": "one tree, virtual loss",
    "unobserved": "one tree, WU-UCT",
    "leaf": "one leaf for all",
}
BEFORE = 40  # the number of sequential iterations before the first round


class Round(NamedTuple):
    """A round at the moment when all workers have chosen and no playout is over.

    root     the root of the tree, in which N and Q count only finished playouts
    leaves   the path of the node that each worker has chosen, in the order of the choices
    new      for each worker, whether it has added its node to the tree
    """

    root: Node
    leaves: list[Path]
    new: list[bool]

    def nodes(self, workers: int) -> int:
        """Return the number of different nodes that the first few workers have chosen."""
        return len(set(self.leaves[:workers]))


def one_round(state: State, scheme: str, workers: int, loss: int, rounds: int, seed: int) -> Round:
    """Search up to the middle of a round, and return the round at this moment.

    state    the position to search
    scheme   a key of `SCHEMES`
    workers  the number of workers in each round
    loss     the number of virtual losses that each waiting worker adds, if the scheme is "tree"
    rounds   the number of rounds before this one
    seed     the seed of the search
    """
    root = Node(state)
    rng = random.Random(seed)
    search(root, BEFORE, seed=rng)
    if rounds:
        iterations = rounds * workers
        for _ in parallel.rounds(root, iterations, workers, rng, scheme=scheme, loss=loss):
            pass
    leaves = chosen(root, scheme, workers, loss, rng)
    return Round(root, [leaf.node.path() for leaf in leaves], [leaf.new for leaf in leaves])


def chosen(
    root: Node, scheme: str, workers: int, loss: int, rng: random.Random
) -> list[parallel.PendingLeaf]:
    """Return the leaf that each worker chooses, and take back all virtual losses."""
    if scheme == "leaf":
        [first] = parallel.choose(root, 1, rng, UCB1(), 0)
        return [first] + [parallel.PendingLeaf(first.node, new=False)] * (workers - 1)
    if scheme == "unobserved":
        return parallel.choose_unobserved(root, workers, rng, UCB1())
    leaves = parallel.choose(root, workers, rng, UCB1(), loss)
    parallel.take_back(leaves, loss)
    return leaves
