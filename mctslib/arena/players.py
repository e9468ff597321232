"""Players: whoever answers "what do you play here?" can sit down at the board.

They differ only in how they think: not at all, by pure random playouts, by tree search, or perfectly.  Those who take
long think in slices: their `thoughts` pause every so often, and `choose` is the same without the pauses.
"""

import random
from collections.abc import Callable, Generator
from math import nan
from typing import Any, Protocol

from mctslib.arena.thinking import Thoughts, drained, fraction, growing
from mctslib.fast.choice import candidates, flat, new_root
from mctslib.game import Action, State
from mctslib.limits import Limit, as_limit, whole_number
from mctslib.oracle import optimal_actions
from mctslib.policies import UCB1, FinalMove, RolloutPolicy, TreePolicy, most_visited, uniform
from mctslib.search import SearchResult, simulate
from mctslib.search import reuse as cut_off
from mctslib.tree import Node


class Player(Protocol):
    """A **player** has a name and chooses an action; all its randomness comes from `rng`."""

    @property
    def name(self) -> str: ...

    def choose(self, state: State, rng: random.Random) -> Action: ...


class Thinker:
    """A player who thinks in slices."""

    def thoughts(self, state: State, rng: random.Random) -> Thoughts:
        """The choice, a slice of thought at a time; yields the fraction done, or None."""
        raise NotImplementedError

    def choose(self, state: State, rng: random.Random) -> Action:
        """The choice, thought out at once."""
        return drained(self.thoughts(state, rng))


class RandomPlayer:
    """Every legal action is equally likely."""

    name = "random"

    def choose(self, state: State, rng: random.Random) -> Action:
        return uniform(state, rng)


class PerfectPlayer:
    """Plays any of the actions that keep the game's exact value; for games small enough to solve."""

    name = "perfect"

    def choose(self, state: State, rng: random.Random) -> Action:
        return rng.choice(optimal_actions(state))


Estimates = dict[Action, tuple[int, float]]
CHUNK = 25  # playouts without a tree between two pauses


def flat_search(
    state: State,
    playouts: int,
    seed: random.Random | int | None = None,
    *,
    start: Estimates | None = None,
) -> Estimates:
    """Flat Monte Carlo: action → (visits, mean reward of the player to move), without any tree.

    The playouts, a whole number ≥ 1 in all, are dealt to the actions in turn; an action that got none
    has the value nan.  `start` is an earlier answer to go on from: with one generator, n playouts and
    then m more equal n + m.  Raises ValueError for fewer playouts, or if the game is over.
    """
    return drained(flat_slices(state, playouts, seed, start=start))


def flat_slices(
    state: State,
    playouts: int,
    seed: random.Random | int | None = None,
    *,
    start: Estimates | None = None,
) -> Generator[float, None, Estimates]:
    """`flat_search` with pauses; yields the fraction done."""
    playouts = whole_number("playouts", playouts)
    if state.is_terminal():
        raise ValueError(f"The game is over, there is nothing to search.\n{state}")
    rng = seed if isinstance(seed, random.Random) else random.Random(seed)
    actions, player = state.legal_actions(), state.current_player
    visits = {action: start[action][0] if start else 0 for action in actions}
    total = {action: _total(*start[action]) if start else 0.0 for action in actions}
    done = sum(visits.values())
    for number in range(playouts):
        action = actions[(done + number) % len(actions)]
        total[action] += simulate(state.apply(action), rng, uniform).rewards[player]
        visits[action] += 1
        if (number + 1) % CHUNK == 0:
            yield (number + 1) / playouts
    return {action: (n, total[action] / n if n else nan) for action, n in visits.items()}


def _total(visits: int, mean: float) -> float:
    """The sum that gave this mean: exact for rewards of 0, ½ and 1, so that equal means stay equal."""
    if not visits:
        return 0.0
    halves = round(2 * visits * mean)
    return halves / 2 if halves / 2 / visits == mean else visits * mean


class FlatMonteCarlo(Thinker):
    """Pure random playouts: `playouts` ≥ 1 (else ValueError) shared by the legal actions, the best mean is played."""

    def __init__(self, playouts: int = 1000) -> None:
        self.playouts = whole_number("playouts", playouts)
        self.estimates: Estimates = {}  # of the last move, for whoever wants to look

    @property
    def name(self) -> str:
        return f"flat {self.playouts}"

    def thoughts(self, state: State, rng: random.Random) -> Thoughts:
        found: Any = flat(
            flat_slices, state, self.playouts, rng
        )  # the compiled ones come all at once
        self.estimates = found if isinstance(found, dict) else (yield from found)
        yield None
        tried = {action: value for action, (visits, value) in self.estimates.items() if visits}
        return max(tried, key=tried.__getitem__)


UCT = UCB1()


class Method(Protocol):
    """A search with a memory of its own, for one move: its `options()` are those of `search`."""

    def options(self) -> dict[str, Any]: ...


class MCTSPlayer(Thinker):
    """Monte Carlo tree search.  The options are those of `search`.

    reuse   keep the part of the tree that both sides' moves led to, instead of starting anew
    method  for a search that keeps something beside its tree (a solver, RAVE, PUCT): called once a move, it makes an
            object whose `options()` are what `search` is given, in place of the policies here; nothing is reused then
    result  the `SearchResult` of the last move; while it thinks, what was found so far
    """

    def __init__(
        self,
        limit: Limit | int = 1000,
        *,
        tree_policy: TreePolicy = UCT,
        rollout_policy: RolloutPolicy = uniform,
        final_move: FinalMove = most_visited,
        reuse: bool = True,
        name: str | None = None,
        method: Callable[[], Method] | None = None,
    ) -> None:
        self.limit, self.reuse, self.method = as_limit(limit), reuse and method is None, method
        self.tree_policy, self.rollout_policy, self.final_move = (
            tree_policy,
            rollout_policy,
            final_move,
        )
        self.name = name or f"MCTS {_in_words(self.limit)}"
        self.result: SearchResult | None = None

    def __getstate__(self) -> dict[str, Any]:
        """A copy has the settings, and no memory of earlier moves."""
        return {**self.__dict__, "result": None}

    def thoughts(self, state: State, rng: random.Random) -> Thoughts:
        policies: dict[str, Any] = {
            "tree_policy": self.tree_policy,
            "rollout_policy": self.rollout_policy,
        }
        root = (
            Node(state)
            if self.method
            else self._root(state) or new_root(state, self.limit, rng, **policies)
        )
        options = {
            "final_move": self.final_move,
            **(self.method().options() if self.method else policies),
        }
        for found in growing(root, self.limit, rng, **options):
            self.result = found
            yield fraction(found, self.limit)
        return found.action

    def _root(self, state: State) -> Node | None:
        """The node of `state` below the move played last, cut off; None if there is none."""
        if self.reuse and self.result:
            played = self.result.root.children[self.result.action]
            for node in candidates(played):
                if node.state == state:
                    return cut_off(self.result.root, *node.path())
        return None


def player_named(name: str) -> Player:
    """ "random", "perfect", "flat 100" or "MCTS 300": the number is that of the playouts or iterations a move.

    Raises ValueError for any other name.
    """
    kind, _, number = name.partition(" ")
    if number.isdecimal() and int(number) > 0:
        if kind == "MCTS":
            return MCTSPlayer(int(number), reuse=False, name=name)
        if kind == "flat":
            return FlatMonteCarlo(int(number))
    if name in ("random", "perfect"):
        return RandomPlayer() if name == "random" else PerfectPlayer()
    raise ValueError(
        f'There is no player {name!r}; try "random", "perfect", "flat 100" or "MCTS 300".'
    )


def _in_words(limit: Limit) -> str:
    words = {"iterations": limit.iterations, "s": limit.seconds, "nodes": limit.nodes}
    return ", ".join(f"{value} {unit}" for unit, value in words.items() if value is not None)
