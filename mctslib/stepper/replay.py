"""Compute the tree of a recorded search after any number of *half* iterations.

The first half of an iteration adds a node to the tree, and the second half backpropagates.  A
reader may want to stop between the halves.  On the way forward, the tree is changed in place.  On
the way back, the tree is rebuilt from the record, because a reader's own `backpropagate` cannot be
undone.
"""

from mctslib.door.guard import upwards
from mctslib.door.saved import check_fits
from mctslib.search import Phases
from mctslib.stepper.explain import Change
from mctslib.trace import Trace, finish
from mctslib.tree import Iteration, Node, regrow, walk


class Replay:
    """A tree that can be brought to its state at any moment of a trace.

    root    the root after `half` half iterations; going back makes a new root
    """

    def __init__(self, trace: Trace, phases: Phases) -> None:
        self.trace, self.phases = trace, phases
        self.restart()

    def restart(self) -> None:
        """Go back to a tree that consists of the root alone."""
        self.root, self.half = Node(self.trace.state), 0
        self._before: list[tuple[Node, int, float]] = []

    def go(self, half: int) -> Node:
        """Bring the tree to its state after `half` half iterations, and return the root.

        Raises ValueError or KeyError for a record that does not fit the tree.  The tree is then
        left in the state before that record.
        """
        if half < self.half:
            self.restart()
        while self.half < half:
            self._advance(self.trace.iterations[self.half // 2])
            self.half += 1
        return self.root

    def _advance(self, iteration: Iteration) -> None:
        if self.half % 2:
            node = walk(self.root, iteration.path)
            self._before = [(above, above.visits, above.value_sum) for above in upwards(node)]
            finish(node, iteration, self.phases)
        else:
            check_fits(self.root, iteration)
            regrow(self.root, iteration)

    def changes(self) -> tuple[Change, ...]:
        """Return the changes that the last backpropagation made, from the bottom up."""
        return tuple(Change(n, (N, n.visits), (W, n.value_sum)) for n, N, W in self._before)
