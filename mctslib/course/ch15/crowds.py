"""Count the different nodes that the workers of a round choose, in many trees."""

import random
from collections import Counter

from mctslib.course.puzzles import A
from mctslib.methods.parallel import Unobserved, add_virtual_loss, expand
from mctslib.policies import UCB1, TreePolicy
from mctslib.search import select
from mctslib.trace import record, replay

BEFORE = 40  # the number of iterations in each tree before the round
TREES = 300


def places(waiting: str, workers: int = 8) -> dict[int, int]:
    """Return a dictionary: number of different nodes that the workers choose → number of trees.

    waiting  how a waiting worker counts: "not at all", "loss" (virtual loss) or "visit" (WU-UCT)

    Each of the 300 trees is a search tree of position A after 40 iterations, with its own seed.
    """
    found = Counter(places_in(seed, waiting, workers) for seed in range(TREES))
    return dict(sorted(found.items()))


def places_in(seed: int, waiting: str, workers: int) -> int:
    """Return the number of different nodes that the workers choose in one tree."""
    root = replay(A.state, record(A.state, BEFORE, seed=seed).iterations)
    rng = random.Random(seed)
    unobserved = Unobserved()
    tree_policy: TreePolicy = unobserved if waiting == "visit" else UCB1()
    found = set()
    for _ in range(workers):
        node = expand(select(root, tree_policy), rng)
        found.add(node.path())
        if waiting == "loss":
            add_virtual_loss(node, 1)
        elif waiting == "visit":
            unobserved.add(node, 1)
    return len(found)
