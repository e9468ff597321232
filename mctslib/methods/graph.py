"""Search a graph of positions: a position that several paths reach is stored once.

A tree stores a position once for every path that leads to it, and each copy learns alone.  In a
graph, what one path has learned is known to all paths (Childs, Brodeur and Kocsis, 2008; Saffidine,
Cazenave and Méhat, 2012; Czech, Korus and Kersting, 2021).

Two numbers that are equal in a tree differ in a graph, so each is stored in its own place:

- how often a position was visited (`Spot.visits`), and how often *this move* led to it
  (`Edge.visits`).  Selection compares moves, so it counts the visits of edges
- what the playouts through a position have paid, and what is known now about the positions after
  it.  `Spot.learn` therefore computes the sums anew from the successors

Both rules are those of D. Wu's notes on the graph search of KataGo.  A `Node` has one parent,
so this method has a loop of its own, and not `options()` for `search`.
"""

from __future__ import annotations

import random
import time
from collections.abc import Hashable
from math import log, sqrt
from typing import Any

from mctslib.arena.players import Thinker
from mctslib.arena.thinking import Thoughts, fraction, growing, limit_for
from mctslib.door.contract import (
    CannotSearch,
    Simulate,
    check_position,
    first_look,
    simulate_to_an_end,
)
from mctslib.door.limits import Limit, as_limit, deferred_interrupt
from mctslib.door.luck import generator
from mctslib.door.result import SearchResult
from mctslib.game import Action, State
from mctslib.given import as_state, check_c
from mctslib.methods.refuse import refuse_chance
from mctslib.oracle import ComesAgain
from mctslib.policies import most_visited, uniform
from mctslib.tree import Node, attach


class Spot:
    """One position of the graph, whichever paths lead to it.

    state     the position
    edges     action → Edge, for the actions that were tried
    playouts  the number of playouts that began here: 1, but 0 at the root, and 1 for each visit if
              the game is over
    own       the sum of the rewards of these playouts, for each player
    visits    N, the playouts that began here plus the visits of all edges
    sums      W for each player, from 0 to N, as of the last `learn`
    """

    __slots__ = ("state", "edges", "playouts", "own", "visits", "sums")

    def __init__(self, state: State) -> None:
        self.state = state
        self.edges: dict[Action, Edge] = {}
        self.playouts = 0
        self.own = [0.0] * state.num_players
        self.visits = 0
        self.sums = self.own

    def value(self, player: int) -> float:
        """Return Q, the mean reward of a player, from 0 to 1; there must be a visit."""
        return self.sums[player] / self.visits

    def learn(self) -> None:
        """Compute `visits` and `sums` from the playouts that began here and from the edges.

        An edge with n visits counts n times the mean of the position that it leads to.  In a tree
        all visits of that position came through the edge, so this is UCT's sum.
        """
        visits = self.playouts
        sums = list(self.own)
        for edge in self.edges.values():
            visits += edge.visits
            for player, total in enumerate(edge.end.sums):
                sums[player] += edge.visits * total / edge.end.visits
        self.visits = visits
        self.sums = sums


class Edge:
    """One move: the action, the position to which it leads, and how often it was taken."""

    __slots__ = ("action", "end", "visits")

    def __init__(self, action: Action, end: Spot) -> None:
        self.action = action
        self.end = end
        self.visits = 0


class Graph:
    """A search on the graph of the positions that can be reached from a start.

    start           the position to move in; the game must not be over
    c               ≥ 0, the exploration constant of UCB1
    merging         whether equal positions are one spot.  Without merging the graph is a tree, and
                    its visits, sums and moves are those of `search` with the same seed
    spots           the position → its `Spot`; without merging, the path of actions → its `Spot`
    paths           for each iteration, the actions from the root to its playout

    Raises ValueError if c is out of range or the game is over, `BrokenContract` if the game breaks
    the contract of `State`, and `CannotSearch` for a game with chance or hidden cards, or if a
    position does not equal itself when it is reached twice.
    """

    def __init__(
        self,
        start: State,
        *,
        c: float = 1.0,
        merging: bool = True,
    ) -> None:
        check_c(c)
        self.start = as_state(start, "A search starts from a state")
        refuse_chance(start, "A search on a graph")
        if start.is_terminal():
            raise ValueError(f"The game is over, so there is no move to search for.\n{start}")
        check_position(start)
        if merging:
            check_equality(start)
        self.c = c
        self.merging = merging
        self.root = Spot(start)
        self.spots: dict[Any, Spot] = {self.key(start, ()): self.root}
        self.paths: list[tuple[Action, ...]] = []

    def key(self, state: State, path: tuple[Action, ...]) -> Hashable:
        """Return the key of a position in `spots`."""
        return state if self.merging else path

    def search(
        self, limit: Limit | int = 1000, seed: random.Random | int | None = None
    ) -> SearchResult:
        """Search on, and return the result, whose tree has only the moves of the root.

        limit  a `Limit`, or a number of iterations; `nodes` counts spots
        seed   a whole number or a `random.Random`, as for `search`

        Raises `ComesAgain` if a path comes back to a position that it has passed.  An iteration
        that fails leaves no trace in the graph.
        """
        limit = as_limit(limit)
        rng = generator(seed)
        simulate = (
            simulate_to_an_end if self.root.visits else first_look(self.start, simulate_to_an_end)
        )
        iterations = 0
        stopped_by = None
        start = time.perf_counter()
        with deferred_interrupt() as interrupt:
            while stopped_by is None:
                self.iterate(rng, simulate)
                simulate = simulate_to_an_end
                iterations += 1
                seconds = time.perf_counter() - start
                stopped_by = limit.reached(iterations, seconds, len(self.spots))
                if interrupt.is_set():
                    stopped_by = "interrupt"
        root = self.first_moves()
        seconds = time.perf_counter() - start
        return SearchResult(root, most_visited(root), iterations, seconds, stopped_by)

    def iterate(self, rng: random.Random, simulate: Simulate = simulate_to_an_end) -> list[Edge]:
        """Run one iteration, and return its path, the edges from the root to the playout."""
        path = self.walk(rng)
        end = path[-1].end
        rewards = simulate(end.state, rng, uniform).rewards
        end.playouts += 1
        end.own = [a + b for a, b in zip(end.own, rewards, strict=True)]
        passed = [self.root]
        for edge in path:
            self.take(passed[-1], edge)
            passed.append(edge.end)
        actions = tuple(edge.action for edge in path)
        self.spots.setdefault(self.key(end.state, actions), end)
        self.learned(passed, rewards)
        self.paths.append(actions)
        return path

    def learned(self, passed: list[Spot], rewards: tuple[float, ...]) -> None:
        """Update the spots of a path, from the end to the root.

        So each spot uses the new numbers of the spots below it.

        rewards  the rewards of the playout at the end of the path
        """
        for spot in reversed(passed):
            spot.learn()

    def walk(self, rng: random.Random) -> list[Edge]:
        """Return the edges from the root to a new position or to the end of a game.

        The walk passes through positions that other paths have reached before; only a new position
        gets a playout.
        """
        path: list[Edge] = []
        passed = [self.root]
        spot = self.root
        while spot is self.root or (spot.playouts and not spot.state.is_terminal()):
            edge = self.step(spot, path, rng)
            spot = edge.end
            if spot in passed:
                raise ComesAgain(
                    "A path came back to a position that it had passed: count the moves in the"
                    f" state, so that no position comes again.\n{spot.state}"
                )
            path.append(edge)
            passed.append(spot)
        return path

    def step(self, spot: Spot, path: list[Edge], rng: random.Random) -> Edge:
        """Return an untried move of `spot`, picked at random, or else the move of highest UCB1.

        path  the edges that were walked to the spot
        """
        untried = [action for action in spot.state.legal_actions() if action not in spot.edges]
        if not untried:
            return self.select(spot)
        action = untried[int(rng.random() * len(untried))]
        state = spot.state.apply(action)
        known = self.spots.get(self.key(state, (*(edge.action for edge in path), action)))
        return Edge(action, known or Spot(state))

    def select(self, spot: Spot) -> Edge:
        """Return the move of highest UCB1, whose n is the number of times this move was taken."""
        player = spot.state.current_player
        log_visits = log(spot.visits)
        return max(
            spot.edges.values(),
            key=lambda edge: edge.end.value(player) + self.c * sqrt(log_visits / edge.visits),
        )

    def take(self, spot: Spot, edge: Edge) -> None:
        """Count a visit of an edge; attach the edge to its spot if it is new.

        Once all moves of the spot have edges, the edges are in the order of the legal actions.
        """
        edge.visits += 1
        if edge.action not in spot.edges:
            spot.edges[edge.action] = edge
            legal = spot.state.legal_actions()
            if len(spot.edges) == len(legal):
                spot.edges = {action: spot.edges[action] for action in legal}

    def first_moves(self) -> Node:
        """Return the root and its moves as a tree: N of the edge, and Q of the position after it.

        So code that reads the root of a search can read this root, too.
        """
        player = self.start.current_player
        root = Node(self.start)
        for action in self.start.legal_actions():
            if action in self.root.edges:
                edge = self.root.edges[action]
                child = Node(edge.end.state, root, action)
                child.visits = edge.visits
                child.value_sum = edge.visits * edge.end.sums[player] / edge.end.visits
                root.children[action] = child
        root.visits = self.root.visits
        root.value_sum = self.root.sums[player]
        return root

    def walked(self) -> Node:
        """Return the paths as a tree, for pictures: `TwoTrees` and `Atlas` draw it.

        N counts the iterations that took exactly this path, and Q is that of the position.  Without
        merging it is the tree of `search`.
        """
        player = self.start.current_player
        root = Node(self.start)
        root.visits, root.value_sum = self.root.visits, self.root.sums[player]
        for path in self.paths:
            node, spot = root, self.root
            for action in path:
                spot = spot.edges[action].end
                node = node.children.get(action) or attach(node, action)
                node.visits += 1
                node.value_sum = node.visits * spot.value(node.player)
        return root


class GraphPlayer(Thinker):
    """A player who searches a new graph for each move.

    limit   the limit of the search for each move
    c       ≥ 0, the exploration constant
    name    the name of the player
    result  the `SearchResult` of the last move; during a search, the result so far
    """

    def __init__(self, limit: Limit | int = 1000, *, c: float = 1.0, name: str = "graph") -> None:
        check_c(c)
        self.limit = as_limit(limit)
        self.c = c
        self.name = name
        self.result: SearchResult | None = None

    def thoughts(self, state: State, rng: random.Random) -> Thoughts:
        """Search, with pauses; return the most visited move.

        The only legal move is returned after one iteration.
        """
        graph = Graph(state, c=self.c)
        limit = limit_for(state, self.limit)

        def engine(root: Node, limit: Limit, seed: random.Random) -> SearchResult:
            return graph.search(limit, seed)

        for found in growing(graph.first_moves(), limit, rng, engine=engine):
            self.result = found
            yield fraction(found, limit)
        return found.action


def check_equality(state: State) -> None:
    """Raise `CannotSearch` unless a position that is reached twice has equal hash and is equal."""
    action = state.legal_actions()[0]
    one, other = state.apply(action), state.apply(action)
    try:
        same = one == other and hash(one) == hash(other)
    except TypeError:  # it has no hash
        same = False
    if not same:
        raise CannotSearch(
            f"A search on a graph cannot search {type(state).__name__}, because a position does not"
            " equal itself when it is reached twice: give the class __eq__ and __hash__."
        )
