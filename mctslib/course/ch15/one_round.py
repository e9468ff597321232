"""Compute the data of `Workers`: one round of parallel search, worker by worker."""

import random
from typing import NamedTuple

from mctslib.course.puzzles import A
from mctslib.door.entrance import search
from mctslib.methods import parallel
from mctslib.policies import UCB1
from mctslib.tree import Node, Path

BEFORE = 40  # the number of sequential iterations before the round


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


def one_round(workers: int, loss: int) -> Round:
    """Search position A up to the middle of a round, and return the round at this moment.

    loss  the number of virtual losses that each waiting worker adds
    """
    root, rng = Node(A.state), random.Random(0)
    search(root, BEFORE, seed=rng)
    leaves = parallel.choose(root, workers, rng, UCB1(), loss)
    parallel.take_back(leaves, loss)
    return Round(root, [leaf.node.path() for leaf in leaves], [leaf.new for leaf in leaves])
