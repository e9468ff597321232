"""An engine as the clinic sees it: the parts of a search, each of which may carry a bug."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from mctslib.arena.players import Thinker
from mctslib.arena.thinking import Thoughts
from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.policies import UCB1, TreePolicy, most_visited
from mctslib.search import PHASES, Phases, iterate, reuse
from mctslib.tree import Iteration, Node

CHUNK = 100  # iterations between two pauses
UCT = UCB1()


@dataclass(frozen=True)
class Engine:
    """The parts of a search for tic-tac-toe; those of the library, unless told otherwise.

    game   the rules the engine believes in: `TicTacToe`, or a class that differs from it by one line
    """

    phases: Phases = PHASES
    tree_policy: TreePolicy = UCT
    iterate: Callable[..., Iteration] = iterate
    reuse: Callable[..., Node] = reuse
    game: type[TicTacToe] = TicTacToe

    def root(self, state: State) -> Node:
        """A tree of one node: `state`, a position of tic-tac-toe, as this engine understands it."""
        return Node(self.game._make(state))  # type: ignore[arg-type]

    def grow(self, root: Node, iterations: int, rng: random.Random) -> Node:
        """So many more iterations below `root`; returns it."""
        for _ in range(iterations):
            self.iterate(root, rng, self.tree_policy, phases=self.phases)
        return root

    def tree(self, state: State, iterations: int, seed: int = 0) -> Node:
        """A tree of so many iterations, grown from `state`."""
        return self.grow(self.root(state), iterations, random.Random(seed))


HEALTHY = Engine()


class EnginePlayer(Thinker):
    """An engine at the board.  Like any good player it keeps the part of its tree that was really played."""

    def __init__(self, engine: Engine, iterations: int) -> None:
        self.engine, self.iterations = engine, iterations
        self.name = "engine"
        self.last: tuple[Node, Action] | None = None

    def thoughts(self, state: State, rng: random.Random) -> Thoughts:
        """The move after so many more iterations."""
        root = self.root_of(state)
        for done in range(0, self.iterations, CHUNK):
            self.engine.grow(root, min(CHUNK, self.iterations - done), rng)
            yield done / self.iterations
        self.last = root, most_visited(root)
        return self.last[1]

    def root_of(self, state: State) -> Node:
        """The node of `state` two moves below the last search, cut off; a new one if there is none."""
        if self.last:
            before, own = self.last
            for reply, node in before.children[own].children.items():
                if node.state == state:
                    return self.engine.reuse(before, own, reply)
        return self.engine.root(state)
