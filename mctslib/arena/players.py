"""Define players, which are objects that choose moves.

The players differ only in how they choose: at random, by flat Monte Carlo, by tree search, or
perfectly.  A player who needs a long time thinks in slices.  The method `thoughts` of such a player
pauses between slices, and `choose` does the same work without pauses.
"""

import random
from collections.abc import Callable, Generator
from math import nan
from typing import Any, Protocol

from mctslib.arena.thinking import Thoughts, drained, fraction, growing, limit_for
from mctslib.door.contract import first_look, simulate_to_an_end
from mctslib.door.entrance import reuse as cut_off
from mctslib.door.guard import counted_actions
from mctslib.door.limits import Limit, as_limit, whole_number
from mctslib.door.result import SearchResult
from mctslib.fast.choice import candidates, flat, new_root
from mctslib.game import Action, State
from mctslib.oracle import optimal_actions
from mctslib.policies import UCB1, FinalMove, RolloutPolicy, TreePolicy, most_visited, uniform
from mctslib.tree import Node


class Player(Protocol):
    """A **player** has a name and chooses an action; all its random numbers come from `rng`."""

    @property
    def name(self) -> str:
        """The name of the player; all players in a tournament have different names."""

    def choose(self, state: State, rng: random.Random) -> Action:
        """Return a legal action of the state.

        rng   the random generator; from the same state of the generator the player chooses the same
              action
        """


class Thinker:
    """A player who thinks in slices."""

    def thoughts(self, state: State, rng: random.Random) -> Thoughts:
        """Think about a move with pauses; return the action.

        Each pause yields the fraction of the thought that is done, or None if this fraction is not
        known.  Each subclass defines this method; here it raises NotImplementedError.
        """
        raise NotImplementedError

    def choose(self, state: State, rng: random.Random) -> Action:
        """Think about a move without pauses; return the action."""
        return drained(self.thoughts(state, rng))


class RandomPlayer:
    """A player who chooses each legal action with the same probability."""

    name = "random"

    def choose(self, state: State, rng: random.Random) -> Action:
        """Return a random legal action; all of them are equally likely."""
        return uniform(state, rng)


class PerfectPlayer:
    """A player who chooses at random among the actions that keep the game's exact value.

    Use this player only for games that are small enough to solve.
    """

    name = "perfect"

    def choose(self, state: State, rng: random.Random) -> Action:
        """Return one of the best actions; all of them are equally likely.

        Raises the same errors as `oracle.solve`.
        """
        return rng.choice(optimal_actions(state))


# ---------------------------------------------------------------------------- flat Monte Carlo

Estimates = dict[Action, tuple[int, float]]  # action → visits, mean reward of the player to move
CHUNK = 25  # the number of playouts between two pauses of a search without a tree


def flat_search(
    state: State,
    playouts: int,
    seed: random.Random | int | None = None,
    *,
    start: Estimates | None = None,
) -> Estimates:
    """Search without a tree; return the visits and the mean reward of each action.

    state     the position; the mean rewards are rewards of the player to move
    playouts  the number of playouts, ≥ 1; the actions take turns, one playout at a time
    seed      a random generator, or the seed of a new generator
    start     an earlier result, to which the new playouts are added.  With the same generator, n
              playouts and then m more playouts give the same numbers as n + m playouts

    The mean of an action without a playout is nan.
    Raises ValueError if `playouts` is below 1, or if the game is over.
    """
    return drained(flat_slices(state, playouts, seed, start=start))


def flat_slices(
    state: State,
    playouts: int,
    seed: random.Random | int | None = None,
    *,
    start: Estimates | None = None,
) -> Generator[float, None, Estimates]:
    """Search like `flat_search`, with pauses that yield the fraction of the playouts done so far.

    Raises the same errors as `flat_search`.
    """
    playouts = whole_number("playouts", playouts)
    if state.is_terminal():
        raise ValueError(f"The game is over, so there is nothing to search.\n{state}")
    simulate = first_look(state)
    rng = seed if isinstance(seed, random.Random) else random.Random(seed)
    actions = state.legal_actions()
    player = state.current_player
    visits = dict.fromkeys(actions, 0)
    total = dict.fromkeys(actions, 0.0)
    if start:
        for action in actions:
            visits[action] = start[action][0]
            total[action] = total_of(*start[action])
    done = sum(visits.values())
    for number in range(playouts):
        action = actions[(done + number) % len(actions)]
        total[action] += simulate(state.apply(action), rng, uniform).rewards[player]
        simulate = simulate_to_an_end
        visits[action] += 1
        if (number + 1) % CHUNK == 0:
            yield (number + 1) / playouts
    estimates = {}
    for action, count in visits.items():
        estimates[action] = (count, total[action] / count if count else nan)
    return estimates


def total_of(visits: int, mean: float) -> float:
    """Return the sum of `visits` rewards whose mean is `mean`.

    The sum is exact for rewards of 0, ½ and 1, so equal means remain equal when a search is
    continued.
    """
    if not visits:
        return 0.0
    total = round(2 * visits * mean) / 2
    if total / visits == mean:
        return total
    return visits * mean


class FlatMonteCarlo(Thinker):
    """A player who makes purely random playouts and chooses the action with the best mean.

    playouts   the number of playouts for each move, ≥ 1; they are divided among the legal actions.
               A number below 1 raises ValueError
    estimates  the visits and the mean reward of each action in the search for the last move
    """

    def __init__(self, playouts: int = 1000) -> None:
        self.playouts = whole_number("playouts", playouts)
        self.estimates: Estimates = {}

    @property
    def name(self) -> str:
        """The name of the player, such as "flat 100"."""
        return f"flat {self.playouts}"

    def thoughts(self, state: State, rng: random.Random) -> Thoughts:
        """Make the playouts, with pauses; return the action with the best mean.

        The only legal action is returned after one playout.
        """
        playouts = self.playouts if len(counted_actions(state)) > 1 else 1
        found: Any = flat(flat_slices, state, playouts, rng)
        # The compiled engine makes all playouts without a pause; the readable engine pauses.
        self.estimates = found if isinstance(found, dict) else (yield from found)
        yield None
        means = {}
        for action, (visits, mean) in self.estimates.items():
            if visits:
                means[action] = mean
        return max(means, key=means.__getitem__)


# ---------------------------------------------------------------------------- tree search

UCT = UCB1()


class Method(Protocol):
    """A search for one move that keeps its own data outside the tree, such as RAVE or PUCT."""

    def options(self) -> dict[str, Any]:
        """Return the options that make `search` use this method."""


class MCTSPlayer(Thinker):
    """A player who searches a tree.

    limit           the limit of the search for each move
    tree_policy     the tree policy, as in `search`
    rollout_policy  the rollout policy, as in `search`
    final_move      the rule for the final move, as in `search`
    reuse           whether to keep the part of the tree below the moves that were played, instead
                    of growing a new tree for each move
    name            the name of the player; the default name states the limit
    method          a function that is called for each move and returns a `Method`, for a search
                    that keeps data outside its tree (a solver, RAVE, PUCT).  `search` gets the
                    `options()` of the `Method` instead of the two policies, and no tree is reused
    result          the `SearchResult` of the last move; during a search, the result so far
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
        self.limit = as_limit(limit)
        self.tree_policy = tree_policy
        self.rollout_policy = rollout_policy
        self.final_move = final_move
        self.reuse = reuse
        self.name = name or f"MCTS {_in_words(self.limit)}"
        self.method = method
        self.result: SearchResult | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Return the contents of a copy: the settings, without the data of earlier moves."""
        return {**self.__dict__, "result": None}

    def thoughts(self, state: State, rng: random.Random) -> Thoughts:
        """Search, with pauses; return the action that the final-move rule picks.

        The only legal action is returned after one iteration.
        """
        options: dict[str, Any]
        limit = limit_for(state, self.limit)
        if self.method is not None:
            root = Node(state)
            options = self.method().options()
        else:
            options = {"tree_policy": self.tree_policy, "rollout_policy": self.rollout_policy}
            root = self.known_root(state) or new_root(state, limit, rng, **options)
        options = {"final_move": self.final_move, **options}
        for found in growing(root, limit, rng, **options):
            self.result = found
            yield fraction(found, limit)
        return found.action

    def known_root(self, state: State) -> Node | None:
        """Return the node of `state` below the last move, cut out of its tree.

        Returns None if the last tree has no such node, or if trees are not reused.
        """
        if not self.reuse or self.result is None:
            return None
        played = self.result.root.children.get(self.result.action)
        for node in candidates(played) if played is not None else ():
            if node.state == state:
                return cut_off(self.result.root, *node.path())
        return None


def player_named(name: str) -> Player:
    """Return the player with this name.

    name  "random", "perfect", "flat 100" or "MCTS 300"; the number is the number of playouts or
          iterations for each move

    Raises ValueError for any other name.
    """
    if name == "random":
        return RandomPlayer()
    if name == "perfect":
        return PerfectPlayer()
    kind, _, number = name.partition(" ")
    if number.isdecimal():
        if kind == "MCTS":
            return MCTSPlayer(int(number), reuse=False, name=name)
        if kind == "flat":
            return FlatMonteCarlo(int(number))
    raise ValueError(
        f'There is no player {name!r}: try "random", "perfect", "flat 100" or "MCTS 300".'
    )


def _in_words(limit: Limit) -> str:
    """Describe the bounds of a limit, such as "300 iterations, 0.5 s"."""
    words = []
    for unit, value in (
        ("iterations", limit.iterations),
        ("s", limit.seconds),
        ("nodes", limit.nodes),
    ):
        if value is not None:
            words.append(f"{value} {unit}")
    return ", ".join(words)
