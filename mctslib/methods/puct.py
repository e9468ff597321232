"""PUCT, the search of AlphaGo and AlphaZero: every action has a prior before it was tried.

    Q(s, a) + c · P(s, a) · √N(s) / (1 + N(s, a))

A **judge** is a function: state → (prior by action, value in [0, 1] of the player to move there).  A judge that says
None for the value has no opinion: then dice decide, as in UCT.  (Rosin, 2011; Silver et al., 2016 to 2018.)
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from math import fsum, inf, sqrt
from numbers import Real
from typing import Any
from weakref import WeakKeyDictionary

from mctslib.game import Action, State
from mctslib.methods.actions import ActionPolicy, by_action
from mctslib.policies import RolloutPolicy, check_c
from mctslib.search import simulate
from mctslib.tree import Node, Playout

Priors = dict[Action, float]
Judge = Callable[[State], tuple[Priors, float | None]]


def even(state: State) -> tuple[Priors, None]:
    """The judge who knows nothing: every action is as promising as the others, and dice say the value."""
    actions = state.legal_actions()
    return dict.fromkeys(actions, 1 / len(actions)), None


class Puct(ActionPolicy):
    """Tree policy and leaf judgement of AlphaZero: `search(state, 25, **Puct(brain).options())`.

    judge   state → (priors, value of the player to move, or None to ask the dice)
    c       ≥ 0 weighs the prior; for values in [0, 1] about half of what is written for [-1, 1]
    noise   if given, makes the root's priors anew: `dirichlet(rng)`, for self-play only
    """

    names = ("what it brought", "the prior's bonus")
    titles = ("Q = W / N", "+ bonus")

    def __init__(
        self, judge: Judge = even, c: float = 1.5, noise: Callable[[Priors], Priors] | None = None
    ) -> None:
        check_c(c)
        self.judge, self.c, self.noise = judge, c, noise
        self._looks: WeakKeyDictionary[Node, tuple[list[tuple[Action, float]], float]] = (
            WeakKeyDictionary()
        )

    def look(self, node: Node) -> tuple[list[tuple[Action, float]], float]:
        """(action, prior) of every legal action, and what an untried one counts: the judge's value, else ½."""
        if (known := self._looks.get(node)) is None:
            said, value = self.judge(node.state)
            priors = checked(said, node.state.legal_actions())
            if self.noise is not None and node.parent is None:
                priors = self.noise(priors)
            known = self._looks[node] = (
                list(priors.items()),
                0.5 if value is None else in_range(value),
            )
        return known

    def pick(self, node: Node) -> Action:
        """The action with the highest sum of `terms`: the same as `ActionPolicy.pick`, several times as fast."""
        priors, untried = self.look(node)
        factor, children = self.c * sqrt(node.visits or 1), node.children
        best, most = None, -inf
        for action, prior in priors:
            child = children.get(action)
            if child is None or not child.visits:
                score = untried + factor * prior
            else:
                score = child.value_sum / child.visits + factor * prior / (1 + child.visits)
            if score > most:  # of equals, the first
                best, most = action, score
        return best

    def terms(self, node: Node, action: Action) -> tuple[float, float]:
        """Q, or the judge's value of the node where `action` is untried; and c · P · √N / (1 + n)."""
        child, untried = node.children.get(action), self.look(node)[1]
        visits, value = (child.visits, child.value) if child and child.visits else (0, untried)
        return value, self.c * sqrt(node.visits or 1) * self.prior(node, action) / (1 + visits)

    def prior(self, node: Node, action: Action) -> float:
        """The prior of an action of `node`, from 0 to 1."""
        return dict(self.look(node)[0])[action]

    def letters(self, node: Node) -> tuple[str, str]:
        return "Q", f"{self.c:g} · P · √{node.visits} / (1 + n)"

    def badge(self, node: Node) -> str:
        """The prior of the action that led here."""
        return "" if node.parent is None else f"P {self.prior(node.parent, node.action):.0%}"

    def simulate(self, state: State, rng: random.Random, rollout_policy: RolloutPolicy) -> Playout:
        """Phase 3: the game's own result where it is over, else the judge's value; without one, a playout."""
        if state.is_terminal():
            return Playout((), tuple(state.rewards()))
        value = self.judge(state)[1]
        return (
            simulate(state, rng, rollout_policy)
            if value is None
            else Playout((), shared(state, value))
        )

    def options(self) -> dict[str, Any]:
        return {
            "tree_policy": self,
            "phases": replace(by_action(self.pick), simulate=self.simulate),
        }


def shared(state: State, value: float) -> tuple[float, float]:
    """Both players' rewards, where `value` is that of the player to move: whose value it is decides everything."""
    if state.num_players != 2:
        raise ValueError(
            f"One value says what two players get; this game has {state.num_players}: judge it by dice."
        )
    value = in_range(value)
    return (value, 1 - value) if state.current_player == 0 else (1 - value, value)


def in_range(value: float) -> float:
    """The judge's value, if it is one."""
    if not (
        (type(value) is float or isinstance(value, Real)) and 0 <= value <= 1
    ):  # the first is quick
        should = "it should be a number from 0 (lost) to 1 (won) for the player to move"
        raise ValueError(f"The judge's value is {value!r}; {should}.")
    return value


def checked(priors: Priors, actions: Iterable[Action]) -> Priors:
    """The priors of the legal actions, scaled to add up to 1.  Raises ValueError for any that are no shares."""
    try:
        kept = {action: priors[action] for action in actions}
    except (KeyError, IndexError, TypeError):
        raise ValueError(
            f"The judge should give a dict with a prior for each of {list(actions)}."
        ) from None
    for action, prior in kept.items():
        if not (
            (type(prior) is float or isinstance(prior, Real)) and 0 <= prior < inf
        ):  # the first is quick
            raise ValueError(
                f"The prior of action {action!r} is {prior!r}; it should be a number ≥ 0."
            )
    if not (total := fsum(kept.values())):
        raise ValueError("The priors add up to 0: give at least one legal action a prior above 0.")
    return (
        kept
        if abs(total - 1) < 1e-12
        else {action: prior / total for action, prior in kept.items()}
    )


def dirichlet(
    rng: random.Random, alpha: float = 1.0, share: float = 0.25
) -> Callable[[Priors], Priors]:
    """Noise for the root of self-play: `share` of each prior is given away at random (Silver et al., 2017)."""

    def noisy(priors: Priors) -> Priors:
        parts = [rng.gammavariate(alpha, 1) for _ in priors]
        return {
            a: (1 - share) * p + share * part / fsum(parts)
            for (a, p), part in zip(priors.items(), parts)
        }

    return noisy
