"""Record how proofs spread through a tree: the iterations in which each node is added and becomes
known.
"""

import random
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from mctslib.door.entrance import search
from mctslib.draw.scores import in_order
from mctslib.game import State
from mctslib.methods.solver import Solver, badge
from mctslib.policies import UCB1
from mctslib.search import Phases
from mctslib.tree import Node, Playout

MOST = 6_000  # iterations after which a search without a proof ends
SLICE = 150  # iterations in one slice of the search


class Box(NamedTuple):
    """A node of the tree.

    born   the number of iterations after which the node is in the tree
    known  the number of iterations after which the node's fact is known, or None if the fact never
           becomes known
    """

    node: Node
    depth: int
    born: int
    known: int | None

    def is_known(self, t: int) -> bool:
        """Return whether the node is known after `t` iterations."""
        return self.known is not None and self.known <= t


class Spreading:
    """A search that ends when the root is proved, with plain UCT or with the solver.

    Both kinds of search record facts, but only the solver uses them.

    proved  the number of iterations after which the root was proved, or None
    done    the number of iterations made so far
    boxes   the boxes of all nodes, parents before their children; empty until `grow` has ended
    """

    def __init__(self, state: State, seed: int, uses_facts: bool) -> None:
        self.solver = Solver()
        self.root = Node(state)
        self.rng = random.Random(seed)
        self.options = self.solver.options()
        self.options["phases"] = Phases(after=self._after)  # without decisive moves
        if not uses_facts:
            self.options["tree_policy"] = UCB1()
        self.done = 0
        self.proved: int | None = None
        self.born: dict[Node, int] = {self.root: 0}
        self.known: dict[Node, int] = {}
        self.boxes: list[Box] = []

    def grow(self) -> Iterator[float]:
        """Search until the root is proved or `MOST` iterations are made; yield the share made."""
        while self.proved is None and self.done < MOST:
            slice_of_search = min(SLICE, MOST - self.done)
            found = search(self.root, slice_of_search, seed=self.rng, **self.options)
            if found.stopped_by == "proved":
                self.proved = self.done
            yield self.done / MOST
        self.boxes = list(self._placed())
        self._births = sorted(box.born for box in self.boxes)
        self._proofs = sorted(box.known for box in self.boxes if box.known is not None)

    def _after(self, node: Node, playout: Playout) -> None:
        """Record the node that the iteration added, and the nodes that became known."""
        self.done += 1
        self.born.setdefault(node, self.done)
        self.solver.after(node, playout)
        above: Node | None = node
        while above is not None and above in self.solver.facts:
            self.known.setdefault(above, self.done)
            above = above.parent

    def _placed(self) -> Iterator[Box]:
        """Yield the boxes of all nodes, parents first."""
        waiting = [(self.root, 0)]
        for node, depth in waiting:  # the loop appends to this list
            yield Box(node, depth, self.born[node], self.known.get(node))
            waiting += [(child, depth + 1) for _, child in in_order(node)]

    def counts(self, t: int) -> tuple[int, int]:
        """Return the number of nodes and the number of known nodes after `t` iterations."""
        return bisect_right(self._births, t), bisect_right(self._proofs, t)

    def words(self, t: int) -> str:
        """Describe in words what is known after `t` iterations about the nodes, the root and its
        moves.
        """
        nodes, known = self.counts(t)
        moves = []
        for box in self.boxes:
            if box.depth == 1 and box.born <= t:
                moves.append(f"{box.node.action} {self.badge(box, t) or 'not known'}")
        root = self.badge(self.boxes[0], t) or "not known"
        return f"{known:,} of {nodes:,} nodes known; root: {root}; moves: {', '.join(moves)}"

    def badge(self, box: Box, t: int) -> str:
        """Return the badge of a node after `t` iterations, or "" if the node is not known yet."""
        return badge(box.node, self.solver.facts) if box.is_known(t) else ""

    def result(self, box: Box) -> float | None:
        """Return player 0's reward if the fact of the node is known at the end, or None."""
        fact = self.solver.facts.get(box.node)
        return None if box.known is None or fact is None else float(fact[0])
