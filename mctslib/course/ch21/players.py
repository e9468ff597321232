"""Define the players that take the last exam, each with the settings from its chapter.

No setting was tuned on the questions.  The budget of a player is the number of iterations in the
search for each move.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

from mctslib import fast
from mctslib.arena.players import flat_search
from mctslib.course.ch21.exam import START
from mctslib.door.entrance import search
from mctslib.game import Action, State
from mctslib.methods.bias import ProgressiveBias
from mctslib.methods.graph import Graph
from mctslib.methods.gumbel import Gumbel
from mctslib.methods.network import Brain, shipped
from mctslib.methods.parallel import parallel_search
from mctslib.methods.puct import Puct
from mctslib.methods.rave import Rave
from mctslib.methods.solver import Solver
from mctslib.methods.widening import Widening
from mctslib.more_policies import blocking
from mctslib.policies import most_visited, uniform

NETWORK = "c4-0-60"  # chapter 16: 60 generations of self-play on this board
WORKERS = 8
RAVE_K = 300
SHIFT = 500_000  # the difference between the seeds of UCT and of "UCT, other seed"

Think = Callable[[State, int, random.Random], Action]
"""A function that takes a position, a budget in iterations and a random generator, and returns the
chosen move.
"""


class Candidate(NamedTuple):
    """A player that takes the exam.

    name     the name of the player
    chapter  the chapter that introduces the player
    think    a function that takes a position, a number of iterations and a random generator, and
             returns the answer
    counts   whether the player uses its budget; the random player and the network without a search
             do not
    shift    a number that is added to the seed of each question's generator
    """

    name: str
    chapter: str
    think: Think
    counts: bool = True
    shift: int = 0


# ---------------------------------------------------------------------------- thinking


def at_random(state: State, iterations: int, rng: random.Random) -> Action:
    """Return a random legal move."""
    return uniform(state, rng)


def by_playouts(state: State, iterations: int, rng: random.Random) -> Action:
    """Return the move with the best mean reward in playouts without a tree (flat Monte Carlo)."""
    means = {}
    for action, (visits, mean) in flat_search(state, iterations, rng).items():
        if visits:
            means[action] = mean
    return max(means, key=means.__getitem__)


def by_tree(
    options: Callable[[int], dict[str, Any]], state: State, iterations: int, rng: random.Random
) -> Action:
    """Search with the readable engine and return the chosen move.

    options  a function that takes a number of iterations and returns the options of `search`; it is
             called once for each move
    """
    return search(state, iterations, seed=rng, **options(iterations)).action


def by_compiled_tree(state: State, iterations: int, rng: random.Random) -> Action:
    """Search with the compiled engine and return the chosen move."""
    return fast.search(state, iterations, seed=rng).action


def by_graph(state: State, iterations: int, rng: random.Random) -> Action:
    """Search a graph, in which each position is stored once, and return the chosen move."""
    return Graph(state).search(iterations, rng).action


def by_workers(state: State, iterations: int, rng: random.Random) -> Action:
    """Search in parallel with virtual losses and return the chosen move.  The workers share the
    budget of `iterations`.
    """
    return most_visited(parallel_search(state, iterations, WORKERS, seed=rng))


@cache
def network() -> Brain:
    """Return the network of chapter 16 for this board."""
    return shipped(NETWORK, START)


def by_prior(state: State, iterations: int, rng: random.Random) -> Action:
    """Return the move with the highest prior of the network, without a search."""
    priors, _ = network()(state)
    return max(priors, key=priors.__getitem__)


def forgetting(think: Think) -> Think:
    """Return a function that empties the network's cache of positions and then calls `think`."""

    def forgetful(state: State, iterations: int, rng: random.Random) -> Action:
        network().forget()  # with cached results, the measured time would be too short
        return think(state, iterations, rng)

    return forgetful


# ---------------------------------------------------------------------------- candidates


def tree(name: str, chapter: str, options: Callable[[int], dict[str, Any]], **more: Any) -> Any:
    """Return a candidate that searches with the readable engine."""
    return Candidate(name, chapter, partial(by_tree, options), **more)


def guided_tree(name: str, chapter: str, options: Callable[[int], dict[str, Any]]) -> Candidate:
    """Return a candidate that searches with the readable engine and the network."""
    return Candidate(name, chapter, forgetting(partial(by_tree, options)))


CANDIDATES: tuple[Candidate, ...] = (
    Candidate("random", "00", at_random, counts=False),
    Candidate("flat", "01", by_playouts),
    tree("UCT", "04", lambda iterations: {}),
    Candidate("graph", "06b", by_graph),
    tree("UCT, other seed", "09", lambda iterations: {}, shift=SHIFT),
    tree("win or block", "10", lambda iterations: {"rollout_policy": blocking}),
    Candidate("compiled", "12b", by_compiled_tree),
    tree("solver", "13", lambda iterations: Solver().options()),
    tree("RAVE", "14", lambda iterations: Rave(RAVE_K).options()),
    tree("bias", "14", lambda iterations: ProgressiveBias().options()),
    Candidate("8 workers", "15", by_workers),
    Candidate("network alone", "16", forgetting(by_prior), counts=False),
    guided_tree("PUCT", "16", lambda iterations: Puct(network()).options()),
    guided_tree("Gumbel", "16b", lambda iterations: Gumbel(network(), iterations).options()),
    tree("widening", "18", lambda iterations: Widening().options()),
)
"""All players that take the exam except alpha-beta, whose code belongs to chapter 12."""
