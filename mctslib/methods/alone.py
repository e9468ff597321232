"""Search one-player games, and return the lines that the search has finished.

Each search in this file has a budget of generated steps.  A *step* extends a tree or a line by one
action: a new node of a tree costs one step, and so does each action of a playout.  A *line* is a
sequence of steps from the start to the end of the game.  A line *solves* the game if its reward
is 1.

`best_of_n` draws lines at random.  `beam` keeps the best beginnings of each length.
`best_first` extends the beginning with the highest value.  `grow` runs the library's `search` until
the steps are spent.  A *proposer* is a judge as defined in `puct.py`: a function that maps a state
to a pair (the probability of each action, a value or None).

If the stop button is pressed once, a search returns the lines that it has found so far.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from heapq import heappop, heappush
from math import inf, log, sqrt
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from mctslib.door.contract import (
    check_position,
    check_rewards,
    endless,
    first_look,
    most_moves,
    played,
    rewards_of,
    simulate_to_an_end,
)
from mctslib.door.entrance import search
from mctslib.door.guard import CannotSearch
from mctslib.door.limits import Limit, deferred_interrupt, whole_number
from mctslib.game import Action, State
from mctslib.given import check_between, check_c
from mctslib.methods.puct import Judge, Judgement, Puct, even, in_range, judgement_of, pair
from mctslib.methods.refuse import refuse_chance
from mctslib.policies import RolloutPolicy
from mctslib.search import PHASES, Phases
from mctslib.search import select as select_plainly
from mctslib.search import simulate as simulate_plainly
from mctslib.tree import Node, Playout

Value = Callable[[State], float]
"""A function that returns the value of a position, from 0 to 1."""

ROUNDS = 4  # the largest number of iterations per step of the budget; some iterations use no step


class Line(NamedTuple):
    """One finished line: its actions, its reward, and the number of steps used up to its end."""

    actions: tuple[Action, ...]
    reward: float
    steps: int


class Found(NamedTuple):
    """The result of a search: the finished lines in order, and the number of generated steps.

    root  the root of the tree, or None if the search did not grow a tree
    """

    lines: tuple[Line, ...]
    steps: int
    root: Node | None = None

    @property
    def solved_after(self) -> int | None:
        """The number of steps until a line first solved the game, or None if no line solved it."""
        for line in self.lines:
            if line.reward == 1:
                return line.steps
        return None


def refuse_company(state: State, method: str) -> None:
    """Raise `CannotSearch` unless the game has one player, no chance moves and no hidden cards.

    state   a position of the game
    method  the name of the method, for the error message

    Raises `BrokenContract` if the position breaks the contract of a game.
    """
    refuse_chance(state, method)
    if not state.is_terminal():
        check_position(state)
    if state.num_players != 1:
        raise CannotSearch(
            f"{method} cannot search {type(state).__name__}, because the method is for one player"
            f" and this game has {state.num_players}: use plain search(state)."
        )


def reward_of(state: State) -> float:
    """Return the reward of a finished game for one player.

    Raises `BrokenContract` for a wrong reward.
    """
    rewards = rewards_of(state)
    check_rewards(state, rewards)
    return rewards[0]


# --------------------------------------------------------------------------------- lines


def drawn_by(proposer: Judge) -> RolloutPolicy:
    """Return a rollout policy that draws each action according to the proposer's probabilities."""

    def policy(state: State, rng: random.Random) -> Action:
        shares, _ = pair(proposer(state))
        number = rng.random()
        for action, share in shares.items():
            number -= share
            if number < 0:
                return action
        # Because of rounding, the shares may add up to a little less than 1.
        return max(shares, key=shares.__getitem__)

    return policy


def best_of_n(
    state: State,
    steps: int,
    seed: random.Random | int | None = None,
    proposer: Judge = even,
    until_solved: bool = True,
) -> Found:
    """Draw whole lines at random, one after another, until the steps are spent.

    steps         ≥ 1, the number of steps to generate; the total may be a little larger, because
                  each line that has been started is finished
    proposer      returns the probability of each action; by default all actions are equally likely
    until_solved  whether to stop at the first line that solves the game
    """
    refuse_company(state, "best_of_n")
    steps = whole_number("steps", steps)
    rng = seed if isinstance(seed, random.Random) else random.Random(seed)
    policy = drawn_by(proposer)
    lines = []
    used = 0
    play = simulate_to_an_end if state.is_terminal() else first_look(state)
    with deferred_interrupt() as interrupt:
        while used < steps and not interrupt.is_set():
            actions, (reward,) = play(state, rng, policy)
            play = simulate_to_an_end
            used += len(actions)
            lines.append(Line(actions, reward, used))
            if reward == 1 and until_solved:
                break
    return Found(tuple(lines), used)


class Beginning(NamedTuple):
    """The first steps of a line, the position after them, and a number for ranking beginnings."""

    actions: tuple[Action, ...]
    state: State
    worth: float


def beam(state: State, width: int, proposer: Judge = even, value: Value | None = None) -> Found:
    """Search in layers, and keep the `width` best beginnings of each layer (beam search).

    width     ≥ 1, the number of beginnings to keep
    proposer  returns the probability of each action.  Beginnings are ranked by their probability
              before they are generated, so only the kept beginnings cost a step
    value     if a value function is given, beginnings are ranked by the value of their position
              instead.  The positions must then be generated first, so every beginning costs a step

    If several beginnings lead to equal positions, only the best of them is kept.
    """
    refuse_company(state, "beam")
    width = whole_number("width", width)
    layer = [Beginning((), state, 0.0)]
    lines = []
    used = 0
    with deferred_interrupt() as interrupt:
        while layer and not interrupt.is_set():
            longer: list[Beginning] = []
            for beginning in layer:
                if len(beginning.actions) == most_moves(state):
                    raise endless(beginning.state)
                longer += continuations(beginning, proposer, value)
            if value is not None:
                used += len(longer)
            layer = []
            for beginning in best_of_layer(longer, width):
                if value is None:
                    used += 1
                if beginning.state.is_terminal():
                    lines.append(Line(beginning.actions, reward_of(beginning.state), used))
                else:
                    layer.append(beginning)
    return Found(tuple(lines), used)


def best_of_layer(longer: list[Beginning], width: int) -> list[Beginning]:
    """Return up to `width` of the best beginnings with different positions, best first."""
    kept: dict[State, Beginning] = {}
    for beginning in sorted(longer, key=lambda beginning: -beginning.worth):
        if len(kept) == width:
            break
        kept.setdefault(beginning.state, beginning)
    return list(kept.values())


def continuations(beginning: Beginning, proposer: Judge, value: Value | None) -> list[Beginning]:
    """Return all beginnings that are one step longer than `beginning`.

    If a value function is given, the worth of a beginning is the value of its position, or the
    reward if the game is over.  Otherwise its worth is the logarithm of its probability.
    """
    longer = []
    check_position(beginning.state)
    shares, _ = pair(proposer(beginning.state))
    for action, share in shares.items():
        after = played(beginning.state, action)
        worth = beginning.worth + (log(share) if share > 0 else -inf)
        if value is not None:
            worth = reward_of(after) if after.is_terminal() else value(after)
        longer.append(Beginning((*beginning.actions, action), after, worth))
    return longer


def best_first(state: State, steps: int, value: Value) -> Found:
    """Repeatedly extend the most valuable position found so far, until the steps are spent.

    steps  ≥ 1, the number of steps to generate
    value  state → its value, from 0 to 1; the value is computed as soon as a position is generated

    No position is generated twice.  The search stops at the first line that solves the game.
    """
    refuse_company(state, "best_first")
    steps = whole_number("steps", steps)
    lines = []
    met = {state}
    used = 0
    waiting = [(0.0, 0, Beginning((), state, 0.0))]  # the oldest comes first if several are equal
    with deferred_interrupt() as interrupt:
        while waiting and used < steps and not interrupt.is_set():
            beginning = heappop(waiting)[2]
            for longer in continuations(beginning, even, value):
                if longer.state in met or used == steps:
                    continue
                met.add(longer.state)
                used += 1
                if not longer.state.is_terminal():
                    heappush(waiting, (-longer.worth, used, longer))
                    continue
                lines.append(Line(longer.actions, longer.worth, used))
                if longer.worth == 1:
                    return Found(tuple(lines), used)
    return Found(tuple(lines), used)


def likeliest_first(state: State, steps: int, proposer: Judge) -> Found:
    """Generate beginnings in order of decreasing probability, until the steps are spent.

    steps     ≥ 1, the number of steps to generate
    proposer  returns the probability of each action

    No position is generated twice.  The search stops at the first line that solves the game.
    """
    refuse_company(state, "likeliest_first")
    steps = whole_number("steps", steps)
    lines = []
    met = {state}
    used = 0
    number = 0
    waiting: list[tuple[float, int, Beginning]] = []
    newest = Beginning((), state, 0.0)
    with deferred_interrupt() as interrupt:
        while used < steps and not interrupt.is_set():
            if not newest.state.is_terminal():
                for longer in continuations(newest, proposer, None):
                    number += 1  # the oldest comes first if several are equally likely
                    heappush(waiting, (-longer.worth, number, longer))
            while waiting and waiting[0][2].state in met:
                heappop(waiting)
            if not waiting:
                break
            newest = heappop(waiting)[2]
            met.add(newest.state)
            used += 1
            if newest.state.is_terminal():
                lines.append(Line(newest.actions, reward_of(newest.state), used))
                if lines[-1].reward == 1:
                    break
    return Found(tuple(lines), used)


# --------------------------------------------------------------------------------- trees


class Ledger:
    """The record of a tree search: its steps, its finished lines, and whether it must stop.

    steps         the budget, in steps
    until_solved  whether to stop at the first line that solves the game
    reward        the last position of a line → the reward that the search gets, from 0 to 1; with
                  None the search gets the game's own reward

    A ledger can be passed to `search` as its argument `stop`.
    """

    def __init__(self, steps: int, until_solved: bool = True, reward: Value | None = None) -> None:
        self.steps = steps
        self.until_solved = until_solved
        self.reward = reward
        self.used = 0
        self.lines: list[Line] = []
        self.reason = "steps"

    def is_set(self) -> bool:
        """Return whether the steps are spent or the game is solved."""
        solved = self.until_solved and bool(self.lines) and self.lines[-1].reward == 1
        if solved:
            self.reason = "solved"
        return solved or self.used >= self.steps

    def phases(self, phases: Phases) -> Phases:
        """Return the same phases, extended so that each iteration is recorded in this ledger."""
        play = phases.simulate if phases.simulate is not simulate_plainly else simulate_to_an_end

        def simulate(state: State, rng: random.Random, policy: RolloutPolicy) -> Playout:
            playout = play(state, rng, policy)
            if self.reward is None or not (playout.actions or state.is_terminal()):
                return playout
            end = state
            for action in playout.actions:
                end = end.apply(action)
            return Playout(playout.actions, (self.reward(end),))

        def after(node: Node, playout: Playout) -> None:
            self.enter(node, playout)
            if phases.after is not None:
                phases.after(node, playout)

        return replace(phases, simulate=simulate, after=after)

    def enter(self, node: Node, playout: Playout) -> None:
        """Count the steps of an iteration; if the iteration finished a new line, store the line."""
        is_new = node.visits == 1 and node.parent is not None
        self.used += is_new + len(playout.actions)
        ends = node.state.is_terminal()
        if not playout.actions and not (ends and is_new):
            return
        state = node.state
        for action in playout.actions:
            state = state.apply(action)
        reward = state.rewards()[0]
        self.lines.append(Line((*node.path(), *playout.actions), reward, self.used))


def grow(
    state: State,
    steps: int,
    options: dict[str, Any] | None = None,
    seed: random.Random | int | None = None,
    until_solved: bool = True,
    reward: Value | None = None,
) -> Found:
    """Let `search` grow a tree until the steps are spent, and return the finished lines.

    steps         ≥ 1, the number of steps to generate; the total may be a little larger, because
                  each playout that has been started is finished
    options       options for `search`, such as `Alone(proposer).options()`; with None the search is
                  plain UCT
    until_solved  whether to stop at the first line that solves the game
    reward        the last position of a line → the reward that the search gets, from 0 to 1; with
                  None the search gets the game's own reward

    An iteration that reaches a finished game again generates no step.  A small tree may run out of
    new leaves, so the search also stops when it has made 4 iterations for each step of the budget.
    """
    refuse_company(state, "grow")
    steps = whole_number("steps", steps)
    ledger = Ledger(steps, until_solved, reward)
    options = dict(options or {})
    options["phases"] = ledger.phases(options.get("phases", PHASES))
    found = search(state, Limit(iterations=ROUNDS * steps), seed=seed, stop=ledger, **options)
    return Found(tuple(ledger.lines), ledger.used, found.root)


class Alone(Puct):
    """A method: PUCT for one player, in which the judge also draws the actions of the playouts.

    judge    state → (probability of each action, value of the position or None for a playout)
    c        ≥ 0, the weight of the prior
    untried  the value of an untried action if the judge gives no value, from 0 to 1.  The default
             is 0, because most lines of a one-player game earn nothing.  With ½ the search would
             try every action of a node once before it tried any action twice

    In a game for more than one player the method works like `Puct`, except for the value `untried`
    and for the playouts.
    """

    def __init__(self, judge: Judge = even, c: float = 1.0, untried: float = 0.0) -> None:
        super().__init__(judge, c)
        self.untried = in_range(untried)

    def new_opinion(self, node: Node) -> Any:
        """Return the opinion of a node; if the judge gives no value, `self.untried` takes its
        place.
        """
        judgement = self.judgements.get(node)
        if judgement is None:
            judgement = self.judgements[node] = judgement_of(self.judge, node.state)
        opinion = super().new_opinion(node)
        return opinion if judgement[1] is not None else opinion._replace(untried=self.untried)

    def simulate(self, state: State, rng: random.Random, rollout_policy: RolloutPolicy) -> Playout:
        """Phase 3: return the result of a finished game or of a playout, or the judge's value."""
        if state.num_players == 1 and not state.is_terminal():
            judgement: Judgement = judgement_of(self.judge, state)
            if judgement[1] is not None:
                self.last_judged = state, judgement
                return Playout((), (in_range(judgement[1]),))
        return super().simulate(state, rng, rollout_policy)

    def options(self) -> dict[str, Any]:
        """Return the options for `search`."""
        return {**super().options(), "rollout_policy": drawn_by(self.judge)}


class MeanAndMax:
    """A method: UCB1 on a mixture of the mean reward and the best reward seen below a child.

        (1 − weight) · mean + weight · max + c · √(ln N / n)

    c       ≥ 0, the exploration constant
    weight  the weight of the best reward, from 0 (plain UCT) to 1

    A single player can repeat the best line found, so the best reward can be reached again.
    With an opponent or with chance, the maximum may be due to luck.  Schadd et al. (2008) also use
    a mixture of mean and maximum.
    """

    def __init__(self, c: float = 1.0, weight: float = 0.5) -> None:
        check_c(c)
        check_between("The weight of the best reward", weight, 0, 1)
        self.c = c
        self.weight = weight
        self.best: WeakKeyDictionary[Node, float] = WeakKeyDictionary()

    def value(self, child: Node) -> float:
        """Return the mixture of the mean and the best reward of a visited child."""
        best = self.best.get(child, 0.0)
        return (1 - self.weight) * child.value + self.weight * best

    def __call__(self, node: Node) -> Node:
        """Return the child with the highest score; ties go to the first child."""
        log_visits = log(node.visits or 1)
        chosen = None
        chosen_score = -inf
        for child in node.children.values():
            if child.visits == 0:
                return child
            score = self.value(child) + self.c * sqrt(log_visits / child.visits)
            if score > chosen_score:
                chosen = child
                chosen_score = score
        if chosen is None:
            raise ValueError(f"There is no child to choose from: expand {node!r} first.")
        return chosen

    def select(self, root: Node, tree_policy: Any) -> Node:
        """Phase 1: select a leaf.  Raises `CannotSearch` for a game with chance or hidden cards."""
        refuse_chance(root.state, type(self).__name__)
        return select_plainly(root, tree_policy)

    def after(self, node: Node, playout: Playout) -> None:
        """Update the best reward of `node` and of all nodes above it.

        At each node the reward of the player who moved into this node counts.
        """
        above: Node | None = node
        while above is not None:
            reward = playout.rewards[above.player]
            self.best[above] = max(self.best.get(above, 0.0), reward)
            above = above.parent

    def options(self) -> dict[str, Any]:
        """Return the options for `search`."""
        return {"tree_policy": self, "phases": Phases(select=self.select, after=self.after)}
