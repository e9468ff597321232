"""PUCT, the search of AlphaGo and AlphaZero: every action has a prior before it is tried.

    Q(s, a) + c · P(s, a) · √N(s) / (1 + N(s, a))

A **judge** is a function: state → (prior of each action, value for the player to move, in [0, 1]).
If a judge returns None for the value, a playout gives the value, as in UCT.  (Rosin, 2011; Silver
et al., 2016, 2017, 2018.)
"""

import random
from collections.abc import Callable, Iterable, MutableMapping
from dataclasses import replace
from math import fsum, inf, sqrt
from numbers import Real
from sys import float_info
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from mctslib.door.contract import check_actions, check_rewards, rewards_of, simulate_to_an_end
from mctslib.door.guard import CannotSearch, JudgeError, counted_actions
from mctslib.game import Action, State
from mctslib.given import check_between, check_c
from mctslib.methods.actions import ActionPolicy, visits_and_value
from mctslib.policies import RolloutPolicy
from mctslib.tree import Node, Playout
from mctslib.words import number, percent

Priors = dict[Action, float]
Judgement = tuple[Priors, float | None]
Judge = Callable[[State], Judgement]
DRAW = 0.5  # the value of an untried action if the judge gives no value


def even(state: State) -> tuple[Priors, None]:
    """Judge a position without any knowledge: return equal priors, and None for the value."""
    actions = counted_actions(state)
    return dict.fromkeys(actions, 1 / len(actions)), None


class Opinion(NamedTuple):
    """The part of a judgement that selection needs, after the judgement has been checked."""

    priors: Priors  # these priors add up to 1
    untried: float  # the value of an untried action: the judge's value, or ½ if there is none


class Puct(ActionPolicy):
    """A method: pick the action with the highest PUCT score, and let a judge value the leaves.

    judge  state → (prior of each action, value for the player to move or None for a playout); the
           judge is called once for each node of a search
    c      ≥ 0, the weight of the prior.  In this library values lie in [0, 1], so c is about half
           as large as in articles whose values lie in [−1, 1]
    noise  for self-play: a function that changes the priors of the root, such as `dirichlet(rng)`

    For example, call `search(state, 25, **Puct(judge).options())`.  Raises ValueError for a c below
    0.  The search raises `JudgeError` if the judge returns a prior or a value out of range.
    """

    names = ("mean value", "the prior's bonus")
    titles = ("Q = W / N", "+ bonus")

    def __init__(
        self, judge: Judge = even, c: float = 1.5, noise: Callable[[Priors], Priors] | None = None
    ) -> None:
        check_c(c)
        self.judge = judge
        self.c = c
        self.noise = noise
        self.opinions: MutableMapping[Node, Opinion] = WeakKeyDictionary()
        self.noisy_opinions: MutableMapping[Node, Opinion] = WeakKeyDictionary()
        # A leaf's judgement is needed again when selection first compares the leaf's actions.
        # So `simulate` makes the judgement, `after` stores it, and `new_opinion` uses it up.
        self.last_judged: tuple[State, Judgement] | None = None
        self.judgements: MutableMapping[Node, Judgement] = WeakKeyDictionary()

    def opinion(self, node: Node) -> Opinion:
        """Return the opinion of a node whose game is not over; at a root, noise is included."""
        if self.noise is not None and node.parent is None:
            return self.noisy_opinion(node)
        known = self.opinions.get(node)
        if known is None:
            known = self.opinions[node] = self.new_opinion(node)
        return known

    def noisy_opinion(self, root: Node) -> Opinion:
        """Return the opinion of a root with noise; the noise is drawn once for each root.

        `reuse` may have cut the root out of an older tree, in which the root's opinion had no
        noise.
        """
        known = self.noisy_opinions.get(root)
        if known is None:
            assert self.noise is not None
            quiet = self.opinions.get(root) or self.new_opinion(root)
            known = Opinion(self.noise(quiet.priors), quiet.untried)
            self.noisy_opinions[root] = known
        return known

    def new_opinion(self, node: Node) -> Opinion:
        """Check the judgement of `node`, and return an opinion made from it."""
        judgement = self.judgements.pop(node, None)
        if judgement is None:
            judgement = judgement_of(self.judge, node.state)
        priors, value = judgement
        shares = checked(priors, node.state.legal_actions())
        untried = DRAW if value is None else in_range(value)
        return Opinion(shares, untried)

    def pick(self, node: Node) -> Action:
        """Return the action with the highest sum of `terms`; ties go to the first action.

        `ActionPolicy.pick` would return the same action, but this method is several times as fast,
        because it computes only once the numbers that all actions share.
        """
        priors, untried = self.opinion(node)
        factor = self.c * sqrt(node.visits or 1)
        children = node.children
        best = None
        best_score = -inf
        for action, prior in priors.items():
            child = children.get(action)
            if child is None or not child.visits:
                score = untried + factor * prior
            else:
                score = child.value_sum / child.visits + factor * prior / (1 + child.visits)
            if score > best_score:  # if scores are equal, the first wins
                best = action
                best_score = score
        return best

    def terms(self, node: Node, action: Action) -> tuple[float, float]:
        """Return Q and c · P · √N / (1 + n) for an action.

        The Q of an untried action is the judge's value of `node`, or ½ if the judge gives none.
        """
        priors, untried = self.opinion(node)
        visits, value = visits_and_value(node.children.get(action), untried)
        return value, self.c * sqrt(node.visits or 1) * priors[action] / (1 + visits)

    def prior(self, node: Node, action: Action) -> float:
        """Return the prior of a legal action of `node`, from 0 to 1."""
        return self.opinion(node).priors[action]

    def letters(self, node: Node) -> tuple[str, str]:
        """Return the formulas of both terms; the numbers that all actions share are filled in."""
        return "Q", f"{number(self.c)} · P · √{node.visits:,} / (1 + n)"

    def badge(self, node: Node) -> str:
        """Return the prior of the action that led to `node`, in percent, or "" for a root."""
        if node.parent is None:
            return ""
        return f"P {percent(self.prior(node.parent, node.action))}"

    def simulate(self, state: State, rng: random.Random, rollout_policy: RolloutPolicy) -> Playout:
        """Phase 3: return the result of a finished game, or the judge's value of the position.

        If the judge gives no value, the result comes from a playout.
        """
        if state.is_terminal():
            rewards = rewards_of(state)
            check_rewards(state, rewards)
            return Playout((), rewards)
        judgement = judgement_of(self.judge, state)
        self.last_judged = state, judgement
        _, value = judgement
        if value is None:
            return simulate_to_an_end(state, rng, rollout_policy)
        return Playout((), shared(state, value))

    def after(self, node: Node, playout: Playout) -> None:
        """Store the judgement of a leaf, so that the judge is called only once for each node."""
        if self.last_judged is not None and self.last_judged[0] is node.state:
            self.judgements[node] = self.last_judged[1]
        self.last_judged = None

    def options(self) -> dict[str, Any]:
        """Return the options for `search`, in which `simulate` judges the leaves."""
        options = super().options()
        options["phases"] = replace(options["phases"], simulate=self.simulate, after=self.after)
        return options


# ---------------------------------------------------------------------------- values and priors


def judgement_of(judge: Judge, state: State) -> Judgement:
    """Return what a judge says about a state that has legal actions.

    Raises `JudgeError` unless it is a pair, and `BrokenContract` if there are no legal actions.
    """
    check_actions(state)
    return pair(judge(state))


def pair(judgement: Any) -> Judgement:
    """Return a judgement unchanged; raise `JudgeError` unless it is a pair."""
    if not isinstance(judgement, tuple) or len(judgement) != 2:
        raise JudgeError(
            f"The judge returned {judgement!r}; it should return a pair: a dict with the prior of"
            " each action, and the value for the player to move (or None)."
        )
    return judgement


def shared(state: State, value: float) -> tuple[float, float]:
    """Return the rewards of both players, which add up to 1.

    value  the expected reward of the player to move, in [0, 1]

    Raises `JudgeError` if the value is out of range, and `CannotSearch` if the game does not have
    exactly two players.
    """
    if state.num_players != 2:
        raise CannotSearch(
            "The judge's value is one number, which is enough for two players,"
            f" but this game has {state.num_players}:"
            " let the judge return None for the value, so that a playout decides."
        )
    value = in_range(value)
    if state.current_player == 0:
        return value, 1 - value
    return 1 - value, value


def is_number(value: Any) -> bool:
    """Return whether `value` is a real number; floats, the usual case, are recognised quickly."""
    return type(value) is float or isinstance(value, Real)


def in_range(value: float) -> float:
    """Return a judge's value; raise `JudgeError` unless the value is a number from 0 to 1."""
    if not is_number(value) or not 0 <= value <= 1:
        raise JudgeError(
            f"The judge's value is {value!r};"
            " it should be a number from 0 (lost) to 1 (won) for the player to move."
        )
    return value


def checked(priors: Priors, actions: Iterable[Action]) -> Priors:
    """Return the priors of the legal actions, scaled so that they add up to 1.

    Raises `JudgeError` if a prior is missing or is not a finite number ≥ 0, or if all priors are 0.
    """
    try:
        legal = {action: priors[action] for action in actions}
    except (KeyError, IndexError, TypeError):
        raise JudgeError(
            f"The judge should return a dict with a prior for each of {list(actions)}."
        ) from None
    for action, prior in legal.items():
        if not is_number(prior) or not 0 <= prior < inf:
            raise JudgeError(
                f"The prior of action {action!r} is {prior!r}; it should be a number ≥ 0."
            )
    total = fsum(legal.values())
    if total == 0:
        raise JudgeError("The priors add up to 0: give at least one legal action a prior above 0.")
    if abs(total - 1) < 1e-12:
        return legal
    return {action: prior / total for action, prior in legal.items()}


# ---------------------------------------------------------------------------- noise


def dirichlet(
    rng: random.Random, alpha: float = 1.0, share: float = 0.25
) -> Callable[[Priors], Priors]:
    """Return a function that mixes random noise into priors, for the root in self-play.

    alpha  > 0, the parameter of the symmetric Dirichlet distribution: the smaller it is, the more
           uneven the noise is
    share  from 0 to 1, the share of each prior that is replaced by noise

    If alpha is very small, nearly all noise falls on one action.  Raises ValueError if `alpha` or
    `share` is out of range.  (Silver et al., 2017.)
    """
    if isinstance(alpha, bool) or not is_number(alpha) or not 0 < alpha < inf:
        raise ValueError(f"alpha must be a number > 0, not {alpha!r}.")
    check_between("The share of noise", share, 0, 1)

    def noisy(priors: Priors) -> Priors:
        parts = [rng.gammavariate(alpha, 1) for _ in priors]
        total = fsum(parts)
        if total < float_info.min:  # a very small alpha: all parts are too small for a float
            parts[int(rng.random() * len(parts))] = 1.0
            total = 1.0
        return {
            action: (1 - share) * prior + share * part / total
            for (action, prior), part in zip(priors.items(), parts)
        }

    return noisy
