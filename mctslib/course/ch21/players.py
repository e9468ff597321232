"""The players that take the last exam, each with the settings from its chapter.

Nothing was tuned on the questions.  A player of the exam is made for a budget, the number of
iterations of its search for a move.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, NamedTuple

from mctslib import fast
from mctslib.arena.players import Player, flat_search
from mctslib.course.ch21.exam import START
from mctslib.game import Action, State
from mctslib.methods.bias import ProgressiveBias
from mctslib.methods.gumbel import Gumbel
from mctslib.methods.network import Brain, shipped
from mctslib.methods.parallel import parallel_search
from mctslib.methods.puct import Puct
from mctslib.methods.rave import Rave
from mctslib.methods.solver import Solver
from mctslib.methods.widening import Widening
from mctslib.policies import blocking, most_visited, uniform
from mctslib.search import search
from mctslib.tree import Node

NETWORK = "c4-0-60"  # chapter 16: 60 generations of self-play on this board
WORKERS = 8
RAVE_K = 300
SHIFT = 500_000  # the difference between the seeds of UCT and of its double

Shares = Mapping[Action, float]
"""Action → a number from 0 to 1 that says how much the player prefers it."""


class ExamAnswer(NamedTuple):
    """The answer of a player.

    action  the chosen move
    shares  a number for each move, on which the choice is based; `Candidate.reason` says what the
            numbers mean
    """

    action: Action
    shares: Shares


Think = Callable[[State, int, random.Random], ExamAnswer]
"""A function of a position, a budget in iterations and a generator that returns an answer."""


class Candidate(NamedTuple):
    """A player that takes the exam.

    name     the name of the player
    chapter  the chapter that introduces the player
    think    a function of a position, a number of iterations and a generator; it returns the answer
    reason   the meaning of the shares in an answer: "visits", "mean reward", "prior" or "no reason"
    counts   whether the player has a budget; random moves and a network alone have none
    shift    a number that is added to the seed of each question
    """

    name: str
    chapter: str
    think: Think
    reason: str = "visits"
    counts: bool = True
    shift: int = 0


class ExamPlayer:
    """A player for matches that chooses its moves like a candidate.

    candidate   the candidate that chooses the moves
    iterations  the budget for each move
    """

    def __init__(self, candidate: Candidate, iterations: int) -> None:
        self.candidate = candidate
        self.iterations = iterations
        self.name = candidate.name

    def choose(self, state: State, rng: random.Random) -> Action:
        return self.candidate.think(state, self.iterations, rng).action


# ---------------------------------------------------------------------------- thinking


def at_random(state: State, iterations: int, rng: random.Random) -> ExamAnswer:
    """Answer with a random legal move."""
    actions = state.legal_actions()
    return ExamAnswer(uniform(state, rng), dict.fromkeys(actions, 1 / len(actions)))


def by_playouts(state: State, iterations: int, rng: random.Random) -> ExamAnswer:
    """Answer after playouts without a tree, with the best mean."""
    means = {}
    for action, (visits, mean) in flat_search(state, iterations, rng).items():
        if visits:
            means[action] = mean
    return ExamAnswer(max(means, key=means.__getitem__), means)


def visit_shares(root: Node) -> Shares:
    """Return for each child of a root its share of the visits."""
    total = sum(child.visits for child in root.children.values())
    return {action: child.visits / total for action, child in root.children.items()}


def by_tree(
    options: Callable[[int], dict[str, Any]], state: State, iterations: int, rng: random.Random
) -> ExamAnswer:
    """Answer after a search with the readable engine.

    options  a function from the iterations to the options of `search`; it is called for each move
    """
    found = search(state, iterations, seed=rng, **options(iterations))
    return ExamAnswer(found.action, visit_shares(found.root))


def by_compiled_tree(state: State, iterations: int, rng: random.Random) -> ExamAnswer:
    """Answer after a search with the compiled engine."""
    found = fast.search(state, iterations, seed=rng)
    return ExamAnswer(found.action, visit_shares(found.root))


def by_workers(state: State, iterations: int, rng: random.Random) -> ExamAnswer:
    """Answer after a parallel search with virtual losses; `iterations` counts all workers."""
    root = parallel_search(state, iterations, WORKERS, seed=rng)
    return ExamAnswer(most_visited(root), visit_shares(root))


@cache
def network() -> Brain:
    """Return the network of chapter 16 for this board."""
    return shipped(NETWORK, START)


def by_prior(state: State, iterations: int, rng: random.Random) -> ExamAnswer:
    """Answer without a search, with the move that has the highest prior in the network."""
    priors, _ = network()(state)
    return ExamAnswer(max(priors, key=priors.__getitem__), priors)


def forgetting(think: Think) -> Think:
    """Return `think` with a network that first forgets all earlier positions."""

    def forgetful(state: State, iterations: int, rng: random.Random) -> ExamAnswer:
        network().forget()  # with remembered judgements the measured time would be too short
        return think(state, iterations, rng)

    return forgetful


# ---------------------------------------------------------------------------- candidates


def plain(iterations: int) -> dict[str, Any]:
    """Return the options of UCT."""
    return {}


def heavy(iterations: int) -> dict[str, Any]:
    """Return the options of UCT with playouts that win or block."""
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
    """Return the options of Gumbel search with the network, planned for these iterations."""
    return Gumbel(network(), iterations).options()


def tree(name: str, chapter: str, options: Callable[[int], dict[str, Any]], **more: Any) -> Any:
    """Return a candidate that searches with the readable engine."""
    return Candidate(name, chapter, partial(by_tree, options), **more)


def guided_tree(name: str, chapter: str, options: Callable[[int], dict[str, Any]]) -> Candidate:
    """Return a candidate that searches with the network."""
    return Candidate(name, chapter, forgetting(partial(by_tree, options)))


CANDIDATES: tuple[Candidate, ...] = (
    Candidate("random", "00", at_random, "no reason", counts=False),
    Candidate("flat", "01", by_playouts, "mean reward"),
    tree("UCT", "04", plain),
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
"""All who sit the exam, but alpha-beta, whose code is that of chapter 12."""


def of_player(name: str, chapter: str, make: Callable[[int], Player]) -> Candidate:
    """Return a candidate that chooses like a player of matches and gives no reasons.

    make  a function from the iterations to the player; it is called for each question
    """

    def think(state: State, iterations: int, rng: random.Random) -> ExamAnswer:
        action = make(iterations).choose(state, rng)
        return ExamAnswer(action, {action: 1.0})

    return Candidate(name, chapter, think, "no reason")
