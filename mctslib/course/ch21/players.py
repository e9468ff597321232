"""Define the players that take the last exam, each with the settings from its chapter.

No setting was tuned on the questions.  The budget of a player is the number of iterations in the
search for each move.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
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
from mctslib.tree import Node

NETWORK = "c4-0-60"  # chapter 16: 60 generations of self-play on this board
WORKERS = 8
RAVE_K = 300
SHIFT = 500_000  # the difference between the seeds of UCT and of "UCT, other seed"

Shares = Mapping[Action, float]
"""A dict that maps each action to a number from 0 to 1.  The more the player prefers the action,
the higher its number.
"""


class ExamAnswer(NamedTuple):
    """A player's answer to a question.

    action  the chosen move
    shares  a number for each move; the player bases its choice on these numbers, and
            `Candidate.reason` names their meaning
    """

    action: Action
    shares: Shares


Think = Callable[[State, int, random.Random], ExamAnswer]
"""A function that takes a position, a budget in iterations and a random generator, and returns an
answer.
"""


class Candidate(NamedTuple):
    """A player that takes the exam.

    name     the name of the player
    chapter  the chapter that introduces the player
    think    a function that takes a position, a number of iterations and a random generator, and
             returns the answer
    reason   the meaning of the shares in an answer: "visits", "mean reward", "prior" or "no reason"
    counts   whether the player uses its budget; the random player and the network without a search
             do not
    shift    a number that is added to the seed of each question's generator
    """

    name: str
    chapter: str
    think: Think
    reason: str = "visits"
    counts: bool = True
    shift: int = 0


# ---------------------------------------------------------------------------- thinking


def at_random(state: State, iterations: int, rng: random.Random) -> ExamAnswer:
    """Return a random legal move."""
    actions = state.legal_actions()
    return ExamAnswer(uniform(state, rng), dict.fromkeys(actions, 1 / len(actions)))


def by_playouts(state: State, iterations: int, rng: random.Random) -> ExamAnswer:
    """Return the move with the best mean reward in playouts without a tree (flat Monte Carlo)."""
    means = {}
    for action, (visits, mean) in flat_search(state, iterations, rng).items():
        if visits:
            means[action] = mean
    return ExamAnswer(max(means, key=means.__getitem__), means)


def visit_shares(root: Node) -> Shares:
    """Return a dict from each action to its child's share of the visits of all children."""
    total = sum(child.visits for child in root.children.values())
    return {action: child.visits / total for action, child in root.children.items()}


def by_tree(
    options: Callable[[int], dict[str, Any]], state: State, iterations: int, rng: random.Random
) -> ExamAnswer:
    """Search with the readable engine and return the answer.

    options  a function that takes a number of iterations and returns the options of `search`; it is
             called once for each move
    """
    found = search(state, iterations, seed=rng, **options(iterations))
    return ExamAnswer(found.action, visit_shares(found.root))


def by_compiled_tree(state: State, iterations: int, rng: random.Random) -> ExamAnswer:
    """Search with the compiled engine and return the answer."""
    found = fast.search(state, iterations, seed=rng)
    return ExamAnswer(found.action, visit_shares(found.root))


def by_graph(state: State, iterations: int, rng: random.Random) -> ExamAnswer:
    """Search a graph, in which each position is stored once, and return the answer."""
    found = Graph(state).search(iterations, rng)
    return ExamAnswer(found.action, visit_shares(found.root))


def by_workers(state: State, iterations: int, rng: random.Random) -> ExamAnswer:
    """Search in parallel with virtual losses and return the answer.  The workers share the budget
    of `iterations`.
    """
    root = parallel_search(state, iterations, WORKERS, seed=rng)
    return ExamAnswer(most_visited(root), visit_shares(root))


@cache
def network() -> Brain:
    """Return the network of chapter 16 for this board."""
    return shipped(NETWORK, START)


def by_prior(state: State, iterations: int, rng: random.Random) -> ExamAnswer:
    """Return the move with the highest prior of the network, without a search."""
    priors, _ = network()(state)
    return ExamAnswer(max(priors, key=priors.__getitem__), priors)


def forgetting(think: Think) -> Think:
    """Return a function that empties the network's cache of positions and then calls `think`."""

    def forgetful(state: State, iterations: int, rng: random.Random) -> ExamAnswer:
        network().forget()  # with cached results, the measured time would be too short
        return think(state, iterations, rng)

    return forgetful


# ---------------------------------------------------------------------------- candidates


def plain(iterations: int) -> dict[str, Any]:
    """Return the options of UCT."""
    return {}


def heavy(iterations: int) -> dict[str, Any]:
    """Return the options of UCT with playouts that win at once or block the opponent's win."""
    return {"rollout_policy": blocking}


def solving(iterations: int) -> dict[str, Any]:
    """Return the options of MCTS-Solver."""
    return Solver().options()


def sharing(iterations: int) -> dict[str, Any]:
    """Return the options of RAVE."""
    return Rave(RAVE_K).options()


def biased(iterations: int) -> dict[str, Any]:
    """Return the options of progressive bias."""
    return ProgressiveBias().options()


def widening(iterations: int) -> dict[str, Any]:
    """Return the options of progressive widening."""
    return Widening().options()


def guided(iterations: int) -> dict[str, Any]:
    """Return the options of PUCT with the network."""
    return Puct(network()).options()


def halving(iterations: int) -> dict[str, Any]:
    """Return the options of a Gumbel search with the network for this number of iterations."""
    return Gumbel(network(), iterations).options()


def tree(name: str, chapter: str, options: Callable[[int], dict[str, Any]], **more: Any) -> Any:
    """Return a candidate that searches with the readable engine."""
    return Candidate(name, chapter, partial(by_tree, options), **more)


def guided_tree(name: str, chapter: str, options: Callable[[int], dict[str, Any]]) -> Candidate:
    """Return a candidate that searches with the readable engine and the network."""
    return Candidate(name, chapter, forgetting(partial(by_tree, options)))


CANDIDATES: tuple[Candidate, ...] = (
    Candidate("random", "00", at_random, "no reason", counts=False),
    Candidate("flat", "01", by_playouts, "mean reward"),
    tree("UCT", "04", plain),
    Candidate("graph", "06b", by_graph),
    tree("UCT, other seed", "09", plain, shift=SHIFT),
    tree("win or block", "10", heavy),
    Candidate("compiled", "12b", by_compiled_tree),
    tree("solver", "13", solving),
    tree("RAVE", "14", sharing),
    tree("bias", "14", biased),
    Candidate("8 workers", "15", by_workers),
    Candidate("network alone", "16", forgetting(by_prior), "prior", counts=False),
    guided_tree("PUCT", "16", guided),
    guided_tree("Gumbel", "16b", halving),
    tree("widening", "18", widening),
)
"""All players that take the exam except alpha-beta, whose code belongs to chapter 12."""
