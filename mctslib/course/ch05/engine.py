"""An engine of chapter 05: the parts of a search, each of which may have a bug."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from mctslib.arena.players import Thinker
from mctslib.arena.thinking import Thoughts
from mctslib.door.entrance import reuse
from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.policies import UCB1, TreePolicy, most_visited
from mctslib.search import PHASES, Phases, iterate
from mctslib.tree import Iteration, Node

CHUNK = 100  # iterations between two pauses
UCT = UCB1()


@dataclass(frozen=True)
class Engine:
    """The parts of a tic-tac-toe search, by default the parts of the library.

    game  the class of the positions in the engine's trees, either `TicTacToe` or a class that
          differs from `TicTacToe` in one line
    """

    phases: Phases = PHASES
    tree_policy: TreePolicy = UCT
    iterate: Callable[..., Iteration] = iterate
    reuse: Callable[..., Node] = reuse
    game: type[TicTacToe] = TicTacToe

    def root(self, state: State) -> Node:
        """Return a tree of one node for a position of tic-tac-toe, under this engine's rules."""
        return Node(self.game._make(state))  # type: ignore[arg-type]

    def grow(self, root: Node, iterations: int, rng: random.Random) -> Node:
        """Run `iterations` more iterations in the tree below `root`, and return `root`."""
        for _ in range(iterations):
            self.iterate(root, rng, self.tree_policy, phases=self.phases)
        return root

    def tree(self, state: State, iterations: int, seed: int = 0) -> Node:
        """Return the root of a tree grown from `state`."""
        return self.grow(self.root(state), iterations, random.Random(seed))


HEALTHY = Engine()


class EnginePlayer(Thinker):
    """A player that searches with an engine.

    Between its moves the player keeps the part of its tree below the moves that were played.
    """

    def __init__(self, engine: Engine, iterations: int) -> None:
        self.engine, self.iterations = engine, iterations
        self.name = "engine"
        self.last: tuple[Node, Action] | None = None

    def thoughts(self, state: State, rng: random.Random) -> Thoughts:
        """Search, yield the progress from 0 to 1, and return the most visited move."""
        root = self.root_of(state)
        for done in range(0, self.iterations, CHUNK):
            self.engine.grow(root, min(CHUNK, self.iterations - done), rng)
            yield done / self.iterations
        self.last = root, most_visited(root)
        return self.last[1]

    def root_of(self, state: State) -> Node:
        """Return the node of `state`, cut off from the tree of the last search.

        If this tree has no such node, return a new node.
        """
        if self.last:
            before, own = self.last
            for reply, node in before.children[own].children.items():
                if node.state == state:
                    return self.engine.reuse(before, own, reply)
        return self.engine.root(state)
